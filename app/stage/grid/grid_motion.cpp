#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "app/stage/grid/grid_scene.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_moves = 256;

void add_move(const GridScene& scene, std::pair<int, std::int64_t> from, std::uint32_t n, float t,
              bool waits, std::vector<GridMove>& moves) {
  const FlowNode& to = scene.node(n);
  if (from.first == to.array && from.second == to.index) return;
  const auto start = scene.layout.cell(scene.launch, from.first, from.second);
  const auto end = scene.layout.cell(scene.launch, to.array, to.index);
  if (start && end) moves.push_back({*start, *end, t, waits, from.first == to.array});
}

std::pair<int, std::int64_t> source_of(const GridScene& scene, std::uint32_t edge) {
  const FlowEdge& from = scene.document.flow.edges[edge];
  return {from.array, from.index};
}

/// A line around the cells of one array that the focus is made from: mostly a row or a column.
void draw_source_line(Canvas& canvas, const GridScene& scene, const GridPlace& place,
                      const std::vector<Rect>& cells) {
  Rect around = cells.front();
  for (const Rect& cell : cells) {
    const float right = std::max(around.right(), cell.right());
    const float bottom = std::max(around.bottom(), cell.bottom());
    around.x = std::min(around.x, cell.x);
    around.y = std::min(around.y, cell.y);
    around.w = right - around.x;
    around.h = bottom - around.y;
  }
  const float cell_area = place.cell_w * place.cell_h;
  const bool solid = around.w * around.h < cell_area * (static_cast<float>(cells.size()) + 0.5F);
  const Color color = scene.theme().text;
  if (solid) {
    canvas.stroke(around.inset(-1), color, 1.5F, 3);
    return;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(cells.size(), 64); ++i) {
    canvas.stroke(cells[i], color, 1, 2);
  }
}

/// The path of a moving value, up to where it is now.
struct Path {
  std::array<Point, 4> points;
  std::size_t passed = 0;
  [[nodiscard]] Point tip() const { return points[passed - 1]; }
};

/// The point at which a straight path leaves a cell for another, on the edge that faces it.
Point edge_towards(const Rect& cell, const Rect& other) {
  Point at = cell.center();
  if (other.y >= cell.bottom()) {
    at.y = cell.bottom();
  } else if (other.bottom() <= cell.y) {
    at.y = cell.y;
  } else if (other.x >= cell.right()) {
    at.x = cell.right();
  } else if (other.right() <= cell.x) {
    at.x = cell.x;
  }
  return at;
}

/// If source and destination share a row or a column, along the gap beside it, so that the line
/// strikes out none of the values between them; else straight.
Path path_of(const GridMove& move) {
  const Point from = move.from.center(), to = move.to.center();
  std::array<Point, 4> corners{from, from, to, to};
  const bool straight = std::abs(from.y - to.y) >= 1 && std::abs(from.x - to.x) >= 1;
  if (std::abs(from.y - to.y) < 1) {
    corners[1].y = corners[2].y = move.from.bottom();
  } else if (std::abs(from.x - to.x) < 1) {
    corners[1].x = corners[2].x = move.from.right();
  }
  if (straight) {
    corners[0] = corners[1] = edge_towards(move.from, move.to);
    corners[2] = corners[3] = edge_towards(move.to, move.from);
  }
  float whole = 0;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    whole += std::hypot(corners[i].x - corners[i - 1].x, corners[i].y - corners[i - 1].y);
  }
  Path path{{corners[0]}, 1};
  float left = whole * std::clamp(move.t, 0.0F, 1.0F);
  for (std::size_t i = 1; i < corners.size() && left > 0; ++i) {
    const Point a = corners[i - 1], b = corners[i];
    const float part = std::hypot(b.x - a.x, b.y - a.y);
    if (part <= 0) continue;
    const float share = std::min(1.0F, left / part);
    path.points[path.passed++] = {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
    left -= part;
  }
  return path;
}

Color way_color(const GridScene& scene, std::size_t moves) {
  return mix(scene.theme().panel, scene.theme().now, moves > 16 ? 0.65F : 0.8F);
}

void draw_way(Canvas& canvas, const GridMove& move, Color color) {
  const auto path = path_of(move);
  if (path.passed > 1) canvas.polyline(std::span(path.points).first(path.passed), color, 1);
}

/// Faint where a way crosses the matrix that it leaves or reaches: values stay readable.
void draw_ends(Canvas& canvas, const GridScene& scene, const std::vector<GridMove>& moves) {
  if (!scene.layout.signs().empty()) return;
  const Color line = way_color(scene, moves.size());
  for (const GridPlace& place : scene.layout.places()) {
    const Clip clip(canvas, place.cells);
    for (const GridMove& move : moves) {
      const bool ends =
          place.cells.contains(move.from.center()) || place.cells.contains(move.to.center());
      if (ends) draw_way(canvas, move, move.within ? line : line.alpha(0.4F));
    }
  }
}

}  // namespace

std::vector<GridMove> moves_of_now(const GridScene& scene) {
  std::vector<GridMove> moves;
  if (scene.launch.sparse) return moves;  // its rows and columns tell the way
  const std::uint32_t now = scene.frame.access;
  const float motion = scene.frame.motion;
  for (const std::uint32_t edge : scene.uses.edges_of(now)) {
    if (moves.size() >= most_moves) return moves;
    const std::uint32_t n = scene.uses.node_of(edge);
    const FlowNode& node = scene.node(n);
    add_move(scene, source_of(scene, edge), n, motion, node.access != now, moves);
  }
  const FlowUses::Range made = scene.uses.nodes_of(now);
  for (std::uint32_t n = made.first; n < made.end && moves.size() < most_moves; ++n) {
    const FlowNode& node = scene.node(n);
    if (node.edge_count >= gathered_values || node.origin) continue;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      if (scene.document.flow.edges[e].load_access == now) continue;
      add_move(scene, source_of(scene, e), n, 1, false, moves);  // it waited there
    }
  }
  return moves;
}

void draw_ways(Canvas& canvas, const GridScene& scene) {
  // In a row, ways from the first factor would strike out the second one.
  if (!scene.layout.signs().empty()) return;
  const std::vector<GridMove> moves = moves_of_now(scene);
  for (const GridMove& move : moves) {
    if (!move.within) draw_way(canvas, move, way_color(scene, moves.size()));
  }
}

void draw_moves(Canvas& canvas, const GridScene& scene) {
  const std::vector<GridMove> moves = moves_of_now(scene);
  const Theme& theme = scene.theme();
  draw_ends(canvas, scene, moves);
  std::set<std::pair<float, float>> drawn;  // tips: a value that several cells want is drawn once
  for (const GridMove& move : moves) {
    const Point tip = path_of(move).tip();
    if (!drawn.emplace(tip.x, tip.y).second) continue;
    const float least = std::min(move.to.w, move.to.h);
    const float radius = std::clamp(least * 0.2F, 1.5F, 3.5F);
    if (move.waits && scene.frame.motion >= 1) {
      canvas.ring(tip, radius + 0.5F, theme.now, 1);
    } else if (move.waits || scene.frame.motion < 1) {
      canvas.circle(tip, radius, theme.now);
    }
  }
}

void draw_sources(Canvas& canvas, const GridScene& scene) {
  if (scene.focus == FlowEdge::no_node) return;
  const FlowNode& node = scene.node(scene.focus);
  for (const GridPlace& place : scene.layout.places()) {
    const GridMatrix& matrix = scene.launch.matrices[place.matrix];
    if (place.map) continue;
    std::vector<Rect> cells;
    std::set<std::int32_t> seen;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = scene.document.flow.edges[e];
      if (edge.array != matrix.array || !seen.insert(edge.index).second) continue;
      if (const auto cell = place.cell(matrix, edge.index)) cells.push_back(*cell);
    }
    if (!cells.empty()) draw_source_line(canvas, scene, place, cells);
    const auto result = node.array == matrix.array ? place.cell(matrix, node.index) : std::nullopt;
    if (result) canvas.stroke(result->inset(-1), scene.theme().text, 1.5F, 3);
  }
}

}  // namespace warpscope
