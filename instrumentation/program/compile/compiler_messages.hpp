#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/source/user_sources.hpp"

namespace warpscope {

struct CompilerMessages {
  std::vector<Diagnostic> diagnostics;  ///< in the compiler's order, notes behind what they explain
  bool unsupported = false;             ///< an error says that something is not emulated
};

/// What clang or gcc wrote, without carets, as messages at the user's own places: columns are those of his text; an
/// error within a header (ours or the system's) stands at his line that led there, and notes within headers
/// are left out. What the rewriter knows of a place, and what is not emulated, is said in its words.
[[nodiscard]] CompilerMessages read_compiler_messages(const std::vector<std::string>& lines,
                                                      const UserSources& sources,
                                                      const std::filesystem::path& headers);

}  // namespace warpscope
