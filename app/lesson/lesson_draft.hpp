#pragma once

#include <string>
#include <string_view>

#include "instrumentation/run/plan.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A lesson on a kernel of the catalogue to begin with: commented YAML in which --check finds no mistake. Its run
/// is small enough to read, if the kernel allows that. Fails as find_kernel() does, or if the kernel cannot run.
[[nodiscard]] Result<std::string> draft_lesson(std::string_view kernel);
/// The same for a kernel of a program of the user's own, which is not run.
[[nodiscard]] std::string draft_program_lesson(std::string_view kernel);

}  // namespace warpscope
