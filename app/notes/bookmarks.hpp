#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A place that a lecturer comes back to, 1 to 9, with a note.
struct Bookmark {
  int number = 1;
  std::uint32_t access = 0;
  std::string place;  ///< in words, as it was: "add, s = 8"
  std::string note;
  RunRequest run;  ///< what was shown; of a trace file all is empty
};
inline constexpr int most_bookmarks = 9;
inline constexpr std::size_t longest_note = 2000;  ///< bytes

/// True if both show the same trace: machine and bank model do not matter.
[[nodiscard]] bool same_picture(const RunRequest& a, const RunRequest& b);

/// The differences of `run` from `now`: "n 512, block 128, ramp #7". If it is another kernel, its
/// id.
[[nodiscard]] std::string run_difference(const RunRequest& run, const RunRequest& now);

/// Those of one kernel or one trace file, by number.
using Bookmarks = std::vector<Bookmark>;
[[nodiscard]] const Bookmark* find_bookmark(const Bookmarks& list, int number);
/// Adds the bookmark, or moves the one of that number, which keeps its note.
void set_bookmark(Bookmarks& list, Bookmark bookmark);
void erase_bookmark(Bookmarks& list, int number);

/// The folder for bookmarks of the catalogue's kernels (Subject::notes_path):
/// $XDG_DATA_HOME/warpscope/notes, else under ~/.local/share; empty if neither is known.
[[nodiscard]] std::filesystem::path default_notes_folder();

/// A file that does not exist has none. One that is damaged, too large or from a newer Warpscope is
/// an error that names it.
[[nodiscard]] Result<Bookmarks> load_bookmarks(const std::filesystem::path& path);
/// All or nothing. Makes the folder.
[[nodiscard]] Status save_bookmarks(const Bookmarks& list, const std::filesystem::path& path);

}  // namespace warpscope
