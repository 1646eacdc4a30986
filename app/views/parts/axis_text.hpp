#pragma once

#include <string>

namespace warpscope {

/// An element of an array, as C++ writes it: three digits, or all of a whole one.
[[nodiscard]] std::string value_text(double value);
/// A number beside an axis or a line, three digits of it or all of a whole one: "42", "0.125",
/// "10,000", "1.5e-6"; as the current language writes it.
[[nodiscard]] std::string axis_text(double value);

}  // namespace warpscope
