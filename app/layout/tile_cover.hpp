#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope {

/// A box of tiles, counted from the top left.
struct TileBox {
  int x = 0, y = 0, w = 0, h = 0;
  friend bool operator==(const TileBox&, const TileBox&) = default;
};

/// At most `most` boxes that do not overlap and hold every marked tile (`marked[y * columns + x]`).
/// Exact if that many suffice; otherwise boxes grow over tiles that are not marked.
[[nodiscard]] std::vector<TileBox> cover_tiles(std::span<const std::uint8_t> marked, int columns,
                                               int rows, std::size_t most);

}  // namespace warpscope
