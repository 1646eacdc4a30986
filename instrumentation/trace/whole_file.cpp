#include "instrumentation/trace/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/temporary.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr int longest_chain = 40;  // of links, as the kernel's

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
  /// Without O_NONBLOCK a pipe would wait for a writer.
  explicit File(const fs::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {}
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
  return {ErrorKind::usage, tr("{0} cannot be read: {1}.", path.string(), why)};
}

Error too_large(const fs::path& path, std::uint64_t cap) {
  return unreadable(path, tr("it has more than {} MiB", cap >> 20));
}

Error unwritable(const fs::path& path, int error, ErrorKind kind) {
  return {kind, tr("{0} cannot be written ({1}); choose another place for it.", path.string(),
                   reason(error))};
}

/// The size of what was opened, if it is a regular file.
Result<std::uint64_t> size_of(const File& file, const fs::path& path) {
  struct stat properties {};
  if (!file.is_open() || ::fstat(file.descriptor(), &properties) != 0) {
    return unreadable(path,
                      errno == ENXIO ? std::string(tr("it is no regular file")) : reason(errno));
  }
  if (S_ISDIR(properties.st_mode)) return unreadable(path, tr("it is a folder"));
  if (!S_ISREG(properties.st_mode)) return unreadable(path, tr("it is no regular file"));
  return static_cast<std::uint64_t>(properties.st_size);
}

/// Reads until `bytes` are full or the file ends; the number read.
Result<std::size_t> fill(const File& file, const fs::path& path, std::span<std::byte> bytes) {
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t count = ::read(file.descriptor(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(path, reason(errno));
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
  }
  return used;
}

/// A name beside `path` that no other writer of this or another process uses.
fs::path temporary_name(const fs::path& path) {
  static std::atomic<unsigned> count = 0;
  constexpr std::size_t longest = 100;  // the system's limit holds for all of it
  return path.parent_path() / fmt::format(".{}{}{}-{}.tmp",
                                          path.filename().string().substr(0, longest),
                                          temporary_mark, ::getpid(), ++count);
}

/// Follows links, so that the file behind them is replaced and not the first link.
Result<fs::path> behind_links(const fs::path& path) {
  fs::path target = path;
  std::error_code error;
  for (int k = 0; k < longest_chain; ++k) {
    if (!fs::is_symlink(fs::symlink_status(target, error))) return target;
    const fs::path next = fs::read_symlink(target, error);
    if (error) return unwritable(path, error.value(), ErrorKind::usage);
    target = target.parent_path() / next;  // an absolute one replaces all
  }
  return unwritable(path, ELOOP, ErrorKind::usage);
}

fs::path folder_of(const fs::path& path) {
  return path.parent_path().empty() ? fs::path(".") : path.parent_path();
}

}  // namespace

Result<std::vector<std::byte>> read_whole_file(const fs::path& path, std::uint64_t cap) {
  const File file(path);
  const auto size = size_of(file, path);
  if (!size) return size.error();
  if (size.value() > cap) return too_large(path, cap);
  std::vector<std::byte> bytes(size.value());
  const auto used = fill(file, path, bytes);
  if (!used) return used.error();
  bytes.resize(used.value());  // it may have been cut while we read
  return bytes;
}

Result<std::string> read_text_file(const fs::path& path, std::uint64_t cap) {
  const auto bytes = read_whole_file(path, cap);
  if (!bytes) return bytes.error();
  std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return std::string(text);
}

Status read_text_pieces(const fs::path& path, std::uint64_t cap,
                        const std::function<bool(std::string_view)>& take) {
  const File file(path);
  if (const auto size = size_of(file, path); !size) return size.error();
  std::array<std::byte, 16384> bytes;
  for (std::uint64_t total = 0;;) {
    const auto used = fill(file, path, bytes);
    if (!used) return used.error();
    std::string_view piece(reinterpret_cast<const char*>(bytes.data()), used.value());
    if (total == 0 && piece.starts_with(byte_order_mark)) {
      piece.remove_prefix(byte_order_mark.size());
    }
    if (!take(piece) || used.value() < bytes.size()) return Done{};
    total += used.value();
    if (total > cap) return too_large(path, cap);
  }
}

AtomicFile::AtomicFile(fs::path path, fs::path target, fs::path temporary, int descriptor,
                       std::optional<Properties> replaced)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor),
      replaced_(replaced) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      replaced_(other.replaced_) {}

AtomicFile::~AtomicFile() {
  static_cast<void>(close());
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

std::error_code write_new_file(const fs::path& path, std::string_view text) {
  constexpr int anybody_reads = 0666;
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, anybody_reads);
  const auto last_error = [] { return std::error_code(errno, std::generic_category()); };
  if (file < 0) return last_error();
  std::error_code error;
  if (!write_all(file, std::as_bytes(std::span(text)))) error = last_error();
  if (::close(file) != 0 && !error) error = last_error();
  if (error) ::unlink(path.c_str());
  return error;
}

Result<AtomicFile> AtomicFile::open(const fs::path& path) {
  const Result<fs::path> behind = behind_links(path);
  if (!behind) return behind.error();
  const fs::path& target = behind.value();
  struct stat present {};
  const bool exists = ::stat(target.c_str(), &present) == 0;
  if (exists && S_ISDIR(present.st_mode)) return unwritable(path, EISDIR, ErrorKind::usage);
  const bool regular = exists && S_ISREG(present.st_mode);
  if (regular && ::access(target.c_str(), W_OK) != 0) {
    return unwritable(path, errno, ErrorKind::usage);  // a rename would replace it all the same
  }
  if (exists && !regular) {
    const int device = ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (device < 0) return unwritable(path, errno, ErrorKind::usage);
    return AtomicFile(path, target, {}, device, {});
  }
  remove_stale_temporaries(folder_of(target));
  fs::path temporary = temporary_name(target);
  // The replacement of a private file is never readable by others, not even while it is written.
  const mode_t mode = regular ? present.st_mode & 0700U : 0666U;
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, mode);
  if (descriptor < 0) return unwritable(path, errno, ErrorKind::usage);
  hold_temporary(descriptor);
  std::optional<Properties> replaced;
  if (regular) replaced = Properties{present.st_uid, present.st_gid, present.st_mode & 0777U};
  return AtomicFile(path, target, std::move(temporary), descriptor, replaced);
}

bool AtomicFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 || ::close(descriptor) == 0;
}

/// Owner and permissions of the file that is replaced. Only root may give a file away, and some
/// file systems know no owners: then it is ours.
bool AtomicFile::take_over() const {
  if (!replaced_) return true;
  if (::fchown(descriptor_, replaced_->owner, replaced_->group) != 0 &&
      ::fchown(descriptor_, static_cast<uid_t>(-1), replaced_->group) != 0) {
    return ::fchmod(descriptor_, replaced_->mode & 0707U) == 0 || errno == EPERM;
  }
  return ::fchmod(descriptor_, replaced_->mode) == 0 || errno == EPERM;
}

Status AtomicFile::write(std::span<const std::byte> bytes) {
  if (write_all(descriptor_, bytes)) return Done{};
  return unwritable(path_, errno, ErrorKind::failed);
}

Status AtomicFile::commit() {
  const bool in_place = temporary_.empty();
  const bool whole = (in_place || (take_over() && ::fsync(descriptor_) == 0)) && close() &&
                     (in_place || ::rename(temporary_.c_str(), target_.c_str()) == 0);
  if (!whole) return unwritable(path_, errno, ErrorKind::failed);
  if (in_place) return Done{};
  temporary_.clear();
  // From here on the file is whole. If the folder cannot be synced, a power cut may bring the old
  // file back, which is still all or nothing.
  const File folder(folder_of(target_));
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
