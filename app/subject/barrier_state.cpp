#include "app/subject/barrier_state.hpp"

namespace warpscope {

std::optional<BarrierState> barrier_state(const Trace& trace, std::uint32_t step) {
  if (step >= trace.steps.size()) return std::nullopt;
  const Launch& launch = trace.launches[trace.steps[step].launch];
  BarrierState state;
  for (int left = launch.threads(); left > 0; left -= warp_lanes) {
    state.threads.push_back(left >= warp_lanes ? all_lanes
                                               : (1U << static_cast<unsigned>(left)) - 1);
  }
  bool known = true;
  for (const Finding& finding : trace.findings) {
    const bool here = finding.kind == FindingKind::barrier_divergence && finding.step == step &&
                      (finding.block < 0 || finding.block == launch.traced_block);
    if (!here) continue;
    known = false;
    if (finding.arrived.empty()) continue;
    state.arrived = finding.arrived;
    state.arrived.resize(state.threads.size());
    state.finding = &finding;
    return state;
  }
  // Of a finding that tells no lanes, who came is not known.
  if (!trace.steps[step].barrier || !known) return std::nullopt;
  state.arrived = state.threads;
  return state;
}

}  // namespace warpscope
