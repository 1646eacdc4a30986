#include <algorithm>

#include "app/layout/shade_range.hpp"
#include "app/stage/bins/bins_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Elements on the upper edge, their places on the lower one.
class ScatterPainter {
 public:
  ScatterPainter(Canvas& canvas, const BinsScene& scene, Rect area)
      : canvas_(canvas), scene_(scene), scatter_(scene.launch.scatter) {
    const float size = scene.text_size;
    buckets_ = area.cut_bottom(size + 14);
    const float row = std::clamp(area.h * 0.12F, size + 8, 2 * size + 20);
    area.cut_bottom(size + 6);
    lower_ = area.cut_bottom(row);
    source_title_ = area.cut_top(2 * size + 14);
    upper_ = area.cut_top(row);
    for (const Scatter::Copy& copy : scatter_.copies) {
      const FlowNode& node = scene.node(copy.node);
      const auto words = value_of(scene.trace(), scene.document.flow, node);
      if (!words.empty()) values_.add(numeric_value(scene.array(node.array).type, words));
    }
  }

  void draw();
  void hover(Wishes& wishes) const;

 private:
  [[nodiscard]] Rect cell(Rect row, ElementIndex index, ElementIndex first,
                          ElementIndex end) const {
    const float pitch = row.w / static_cast<float>(std::max<ElementIndex>(1, end - first));
    return {row.x + pitch * static_cast<float>(index - first), row.y, pitch, row.h};
  }
  [[nodiscard]] Rect from(const FlowEdge& edge) const {
    return cell(upper_, edge.index, scatter_.first_source, scatter_.end_source);
  }
  [[nodiscard]] Rect to(const FlowNode& node) const {
    return cell(lower_, node.index, scatter_.first_place, scatter_.end_place);
  }
  [[nodiscard]] Color color_of(ElementIndex place) const {
    return scatter_.bucket(place) % 2 == 0 ? scene_.theme().active : scene_.theme().other;
  }
  void draw_cell(Rect cell, const FlowNode& node, Color color, bool now);
  void draw_copy(const Scatter::Copy& copy);
  void draw_buckets();
  void draw_left_out();
  void draw_faults();
  void draw_titles();

  Canvas& canvas_;
  const BinsScene& scene_;
  const Scatter& scatter_;
  Rect source_title_, upper_, lower_, buckets_;
  ShadeRange values_;
};

void ScatterPainter::draw_cell(Rect cell, const FlowNode& node, Color color, bool now) {
  const auto words = value_of(scene_.trace(), scene_.document.flow, node);
  const ElementType type = scene_.array(node.array).type;
  const float share = words.empty() ? 0.5F : values_.share(numeric_value(type, words));
  const Rect box = cell.inset(cell.w > 6 ? 1.0F : cell.w > 2 ? 0.25F : 0.0F, 0);
  canvas_.fill(box, scene_.theme().raised, 2);
  Rect filled = box;
  filled = filled.cut_bottom(std::max(2.0F, box.h * (0.1F + 0.9F * share)));
  canvas_.fill(filled, mix(scene_.theme().panel, color, now ? 1.0F : 0.6F), 1);
}

void ScatterPainter::draw_copy(const Scatter::Copy& copy) {
  const Theme& theme = scene_.theme();
  const FlowNode& node = scene_.node(copy.node);
  const FlowEdge& edge = scene_.document.flow.edges[copy.edge];
  const std::uint32_t now = scene_.frame.access;
  const Point start{from(edge).center().x, upper_.bottom() + 2};
  const Point end{to(node).center().x, lower_.y - 2};
  const Color color = color_of(node.index);
  const bool moving = node.access == now, read = edge.load_access <= now;
  if (node.access < now) canvas_.line(start, end, mix(theme.panel, color, 0.32F));
  if (read) draw_cell(from(edge), node, color, false);
  if (edge.load_access == now) mark_read(canvas_, scene_, from(edge).inset(0.75F, 0));
  if (!read) canvas_.fill(from(edge).inset(0.5F, 0), theme.raised, 2);
  if (node.access < now || (moving && scene_.frame.motion >= 1)) {
    draw_cell(to(node), node, moving ? theme.now : color, moving);
  } else {
    canvas_.fill(to(node).inset(0.5F, 0), theme.raised, 2);
  }
  if (!moving) return;
  const float t = scene_.frame.motion;
  const Point tip{start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * t};
  canvas_.line(start, tip, mix(theme.panel, theme.now, 0.75F), 1.25F);
  canvas_.circle(tip, 3, theme.now);
}

void ScatterPainter::draw_buckets() {
  const Theme& theme = scene_.theme();
  for (std::size_t b = 0; b < scatter_.buckets.size(); ++b) {
    const ElementIndex first = scatter_.buckets[b];
    const ElementIndex last = scatter_.compacts
                                  ? first + static_cast<ElementIndex>(scatter_.copies.size())
                                  : scatter_.end_place;
    const ElementIndex end = b + 1 < scatter_.buckets.size() ? scatter_.buckets[b + 1] : last;
    const Rect left = cell(lower_, first, scatter_.first_place, scatter_.end_place);
    const Rect right = cell(lower_, end - 1, scatter_.first_place, scatter_.end_place);
    const float y = buckets_.y + 3;
    const Color color = color_of(first);
    canvas_.line({left.x + 1, y}, {right.right() - 1, y}, color, 2);
    std::uint64_t values = 0;
    for (const Scatter::Copy& copy : scatter_.copies) {
      const ElementIndex place = scene_.node(copy.node).index;
      if (place >= first && place < end) ++values;
    }
    const float room = right.right() - left.x;
    const auto all = static_cast<std::uint64_t>(scatter_.end_source - scatter_.first_source);
    const std::string text = scatter_.compacts
                                 ? tr_n("{1} of {2} value kept, side by side, in their order",
                                        "{1} of {2} values kept, side by side, in their order",
                                        static_cast<std::int64_t>(all), values, count_text(all))
                                 : tr_n("{1} value, order kept", "{1} values, order kept",
                                        static_cast<std::int64_t>(values), count_text(values));
    canvas_.text_fit({left.x + room / 2, y + scene_.text_size / 2 + 6}, text,
                     scene_.words(theme.text), room, Align::center);
  }
}

/// The elements that are not kept, and the places that stay empty for it.
void ScatterPainter::draw_left_out() {
  const Color color = mix(scene_.theme().panel, scene_.theme().raised, 0.6F);
  for (ElementIndex i = scatter_.first_source; i < scatter_.end_source; ++i) {
    canvas_.fill(cell(upper_, i, scatter_.first_source, scatter_.end_source).inset(0.5F, 0), color,
                 2);
    const ElementIndex place = i - scatter_.first_source + scatter_.first_place;
    canvas_.fill(cell(lower_, place, scatter_.first_place, scatter_.end_place).inset(0.5F, 0),
                 color, 2);
  }
}

void ScatterPainter::draw_faults() {
  for (const FaultMark* const fault : faults_here(scene_.document, scene_.frame)) {
    const ElementIndex at = fault->index;
    if (fault->array == scatter_.source && at >= scatter_.first_source &&
        at < scatter_.end_source) {
      draw_fault_frame(canvas_, cell(upper_, at, scatter_.first_source, scatter_.end_source),
                       scene_.theme());
    }
    if (fault->array == scatter_.destination && at >= scatter_.first_place &&
        at < scatter_.end_place) {
      draw_fault_frame(canvas_, cell(lower_, at, scatter_.first_place, scatter_.end_place),
                       scene_.theme());
    }
  }
}

void ScatterPainter::draw_titles() {
  const Theme& theme = scene_.theme();
  const auto title = [&](int array, float y) {
    canvas_.text_fit({upper_.x, y}, array_text(scene_.trace(), launch_of(scene_.frame), array),
                     scene_.strong(theme.text), upper_.w * 0.6F);
  };
  const auto numbers = [&](Rect row, ElementIndex first, ElementIndex end, float y) {
    const TextStyle style = scene_.digits(theme.muted);
    const float widest = canvas_.width(std::to_string(end), style) + 10;
    ElementIndex apart = 1;
    while (cell(row, first, first, end).w * static_cast<float>(apart) < widest) apart *= 2;
    for (ElementIndex i = first; i < end; i += apart) {
      const std::string text = std::to_string(i);
      const float half = canvas_.width(text, style) / 2;
      const float x = std::max(cell(row, i, first, end).center().x, row.x + half);
      if (x + half <= row.right()) canvas_.text({x, y}, text, style, Align::center);
    }
  };
  const float half = scene_.text_size / 2;
  title(scatter_.source, source_title_.y + half + 1);
  numbers(upper_, scatter_.first_source, scatter_.end_source, upper_.y - half - 3);
  numbers(lower_, scatter_.first_place, scatter_.end_place, lower_.bottom() + half + 4);
}

void ScatterPainter::draw() {
  {
    const Clip clip(canvas_, scene_.room);
    draw_titles();
    if (scatter_.compacts) draw_left_out();
    for (const bool now : {false, true}) {
      for (const Scatter::Copy& copy : scatter_.copies) {
        if ((scene_.node(copy.node).access == scene_.frame.access) == now) draw_copy(copy);
      }
    }
    draw_buckets();
    draw_faults();
  }
  const Theme& theme = scene_.theme();
  draw_bins_legend(
      canvas_, scene_, scene_.legend,
      {{tr("read now"), theme.now, false},
       {tr("placed now"), theme.now},
       {tr("placed"), theme.active}},
      tr("below: {}", array_text(scene_.trace(), launch_of(scene_.frame), scatter_.destination)));
}

void ScatterPainter::hover(Wishes& wishes) const {
  const Point at = scene_.frame.pointer.at;
  for (const Scatter::Copy& copy : scatter_.copies) {
    const FlowNode& node = scene_.node(copy.node);
    const FlowEdge& edge = scene_.document.flow.edges[copy.edge];
    scene_.frame.pointer.tell({.rect = from(edge), .key = 2 * std::uint64_t{copy.node} + 1});
    scene_.frame.pointer.tell({.rect = to(node), .key = 2 * std::uint64_t{copy.node} + 2});
  }
  if (!scene_.frame.pointer.inside) return;
  for (const Scatter::Copy& copy : scatter_.copies) {
    const FlowNode& node = scene_.node(copy.node);
    const FlowEdge& edge = scene_.document.flow.edges[copy.edge];
    if (!from(edge).contains(at) && !to(node).contains(at)) continue;
    wishes.tooltip = cell_text(scene_.trace(), launch_of(scene_.frame), edge.array, edge.index) +
                     " → " +
                     cell_text(scene_.trace(), launch_of(scene_.frame), node.array, node.index);
    const std::string value = node_value(scene_.trace(), scene_.document.flow, node);
    if (!value.empty()) add_line(wishes.tooltip, tr("value {}", value));
    wishes.tooltip += "\n" + describe_writer(scene_.trace(), node.access, node.index);
    if (node.access > scene_.frame.access) add_line(wishes.tooltip, tr("Still to come."));
    if (scene_.frame.pointer.pressed) wishes.seek = node.access;
    if (scene_.frame.pointer.menu) wishes.menu = node_menu(scene_.frame, copy.node);
    return;
  }
}

}  // namespace

void draw_scatter(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes) {
  ScatterPainter painter(canvas, scene, area);
  painter.draw();
  painter.hover(wishes);
}

}  // namespace warpscope
