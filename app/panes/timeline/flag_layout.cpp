#include "app/panes/timeline/flag_layout.hpp"

#include <algorithm>

namespace warpscope {

std::vector<Rect> flag_tags(std::span<const float> poles, const Rect& band) {
  constexpr float gap = 2;
  std::vector<Rect> tags;
  tags.reserve(poles.size());
  float taken = band.x;
  for (const float pole : poles) {
    const float x = std::max(pole, taken);
    tags.push_back({x, band.y, band.h, band.h});
    taken = x + band.h + gap;
  }
  float end = band.right();
  for (std::size_t i = tags.size(); i-- > 0;) {
    tags[i].x = std::min(tags[i].x, end - band.h);
    end = tags[i].x - gap;
  }
  return tags;
}

}  // namespace warpscope
