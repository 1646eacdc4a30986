#include "app/views/parts/line_text.hpp"

#include <array>
#include <cstdio>

#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

std::string line_cost_text(const LineCost& cost) {
  std::string text =
      operation_text(cost.space, cost.operation) + ": " + counted(cost.requests, "request");
  if (cost.space != Space::registers) {
    text += ", " + counted(cost.wavefronts, cost_noun(cost.space));
    text += ", ideal " + std::to_string(cost.ideal);
    if (cost.wavefronts > cost.ideal)
      text += ", " + std::to_string(cost.wavefronts - cost.ideal) + " excessive";
  }
  if (cost.space == Space::shared) {
    text += (cost.max_degree > 1 ? ", up to " : ", ") + conflict_text(cost.max_degree);
  }
  std::array<char, 48> lanes{};
  std::snprintf(lanes.data(), lanes.size(), ", %.3g of 32 lanes active",
                static_cast<double>(cost.active_lanes) / static_cast<double>(cost.requests));
  return text + lanes.data();
}

std::string lane_use_text(const LaneUse& use) {
  constexpr std::size_t most = 6;
  std::string text;
  const auto groups = use.groups();
  for (std::size_t i = 0; i < groups.size() && i < most; ++i) {
    if (!text.empty()) text += '\n';
    text += lanes_text(groups[i].lanes) +
            (groups[i].times > 0 ? " in " + counted(groups[i].times, "request") : " in none");
  }
  return groups.size() > most ? text + "\n…" : text;
}

}  // namespace warpscope
