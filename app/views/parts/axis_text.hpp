#pragma once

#include <string>

namespace warpscope {

/// A number beside an axis or a line, three digits of it: "42", "0.125", "1.5e-6".
[[nodiscard]] std::string axis_text(double value);

}  // namespace warpscope
