#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

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

void draw_travelling(Canvas& canvas, const StageScene& scene, const EdgePath& path, float t,
                     float room) {
  const Theme& theme = scene.theme();
  const Color color = theme.now;
  const float width = room > 12 ? 2.0F : 1.25F;
  const Point tip = path.at(t);
  const bool past_bend = tip.y > path.bend.y || path.bend.y <= path.from.y;
  // Where many values come from far above, the way down must not cover the picture.
  const Color waiting = room > 12 ? color : mix(theme.panel, color, 0.5F);
  if (path.bend.y > path.from.y) {
    canvas.line(path.from, past_bend ? path.bend : tip, waiting, room > 12 ? 2.0F : 1.0F);
  }
  if (past_bend) canvas.line(path.bend, tip, color, width);
}

void draw_token(Canvas& canvas, const StageScene& scene, Point at, const std::string& value,
                float room) {
  const Theme& theme = scene.theme();
  const float h = scene.text_size + 4;
  const float w = std::max(h, static_cast<float>(value.size()) * scene.digit + 8);
  // Only between rows: a value must not hide those of the nodes that it passes.
  const float rows = (at.y - scene.y(0)) / scene.row_height;
  const float from_row = std::abs(rows - std::round(rows)) * scene.row_height;
  if (value.empty() || w + 2 > room || from_row < (scene.pill() + h) / 2) {
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

struct Travelling {
  EdgePath path;
  float t = 0;
  const FlowEdge* edge = nullptr;
};

std::vector<Travelling> travelling(const StageScene& scene) {
  std::vector<Travelling> all;
  const auto [first, last] = nodes_of_now(scene);
  for (std::uint32_t n = first; n < last; ++n) {
    const FlowNode& node = scene.node(n);
    for (std::uint32_t e = 0; e < std::min<std::uint32_t>(node.edge_count, 8); ++e) {
      const FlowEdge& edge = scene.document.flow.edges[node.first_edge + e];
      const float t = progress(scene, node, edge);
      const EdgePath path = scene.path(n, edge);
      if (t < 0 || path.to.y < scene.plot.y - scene.row_height ||
          path.from.y > scene.plot.bottom() + scene.row_height) {
        continue;
      }
      all.push_back({path, t, &edge});
    }
  }
  return all;
}

/// Width that each value on its way has to itself where it waits.
float room_of(std::span<const Travelling> all) {
  std::vector<float> waiting;
  for (const Travelling& one : all) waiting.push_back(one.path.at(0.5F).x);
  std::sort(waiting.begin(), waiting.end());
  float room = 120;
  for (std::size_t i = 1; i < waiting.size(); ++i) {
    room = std::min(room, waiting[i] - waiting[i - 1]);
  }
  return room;
}

}  // namespace

void draw_motion(Canvas& canvas, const StageScene& scene) {
  const std::vector<Travelling> all = travelling(scene);
  const float room = room_of(all);
  for (const Travelling& one : all) draw_travelling(canvas, scene, one.path, one.t, room);
  for (const Travelling& one : all) {
    if (one.t >= 1) continue;
    // Values that meet at their destination are told apart only on the first half of the way.
    const std::string value = one.t <= 0.5F ? edge_value(scene.document, *one.edge) : "";
    draw_token(canvas, scene, one.path.at(one.t), value, room);
  }
}

}  // namespace warpscope
