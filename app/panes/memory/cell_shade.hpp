#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "instrumentation/language/tr_noop.hpp"

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
    {CellShade::value, "value", tr_noop("value")},
    {CellShade::warp, "warp", tr_noop("writer's warp")},
    {CellShade::lane, "lane", tr_noop("writer's lane")},
    {CellShade::age, "age", tr_noop("age")},
});
[[nodiscard]] constexpr const auto& choices_of(CellShade) { return cell_shades; }

}  // namespace warpscope
