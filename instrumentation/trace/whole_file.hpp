#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

// THE way to open a user's file. Nothing here waits for a pipe, reads a device or takes more than
// the cap: what is no regular file is ErrorKind::usage with a sentence that says so.

/// All bytes of a regular file; ErrorKind::usage with the system's reason if that fails, or if the
/// file has more than `cap` bytes.
[[nodiscard]] Result<std::vector<std::byte>> read_whole_file(const std::filesystem::path& path,
                                                             std::uint64_t cap);
/// The same as text, without a byte order mark.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& path,
                                                 std::uint64_t cap);
/// The beginning of a text file: pieces of it in order, without a byte order mark, until `take`
/// returns false. Fails too if `take` still wants more after `cap` bytes.
[[nodiscard]] Status read_text_pieces(const std::filesystem::path& path, std::uint64_t cap,
                                      const std::function<bool(std::string_view piece)>& take);

/// Writes a file that must not exist yet; std::errc::file_exists if it does. A file that cannot be
/// written whole is removed.
[[nodiscard]] std::error_code write_new_file(const std::filesystem::path& path,
                                             std::string_view text);

/// A file that is written bit by bit, and all or nothing: what was not committed is gone. A device
/// or a pipe, to which nothing could be renamed, is written as it comes. A file that is replaced
/// keeps its permissions, and its owner if the system allows that; access lists do not stay. Of
/// several hard links only the one that is named becomes the new file: the others keep the old one.
class AtomicFile {
 public:
  /// ErrorKind::usage if nothing can be written at `path`. Removes what dead writers left in the
  /// folder.
  [[nodiscard]] static Result<AtomicFile> open(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  [[nodiscard]] Status write(std::span<const std::byte> bytes);
  /// Makes it the file at `path`. Nothing can be written after.
  [[nodiscard]] Status commit();

 private:
  /// Owner and permissions of the file that is replaced.
  struct Properties {
    ::uid_t owner = 0;
    ::gid_t group = 0;
    ::mode_t mode = 0;
  };
  AtomicFile(std::filesystem::path path, std::filesystem::path target,
             std::filesystem::path temporary, int descriptor, std::optional<Properties> replaced);
  [[nodiscard]] bool close();
  [[nodiscard]] bool take_over() const;

  std::filesystem::path path_;       // as it was asked for
  std::filesystem::path target_;     // behind links
  std::filesystem::path temporary_;  // empty: none, or it is the file by now
  int descriptor_;
  std::optional<Properties> replaced_;
};

}  // namespace warpscope
