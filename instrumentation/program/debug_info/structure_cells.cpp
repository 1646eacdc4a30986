#include "instrumentation/program/debug_info/structure_cells.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace warpscope {

ElementType cell_type(const Structure& structure) {
  std::uint32_t grain = std::gcd(structure.bytes, 8U);
  for (const Member& member : structure.members) {
    const ElementType scalar{member.type.scalar};
    grain = std::gcd(grain, std::gcd(member.offset, static_cast<std::uint32_t>(scalar.bytes())));
  }
  const auto same = [&](const Member& member) {
    return member.type.scalar == structure.members.front().type.scalar;
  };
  if (!structure.members.empty() && std::ranges::all_of(structure.members, same)) {
    const ElementType scalar{structure.members.front().type.scalar};
    if (static_cast<std::uint32_t>(scalar.bytes()) == grain) return scalar;
  }
  switch (grain) {
    case 1: return {Scalar::u8};
    case 2: return {Scalar::u16};
    case 4: return {Scalar::u32};
    default: return {Scalar::u64};
  }
}

bool has_padding(const Structure& structure) {
  std::vector<bool> covered(structure.bytes);
  for (const Member& member : structure.members) {
    const std::size_t end =
        member.offset + static_cast<std::size_t>(member.type.bytes()) * member.count;
    for (std::size_t at = member.offset; at < std::min<std::size_t>(end, structure.bytes); ++at) {
      covered[at] = true;
    }
  }
  return !std::ranges::all_of(covered, std::identity());
}

}  // namespace warpscope
