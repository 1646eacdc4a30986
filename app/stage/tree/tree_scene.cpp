#include "app/stage/tree/tree_scene.hpp"

#include <algorithm>
#include <cmath>
#include "app/views/parts/pin_parts.hpp"

namespace warpscope {

void Ancestry::clear() {
  for (const std::uint32_t n : members_) contains_[n] = false;
  members_.clear();
  origins_ = 0;
  cut_ = false;
}

void Ancestry::follow(const Dataflow& flow, std::uint32_t node) {
  if (active() && members_.front() == node) return;
  clear();
  contains_.resize(flow.nodes.size(), false);
  const auto add = [this](std::uint32_t n) {
    if (contains_[n]) return;
    contains_[n] = true;
    members_.push_back(n);
  };
  add(node);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const FlowNode& member = flow.nodes[members_[i]];
    cut_ = cut_ || member.cut;
    bool origin = true;
    for (std::uint32_t e = 0; e < member.edge_count; ++e) {
      const std::uint32_t source = flow.edges[member.first_edge + e].source;
      if (source == FlowEdge::no_node) continue;
      origin = false;
      add(source);
    }
    if (origin) ++origins_;
  }
}

Point EdgePath::at(float t) const {
  const auto between = [](Point a, Point b, float s) {
    return Point{a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s};
  };
  const Point rest = between(bend, to, 0.4F);
  if (t >= 0.5F) return between(rest, to, 2 * t - 1);
  const float down = bend.y - from.y;
  const float along = std::hypot(rest.x - bend.x, rest.y - bend.y);
  const float way = 2 * t * (down + along);
  if (way < down) return between(from, bend, way / down);
  return between(bend, rest, along > 0 ? (way - down) / along : 1);
}

float TreeScene::x(std::uint32_t n) const {
  return x_of(layout.x(node(n).array, node(n).index, stretched));
}

float TreeScene::y(std::uint32_t row) const { return whole.y + rows.y(row); }

float TreeScene::y_of(std::uint32_t n) const {
  const std::uint32_t row = layout.row_of(n);
  return y(row) + rows.below(row, layout.odd(node(n).array, node(n).index));
}

std::span<const std::uint32_t> TreeScene::nodes_near(const TreeRow& row, float beside) const {
  const auto nodes = layout.nodes(row);
  const auto left_of = [&](float end) {
    return std::partition_point(nodes.begin(), nodes.end(),
                                [&](std::uint32_t n) { return x(n) < end; }) -
           nodes.begin();
  };
  const auto first = left_of(plot.x - beside), end = left_of(plot.right() + beside);
  return nodes.subspan(static_cast<std::size_t>(first),
                       static_cast<std::size_t>(std::max(first, end) - first));
}

NodeTime TreeScene::time(std::uint32_t n) const {
  const FlowNode& made = node(n);
  if (made.access > frame.access) return NodeTime::later;
  if (made.access == frame.access) return NodeTime::now;
  return made.step == present_step() ? NodeTime::sibling : NodeTime::done;
}

EdgePath TreeScene::path(std::uint32_t n, const FlowEdge& edge) const {
  const std::uint32_t row = layout.row_of(n);
  const Point to{x(n), y_of(n)};
  if (!layout.has(edge.source)) {  // falls in from global memory
    // Into the first row from the edge of the visible part.
    const float above = to.y - rows.gap(row) * 0.6F;
    const Point from{
        to.x, row == 0 ? std::max(above, std::min(std::max(plot.y, whole.y), to.y - 2)) : above};
    return {from, from, to};
  }
  const std::uint32_t source_row = layout.row_of(edge.source);
  const Point from{x(edge.source), y_of(edge.source)};
  if (source_row + 1 >= row) return {from, from, to};
  return {from, {from.x, y(row - 1)}, to};
}

float TreeScene::crowded() const {
  // At most about 3000 separate nodes in a picture, whatever the number of rows.
  return std::max(3.4F, plot.w * static_cast<float>(end_row - first_row) / 3000);
}

std::string TreeScene::value(std::uint32_t n) const {
  return node_value(*document.trace, document.flow, node(n));
}

bool TreeScene::fades(std::uint32_t n) const {
  const Followed* const pinned = pinned_in(frame);
  if (pinned == nullptr || ancestry.active()) return false;  // the mouse asks for something else
  const FlowNode& made = node(n);
  if (pinned->cell()) return !pinned->is_cell(made.array, made.index);
  return !pinned->is_pinned(made.access, made.lane);
}

Color TreeScene::edge_color(std::uint32_t n) const {
  const Theme& t = theme();
  if (ancestry.contains(n)) return t.text;
  const bool live = node(n).live;
  // An audience must not lose what is still to come.
  const Color to_come = frame.lecture ? mix(t.hairline, t.faint, 0.6F) : t.hairline;
  Color color = live ? to_come : mix(t.panel, to_come, 0.6F);
  const NodeTime when = time(n);
  if (when == NodeTime::done) {
    color = live ? mix(t.panel, t.active, 0.55F) : mix(t.panel, t.muted, 0.35F);
  } else if (when == NodeTime::sibling) {
    color = mix(t.panel, t.now, live ? 0.6F : 0.3F);
  }
  if (fades(n)) color = faded(t, color);
  return ancestry.active() ? mix(t.panel, color, 0.35F) : color;
}

Color TreeScene::node_color(std::uint32_t n) const {
  const Theme& t = theme();
  const bool live = node(n).live;
  Color color = mix(t.hairline, t.faint, !live ? 0 : frame.lecture ? 0.9F : 0.45F);
  const NodeTime when = time(n);
  if (when == NodeTime::done) {
    color = live ? t.active : mix(t.panel, t.muted, 0.55F);
  } else if (when == NodeTime::sibling) {
    color = mix(t.panel, t.now, live ? 0.8F : 0.45F);
  } else if (when == NodeTime::now) {
    color = t.now;
  }
  if (fades(n)) color = faded(t, color);
  return ancestry.active() && !ancestry.contains(n) ? mix(t.panel, color, 0.35F) : color;
}

std::string node_value(const Trace& trace, const Dataflow& flow, const FlowNode& node,
                       ValueText write) {
  const auto value = value_of(trace, flow, node);
  if (value.empty()) return {};
  const std::string text = write(trace.arrays[node.array].type, value);
  return node.relative && !text.starts_with('-') ? '+' + text : text;
}

std::string edge_value(const Document& document, const FlowEdge& edge, ValueText write) {
  const Trace& trace = *document.trace;
  if (edge.source != FlowEdge::no_node) {
    return node_value(trace, document.flow, document.flow.nodes[edge.source], write);
  }
  const ElementType type = trace.arrays[edge.array].type;
  const auto words = value_at(trace, document.flow, type, word_of(trace, document.flow, edge));
  return words.empty() ? std::string() : write(type, words);
}

}  // namespace warpscope
