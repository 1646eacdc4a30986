#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"

namespace warpscope {

/// What the colour of a cell of shared memory tells.
enum class CellShade : std::uint8_t {
  value,  ///< how large it is
  warp,   ///< which warp wrote it
  lane,   ///< which lane wrote it
  age,    ///< how many accesses ago
  count,  ///< how many there are
};

inline constexpr std::array cell_shades = std::to_array<Choice<CellShade>>({
    {CellShade::value, "value", "value"},
    {CellShade::warp, "warp", "writer's warp"},
    {CellShade::lane, "lane", "writer's lane"},
    {CellShade::age, "age", "age"},
});
[[nodiscard]] constexpr const auto& choices_of(CellShade) { return cell_shades; }

}  // namespace warpscope
