#include <algorithm>

#include "app/views/stage_scene.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t nodes_ahead = 1024;  // of the same warp and step that are looked at

/// How far a value has come along its edge: read half-way, where it waits in a register; stored at
/// the end. Negative: not yet on its way.
float progress(const StageScene& scene, const FlowNode& node, const FlowEdge& edge) {
  const std::uint32_t now = scene.frame.access;
  if (node.access == now) return 0.5F + 0.5F * scene.frame.motion;
  if (edge.load_access == now) return 0.5F * scene.frame.motion;
  return edge.load_access < now ? 0.5F : -1;
}

void draw_travelling(Canvas& canvas, const EdgePath& path, float t, Color color, float width) {
  const Point tip = path.at(t);
  const bool past_bend = tip.y > path.bend.y || path.bend.y <= path.from.y;
  canvas.line(path.from, past_bend ? path.bend : tip, color, width);
  if (past_bend) canvas.line(path.bend, tip, color, width);
}

void draw_token(Canvas& canvas, const StageScene& scene, Point at, const std::string& value,
                float room) {
  const Theme& theme = scene.theme();
  const float h = scene.text_size + 4;
  const float w = std::max(h, static_cast<float>(value.size()) * scene.digit + 8);
  if (value.empty() || w + 2 > room || scene.row_height < 2 * scene.pill()) {
    canvas.circle(at, std::clamp(room * 0.2F, 1.5F, 4.0F), theme.now);
    return;
  }
  const Rect box{at.x - w / 2, at.y - h / 2, w, h};
  canvas.fill(box, theme.panel, 4);
  canvas.stroke(box, theme.now, 1.5F, 4);
  canvas.text(at, value, {Face::mono, scene.text_size, theme.text}, Align::center);
}

/// Nodes that the present access makes or reads for: [first, last) in trace order.
std::pair<std::uint32_t, std::uint32_t> nodes_of_now(const StageScene& scene) {
  const auto& nodes = scene.document.flow.nodes;
  const auto& accesses = scene.document.trace->accesses;
  const Access& now = accesses[scene.frame.access];
  const auto first = std::lower_bound(
      nodes.begin(), nodes.end(), scene.frame.access,
      [](const FlowNode& node, std::uint32_t access) { return node.access < access; });
  auto last = first;
  while (last != nodes.end() && last - first < nodes_ahead && last->step == now.step &&
         accesses[last->access].warp == now.warp) {
    ++last;
  }
  return {static_cast<std::uint32_t>(first - nodes.begin()),
          static_cast<std::uint32_t>(last - nodes.begin())};
}

/// Space between values on their way: the least distance between neighbouring destinations, shared
/// by what travels to each.
float token_room(const StageScene& scene, std::uint32_t first, std::uint32_t last) {
  float room = 120;
  for (std::uint32_t n = first; n < last; ++n) {
    if (n > first && scene.layout.row_of(n) == scene.layout.row_of(n - 1)) {
      room = std::min(room, std::abs(scene.x(n) - scene.x(n - 1)));
    }
    const FlowNode& node = scene.node(n);
    for (std::uint32_t e = 1; e < std::min<std::uint32_t>(node.edge_count, 8); ++e) {
      const auto& edges = scene.document.flow.edges;
      const float apart = scene.path(n, edges[node.first_edge + e]).at(0.5F).x -
                          scene.path(n, edges[node.first_edge + e - 1]).at(0.5F).x;
      room = std::min(room, std::abs(apart));
    }
  }
  return room;
}

}  // namespace

void draw_motion(Canvas& canvas, const StageScene& scene) {
  const auto [first, last] = nodes_of_now(scene);
  const float room = token_room(scene, first, last);
  const Theme& theme = scene.theme();
  for (std::uint32_t n = first; n < last; ++n) {
    const FlowNode& node = scene.node(n);
    for (std::uint32_t e = 0; e < std::min<std::uint32_t>(node.edge_count, 8); ++e) {
      const FlowEdge& edge = scene.document.flow.edges[node.first_edge + e];
      const float t = progress(scene, node, edge);
      if (t < 0) continue;
      const EdgePath path = scene.path(n, edge);
      if (path.to.y < scene.plot.y - scene.row_height ||
          path.from.y > scene.plot.bottom() + scene.row_height) {
        continue;
      }
      draw_travelling(canvas, path, t, theme.now, room > 12 ? 2.0F : 1.25F);
      if (t >= 1) continue;
      // Values that meet at their destination are told apart only on the first half of the way.
      draw_token(canvas, scene, path.at(t), t <= 0.5F ? edge_value(scene.document, edge) : "",
                 room);
    }
  }
}

}  // namespace warpscope
