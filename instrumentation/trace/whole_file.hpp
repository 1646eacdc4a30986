#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// All bytes of a regular file; ErrorKind::usage with the system's reason where that fails or
/// where it has more than `cap` bytes.
[[nodiscard]] Result<std::vector<std::byte>> read_whole_file(const std::filesystem::path& path,
                                                             std::uint64_t cap);

/// A file that is written bit by bit, and all or nothing: what was not committed is gone. A device
/// or a pipe, to which nothing could be renamed, is written as it comes.
class AtomicFile {
 public:
  /// `usage` where nothing can be written at `path`.
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
  AtomicFile(std::filesystem::path path, std::filesystem::path target,
             std::filesystem::path temporary, int descriptor);
  [[nodiscard]] bool close();

  std::filesystem::path path_;       // as it was asked for
  std::filesystem::path target_;     // behind links
  std::filesystem::path temporary_;  // empty: none, or it is the file by now
  int descriptor_;
};

}  // namespace warpscope
