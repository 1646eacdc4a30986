#include "app/panes/console/console_text.hpp"

#include <algorithm>
#include <cmath>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

namespace {

struct CheckedBlocks {
  std::uint64_t checked = 0, blocks = 0;
};

CheckedBlocks count_checked(const ProgramOutcome& outcome) {
  CheckedBlocks count;
  for (const ProgramLaunch& launch : outcome.launches) {
    const auto all = static_cast<std::uint64_t>(launch.blocks());
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
    return whole ? tr("The program launched no kernel, so none was checked.") : "";
  }
  const bool one = blocks == 1 && checked == 1;
  const bool all = checked == blocks;
  const std::string some = grouped(checked), blocks_text = grouped(blocks);
  if (!whole) {
    if (one) return tr("the block checked");
    return all ? tr("all {} blocks checked", blocks_text)
               : tr("{0} of {1} blocks checked", some, blocks_text);
  }
  if (one) return tr("Checked the only block.");
  if (outcome.launches.size() == 1 && outcome.launches.front().times == 1) {
    return all ? tr("Checked all {} blocks of the launch.", blocks_text)
               : tr("Checked {0} of {1} blocks of the launch.", some, blocks_text);
  }
  std::uint64_t made = 0;
  for (const ProgramLaunch& launch : outcome.launches)
    made += static_cast<std::uint64_t>(launch.times);
  const std::string launches = grouped(made);
  return all ? tr("Checked all {0} blocks of {1} launches.", blocks_text, launches)
             : tr("Checked {0} of {1} blocks of {2} launches.", some, blocks_text, launches);
}

float scrolled_row(float& scroll, std::size_t rows, float shown, const Frame& frame) {
  const float most = std::max(0.0F, static_cast<float>(rows) - shown);
  if (frame.pointer.inside && frame.pointer.wheel != 0) {
    scroll = std::clamp(std::min(scroll, most) - 2 * frame.pointer.wheel, 0.0F, most);
  }
  return std::round(std::min(scroll, most));
}

bool draw_row_link(Canvas& canvas, Rect rect, std::string_view text, float size,
                   const Frame& frame) {
  const Color color = frame.theme->active;
  const float middle = rect.center().y;
  const float wide = canvas.text_fit({rect.x, middle}, text, {Face::sans, size, color}, rect.w);
  if (!frame.pointer.over_control({rect.x, rect.y, wide, rect.h})) return false;
  canvas.fill({rect.x, middle + size * 0.62F, wide, 1}, color);
  return true;
}

}  // namespace warpscope
