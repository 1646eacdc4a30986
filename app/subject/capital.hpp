#pragma once

#include <string>

namespace warpscope {

/// The text with a capital at its beginning, if that is a Latin or a Cyrillic letter.
[[nodiscard]] std::string with_capital(std::string text);

}  // namespace warpscope
