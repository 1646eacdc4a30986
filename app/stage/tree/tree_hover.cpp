#include <algorithm>
#include <cmath>

#include "app/stage/stage_text.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

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

std::string sources_of(const TreeScene& scene, const FlowNode& node) {
  constexpr std::uint32_t most = 4;
  const std::uint32_t named = std::min<std::uint32_t>(node.edge_count, most);
  std::vector<std::string> sources;
  for (std::uint32_t e = 0; e < named; ++e) {
    sources.push_back(source_text(scene, scene.document.flow.edges[node.first_edge + e]));
  }
  return sources_text(node.copy, sources, node.edge_count - named);
}

}  // namespace

std::uint32_t node_at(const TreeScene& scene, Point point) {
  if (!scene.plot.inset(-24, 0).contains(point)) return FlowEdge::no_node;
  const std::uint32_t row = scene.rows.nearest(point.y - scene.whole.y);
  if (row >= scene.layout.rows().size()) return FlowEdge::no_node;
  const float reach = std::min(14.0F, scene.rows.room(row) / 2);
  const float high = std::max(reach, scene.rows.height(row) / 2);
  if (std::abs(scene.y(row) - point.y) > high) return FlowEdge::no_node;
  const auto nodes = scene.layout.nodes(scene.layout.rows()[row]);
  const auto right = std::lower_bound(nodes.begin(), nodes.end(), point.x,
                                      [&](std::uint32_t n, float x) { return scene.x(n) < x; });
  std::uint32_t nearest = FlowEdge::no_node;
  float distance = high;
  const auto left = right - std::min<std::ptrdiff_t>(right - nodes.begin(), 2);
  const auto end = right + std::min<std::ptrdiff_t>(nodes.end() - right, 2);
  for (auto candidate = left; candidate != end; ++candidate) {
    const float across = std::abs(scene.x(*candidate) - point.x);
    const float away = std::max(across, std::abs(scene.y_of(*candidate) - point.y) / 2);
    if (across >= reach || away >= distance) continue;
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
  if (array.columns > 0) add_line(text, matrix_place(array, node.index));
  if (node.relative) add_line(text, tr("that much was added; the value before was never read"));
  if (node.origin) add_line(text, tr("from memory, as it was before"));
  if (node.edge_count > 0) add_line(text, sources_of(scene, node));
  if (node.cut) add_line(text, cut_sources_text());
  // Translators: {0} is a step of the kernel, {3} is "lane 3" or "lanes 0 … 15".
  add_line(text, tr("{0}: line {1}, warp {2}, {3}", step_text(trace, trace.steps[node.step]),
                    trace.line_of(access), access.warp, lanes_text(lanes_at(trace, access, node))));
  const auto origins = static_cast<std::int64_t>(scene.ancestry.origins());
  if (origins > 1) {
    // Translators: values that nothing in the trace has made.
    add_line(text, tr_n("{} first value flows into it", "{} first values flow into it", origins));
  }
  if (!node.live) add_line(text, tr("Nothing that leaves the block depends on it."));
  if (scene.time(n) == NodeTime::later) add_line(text, tr("Still to come."));
  return text;
}

}  // namespace warpscope
