#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// The text of one function of an LLVM module, "define … {" to "}", with its blocks of instructions in an order in
/// which lanes meet again: each block behind those that lead to it, but for the ways back of loops, and the blocks of a
/// loop without others between them. Lanes go on at the lowest address first. What has a number for a name gets another
/// one, since LLVM takes numbers only in the order of the text.
[[nodiscard]] std::string with_ordered_blocks(std::string_view function);

}  // namespace warpscope
