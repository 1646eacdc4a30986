#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/subject/console_page.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The lesson of the course that is about what is wrong in a program, or, if nothing is, about what costs most in it: its
/// id. Empty if there is none. `page`: what its run has told; nullptr: only the trace is known.
[[nodiscard]] std::string_view next_lesson(const Document& document, const ConsolePage* page);

}  // namespace warpscope
