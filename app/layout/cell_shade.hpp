#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// What the colour of a cell of shared memory tells.
enum class CellShade : std::uint8_t {
  value,  ///< how large it is
  warp,   ///< which warp wrote it
  lane,   ///< which lane wrote it
  age,    ///< how many accesses ago
};
inline constexpr int cell_shades = 4;

[[nodiscard]] constexpr CellShade next_shade(CellShade shade) {
  return static_cast<CellShade>((static_cast<int>(shade) + 1) % cell_shades);
}
[[nodiscard]] constexpr std::string_view name(CellShade shade) {
  switch (shade) {
    case CellShade::value: return "value";
    case CellShade::warp: return "writer's warp";
    case CellShade::lane: return "writer's lane";
    case CellShade::age: return "age";
  }
  return {};
}

}  // namespace warpscope
