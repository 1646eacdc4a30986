#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t nodes_ahead = 1024;  // of the same warp and step, examined

/// The progress of a value along its edge: half-way when it is read, where it waits in a register;
/// at the end when it is stored. Negative: not yet on its way.
float progress(const TreeScene& scene, const FlowNode& node, const FlowEdge& edge) {
  const std::uint32_t now = scene.frame.access;
  if (node.access == now) return 0.5F + 0.5F * scene.frame.motion;
  if (edge.load_access == now) return 0.5F * scene.frame.motion;
  return edge.load_access < now ? 0.5F : -1;
}

float token_height(const TreeScene& scene) { return scene.rows.sizes().text + 4; }
float token_width(const TreeScene& scene, std::size_t characters) {
  return std::max(token_height(scene),
                  static_cast<float>(characters) * scene.rows.sizes().digit + 8);
}

void draw_travelling(Canvas& canvas, const TreeScene& scene, const EdgePath& path, float t,
                     float room, Color color) {
  const Theme& theme = scene.theme();
  const float width = room > 12 ? 2.0F : 1.25F;
  const Point tip = path.at(t);
  const bool past_bend = tip.y > path.bend.y || path.bend.y <= path.from.y;
  // If many values come from far above, their way down must not cover the picture.
  const bool few = room > 24;
  const Color waiting = few ? color : mix(theme.panel, color, 0.5F);
  if (path.bend.y > path.from.y) {
    canvas.line(path.from, past_bend ? path.bend : tip, waiting, few ? 2.0F : 1.0F);
  }
  if (past_bend) canvas.line(path.bend, tip, color, width);
}

/// Whether a value can be written here: between rows, so that it hides none of the nodes it passes.
bool has_space(const TreeScene& scene, Point at) {
  const std::uint32_t row = scene.rows.nearest(at.y - scene.whole.y);
  const float from_row = std::abs(at.y - scene.y(row));
  return from_row >= scene.rows.height(row) / 2 + token_height(scene) / 2;
}

void draw_token(Canvas& canvas, const TreeScene& scene, Point at, const std::string& value) {
  const Theme& theme = scene.theme();
  const float h = token_height(scene);
  const float w = token_width(scene, value.size());
  const Rect box{at.x - w / 2, at.y - h / 2, w, h};
  canvas.fill(box, theme.panel, 4);
  canvas.stroke(box, theme.now, 1.5F, 4);
  canvas.text(at, value, {Face::mono, scene.rows.sizes().text, theme.text}, Align::center);
}

/// Nodes that the present access makes or reads for: [first, last) in trace order.
std::pair<std::uint32_t, std::uint32_t> nodes_of_now(const TreeScene& scene) {
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
  bool faint = false;  // something else is pinned
};

bool in_sight(const TreeScene& scene, const EdgePath& path) {
  const float beyond = scene.rows.sizes().most;
  return path.to.y >= scene.plot.y - beyond && path.from.y <= scene.plot.bottom() + beyond;
}

/// Values that are read now and stay in a register until a later step.
void add_held(const TreeScene& scene, std::vector<Travelling>& all) {
  const std::uint32_t step = scene.present_step();
  std::size_t looked_at = 0;
  for (const std::uint32_t e : scene.uses.edges_of(scene.frame.access)) {
    if (++looked_at > nodes_ahead) return;
    const std::uint32_t n = scene.uses.node_of(e);
    if (scene.node(n).step == step || !scene.layout.has(n)) continue;
    const FlowEdge& edge = scene.document.flow.edges[e];
    const EdgePath path = scene.path(n, edge);
    if (in_sight(scene, path)) {
      all.push_back({path, 0.5F * scene.frame.motion, &edge, scene.fades(n)});
    }
  }
}

std::vector<Travelling> travelling(const TreeScene& scene) {
  std::vector<Travelling> all;
  const auto [first, last] = nodes_of_now(scene);
  for (std::uint32_t n = first; n < last; ++n) {
    const FlowNode& node = scene.node(n);
    for (std::uint32_t e = 0; e < std::min<std::uint32_t>(node.edge_count, 8); ++e) {
      const FlowEdge& edge = scene.document.flow.edges[node.first_edge + e];
      const float t = progress(scene, node, edge);
      const EdgePath path = scene.path(n, edge);
      if (t < 0 || !in_sight(scene, path)) continue;
      all.push_back({path, t, &edge, scene.fades(n)});
    }
  }
  add_held(scene, all);
  return all;
}

/// The width that each value on its way has to itself where it waits.
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

void draw_motion(Canvas& canvas, const TreeScene& scene) {
  const std::vector<Travelling> all = travelling(scene);
  const float room = room_of(all);
  const auto color_of = [&](const Travelling& one) {
    return one.faint ? faded(scene.theme(), scene.theme().now) : scene.theme().now;
  };
  for (const Travelling& one : all) {
    draw_travelling(canvas, scene, one.path, one.t, room, color_of(one));
  }
  std::vector<std::string> values;
  std::size_t widest = 0;
  for (const Travelling& one : all) {
    values.push_back(edge_value(scene.document, *one.edge, shown_value));
    widest = std::max(widest, values.back().size());
  }
  const bool written = token_width(scene, widest) + 2 <= room;  // all of them or none
  // The edge of the pane must not cut a number of a tree of which a part is in sight.
  const Rect sight = scene.plot.inset(-scene.widest_pill / 2, 0);
  const auto whole = [&](Point at, std::size_t characters) {
    const float half = token_width(scene, characters) / 2;
    return at.x - half >= sight.x && at.x + half <= sight.right();
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].t >= 1) continue;
    const Point at = all[i].path.at(all[i].t);
    // Values that meet at their destination can be told apart only on the first half of the way.
    if (written && !all[i].faint && all[i].t <= 0.5F && !values[i].empty() &&
        has_space(scene, at) && whole(at, values[i].size())) {
      draw_token(canvas, scene, at, values[i]);
    } else {
      canvas.circle(at, std::clamp(room * 0.2F, 1.5F, 4.0F), color_of(all[i]));
    }
  }
}

}  // namespace warpscope
