#include <algorithm>
#include <cmath>

#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

/// The lanes whose part in the access this node is: several if they add to one cell.
std::uint32_t lanes_at(const Trace& trace, const Access& access, const FlowNode& node) {
  std::uint32_t lanes = 1U << node.lane;
  if (!is_atomic(access.operation) && !node.origin) return lanes;
  const auto indices = trace.lane_indices(access);
  for_each_lane(access.mask, [&](int lane, int k) {
    if (indices[static_cast<std::size_t>(k)] == node.index) {
      lanes |= 1U << static_cast<unsigned>(lane);
    }
  });
  return lanes;
}

std::string source_text(const TreeScene& scene, const FlowEdge& edge) {
  const Document& document = scene.document;
  const std::string value = edge_value(document, edge);
  return cell_text(*document.trace, launch_of(scene.frame), edge.array, edge.index) +
         (value.empty() ? "" : " = " + value);
}

std::string sources_text(const TreeScene& scene, const FlowNode& node) {
  constexpr std::uint32_t most = 4;
  std::string text = node.copy ? "copy of " : "made from ";
  for (std::uint32_t e = 0; e < std::min<std::uint32_t>(node.edge_count, most); ++e) {
    if (e > 0) text += e + 1 == node.edge_count ? " and " : ", ";
    text += source_text(scene, scene.document.flow.edges[node.first_edge + e]);
  }
  if (node.edge_count > most) {
    text += " and " + std::to_string(node.edge_count - most) + " more";
  }
  return text;
}

}  // namespace

std::uint32_t node_at(const TreeScene& scene, Point point) {
  if (!scene.plot.inset(-24, 0).contains(point)) return FlowEdge::no_node;
  const float reach = std::min(14.0F, scene.row_height / 2);
  const float position = std::round((point.y - scene.y(0)) / scene.row_height);
  if (position < 0) return FlowEdge::no_node;
  const auto row = static_cast<std::uint32_t>(position);
  if (row >= scene.layout.rows().size() || std::abs(scene.y(row) - point.y) > reach) {
    return FlowEdge::no_node;
  }
  const auto nodes = scene.layout.nodes(scene.layout.rows()[row]);
  const auto right = std::lower_bound(nodes.begin(), nodes.end(), point.x,
                                      [&](std::uint32_t n, float x) { return scene.x(n) < x; });
  std::uint32_t nearest = FlowEdge::no_node;
  float distance = reach;
  for (auto candidate = right == nodes.begin() ? right : right - 1;
       candidate != nodes.end() && candidate <= right; ++candidate) {
    const float away = std::abs(scene.x(*candidate) - point.x);
    if (away >= distance) continue;
    distance = away;
    nearest = *candidate;
  }
  return nearest;
}

std::string describe_node(const TreeScene& scene, std::uint32_t n) {
  const Document& document = scene.document;
  const Trace& trace = *document.trace;
  const FlowNode& node = scene.node(n);
  const Access& access = trace.accesses[node.access];
  const std::string value = scene.value(n);
  const Array& array = trace.arrays[node.array];
  std::string text = cell_text(trace, launch_of(scene.frame), node.array, node.index);
  if (!value.empty()) text += " = " + value;
  if (array.columns > 0) text += "\n" + matrix_place(array, node.index);
  if (node.relative) text += "\nthat much was added; the value before was never read";
  if (node.origin) text += "\nfrom memory, as it was before";
  if (node.edge_count > 0) text += "\n" + sources_text(scene, node);
  text += "\n" + step_label(trace, trace.steps[node.step]) + ": line " +
          std::to_string(trace.line_of(access)) + ", warp " + std::to_string(access.warp) + ", " +
          lanes_text(lanes_at(trace, access, node));
  if (scene.ancestry.origins() > 1) {
    text += "\n" + std::to_string(scene.ancestry.origins()) + " first values flow into it";
  }
  if (!node.live) text += "\nNothing that leaves the block depends on it.";
  if (scene.time(n) == NodeTime::later) text += "\nStill to come.";
  return text;
}

}  // namespace warpscope
