#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope {

constexpr std::uint32_t widest_joined = 16;  ///< bytes

/// A module's text as clang's optimiser leaves it, with hooks, and with the accesses that a GPU's compiler makes: of
/// those of one width at a constant distance, two or four lie in one access of up to 16 bytes, if they are in one block
/// of instructions, nothing between them may change or need what they move, and the address can be seen to be a multiple
/// of the width: by its type, or, in shared memory, whose variables ptxas places itself, by how it is computed. What such
/// a block has loaded or stored it does not load again. Of a joined load the hook stands where its first part is loaded,
/// of a store where the last one is stored.
///
/// Measured with nvcc 13.0 for sm_90: volatile accesses stay as they are, and words of 1 or 2 bytes that only their
/// computation shows to be aligned; three neighbours in an aligned group of four are one load, but two stores; a shuffle
/// does not part them, a barrier, an atomic and a store of another place do; what an address takes off (255 - 2 * i)
/// hides that it is even.
[[nodiscard]] std::string with_joined_accesses(std::string_view optimised);

}  // namespace warpscope
