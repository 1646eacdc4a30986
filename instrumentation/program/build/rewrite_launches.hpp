#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/build/build_program.hpp"

namespace warpscope {

/// What is known of kernels before a file is rewritten: those of the files that it includes.
struct KnownKernels {
  std::set<std::string> templates;  ///< names of kernels that are templates, or overloaded
};

struct RewrittenSource {
  std::string text;                   ///< with as many lines as the original
  KnownKernels kernels;               ///< what the file itself defines or declares
  std::vector<std::string> includes;  ///< #include "…" as written, for the caller to resolve
  bool has_main = false;
  bool changed = false;
  std::vector<Diagnostic> problems;  ///< launches that cannot be understood; what is not supported
};

/// Replaces kernel<<<grid, block, shared, stream>>>(arguments) by a call that any C++ compiler takes, in place:
/// lines stay, and columns too wherever possible. Leaves strings, comments, raw strings and character
/// constants alone.
[[nodiscard]] RewrittenSource rewrite_launches(std::string_view text, std::string_view file,
                                               const KnownKernels& known);

}  // namespace warpscope
