#include "instrumentation/trace/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// All functions: whether it worked; errno says why not.
bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

class File {
 public:
  explicit File(const fs::path& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (is_open()) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string reason(int error) { return std::generic_category().message(error); }

Error unreadable(const fs::path& path, const std::string& why) {
  return {ErrorKind::usage, fmt::format("{} cannot be read: {}.", path.string(), why)};
}

Error unwritable(const fs::path& path, int error, ErrorKind kind) {
  return {kind, fmt::format("{} cannot be written ({}); choose another place for it.",
                            path.string(), reason(error))};
}

/// A name beside `path` that no other writer of this or another process uses.
fs::path temporary_name(const fs::path& path) {
  static std::atomic<unsigned> count = 0;
  return path.parent_path() /
         fmt::format(".{}.{}-{}.tmp", path.filename().string(), ::getpid(), ++count);
}

/// Follows a link, so that the file behind it is replaced and not the link.
fs::path behind_links(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target;
}

}  // namespace

Result<std::vector<std::byte>> read_whole_file(const fs::path& path, std::uint64_t cap) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return unreadable(path, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return unreadable(path, "it is no regular file");
  }
  const File file(path);
  struct stat properties {};
  if (!file.is_open() || ::fstat(file.descriptor(), &properties) != 0) {
    return unreadable(path, reason(errno));
  }
  const auto size = static_cast<std::uint64_t>(properties.st_size);
  if (size > cap) return unreadable(path, fmt::format("it has more than {} MiB", cap >> 20));
  std::vector<std::byte> bytes(size);
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t count = ::read(file.descriptor(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(path, reason(errno));
    if (count == 0) break;  // it was cut while we read
    used += static_cast<std::size_t>(count);
  }
  bytes.resize(used);
  return bytes;
}

AtomicFile::AtomicFile(fs::path path, fs::path target, fs::path temporary, int descriptor)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

AtomicFile::~AtomicFile() {
  static_cast<void>(close());
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

Result<AtomicFile> AtomicFile::open(const fs::path& path) {
  const fs::path target = behind_links(path);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) return unwritable(path, EISDIR, ErrorKind::usage);
  const bool exists = fs::exists(status);
  if (exists && fs::is_regular_file(status) && ::access(target.c_str(), W_OK) != 0) {
    return unwritable(path, errno, ErrorKind::usage);  // a rename would replace it all the same
  }
  const bool in_place = exists && !fs::is_regular_file(status);
  fs::path temporary = in_place ? fs::path() : temporary_name(target);
  const int descriptor =
      in_place ? ::open(target.c_str(), O_WRONLY | O_CLOEXEC)
               : ::open(temporary.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
  if (descriptor < 0) return unwritable(path, errno, ErrorKind::usage);
  return AtomicFile(path, target, std::move(temporary), descriptor);
}

bool AtomicFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 || ::close(descriptor) == 0;
}

Status AtomicFile::write(std::span<const std::byte> bytes) {
  if (write_all(descriptor_, bytes)) return Done{};
  return unwritable(path_, errno, ErrorKind::failed);
}

Status AtomicFile::commit() {
  const bool in_place = temporary_.empty();
  const bool whole = (in_place || ::fsync(descriptor_) == 0) && close() &&
                     (in_place || ::rename(temporary_.c_str(), target_.c_str()) == 0);
  if (!whole) return unwritable(path_, errno, ErrorKind::failed);
  if (in_place) return Done{};
  temporary_.clear();
  // From here on the file is whole. Where the folder cannot be synced, a power cut may bring the
  // old file back, which is still all or nothing.
  const File folder(target_.parent_path().empty() ? fs::path(".") : target_.parent_path());
  if (folder.is_open()) ::fsync(folder.descriptor());
  return Done{};
}

Status write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  auto file = AtomicFile::open(path);
  if (!file) return file.error();
  if (Status written = file->write(bytes); !written) return written;
  return file->commit();
}

}  // namespace warpscope
