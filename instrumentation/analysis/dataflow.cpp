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

std::uint32_t edges_end(const FlowDraft& draft, std::size_t node) {
  return node + 1 < draft.flow.nodes.size() ? draft.flow.nodes[node + 1].first_edge
                                            : static_cast<std::uint32_t>(draft.keys.size());
}

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
  std::set<LoadSite> used;
  std::vector<std::set<LoadSite>> offered(choices.size());
  for (std::size_t n = 0; n < draft.flow.nodes.size(); ++n) {
    const std::uint32_t site = draft.store_site[n];
    const bool copies = site != FlowDraft::no_site && choices[site];
    if (copies) used.insert(choices[site]->site);
    std::set<LoadSite>& loads = copies ? offered[site] : used;
    for (std::uint32_t e = draft.flow.nodes[n].first_edge; e < edges_end(draft, n); ++e) {
      loads.insert(draft.keys[e].site);
    }
  }
  for (std::size_t site = 0; site < choices.size(); ++site) {
    if (!std::ranges::includes(used, offered[site])) choices[site].reset();
  }
}

Choices choose_all(const FlowDraft& draft) {
  Choices choices;
  for (const StoreSite& site : draft.store_sites) choices.push_back(choose(site));
  reject_idle_loads(draft, choices);
  return choices;
}

/// Leaves one edge per version of a cell, in the order in which they were read.
void drop_repeated(std::vector<FlowEdge>& edges, std::size_t first) {
  const auto cell = [](const FlowEdge& edge) {
    return std::tuple(edge.array, edge.index, edge.source, edge.load_access);
  };
  const auto begin = edges.begin() + static_cast<std::ptrdiff_t>(first);
  std::ranges::sort(begin, edges.end(), {}, cell);
  const auto same = [](const FlowEdge& a, const FlowEdge& b) {
    return a.array == b.array && a.index == b.index && a.source == b.source;
  };
  edges.erase(std::unique(begin, edges.end(), same), edges.end());
  std::ranges::stable_sort(edges.begin() + static_cast<std::ptrdiff_t>(first), edges.end(), {},
                           &FlowEdge::load_access);
}

/// Gives each node the edges that remain once it is known which stores copy.
Dataflow settle(FlowDraft draft, const Choices& choices) {
  Dataflow flow;
  flow.nodes = draft.flow.nodes;
  flow.first_node_of_step = std::move(draft.flow.first_node_of_step);
  for (std::size_t n = 0; n < flow.nodes.size(); ++n) {
    FlowNode& node = flow.nodes[n];
    const std::uint32_t begin = node.first_edge, end = edges_end(draft, n);
    const std::uint32_t site = draft.store_site[n];
    const bool store = site != FlowDraft::no_site;
    node.first_edge = static_cast<std::uint32_t>(flow.edges.size());
    node.copy =
        store && (choices[site] || (end - begin == 1 && draft.store_sites[site].copies_alone));
    for (std::uint32_t e = begin; e < end; ++e) {
      const bool chosen = !store || !choices[site] || draft.keys[e] == *choices[site];
      if (chosen) flow.edges.push_back(draft.flow.edges[e]);
    }
    if (flow.edges.size() - node.first_edge > 1) drop_repeated(flow.edges, node.first_edge);
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
    flow.edges.resize(std::min(flow.edges.size(), node.first_edge + most));
    node.edge_count = static_cast<std::uint16_t>(flow.edges.size() - node.first_edge);
  }
  return flow;
}

/// Sources stand before what they feed, so one sweep backwards reaches everything.
void mark_live(const Trace& trace, Dataflow& flow) {
  const auto leaves = [&](const FlowNode& node) {
    return trace.arrays[node.array].space == Space::global;
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

Dataflow dataflow(const Trace& trace) {
  FlowDraft draft = draft_flow(trace);
  const Choices choices = choose_all(draft);
  Dataflow flow = settle(std::move(draft), choices);
  mark_live(trace, flow);
  return flow;
}

}  // namespace warpscope
