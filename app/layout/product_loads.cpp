#include "app/layout/product_loads.hpp"

#include <algorithm>

namespace warpscope {

ProductLoads::ProductLoads(const Trace& trace, const Dataflow& flow, const Launch& launch,
                           const GridLaunch& matrices) {
  if (!matrices.product) return;
  left_ = matrices.matrices[matrices.product->left].array;
  above_ = matrices.matrices[matrices.product->above].array;
  result_ = matrices.matrices[matrices.product->result].array;
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      const Access& access = trace.accesses[a];
      if (!loads(access)) continue;
      for_each_lane(access.mask,
                    [&](int lane, int) { thread(access.warp, lane).loads.push_back(a); });
    }
    for (std::uint32_t n = flow.first_node_of_step[s]; n < flow.first_node_of_step[s + 1]; ++n) {
      const FlowNode& node = flow.nodes[n];
      if (node.origin || node.array != result_) continue;
      Thread& maker = thread(trace.accesses[node.access].warp, node.lane);
      maker.results.push_back(n);
      maker.stored.push_back(node.access);
    }
  }
}

ProductLoads::Thread& ProductLoads::thread(int warp, int lane) {
  const auto number = static_cast<std::size_t>(warp) * warp_lanes + static_cast<std::size_t>(lane);
  if (number >= threads_.size()) threads_.resize(number + 1);
  return threads_[number];
}

std::uint32_t ProductLoads::result(int warp, int lane, std::uint32_t access) const {
  const auto number = static_cast<std::size_t>(warp) * warp_lanes + static_cast<std::size_t>(lane);
  if (number >= threads_.size()) return FlowEdge::no_node;
  const Thread& of = threads_[number];
  const auto next = std::ranges::upper_bound(of.stored, access);
  if (next == of.stored.end()) return FlowEdge::no_node;
  return of.results[static_cast<std::size_t>(next - of.stored.begin())];
}

ProductLoads::Progress ProductLoads::progress(const Trace& trace, const Dataflow& flow,
                                              std::uint32_t node, std::uint32_t count) const {
  const FlowNode& made = flow.nodes[node];
  const auto number =
      std::size_t{trace.accesses[made.access].warp} * warp_lanes + std::size_t{made.lane};
  if (made.array != result_ || made.origin || number >= threads_.size()) return {};
  const Thread& of = threads_[number];
  const auto stored = std::ranges::lower_bound(of.stored, made.access);
  const auto begin = stored == of.stored.begin()
                         ? of.loads.begin()
                         : std::ranges::upper_bound(of.loads, *(stored - 1));
  const auto end = std::ranges::lower_bound(of.loads, made.access);
  const auto now = std::clamp(std::ranges::lower_bound(of.loads, count), begin, end);
  return {static_cast<std::size_t>(now - begin), static_cast<std::size_t>(end - begin)};
}

}  // namespace warpscope
