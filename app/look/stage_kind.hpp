#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"

namespace warpscope {

/// Ways to draw one and the same dataflow on the stage.
enum class StageKind : std::uint8_t {
  tree,     ///< a row per step, values on their way down
  network,  ///< wires and comparators
  grid,     ///< arrays as matrices, with rows, columns and tiles
  bins,     ///< counters and buckets that fill
  series,   ///< values over steps and iterations
  count,    ///< how many there are
};

/// THE list: commands, keys, lessons and the command line take the kinds from here.
inline constexpr std::array stage_kinds = std::to_array<Choice<StageKind>>({
    {StageKind::tree, "tree", "Tree", "stage.tree", "F6"},
    {StageKind::network, "network", "Network", "stage.network", "F7"},
    {StageKind::grid, "grid", "Grid", "stage.grid", "F8"},
    {StageKind::bins, "bins", "Bins", "stage.bins", "F9"},
    {StageKind::series, "series", "Series", "stage.series", "F10"},
});
[[nodiscard]] constexpr const auto& choices_of(StageKind) { return stage_kinds; }

}  // namespace warpscope
