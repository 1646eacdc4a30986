#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "app/subject/finding_list.hpp"

namespace warpscope {

/// How many findings each block has, as far as they say so; blocks without any are left out. Numbers count
/// through the grid, x first.
using FindingsOfBlocks = std::map<std::int64_t, std::int64_t>;

/// Of one launch of a trace, by its place there.
[[nodiscard]] FindingsOfBlocks findings_of_blocks(const Trace& trace, std::uint32_t launch);
/// Of one launch of a program, by ProgramLaunch::number.
[[nodiscard]] FindingsOfBlocks findings_of_blocks(const ProgramOutcome& outcome, int launch);

/// A block that may be recorded.
struct BlockChoice {
  std::int64_t block = 0;
  std::int64_t findings = 0;
  friend bool operator==(const BlockChoice&, const BlockChoice&) = default;
};
/// At most `most` of `count` blocks: those with findings first, then the others, each by number; the
/// present one is always among them, if there are any.
[[nodiscard]] std::vector<BlockChoice> block_choices(std::int64_t count,
                                                     const FindingsOfBlocks& found,
                                                     std::int64_t present, std::size_t most);

}  // namespace warpscope
