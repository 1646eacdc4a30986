#include "app/views/parts/line_text.hpp"

#include <cstdint>

#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {

std::string phase_text(const SourcePhase& phase) {
  // Translators: {0} is the heading of a part of a kernel, {1} and {2} are its first and its last line.
  return tr("{0}, lines {1}–{2}", phase.title, phase.first, phase.last);
}

std::string line_cost_text(const LineCost& cost) {
  // Translators: {2} is an operation: "shared load".
  std::string text =
      tr_n("{2}: {1} request", "{2}: {1} requests", static_cast<std::int64_t>(cost.requests),
           count_text(cost.requests), operation_text(cost.space, cost.operation));
  if (service_of(cost.space) != Service::none) {
    text += ", " + cost_text(cost.space, cost.wavefronts);
    text += ", " + tr("ideal {}", cost.ideal);
    if (cost.wavefronts > cost.ideal)
      text += ", " + tr("{} excessive", cost.wavefronts - cost.ideal);
  }
  if (service_of(cost.space) == Service::banks) {
    const std::string conflict = conflict_text(cost.max_degree);
    // Translators: the field is a conflict: "4-way conflict".
    text += ", " + (cost.max_degree > 1 ? tr("up to {}", conflict) : conflict);
  }
  const double lanes = static_cast<double>(cost.active_lanes) / static_cast<double>(cost.requests);
  return text + ", " + tr("{} of 32 lanes active", short_text(lanes, 3));
}

std::string lane_use_text(const LaneUse& use) {
  constexpr std::size_t most = 6;
  std::string text;
  const auto groups = use.groups();
  for (std::size_t i = 0; i < groups.size() && i < most; ++i) {
    if (!text.empty()) text += '\n';
    const std::string lanes = lanes_text(groups[i].lanes);
    const auto times = static_cast<std::int64_t>(groups[i].times);
    // Translators: {1} are lanes: "lanes 0 … 15".
    text += times > 0
                ? tr_n("{1} in {2} request", "{1} in {2} requests", times, lanes, count_text(times))
                : tr("{} in none", lanes);
  }
  return groups.size() > most ? text + "\n…" : text;
}

}  // namespace warpscope
