#include "app/stage/series/series_groups.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "app/stage/network/network_wires.hpp"

namespace warpscope {
namespace {

bool is_written(const FlowNode& node) { return !node.origin && !node.relative; }

/// Arrays that a line of the source stores to in different launches are one.
std::vector<std::int32_t> merge_arrays(const Trace& trace, const Dataflow& flow) {
  std::vector<std::int32_t> first(trace.arrays.size());
  for (std::size_t a = 0; a < first.size(); ++a) first[a] = static_cast<std::int32_t>(a);
  const auto root = [&](std::int32_t a) {
    while (first[a] != a) a = first[a];
    return a;
  };
  struct Site {
    std::int32_t array = 0;
    std::uint32_t launch = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Site> sites;
  std::uint32_t last = FlowEdge::no_node;
  for (const FlowNode& node : flow.nodes) {
    if (!is_written(node) || node.access == last) continue;
    last = node.access;
    const Access& access = trace.accesses[node.access];
    const std::uint32_t launch = trace.steps[access.step].launch;
    const auto [site, fresh] = sites.try_emplace(
        {trace.location_of(access).source, trace.line_of(access)}, Site{node.array, launch});
    const std::int32_t a = root(site->second.array), b = root(node.array);
    const bool same_kind = trace.arrays[a].type == trace.arrays[b].type &&
                           trace.arrays[a].space == trace.arrays[b].space;
    if (!fresh && a != b && site->second.launch != launch && same_kind) {
      first[std::max(a, b)] = std::min(a, b);
    }
    site->second = {node.array, launch};
  }
  for (std::size_t a = 0; a < first.size(); ++a) first[a] = root(static_cast<std::int32_t>(a));
  return first;
}

void add_write(SeriesGroup& group, ElementIndex cell, const FlowNode& node) {
  if (group.moments.empty() || group.moments.back().step != node.step) {
    group.moments.push_back({node.step, node.access, node.access});
  }
  group.moments.back().last_access = node.access;
  ++group.stores;
  const auto moment = static_cast<std::uint32_t>(group.moments.size()) - 1;
  std::uint32_t at = group.place.get(cell);
  if (at == CellMap::nothing) {
    at = static_cast<std::uint32_t>(group.cells.size());
    group.ascending = group.ascending && (at == 0 || group.cells.back() < cell);
    group.place.set(cell, at);
    group.cells.push_back(cell);
    group.writes.push_back(0);
    group.last.push_back(FlowEdge::no_node);
  }
  if (group.last[at] == moment) return;  // written twice in one step
  group.last[at] = moment;
  group.most = std::max(group.most, ++group.writes[at]);
}

}  // namespace

SeriesGroups find_series_groups(const Trace& trace, const Dataflow& flow) {
  SeriesGroups all;
  const std::vector<std::int32_t> first = merge_arrays(trace, flow);
  all.group_of.assign(first.size(), -1);
  all.half_of = swapped_halves(trace, flow);
  for (const FlowNode& node : flow.nodes) {
    if (!is_written(node)) continue;
    std::int32_t& lead = all.group_of[first[node.array]];
    if (lead < 0) {
      lead = static_cast<std::int32_t>(all.groups.size());
      all.groups.emplace_back().space = trace.arrays[node.array].space;
    }
    all.group_of[node.array] = lead;
    SeriesGroup& group = all.groups[static_cast<std::size_t>(lead)];
    if (std::ranges::find(group.arrays, node.array) == group.arrays.end()) {
      group.arrays.push_back(node.array);
    }
    add_write(group, all.cell(node.array, node.index), node);
    for (std::uint32_t e = 0; e < node.edge_count && !group.iterated; ++e) {
      const FlowEdge& edge = flow.edges[node.first_edge + e];
      group.iterated = edge.source != FlowEdge::no_node &&
                       all.group_of[flow.nodes[edge.source].array] == lead && !node.copy;
    }
  }
  return all;
}

}  // namespace warpscope
