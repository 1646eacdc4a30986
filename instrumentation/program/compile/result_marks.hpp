#pragma once

#include <string>

namespace warpscope {

/// clang's text of a module, in which the mark of a taken result (WS_MARK_RESULT) may be left out with the result. clang
/// does not say of assembly that it ends, and so keeps it, whoever needs it.
[[nodiscard]] std::string with_results_to_leave_out(std::string module);

}  // namespace warpscope
