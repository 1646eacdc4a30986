#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/kernel_info.hpp"

namespace warpscope {

/// A value given for a parameter, in the one spelling that every reader of it understands: of a
/// number in digits ("1e1" becomes "10"), else as the parameter lists it. Unset where the parameter
/// does not take it, as it takes no infinity and nothing that is no number.
[[nodiscard]] std::optional<std::string> parameter_value(const Parameter& parameter,
                                                         std::string_view text);

}  // namespace warpscope
