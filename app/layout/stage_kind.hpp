#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope {

/// Ways to draw one and the same dataflow on the stage.
enum class StageKind : std::uint8_t {
  tree,     ///< a row per step, values on their way down
  network,  ///< wires and comparators
  grid,     ///< arrays as matrices, with rows, columns and tiles
  bins,     ///< counters and buckets that fill
  series,   ///< values over steps and iterations
};
inline constexpr std::array all_stage_kinds{StageKind::tree, StageKind::network, StageKind::grid,
                                            StageKind::bins, StageKind::series};

struct StageKindNames {
  std::string_view id, label, command;
};
[[nodiscard]] constexpr StageKindNames names_of(StageKind kind) {
  constexpr std::array<StageKindNames, all_stage_kinds.size()> names{
      {{"tree", "Tree", "stage.tree"},
       {"network", "Network", "stage.network"},
       {"grid", "Grid", "stage.grid"},
       {"bins", "Bins", "stage.bins"},
       {"series", "Series", "stage.series"}}};
  return names[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr std::optional<StageKind> stage_kind(std::string_view id) {
  for (const StageKind kind : all_stage_kinds) {
    if (names_of(kind).id == id) return kind;
  }
  return std::nullopt;
}

}  // namespace warpscope
