#include "app/panes/console/console_text.hpp"

#include <fmt/format.h>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {

namespace {

struct CheckedBlocks {
  std::uint64_t checked = 0, blocks = 0;
};

CheckedBlocks count_checked(const ProgramOutcome& outcome) {
  CheckedBlocks count;
  for (const ProgramLaunch& launch : outcome.launches) {
    const auto all = static_cast<std::uint64_t>(launch.grid.count());
    count.checked += launch.checked_all ? all : static_cast<std::uint64_t>(launch.checked_blocks);
    count.blocks += all;
  }
  return count;
}

}  // namespace

bool all_blocks_checked(const ProgramOutcome& outcome) {
  const CheckedBlocks count = count_checked(outcome);
  return count.checked == count.blocks && count.blocks > 0;
}

std::string checked_text(const ProgramOutcome& outcome, bool whole) {
  const auto [checked, blocks] = count_checked(outcome);
  if (outcome.launches.empty()) {
    return whole ? "The program launched no kernel, so none was checked." : "";
  }
  const std::string what = checked == blocks
                               ? fmt::format("all {} blocks", grouped(blocks))
                               : fmt::format("{} of {} blocks", grouped(checked), grouped(blocks));
  if (!whole) return blocks == 1 && checked == 1 ? "the block checked" : what + " checked";
  const std::string launches = outcome.launches.size() == 1
                                   ? "the launch"
                                   : fmt::format("{} launches", grouped(outcome.launches.size()));
  if (blocks == 1 && checked == 1) return "Checked the only block.";
  return fmt::format("Checked {} of {}.", what, launches);
}

}  // namespace warpscope
