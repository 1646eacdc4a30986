#include "instrumentation/patterns/flow_uses.hpp"

#include <algorithm>

namespace warpscope {

FlowUses::FlowUses(const Trace& trace, const Dataflow& flow)
    : trace_(&trace),
      flow_(&flow),
      first_(trace.accesses.size() + 1, 0),
      edges_(flow.edges.size()) {
  for (const FlowEdge& edge : flow.edges) ++first_[edge.load_access + 1];
  for (std::size_t a = 1; a < first_.size(); ++a) first_[a] += first_[a - 1];
  std::vector<std::uint32_t> next(first_);
  for (std::uint32_t e = 0; e < flow.edges.size(); ++e) {
    edges_[next[flow.edges[e].load_access]++] = e;
  }
}

std::span<const std::uint32_t> FlowUses::edges_of(std::uint32_t access) const {
  if (access + 1 >= first_.size()) return {};
  return std::span(edges_).subspan(first_[access], first_[access + 1] - first_[access]);
}

std::uint32_t FlowUses::node_of(std::uint32_t edge) const {
  const auto& nodes = flow_->nodes;
  // Nodes without edges share the first edge of the next one: the last of equals is meant.
  const auto after = std::upper_bound(
      nodes.begin(), nodes.end(), edge,
      [](std::uint32_t wanted, const FlowNode& node) { return wanted < node.first_edge; });
  return static_cast<std::uint32_t>(after - nodes.begin()) - 1;
}

FlowUses::Range FlowUses::nodes_of(std::uint32_t access) const {
  if (flow_ == nullptr) return {};
  const auto& nodes = flow_->nodes;
  const auto first = std::lower_bound(
      nodes.begin(), nodes.end(), access,
      [](const FlowNode& node, std::uint32_t wanted) { return node.access < wanted; });
  auto end = first;
  while (end != nodes.end() && end->access == access) ++end;
  return {static_cast<std::uint32_t>(first - nodes.begin()),
          static_cast<std::uint32_t>(end - nodes.begin())};
}

std::uint32_t FlowUses::loaded(std::uint32_t node, std::uint32_t count) const {
  const FlowNode& of = flow_->nodes[node];
  const auto edges = warpscope::edges_of(*flow_, of);
  const auto happened = [&](const FlowEdge& edge) { return edge.load_access < count; };
  if (!stores(trace_->accesses[of.access].operation)) {  // several lanes fed it
    return static_cast<std::uint32_t>(std::ranges::count_if(edges, happened));
  }
  return static_cast<std::uint32_t>(std::ranges::partition_point(edges, happened) - edges.begin());
}

}  // namespace warpscope
