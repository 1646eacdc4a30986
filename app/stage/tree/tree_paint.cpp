#include <algorithm>
#include <cmath>
#include <limits>

#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"

namespace warpscope {
namespace {

constexpr float edge_budget = 3000;       // lines in one picture
constexpr int most_edges = 8;             // of one node, which other nodes begin
constexpr std::size_t crowded_row = 64;   // rows of more nodes have fainter edges
constexpr std::size_t dashed_nodes = 40;  // rows of more nodes do not dash them

/// Copies are dashed, so that moving a value looks different from combining two.
void dashed(Canvas& canvas, Point a, Point b, Color color, float width) {
  constexpr float on = 5, period = 9;
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  const auto at = [&](float d) {
    const float t = std::min(d, length) / length;
    return Point{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
  };
  for (float d = 0; d < length; d += period) canvas.line(at(d), at(d + on), color, width);
}

void draw_path(Canvas& canvas, const EdgePath& path, Color color, float width, bool dash) {
  if (path.bend.y > path.from.y) canvas.line(path.from, path.bend, color, width);
  if (dash) {
    dashed(canvas, path.bend, path.to, color, width);
  } else {
    canvas.line(path.bend, path.to, color, width);
  }
}

/// The space that a node of a row has to itself: the distance to its nearer neighbour.
class Rooms {
 public:
  Rooms(const TreeScene& scene, std::span<const std::uint32_t> nodes)
      : scene_(scene), nodes_(nodes) {
    if (nodes.empty()) return;
    here_ = scene.x(nodes[0]);
    next_ = nodes.size() > 1 ? scene.x(nodes[1]) : std::numeric_limits<float>::infinity();
  }
  [[nodiscard]] float x() const { return here_; }
  [[nodiscard]] float room() const { return std::min(here_ - previous_, next_ - here_); }
  void advance() {
    ++i_;
    previous_ = here_;
    here_ = next_;
    next_ =
        i_ + 1 < nodes_.size() ? scene_.x(nodes_[i_ + 1]) : std::numeric_limits<float>::infinity();
  }

 private:
  const TreeScene& scene_;
  std::span<const std::uint32_t> nodes_;
  std::size_t i_ = 0;
  float previous_ = -std::numeric_limits<float>::infinity();
  float here_ = 0, next_ = 0;
};

/// Crowded nodes of a row as coloured bars: the deeper the colour, the larger the value.
class Strip {
 public:
  Strip(Canvas& canvas, const TreeScene& scene, std::uint32_t row)
      : canvas_(canvas), scene_(scene), row_(scene.layout.rows()[row]), y_(scene.y(row)) {
    height_ = std::min(row == 0 ? 14.0F : 8.0F, scene.rows.room(row) * 0.5F);
    if (scene.frame.lecture) height_ *= 1.5F;
    width_ = std::max(2.0F, scene.crowded() * 0.66F);
  }

  void add(std::uint32_t n, float x, float room) {
    if (count_ > 0 && x - start_ >= width_) flush(x);
    if (count_ == 0) {
      start_ = x;
      shown_ = n;
    }
    ++count_;
    end_ = x + std::min(room, width_);
    // The present access must be seen even where many cells share a bar.
    const bool present =
        scene_.node(n).access == scene_.frame.access || scene_.ancestry.contains(n);
    // So must what is pinned.
    const bool more = scene_.fades(shown_) && !scene_.fades(n);
    if (more || (present && scene_.fades(n) == scene_.fades(shown_))) shown_ = n;
    sum_ += amount(n);
  }
  void flush() { flush(end_); }

 private:
  [[nodiscard]] float amount(std::uint32_t n) const {
    const FlowNode& node = scene_.node(n);
    const Trace& trace = *scene_.document.trace;
    const auto value = value_of(trace, scene_.document.flow, node);
    if (value.empty()) return 1;
    return row_.values.share(numeric_value(trace.arrays[node.array].type, value));
  }
  void flush(float end) {
    if (count_ == 0) return;
    const Theme& theme = scene_.theme();
    Color color = scene_.node_color(shown_);
    const NodeTime when = scene_.time(shown_);
    if (when == NodeTime::later) {
      color = mix(theme.panel, color, 0.5F);
    } else if (when != NodeTime::now && !scene_.ancestry.contains(shown_)) {
      color = mix(theme.panel, color, 0.25F + 0.75F * sum_ / static_cast<float>(count_));
    }
    const float gap = width_ >= 3 ? 0.75F : 0;
    canvas_.fill({start_ - 0.5F, y_ - height_ / 2, std::max(1.0F, end - start_ - gap), height_},
                 color);
    count_ = 0;
    sum_ = 0;
  }

  Canvas& canvas_;
  const TreeScene& scene_;
  const TreeRow& row_;
  float y_, height_ = 8, width_ = 2;
  float start_ = 0, end_ = 0, sum_ = 0;
  int count_ = 0;
  std::uint32_t shown_ = 0;
};

void draw_pill(Canvas& canvas, const TreeScene& scene, std::uint32_t n, Point at,
               const std::string& value, float air) {
  const Theme& theme = scene.theme();
  const NodeTime when = scene.time(n);
  const float h = scene.pill();
  const float w = pill_width(scene.rows.sizes(), value.size(), air);
  const Rect box{at.x - w / 2, at.y - h / 2, w, h};
  const bool arrived = when == NodeTime::now && scene.frame.motion >= 1;
  const bool shown = when != NodeTime::later && (when != NodeTime::now || arrived);
  const bool chosen = scene.ancestry.contains(n);
  const bool faint = scene.fades(n);
  canvas.fill(box, arrived ? (faint ? faded(theme, theme.now) : theme.now) : theme.panel, h / 2);
  const float width = chosen || when == NodeTime::now ? 2.0F : when == NodeTime::later ? 1 : 1.5F;
  canvas.stroke(box, chosen ? theme.text : scene.node_color(n), width, h / 2);
  if (!shown) return;
  Color color = arrived ? theme.on_accent : scene.node(n).live ? theme.text : theme.muted;
  if (scene.ancestry.active() && !chosen && !arrived) color = mix(theme.panel, color, 0.35F);
  if (faint) color = theme.muted;
  canvas.text(at, value, {Face::mono, scene.rows.sizes().text, color}, Align::center);
}

void draw_dot(Canvas& canvas, const TreeScene& scene, std::uint32_t n, Point at, float room) {
  const NodeTime when = scene.time(n);
  const float largest =
      std::min(scene.frame.lecture ? 9.0F : 6.0F, scene.rows.room(scene.layout.row_of(n)) * 0.25F);
  const float radius = std::clamp(room * 0.26F, 1.3F, largest);
  const bool chosen = scene.ancestry.contains(n);
  const bool waiting = when == NodeTime::later || (when == NodeTime::now && scene.frame.motion < 1);
  if (chosen) canvas.circle(at, radius + 1.5F, scene.theme().text);
  if (!waiting) {
    canvas.circle(at, radius, scene.node_color(n));
    return;
  }
  if (radius > 2) canvas.circle(at, radius, scene.theme().panel);
  canvas.ring(at, std::max(1.0F, radius - 0.5F), scene.node_color(n), 1);
}

void draw_row_nodes(Canvas& canvas, const TreeScene& scene, std::uint32_t row) {
  const auto nodes = scene.nodes_near(scene.layout.rows()[row], 2 * scene.widest_pill);
  const float y = scene.y(row);
  const float crowded = scene.crowded();
  const RowText text = scene.rows.text(row);
  // Where not all values have room, those are written that have.
  const bool tall = text.digits > 0 && scene.rows.room(row) > scene.pill() + 3;
  const float alone = tall ? pill_width(scene.rows.sizes(), text.digits) + pill_air / 3
                           : std::numeric_limits<float>::infinity();
  Strip strip(canvas, scene, row);
  Rooms rooms(scene, nodes);
  // A pill that the pane's edge would cut is a dot until it has scrolled in.
  const float half = scene.rows.height(row) / 2;
  const bool whole = y - half >= scene.plot.y && y + half <= scene.plot.bottom();
  const float most =
      (scene.widest_pill - pill_width(scene.rows.sizes(), text.digits, text.air)) / 2;
  const auto whole_pill = [&](float x) {
    return x >= scene.plot.x - most - 1 && x <= scene.plot.right() + most + 1;
  };
  for (const std::uint32_t n : nodes) {
    const float room = rooms.room();
    const Point at{rooms.x(), scene.y_of(n)};
    rooms.advance();
    if (text.levels == 0 && room < crowded) {
      strip.add(n, at.x, room);
      continue;
    }
    strip.flush();
    if (whole && whole_pill(at.x) && (text.levels > 0 || room >= alone)) {
      draw_pill(canvas, scene, n, at,
                node_value(*scene.document.trace, scene.document.flow, scene.node(n), shown_value),
                text.air);
    } else {
      draw_dot(canvas, scene, n, at, room);
    }
  }
  strip.flush();
}

void draw_row_edges(Canvas& canvas, const TreeScene& scene, std::uint32_t row, bool chosen) {
  // Some lead into sight from nodes that are not in it.
  const auto nodes = scene.nodes_near(scene.layout.rows()[row], scene.plot.w);
  const auto rows = static_cast<float>(scene.end_row - scene.first_row);
  const auto most = static_cast<std::size_t>(std::max(40.0F, edge_budget / rows / 3));
  const auto belongs = [&](std::uint32_t n) { return scene.ancestry.contains(n) == chosen; };
  const auto members =
      scene.ancestry.active()
          ? static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), belongs))
          : nodes.size();
  const std::size_t every = (members + most - 1) / most;  // of a crowded row a regular part
  std::size_t seen = 0;
  for (const std::uint32_t n : nodes) {
    if (!belongs(n) || seen++ % every != 0) continue;
    const FlowNode& node = scene.node(n);
    Color color = scene.edge_color(n);
    if (nodes.size() > crowded_row && !chosen) color = mix(scene.theme().panel, color, 0.7F);
    const bool dash = node.copy && nodes.size() <= dashed_nodes;
    const float width = chosen ? 2.0F : 1.0F;
    int drawn = 0;
    for (const FlowEdge& edge : edges_of(scene.document.flow, node)) {
      if (!scene.layout.has(edge.source)) continue;
      if (++drawn > most_edges) break;
      draw_path(canvas, scene.path(n, edge), color, width, dash);
    }
  }
}

}  // namespace

void draw_edges(Canvas& canvas, const TreeScene& scene) {
  for (std::uint32_t row = scene.end_row; row-- > scene.first_row;) {  // done over still to come
    draw_row_edges(canvas, scene, row, false);
  }
  if (!scene.ancestry.active()) return;
  for (std::uint32_t row = scene.first_row; row < scene.end_row; ++row) {
    draw_row_edges(canvas, scene, row, true);
  }
}

void draw_tree_faults(Canvas& canvas, const TreeScene& scene) {
  constexpr float least_framed_node = 12;
  for (const std::uint32_t n : nodes_at_fault(scene.document, scene.frame)) {
    if (!scene.layout.has(n)) continue;
    const std::uint32_t row = scene.layout.row_of(n);
    if (row < scene.first_row || row >= scene.end_row) continue;
    const RowText text = scene.rows.text(row);
    const auto nodes = scene.layout.nodes(scene.layout.rows()[row]);
    const auto at = static_cast<std::size_t>(std::ranges::find(nodes, n) - nodes.begin());
    const float left = at > 0 ? scene.x(n) - scene.x(nodes[at - 1]) : scene.plot.w;
    const float right = at + 1 < nodes.size() ? scene.x(nodes[at + 1]) - scene.x(n) : scene.plot.w;
    // As draw_row_nodes() chooses between a value and a dot.
    const float width = text.digits > 0 ? pill_width(scene.rows.sizes(), text.digits, text.air) : 0;
    const bool pill = width > 0 && (text.levels > 0 || std::min(left, right) >= width);
    const float w = pill ? width : 0;
    const float h = std::max(least_framed_node, pill ? scene.pill() : 0);
    const Rect box{scene.x(n) - std::max(w, h) / 2, scene.y_of(n) - h / 2, std::max(w, h), h};
    draw_fault_frame(canvas, box, scene.theme(), h / 2 + 1);
  }
}

void draw_nodes(Canvas& canvas, const TreeScene& scene) {
  for (std::uint32_t row = scene.first_row; row < scene.end_row; ++row) {
    draw_row_nodes(canvas, scene, row);
  }
}

}  // namespace warpscope
