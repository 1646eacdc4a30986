#include "app/ui/heat_slice.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr float roomy = 6;  // cells of this many pixels give one away

/// The cells that one pixel covers along one side of the matrix.
struct Covered {
  int first = 0, last = 0;
  bool gap = false;
};

Covered covered(float at, float size, int count) {
  const float first = size <= 1 ? std::floor(at) : std::floor(at - size / 2);
  const float last = size <= 1 ? first : std::ceil(at + size / 2) - 1;
  const float left = (1 - (at - std::floor(at))) / size;
  return {std::clamp(static_cast<int>(first), 0, count - 1),
          std::clamp(static_cast<int>(last), 0, count - 1), size * roomy <= 1 && left < 1};
}

std::vector<Covered> cover(float from, float to, int pixels, int count) {
  const float size = (to - from) / static_cast<float>(pixels);
  std::vector<Covered> all(static_cast<std::size_t>(pixels));
  for (int i = 0; i < pixels; ++i) {
    const float at = from + (static_cast<float>(i) + 0.5F) * size;
    all[static_cast<std::size_t>(i)] = covered(at, size, count);
  }
  return all;
}

std::uint8_t largest(const HeatSlice& slice, const Covered& x, const Covered& y) {
  std::uint8_t most = 0;
  for (int row = y.first; row <= y.last; ++row) {
    for (int column = x.first; column <= x.last; ++column) {
      most = std::max(most, slice.cell(column, row));
    }
  }
  return most;
}

}  // namespace

Image heat_image(const HeatSlice& slice, int width, int height) {
  Image image{width, height, {}};
  image.rgba.reserve(std::size_t{4} * static_cast<std::size_t>(width) *
                     static_cast<std::size_t>(height));
  const std::vector<Covered> across = cover(slice.from, slice.to, width, slice.columns);
  for (const Covered& y : cover(0, static_cast<float>(slice.rows), height, slice.rows)) {
    for (const Covered& x : across) {
      const std::size_t value =
          std::min<std::size_t>(largest(slice, x, y), slice.palette.size() - 1);
      const Color color = x.gap || y.gap ? slice.gap : slice.palette[value];
      image.rgba.insert(image.rgba.end(), {color.r, color.g, color.b, std::uint8_t{255}});
    }
  }
  return image;
}

}  // namespace warpscope
