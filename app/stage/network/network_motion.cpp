#include <algorithm>
#include <vector>

#include "app/stage/network/network_scene.hpp"

namespace warpscope {
namespace {

/// A value on its way.
struct MovingValue {
  Point at;
  std::int32_t wire = 0;
  std::uint32_t word = NetworkOp::none;
};

Point between(Point a, Point b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

/// The progress of something that happens at one access: before it 0, after it 1.
float share(const NetworkScene& scene, std::uint32_t access) {
  if (access > scene.frame.access) return 0;
  return access < scene.frame.access ? 1 : scene.frame.motion;
}

/// The accesses at which the lane of a comparator read its two values: [0] on the low wire.
struct Reads {
  std::uint32_t access[2] = {0, 0};
};

Reads reads_of(const NetworkScene& scene, const NetworkOp& op) {
  Reads reads;
  if (op.node[0] == NetworkOp::none) {  // found in order: the trace has no store to tell
    const Access& first = scene.trace().accesses[op.begin];
    const auto indices = scene.trace().lane_indices(first);
    std::int32_t wire = op.low;
    for_each_lane(first.mask, [&](int lane, int k) {
      if (lane != op.lane) return;
      FlowEdge edge;
      edge.array = first.array;
      edge.index = indices[static_cast<std::size_t>(k)];
      wire = scene.layout.wire_of(edge);
    });
    reads.access[wire == op.low ? 0 : 1] = op.begin;
    reads.access[wire == op.low ? 1 : 0] = op.end;
    return reads;
  }
  for (const std::uint32_t n : op.node) {
    const FlowNode& node = scene.document.flow.nodes[n];
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = scene.document.flow.edges[e];
      const std::int32_t wire = scene.layout.wire_of(edge);
      if (wire == op.low) reads.access[0] = edge.load_access;
      if (wire == op.high) reads.access[1] = edge.load_access;
    }
  }
  return reads;
}

/// A value moves along its wire, and then crosses to the wire where it is stored, or passes by.
void add_comparator(const NetworkScene& scene, const NetworkOp& op,
                    std::vector<MovingValue>& tokens) {
  const Reads reads = reads_of(scene, op);
  const float x = scene.x(op);
  const float way = std::min(26.0F, scene.gap + scene.unit);
  const std::int32_t wires[] = {op.low, op.high};
  for (const std::size_t side : {0U, 1U}) {
    const float read = share(scene, reads.access[side]);
    if (read <= 0) continue;
    MovingValue token{{}, wires[side], op.before[side]};
    const float y = scene.y(wires[side]);
    const Point here{x, y};
    if (!op.exchanged) {  // passes by as soon as it is clear that it stays
      const bool stays = op.node[side] == NetworkOp::none;
      const float stored =
          stays ? read : share(scene, scene.document.flow.nodes[op.node[side]].access);
      token.at = between({x - way / 2, y}, {x + way / 2, y}, (read + stored) / 2);
      if (stored < 1) tokens.push_back(token);
      continue;
    }
    const std::size_t other = 1 - side;
    const std::uint32_t store = scene.document.flow.nodes[op.node[other]].access;
    const float stored = share(scene, store);
    if (stored >= 1) continue;  // it has arrived
    token.at = stored > 0 ? between(here, {x, scene.y(wires[other])}, stored)
                          : between({x - way, y}, here, read);
    tokens.push_back(token);
  }
}

/// A value of each wire that has a line, and of what lies on none, along the wire that is made. Those
/// of butterflies are left out: factors and imaginary parts would hide the number that goes there.
void add_slanted(const NetworkScene& scene, const NetworkOp& op, std::vector<MovingValue>& tokens) {
  constexpr std::size_t most_sources = 8;
  const FlowNode& node = scene.document.flow.nodes[op.node[0]];
  if (node.access == scene.frame.access && scene.frame.motion >= 1) return;
  const Point to{scene.x(op), scene.y(op.target)};
  const auto edges = edges_of(scene.document.flow, node);
  const auto add = [&](const FlowEdge& edge, std::int32_t wire) {
    const float read = share(scene, edge.load_access);
    if (read <= 0) return;
    const float t = 0.5F * read + 0.5F * share(scene, node.access);
    tokens.push_back({between({scene.left(op.group), scene.y(wire)}, to, t), wire,
                      word_of(scene.trace(), scene.document.flow, edge)});
  };
  const auto sources = scene.layout.sources(op);
  for (const std::int32_t wire : sources) {
    add(*std::ranges::find(edges, wire, [&](const auto& e) { return scene.layout.wire_of(e); }),
        wire);
  }
  if (op.butterfly != NetworkOp::none) return;
  std::size_t count = sources.size();
  for (const FlowEdge& edge : edges) {
    if (scene.layout.wire_of(edge) < 0 && count++ < most_sources) add(edge, op.target);
  }
}

std::vector<MovingValue> tokens_of_now(const NetworkScene& scene) {
  constexpr std::size_t most = 600;
  const std::uint32_t every_whole = every_butterfly(scene);
  std::vector<MovingValue> tokens;
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    const NetworkGroup& group = scene.layout.groups()[g];
    if (group.step != scene.layout.groups()[scene.present].step) continue;
    const std::size_t every = every_slanted(scene, group);
    std::size_t i = 0;
    for (const NetworkOp& op : scene.layout.ops(group)) {
      if (scene.time(op) != NetworkTime::now || tokens.size() >= most) continue;
      if (op.high < scene.first_wire || op.low >= scene.end_wire) continue;
      if (op.cut != 0) continue;
      if (op.is_comparator()) {
        add_comparator(scene, op, tokens);
      } else if (op.kind != NetworkKind::stay) {
        const bool drawn =
            op.butterfly == NetworkOp::none ? i++ % every == 0 : op.butterfly % every_whole == 0;
        if (drawn) add_slanted(scene, op, tokens);
      }
    }
  }
  return tokens;
}

/// Whether all values can be written without overlap.
bool written(const std::vector<MovingValue>& tokens, float w, float h) {
  constexpr std::size_t most = 48;
  if (tokens.size() > most) return false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Point a = tokens[i].at, b = tokens[j].at;
      if (std::abs(a.x - b.x) < w + 2 && std::abs(a.y - b.y) < h + 1) return false;
    }
  }
  return true;
}

}  // namespace

void draw_network_motion(Canvas& canvas, const NetworkScene& scene) {
  const std::vector<MovingValue> tokens = tokens_of_now(scene);
  const Theme& theme = scene.theme();
  const float h = scene.value_size + 4;
  const float w = scene.pill_width() - 2;
  // What is large has its values beside the columns.
  const bool values =
      !scene.large && scene.spacing > h && scene.frame.motion < 1 && written(tokens, w, h);
  const float radius = std::clamp(scene.spacing * 0.3F, 2.0F, scene.frame.lecture ? 7.0F : 5.0F);
  for (const MovingValue& token : tokens) {
    if (!scene.plot.contains(token.at)) continue;
    const Rect box{token.at.x - w / 2, token.at.y - h / 2, w, h};
    const std::string value = values ? scene.shown(token.wire, token.word) : "";
    const bool inside = box.x >= scene.plot.x && box.right() <= scene.plot.right() &&
                        box.y >= scene.plot.y && box.bottom() <= scene.plot.bottom();
    if (value.empty() || !inside) {
      canvas.circle(token.at, radius + 1, theme.panel);
      canvas.circle(token.at, radius, theme.now);
      continue;
    }
    canvas.fill(box, theme.panel, 4);
    canvas.stroke(box, theme.now, 1.5F, 4);
    canvas.text(token.at, value, {Face::mono, scene.value_size, theme.text}, Align::center);
  }
}

}  // namespace warpscope
