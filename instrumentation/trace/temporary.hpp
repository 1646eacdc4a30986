#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

// THE home of temporary files and folders. Each is hidden, says in its name which process it is of, and is gone with
// its object. What a process that died left behind, the next one removes that makes something in the same place.

/// A new folder of our own, gone with all that is in it; if something in it links elsewhere, only the link is gone.
/// Whoever moves it to a place of its own keeps it.
class TemporaryFolder {
 public:
  /// In the system's folder for temporary files, which TMPDIR names.
  [[nodiscard]] static Result<TemporaryFolder> make();
  /// In a folder, from which it can be moved to another place of the same file system.
  [[nodiscard]] static Result<TemporaryFolder> make_in(const std::filesystem::path& folder);
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  std::filesystem::path path_;  // empty: nothing to remove
  int descriptor_;              // held open, so that others see that it is in use
};

/// A new file in the system's folder for temporary files, to read and to write; it has no name, and is gone when it
/// is closed. No other program inherits it unasked. Null with errno if there is none.
[[nodiscard]] std::FILE* open_unnamed_file();

/// The mark in the name of a temporary file or folder; the number of its process and a dash follow.
inline constexpr std::string_view temporary_mark = ".warpscope-";
/// Removes from a folder the temporary files and folders of ours whose process is no more. Only
/// those that nobody holds: see hold_temporary(). Looks into the same folder once only.
void remove_stale_temporaries(const std::filesystem::path& folder);
/// Says to every process, also one that cannot see ours, that the file or folder is in use while
/// the descriptor is open.
void hold_temporary(int descriptor);

}  // namespace warpscope
