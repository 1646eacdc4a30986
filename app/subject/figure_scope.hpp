#pragma once

#include <string>

#include "app/subject/grid_totals.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

// Whose doing a figure counts. All panes say it in these words.

/// Of one warp's instruction: "this access of warp 4".
[[nodiscard]] std::string access_scope_text(const Access& access);
/// Of the block that was recorded of one launch: "block 3 of 32", "block (1, 0) of 64"; "the only block".
[[nodiscard]] std::string block_scope_text(const Launch& launch);
/// Of the recorded blocks of all launches of a trace: the same if there is one, else "block 0 of each launch", "one block
/// of each launch"; "all blocks" if no launch has more than one.
[[nodiscard]] std::string block_scope_text(const Trace& trace);
/// Of whole grids, told from what was counted: "all blocks, exact", "all blocks, ≈ scaled from 8 of 32 that
/// were counted".
[[nodiscard]] std::string grid_scope_text(const GridTotals& grid);
/// Of the whole grids of a trace, told from its recorded blocks: "all blocks, ≈ scaled from block 0 of 32".
[[nodiscard]] std::string grid_scope_text(const Trace& trace);

}  // namespace warpscope
