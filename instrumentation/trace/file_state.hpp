#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warpscope {

/// What a file was at some moment, to see later whether it was written or replaced since: THE way to ask that.
struct FileState {
  std::int64_t changed = 0;  ///< nanoseconds since 1970, as the file system counts them
  std::uint64_t bytes = 0;
  std::uint64_t inode = 0;  ///< another file in its place may have the same size and time
  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Of a regular file, behind links; nullopt if there is none, as while an editor replaces it.
[[nodiscard]] std::optional<FileState> file_state(const std::filesystem::path& file);
/// The same in one word, to be kept in a file; empty if there is none.
[[nodiscard]] std::string file_state_text(const std::filesystem::path& file);

}  // namespace warpscope
