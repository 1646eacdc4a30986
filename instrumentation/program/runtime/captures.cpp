#include "instrumentation/program/runtime/captures.hpp"

#include <utility>

namespace warpscope {

void CapturePoint::add(const HostCall& call, StreamWork work) {
  CapturedGraph& graph = *capture->graph;
  graph.nodes.push_back({call, std::move(work), {nodes.begin(), nodes.end()}});
  nodes = {graph.nodes.size() - 1};
  ++graph.count;
}

void CapturePoint::add_graph(const CapturedGraph& graph) {
  CapturedGraph& to = *capture->graph;
  const std::size_t first = to.nodes.size();
  std::set<std::size_t> ends;
  for (const CapturedGraph::Node& node : graph.nodes) {
    CapturedGraph::Node copy{node.call, node.work, {}};
    for (const std::size_t other : node.after) {
      copy.after.push_back(first + other);
      ends.erase(first + other);
    }
    if (node.after.empty()) copy.after.assign(nodes.begin(), nodes.end());
    ends.insert(to.nodes.size());
    to.nodes.push_back(std::move(copy));
  }
  if (!ends.empty()) nodes = std::move(ends);
  to.releases.insert(graph.releases.begin(), graph.releases.end());
  ++to.count;
}

bool CapturePoint::joins_all() const {
  const auto& all = capture->graph->nodes;
  std::vector<bool> leads_here(all.size());
  for (const std::size_t node : nodes) leads_here[node] = true;
  for (std::size_t k = all.size(); k-- > 0;) {
    if (!leads_here[k]) return false;  // nothing behind it leads here either, or it would be marked
    for (const std::size_t other : all[k].after) leads_here[other] = true;
  }
  return true;
}

}  // namespace warpscope
