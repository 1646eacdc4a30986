#include "instrumentation/analysis/dataflow.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

#include "instrumentation/analysis/flow_draft.hpp"

namespace warpscope {
namespace {

/// Per store site: the load that it copies, or none where it combines.
using Choices = std::vector<std::optional<LoadKey>>;

/// Among several loads that always had the stored value: the latest. The store's own cell beside
/// others is no copy: it was read to be combined.
std::optional<LoadKey> choose(const StoreSite& site) {
  for (auto match = site.matches.rbegin(); match != site.matches.rend(); ++match) {
    if (!match->own_cell) return match->key;
  }
  return std::nullopt;
}

/// A minimum over falling values always equals one of its loads, yet is no copy. What tells: as a
/// copy it would leave its other load without any use. So stores that would do so combine.
void reject_idle_loads(const FlowDraft& draft, Choices& choices) {
  std::set<LoadSite> used(draft.shuffled.begin(), draft.shuffled.end());
  for (std::size_t s = 0; s < choices.size(); ++s) {
    const std::vector<LoadSite>& loads = draft.store_sites[s].loads;
    if (choices[s]) used.insert(choices[s]->site);
    if (!choices[s]) used.insert(loads.begin(), loads.end());
  }
  for (std::size_t s = 0; s < choices.size(); ++s) {
    const bool idle = std::ranges::any_of(
        draft.store_sites[s].loads, [&](const LoadSite& load) { return !used.contains(load); });
    if (idle) choices[s].reset();
  }
}

Choices choose_all(const FlowDraft& draft) {
  Choices choices;
  for (const StoreSite& site : draft.store_sites) choices.push_back(choose(site));
  reject_idle_loads(draft, choices);
  return choices;
}

bool same_version(const FlowEdge& a, const FlowEdge& b) {
  return a.array == b.array && a.index == b.index && a.source == b.source;
}

/// Moves the edges [begin, end) down to `kept`, each version once, and gives how many they are.
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
  std::set<std::tuple<std::uint16_t, std::int32_t, std::uint32_t>> seen_;
};

/// Drops the edges that do not remain once it is known which stores copy, and repeated ones.
Dataflow settle(FlowDraft draft, const Choices& choices) {
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
    const bool store = site != FlowDraft::no_site;
    const LoadKey* choice = store && choices[site] ? &*choices[site] : nullptr;
    const bool alone = store && end - begin == 1 && draft.store_sites[site].copies_alone;
    node.copy = choice != nullptr || alone;
    const std::size_t count = mover.move(begin, end, kept, [&](std::size_t e) {
      return choice != nullptr && draft.keys[e] != *choice;
    });
    node.first_edge = static_cast<std::uint32_t>(kept);
    node.edge_count = static_cast<std::uint16_t>(std::min(count, most));
    kept += node.edge_count;
  }
  flow.edges.resize(kept);
  return flow;
}

/// Sources stand before what they feed, so one sweep backwards reaches everything.
void mark_live(const Trace& trace, Dataflow& flow) {
  const auto leaves = [&](const FlowNode& node) {
    return !node.origin && trace.arrays[node.array].space == Space::global;
  };
  const bool result = std::ranges::any_of(flow.nodes, leaves);
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

std::span<const std::uint32_t> value_of(const Trace& trace, const Dataflow& flow,
                                        const FlowNode& node) {
  if (node.first_word == FlowNode::no_value) return {};
  const auto width = static_cast<std::size_t>(trace.arrays[node.array].type.words());
  const std::size_t in_trace = trace.words.size();
  const std::uint32_t* words = node.first_word < in_trace
                                   ? trace.words.data() + node.first_word
                                   : flow.sums.data() + (node.first_word - in_trace);
  return {words, width};
}

Dataflow dataflow(const Trace& trace) {
  FlowDraft draft = draft_flow(trace);
  const Choices choices = choose_all(draft);
  Dataflow flow = settle(std::move(draft), choices);
  mark_live(trace, flow);
  return flow;
}

}  // namespace warpscope
