#include "app/layout/column_layout.hpp"

#include <algorithm>

namespace warpscope {
namespace {

/// As few columns as possible, none higher than `limit`.
std::vector<std::size_t> fill(std::span<const float> heights, float limit) {
  std::vector<std::size_t> first;
  float used = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (i == 0 || used + heights[i] > limit) {
      first.push_back(i);
      used = 0;
    }
    used += heights[i];
  }
  first.push_back(heights.size());
  return first;
}

}  // namespace

std::vector<std::size_t> pack_columns(std::span<const float> heights, int most) {
  // The highest column holds whole groups: its height is the sum of some consecutive ones.
  std::vector<float> limits;
  for (std::size_t from = 0; from < heights.size(); ++from) {
    float sum = 0;
    for (std::size_t to = from; to < heights.size(); ++to) limits.push_back(sum += heights[to]);
  }
  std::ranges::sort(limits);
  const float tallest = heights.empty() ? 0 : std::ranges::max(heights);
  for (const float limit : limits) {
    if (limit < tallest) continue;
    std::vector<std::size_t> columns = fill(heights, limit);
    if (static_cast<int>(columns.size()) - 1 <= std::max(most, 1)) return columns;
  }
  return {0, heights.size()};
}

}  // namespace warpscope
