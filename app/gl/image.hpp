#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope {

/// Pixels from the top left, row by row, four bytes each: red, green, blue, alpha.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;

  [[nodiscard]] const std::uint8_t* pixel(int x, int y) const {
    return &rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)) *
                 4];
  }
};

}  // namespace warpscope
