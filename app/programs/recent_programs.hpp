#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A program or a trace that was opened, and how the program was run last.
struct RecentProgram {
  std::filesystem::path file;  ///< absolute
  std::string options;         ///< as program_option_words() writes them: "-D N=2 --launch reduce"
  std::vector<std::string> arguments;  ///< its own, argv[1] and on
  std::vector<std::string> setup;      ///< lines that make arrays for a kernel without main
  std::string kernel;                  ///< that was shown last; empty: none was
  std::int64_t time = 0;               ///< seconds since 1970, when it was opened last
  friend bool operator==(const RecentProgram&, const RecentProgram&) = default;
};
inline constexpr std::size_t most_recent_programs = 12;

/// The newest first; no file twice.
using RecentPrograms = std::vector<RecentProgram>;
/// nullptr if the file is not among them.
[[nodiscard]] const RecentProgram* find_recent_program(const RecentPrograms& list,
                                                       const std::filesystem::path& file);
/// Puts a program first, in place of what was known of the same file; the oldest goes if there are
/// too many.
void remember_program(RecentPrograms& list, RecentProgram program);

/// A program of the list, as a user may choose it.
struct ListedProgram {
  RecentProgram program;
  bool absent = false;  ///< its drive or folder is not there now
};
/// Those that are there, and those whose drive may come back. Looks at the disk.
[[nodiscard]] std::vector<ListedProgram> listed_programs(const RecentPrograms& list);

/// $XDG_DATA_HOME/warpscope/recent.json, else under ~/.local/share; empty if neither is known.
[[nodiscard]] std::filesystem::path recent_programs_path();
/// The same for lectures: lectures.json.
[[nodiscard]] std::filesystem::path lectures_path();
/// A file that does not exist has none. One that is damaged, too large or from a newer Warpscope is
/// an error that names it; the caller goes on with an empty list.
[[nodiscard]] Result<RecentPrograms> load_recent_programs(const std::filesystem::path& path);
/// Adds a program to the file's list, all or nothing: what other windows have opened meanwhile stays,
/// and comes into `list`, too. A file that load_recent_programs() refuses is kept first, as .bak.
[[nodiscard]] Status keep_recent_program(RecentPrograms& list, RecentProgram program,
                                         const std::filesystem::path& path);
/// Takes a program out of the list and of its file, likewise.
[[nodiscard]] Status forget_recent_program(RecentPrograms& list, const std::filesystem::path& file,
                                           const std::filesystem::path& path);

}  // namespace warpscope
