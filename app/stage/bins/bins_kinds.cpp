#include "app/stage/bins/bins_kinds.hpp"

#include <algorithm>

namespace warpscope {
namespace {

/// The array in which most values are made. Memory of the block comes before memory outside of it,
/// and arrays that are only read come last.
int busiest_array(const Trace& trace, const Dataflow& flow, const Launch& launch) {
  std::vector<std::size_t> weight(trace.arrays.size(), 0);
  const NodeRange nodes = nodes_of_launch(flow, launch);
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    if (!flow.nodes[n].origin) weight[flow.nodes[n].array] += 4;
  }
  for (std::size_t a = 0; a < weight.size(); ++a) {
    if (trace.arrays[a].space == Space::shared) weight[a] *= 4;
  }
  for (std::uint32_t s = launch.first_step; s < launch.first_step + launch.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      std::size_t& of = weight[trace.accesses[a].array];
      of = std::max<std::size_t>(of, 1);
    }
  }
  const auto most = std::ranges::max_element(weight);
  return most == weight.end() || *most == 0 ? -1 : static_cast<int>(most - weight.begin());
}

}  // namespace

NodeRange nodes_of_launch(const Dataflow& flow, const Launch& launch) {
  const std::size_t end_step = std::size_t{launch.first_step} + launch.step_count;
  if (end_step >= flow.first_node_of_step.size()) return {};
  return {flow.first_node_of_step[launch.first_step], flow.first_node_of_step[end_step]};
}

std::vector<BinsLaunch> bins_launches(const Trace& trace, const Dataflow& flow) {
  std::vector<BinsLaunch> launches;
  for (const Launch& launch : trace.launches) {
    BinsLaunch& bins = launches.emplace_back();
    bins.counters = find_counters(trace, flow, launch);
    if (bins.counters.array >= 0) {
      bins.kind = BinsKind::counters;
      continue;
    }
    bins.scatter = find_scatter(trace, flow, launch);
    if (bins.scatter.source >= 0) {
      bins.kind = BinsKind::scatter;
      continue;
    }
    bins.records = find_records(trace, flow, launch);
    if (bins.records.records > 0) {
      bins.kind = BinsKind::records;
      continue;
    }
    bins.array = busiest_array(trace, flow, launch);
  }
  return launches;
}

}  // namespace warpscope
