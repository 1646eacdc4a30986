#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// clang's text of a module, as it leaves the front end, with each copy of a small structure written as a GPU makes it:
/// pieces as wide as the structure's alignment allows, 16 bytes at most. They are loads and stores of vectors, which
/// the optimiser, other than a copy or an integer, does not take apart into the structure's members. Copies between two
/// local variables stay: a GPU makes none of them.
[[nodiscard]] std::string with_whole_copies(std::string_view module);

}  // namespace warpscope
