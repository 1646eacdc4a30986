#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/layout/enum_rows.hpp"

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

struct StageKindRow {
  StageKind value;
  std::string_view id, label, command, key;
};
/// THE list: commands, keys, lessons and the command line take the kinds from here.
inline constexpr std::array stage_kind_rows = std::to_array<StageKindRow>({
    {StageKind::tree, "tree", "Tree", "stage.tree", "F6"},
    {StageKind::network, "network", "Network", "stage.network", "F7"},
    {StageKind::grid, "grid", "Grid", "stage.grid", "F8"},
    {StageKind::bins, "bins", "Bins", "stage.bins", "F9"},
    {StageKind::series, "series", "Series", "stage.series", "F10"},
});
static_assert(has_row_for_each_value(stage_kind_rows));
inline constexpr auto all_stage_kinds = values_of(stage_kind_rows);

[[nodiscard]] constexpr const StageKindRow& names_of(StageKind kind) {
  return stage_kind_rows[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr std::optional<StageKind> stage_kind(std::string_view id) {
  for (const StageKind kind : all_stage_kinds) {
    if (names_of(kind).id == id) return kind;
  }
  return std::nullopt;
}

}  // namespace warpscope
