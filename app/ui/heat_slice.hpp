#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "app/gl/image.hpp"
#include "app/ui/theme.hpp"

namespace warpscope {

/// A matrix of amounts as colours; a part of its columns fills a rectangle. A pixel that covers
/// several cells shows the largest of them, so that none is lost.
struct HeatSlice {
  /// Cell (column, row) is cells[row * pitch + column]; must stay until the frame is drawn.
  const std::uint8_t* cells = nullptr;
  std::size_t pitch = 0;
  int columns = 0, rows = 0;
  std::uint64_t version = 0;        ///< changes when the same place holds other cells
  float from = 0, to = 1;           ///< columns at the left and the right edge
  std::array<Color, 33> palette{};  ///< by value; the last one is for all values above
  Color gap;                        ///< between cells that are large enough for it

  [[nodiscard]] std::uint8_t cell(int column, int row) const {
    return cells[static_cast<std::size_t>(row) * pitch + static_cast<std::size_t>(column)];
  }
};

/// The slice as so many pixels, as shaders/heat.frag draws it.
[[nodiscard]] Image heat_image(const HeatSlice& slice, int width, int height);

}  // namespace warpscope
