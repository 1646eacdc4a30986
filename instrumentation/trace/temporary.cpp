#include "instrumentation/trace/temporary.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <system_error>

#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// The process in the name of a temporary file or folder; 0 if it is none of ours.
pid_t process_of(const std::string& name) {
  const std::size_t mark = name.rfind(temporary_mark);
  if (mark == std::string::npos || name.front() != '.') return 0;
  const char* const first = name.data() + mark + temporary_mark.size();
  const char* const last = name.data() + name.size();
  pid_t process = 0;
  const auto [end, error] = std::from_chars(first, last, process);
  return error == std::errc{} && end != last && *end == '-' ? process : 0;
}

/// Also false if the process lives but cannot be seen from here: then it holds its files.
bool is_alive(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

bool is_ours_and_free(int descriptor) {
  struct stat properties {};
  if (::fstat(descriptor, &properties) != 0) return false;
  const bool ours = properties.st_uid == ::geteuid() &&
                    (S_ISREG(properties.st_mode) || S_ISDIR(properties.st_mode));
  return ours && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

void remove_if_stale(const fs::path& path) {
  const pid_t process = process_of(path.filename().string());
  if (process <= 0 || is_alive(process)) return;
  // Neither through a link, nor waiting for a pipe's writer.
  const int descriptor =
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return;
  std::error_code ignored;
  if (is_ours_and_free(descriptor)) fs::remove_all(path, ignored);
  ::close(descriptor);
}

/// A name in the folder for mkdtemp() and its like.
std::string new_name(const fs::path& folder) {
  return (folder / fmt::format("{}{}-XXXXXX", temporary_mark, ::getpid())).string();
}

/// A new folder in another one, and its descriptor; -1 with errno.
int make_held_folder(const fs::path& parent, std::string& name) {
  remove_stale_temporaries(parent);
  name = new_name(parent);
  if (::mkdtemp(name.data()) == nullptr) return -1;
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    hold_temporary(descriptor);
    return descriptor;
  }
  const int error = errno;
  ::rmdir(name.c_str());
  errno = error;
  return -1;
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  std::string name;
  const int descriptor = error ? -1 : make_held_folder(folder, name);
  if (descriptor >= 0) return TemporaryFolder(name, descriptor);
  const int number = error ? error.value() : errno;
  return Error{ErrorKind::failed,
               // Translators: {0} is a folder, {1} what the system says.
               say("No folder for temporary files can be made in {0} ({1}); make room "
                   "there, or name another place with TMPDIR.",
                   folder.string(), std::generic_category().message(number))};
}

Result<TemporaryFolder> TemporaryFolder::make_in(const fs::path& folder) {
  std::string name;
  const int descriptor = make_held_folder(folder, name);
  if (descriptor >= 0) return TemporaryFolder(name, descriptor);
  const int number = errno;
  return Error{ErrorKind::failed,
               // Translators: {0} is a folder, {1} what the system says.
               say("No folder for temporary files can be made in {0} ({1}); make room "
                   "there, and see to it that you may write there.",
                   folder.string(), std::generic_category().message(number))};
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (descriptor_ >= 0) ::close(descriptor_);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}

std::FILE* open_unnamed_file() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) {
    errno = error.value();
    return nullptr;
  }
  std::string name = new_name(folder);
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  ::unlink(name.c_str());
  std::FILE* const file = ::fdopen(descriptor, "w+");
  if (file == nullptr) ::close(descriptor);
  return file;
}

void hold_temporary(int descriptor) { ::flock(descriptor, LOCK_EX | LOCK_NB); }

void remove_stale_temporaries(const fs::path& folder) {
  static std::mutex mutex;
  static fs::path last;
  {
    const std::lock_guard lock(mutex);
    if (last == folder) return;  // a series of pictures looks once
    last = folder;
  }
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    remove_if_stale(entry->path());
  }
}

}  // namespace warpscope
