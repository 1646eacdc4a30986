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

class File {
 public:
  File(const fs::path& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// All functions: whether it worked; errno says why not.
  bool write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
  }
  bool sync() { return ::fsync(descriptor_) == 0; }
  bool close() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
  }

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

/// Device or pipe: nothing could be renamed to it.
Status write_in_place(const fs::path& path, std::span<const std::byte> bytes) {
  File file(path, O_WRONLY);
  if (!file.is_open()) return unwritable(path, errno, ErrorKind::usage);
  if (!file.write(bytes) || !file.close()) return unwritable(path, errno, ErrorKind::failed);
  return Done{};
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
  File file(path, O_RDONLY);
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

Status write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  const fs::path target = behind_links(path);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) return unwritable(path, EISDIR, ErrorKind::usage);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_in_place(target, bytes);
  if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0) {
    return unwritable(path, errno, ErrorKind::usage);  // a rename would replace it all the same
  }

  const fs::path temporary = temporary_name(target);
  File file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open()) return unwritable(path, errno, ErrorKind::usage);
  if (!file.write(bytes) || !file.sync() || !file.close() ||
      ::rename(temporary.c_str(), target.c_str()) != 0) {
    const int error = errno;
    fs::remove(temporary, ignored);
    return unwritable(path, error, ErrorKind::failed);
  }
  // From here on the file is whole. Where the folder cannot be synced, a power cut may bring the
  // old file back, which is still all or nothing.
  File folder(target.parent_path().empty() ? fs::path(".") : target.parent_path(), O_RDONLY);
  if (folder.is_open()) folder.sync();
  return Done{};
}

}  // namespace warpscope
