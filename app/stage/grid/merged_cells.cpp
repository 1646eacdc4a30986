#include "app/stage/grid/merged_cells.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace warpscope {
namespace {

constexpr float same = 0.25F;  // pixels by which rounding may separate two edges

bool near(float a, float b) { return std::abs(a - b) < same; }

/// Joins each box with the one before if `joins` says so.
template <class Joins>
std::vector<Rect> joined(const std::vector<Rect>& boxes, Joins joins) {
  std::vector<Rect> found;
  for (const Rect& box : boxes) {
    if (found.empty() || !joins(found.back(), box)) {
      found.push_back(box);
      continue;
    }
    Rect& last = found.back();
    last.w = std::max(last.right(), box.right()) - last.x;
    last.h = std::max(last.bottom(), box.bottom()) - last.y;
  }
  return found;
}

}  // namespace

std::vector<Rect> merged_cells(std::vector<Rect> cells) {
  const auto by_row = [](const Rect& a, const Rect& b) {
    return std::tie(a.y, a.x) < std::tie(b.y, b.x);
  };
  const auto by_column = [](const Rect& a, const Rect& b) {
    return std::tie(a.x, a.w, a.y) < std::tie(b.x, b.w, b.y);
  };
  std::ranges::sort(cells, by_row);
  std::vector<Rect> rows = joined(
      cells, [](const Rect& a, const Rect& b) { return near(a.y, b.y) && near(a.right(), b.x); });
  std::ranges::sort(rows, by_column);
  return joined(rows, [](const Rect& a, const Rect& b) {
    return near(a.x, b.x) && near(a.w, b.w) && near(a.bottom(), b.y);
  });
}

}  // namespace warpscope
