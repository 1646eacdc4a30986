#include "app/subject/figure_scope.hpp"

#include <algorithm>

#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

bool has_one_block(const Launch& launch) { return launch.blocks() == 1; }

}  // namespace

std::string access_scope_text(const Access& access) {
  return tr("this access of warp {}", access.warp);
}

std::string block_scope_text(const Launch& launch) {
  if (has_one_block(launch)) return std::string(tr("the only block"));
  const std::string block =
      coordinates_text(coordinates(launch.traced_block, launch.grid), launch.grid);
  // Translators: {0} is a block: "3" or "(1, 0)"; {1} is how many blocks there are.
  std::string text =
      tr("block {0} of {1}", block, grouped(static_cast<std::uint64_t>(launch.blocks())));
  // Where there is no room, "block" alone must not be what is left of "block (1, 0) of 64".
  if (const std::size_t at = text.find(" ("); at != std::string::npos)
    text.replace(at, 1, "\u00a0");
  return text;
}

std::string block_scope_text(const Trace& trace) {
  const auto& launches = trace.launches;
  if (launches.empty()) return {};
  if (launches.size() == 1) return block_scope_text(launches.front());
  if (std::ranges::all_of(launches, has_one_block)) return std::string(tr("all blocks"));
  const std::int64_t first = launches.front().traced_block;
  const bool same = std::ranges::all_of(
      launches, [&](const Launch& launch) { return launch.traced_block == first; });
  return same ? tr("block {} of each launch", first) : std::string(tr("one block of each launch"));
}

std::string grid_scope_text(const GridTotals& grid) {
  if (grid.exact()) return std::string(tr("all blocks, exact"));
  // Translators: what was counted, and what the figures of all blocks are scaled from.
  return tr("all blocks, ≈ scaled from {0} of {1} that were counted",
            grouped(static_cast<std::uint64_t>(grid.counted)),
            grouped(static_cast<std::uint64_t>(grid.blocks)));
}

std::string grid_scope_text(const Trace& trace) {
  if (std::ranges::all_of(trace.launches, has_one_block))
    return std::string(tr("all blocks, exact"));
  // Translators: the field is a block: "block 0 of 32", "block 0 of each launch".
  return tr("all blocks, ≈ scaled from {}", block_scope_text(trace));
}

}  // namespace warpscope
