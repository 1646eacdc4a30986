#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What is known of how a file was compiled.
struct CompiledSo {
  std::vector<std::string> defines = {};        ///< -D: "NAME" or "NAME=VALUE"
  std::set<std::uint32_t> lines_that_ran = {};  ///< whatever ran, the preprocessor let through
};

/// The text with blanks in place of what #if, #ifdef, #else and their like leave out; every other byte stays where it is, and so
/// does every line. A line that ran decides for its branch. Else the condition does, with the macros of the command line
/// and of the file, and those that every CUDA program has; other names are not defined. Both branches stay if
/// a header of the user's may define a name, or if the condition calls what only a compiler knows, such as __has_include().
[[nodiscard]] std::string active_code(std::string_view text, const CompiledSo& compiled);

/// Tells a trace with which macros of the command line its program was compiled: parameter "defines" of its header.
void note_defines(Trace& trace, const std::vector<std::string>& defines);
[[nodiscard]] std::vector<std::string> defines_of(const Trace& trace);

}  // namespace warpscope
