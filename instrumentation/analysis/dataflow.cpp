#include "instrumentation/analysis/dataflow.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "instrumentation/analysis/flow_draft.hpp"
#include "instrumentation/analysis/operand_rules.hpp"

namespace warpscope {
namespace {

bool same_version(const FlowEdge& a, const FlowEdge& b) {
  return a.array == b.array && a.index == b.index && a.source == b.source;
}

/// Moves the edges [begin, end) down to `kept`, each version once, and returns how many it kept.
class EdgeMover {
 public:
  explicit EdgeMover(std::vector<FlowEdge>& edges) : edges_(edges) {}

  template <class Drop>
  std::size_t move(std::size_t begin, std::size_t end, std::size_t kept, Drop drop) {
    const bool few = end - begin <= few_edges;
    seen_.clear();
    std::size_t last = kept;
    for (std::size_t e = begin; e < end; ++e) {
      const FlowEdge edge = edges_[e];
      if (drop(e)) continue;
      const auto same = [&](const FlowEdge& other) { return same_version(other, edge); };
      const auto first = edges_.begin() + static_cast<std::ptrdiff_t>(kept);
      const auto present = edges_.begin() + static_cast<std::ptrdiff_t>(last);
      const bool repeated = few ? std::any_of(first, present, same)
                                : !seen_.insert({edge.array, edge.index, edge.source}).second;
      if (!repeated) edges_[last++] = edge;
    }
    return last - kept;
  }

 private:
  static constexpr std::size_t few_edges = 16;  // up to which looking at all is faster than a set
  std::vector<FlowEdge>& edges_;
  std::set<std::tuple<std::int32_t, ElementIndex, std::uint32_t>> seen_;
};

/// Whether a store is a copy if `loads` loads are in reach and `taken` of them feed it.
bool is_copy(const OperandRule& rule, std::size_t loads, std::size_t taken) {
  switch (rule.kind) {
    case OperandRule::Kind::all: return loads == 1 && rule.copies_alone;
    case OperandRule::Kind::one: return true;
    case OperandRule::Kind::some: return taken == 1;
  }
  return false;
}

/// Drops the edges of loads that stores do not take, and repeated edges.
Dataflow settle(FlowDraft draft, std::span<const OperandRule> rules) {
  Dataflow flow = std::move(draft.flow);
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  EdgeMover mover(flow.edges);
  std::size_t kept = 0;  // edges so far: they move down in place
  for (std::size_t n = 0; n < flow.nodes.size(); ++n) {
    FlowNode& node = flow.nodes[n];
    const std::size_t begin = node.first_edge;
    const std::size_t end =
        n + 1 < flow.nodes.size() ? flow.nodes[n + 1].first_edge : flow.edges.size();
    const std::uint32_t site = draft.store_site[n];
    const OperandRule* rule = site == FlowDraft::no_site ? nullptr : &rules[site];
    const std::size_t count = mover.move(begin, end, kept, [&](std::size_t e) {
      return rule != nullptr && !rule->takes(draft.keys[e]);
    });
    node.copy = rule != nullptr && is_copy(*rule, end - begin, count);
    node.first_edge = static_cast<std::uint32_t>(kept);
    node.edge_count = static_cast<std::uint16_t>(std::min(count, most));
    node.cut = node.cut || count > most;
    flow.cut_nodes += node.cut ? 1 : 0;
    kept += node.edge_count;
  }
  flow.edges.resize(kept);
  return flow;
}

Dataflow flow_of(const Trace& trace) {
  const FlowSites sites = find_sites(trace);
  FlowDraft draft = draft_flow(trace, sites);
  const std::vector<OperandRule> rules =
      find_operand_rules(sites, draft.store_sites, draft.shuffled);
  if (leaves_held_loads(draft.store_sites, rules)) {
    draft = {};  // to make room for the next
    draft = draft_flow(trace, sites, rules);
  }
  return settle(std::move(draft), rules);
}

/// Sources stand before what they feed, so one sweep backwards reaches everything.
void mark_live(const Trace& trace, Dataflow& flow) {
  const auto leaves = [&](const FlowNode& node) {
    return !node.origin && trace.arrays[node.array].space == Space::global;
  };
  // What feeds the results is not known if it was cut.
  const bool result = flow.cut_nodes == 0 && std::ranges::any_of(flow.nodes, leaves);
  for (std::size_t n = flow.nodes.size(); n-- > 0;) {
    FlowNode& node = flow.nodes[n];
    node.live = node.live || !result || leaves(node);
    if (!node.live) continue;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const std::uint32_t source = flow.edges[e].source;
      if (source != FlowEdge::no_node) flow.nodes[source].live = true;
    }
  }
}

}  // namespace

std::span<const std::uint32_t> value_at(const Trace& trace, const Dataflow& flow, ElementType type,
                                        std::uint32_t first_word) {
  if (first_word == FlowNode::no_value) return {};
  const auto width = static_cast<std::size_t>(type.words());
  const std::size_t in_trace = trace.words.size();
  const bool recorded = first_word < in_trace;
  const std::span<const std::uint32_t> all(recorded ? trace.words : flow.computed);
  const std::size_t first = recorded ? first_word : first_word - in_trace;
  return first + width <= all.size() ? all.subspan(first, width) : std::span<const std::uint32_t>();
}

std::span<const std::uint32_t> value_of(const Trace& trace, const Dataflow& flow,
                                        const FlowNode& node) {
  return value_at(trace, flow, trace.arrays[node.array].type, node.first_word);
}

std::uint32_t word_of(const Trace& trace, const Dataflow& flow, const FlowEdge& edge) {
  if (edge.source != FlowEdge::no_node) return flow.nodes[edge.source].first_word;
  const Access& load = trace.accesses[edge.load_access];
  if (exchanges(load.operation)) return FlowNode::no_value;
  const auto value = trace.value_of(load, edge.index);
  return value.empty() ? FlowNode::no_value
                       : static_cast<std::uint32_t>(value.data() - trace.words.data());
}

Dataflow dataflow(const Trace& trace) {
  Dataflow flow = flow_of(trace);
  mark_live(trace, flow);
  return flow;
}

}  // namespace warpscope
