#pragma once

#include <string>

namespace warpscope {

/// A number beside an axis or a line, three digits of it or all of a whole one: "42", "0.125",
/// "10,000", "1.5e-6"; in Russian "0,125".
[[nodiscard]] std::string axis_text(double value, bool russian = false);

}  // namespace warpscope
