#include "app/panes/banks/constant_layout.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr float constant_lane_strip = 16;
constexpr float widest_word = 64;
constexpr float tallest_constant_row = 30;

}  // namespace

ConstantLayout constant_layout(Rect area, float label_width, std::uint32_t mask,
                               std::span<const ElementIndex> indices) {
  ConstantLayout layout;
  for_each_lane(mask, [&](int lane, int k) {
    const ElementIndex index = indices[static_cast<std::size_t>(k)];
    auto word = std::ranges::find(layout.words, index, &ConstantWord::index);
    if (word == layout.words.end()) word = layout.words.insert(word, {index, 0, {}});
    word->lanes |= 1U << static_cast<unsigned>(lane);
  });
  const float height = area.h;
  area.cut_right(label_width);
  layout.lanes = lane_row(area.cut_top(constant_lane_strip));
  area.cut_top(std::clamp(height * 0.25F, 20.0F, 110.0F));

  const auto count = static_cast<float>(std::max<std::size_t>(layout.words.size(), 1));
  const float pitch = area.w / count;
  layout.row_height = std::min(tallest_constant_row, area.h / count);
  const float gap_x = pitch >= 8 ? 3.0F : 1.0F;
  const float gap_y = layout.row_height >= 12 ? 4.0F : layout.row_height >= 4 ? 1.0F : 0.0F;
  const float width = std::min(widest_word, pitch - gap_x);
  float middle = area.x + pitch / 2;
  float top = area.y + gap_y / 2;
  for (ConstantWord& word : layout.words) {
    word.rect = {middle - width / 2, top, width, layout.row_height - gap_y};
    middle += pitch;
    top += layout.row_height;
  }
  return layout;
}

}  // namespace warpscope
