#include <algorithm>
#include <cmath>

#include "app/stage/network/network_scene.hpp"
#include "app/views/parts/fault_parts.hpp"

namespace warpscope {
namespace {

constexpr float strip_budget = 9000;        // coloured pieces of wires in one picture
constexpr std::size_t op_budget = 3500;     // operations in one picture
constexpr float least_room = 2.2F;          // sub-columns closer than this are one grey
constexpr float least_crowded_room = 4.5F;  // likewise, on strips

/// One in this many wires is drawn, for all of them.
std::int32_t every_wire(const NetworkScene& scene) {
  const auto groups = static_cast<float>(scene.end_group - scene.first_group);
  const auto wires = static_cast<float>(scene.end_wire - scene.first_wire);
  const float rows = std::min(strip_budget / (groups / 2 + 2), scene.plot.h / 1.5F);
  return std::max(1, static_cast<std::int32_t>(std::ceil(wires / rows)));
}

/// A wire as a band of its values, as far as they are known, and a hairline from there on.
void draw_strip(Canvas& canvas, const NetworkScene& scene, std::int32_t wire, float height) {
  const float y = scene.y(wire) - scene.spacing / 2;
  const float end = std::min(scene.plot.right(), scene.now_x());
  const bool arrived = scene.frame.motion >= 1;
  float from = scene.plot.x;
  Color color = scene.shade(wire, scene.layout.first_word(wire));
  const auto piece = [&](float to) {
    to = std::min(to, end);
    if (to <= from) return;
    canvas.fill({from, y, to - from, height}, color);
    from = to;
  };
  const auto events = scene.layout.events(wire);
  // The first visible one: everything left of the picture is skipped.
  const std::uint32_t first = scene.first_group;
  auto event = std::partition_point(events.begin(), events.end(), [&](const NetworkEvent& e) {
    return scene.layout.ops()[e.op].group < first;
  });
  if (event != events.begin()) color = scene.shade(wire, (event - 1)->word);
  for (; event != events.end() && from < end; ++event) {
    const bool known =
        event->access < scene.frame.access || (arrived && event->access == scene.frame.access);
    if (!known) break;
    piece(scene.x(scene.layout.ops()[event->op]));
    color = scene.shade(wire, event->word);
  }
  piece(end);
}

void draw_strips(Canvas& canvas, const NetworkScene& scene) {
  const std::int32_t every = every_wire(scene);
  const float whole = scene.spacing * static_cast<float>(every);
  const float height = whole > 4 ? whole - 1 : whole;
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; wire += every) {
    draw_strip(canvas, scene, wire, height);
    if (whole < 5) continue;
    const float y = scene.y(wire) + height / 2 - scene.spacing / 2;
    const float from = std::max(scene.plot.x, scene.now_x());
    if (from < scene.plot.right()) {
      canvas.line({from, y}, {scene.plot.right(), y}, scene.theme().hairline);
    }
  }
}

/// Points from the smaller value's end to the larger's.
void draw_arrow(Canvas& canvas, Point low, Point high, NetworkOrder order, float size,
                Color color) {
  if (order == NetworkOrder::unknown || size < 2.5F) return;
  const bool down = order == NetworkOrder::larger_high;
  const Point tip = down ? high : low;
  const float back = down ? -1.0F : 1.0F;
  const float from = tip.y + back * size * 0.8F;
  canvas.triangle({tip.x, from}, {tip.x - size * 0.62F, from + back * size * 1.35F},
                  {tip.x + size * 0.62F, from + back * size * 1.35F}, color);
}

class OpPainter {
 public:
  OpPainter(Canvas& canvas, const NetworkScene& scene) : canvas_(canvas), scene_(scene) {}

  void draw(const NetworkOp& op, float room) {
    if (op.is_comparator()) return comparator(op, room);
    if (op.kind == NetworkKind::stay) return stay(op);
    slanted(op);
  }

 private:
  /// On strips, everything needs a colour that no strip has.
  [[nodiscard]] Color color(const NetworkOp& op, NetworkTime when) const {
    const Color plain = scene_.op_color(op);
    if (!scene_.crowded() || when == NetworkTime::later || &op == scene_.hovered) return plain;
    if (when == NetworkTime::now || when == NetworkTime::sibling) return plain;
    return scene_.theme().panel.alpha(op.is_comparator() && !op.exchanged ? 0.25F : 0.55F);
  }

  void comparator(const NetworkOp& op, float room) {
    const float x = scene_.x(op);
    const Point low{x, scene_.y(op.low)};
    const Point high{x, scene_.y(op.high)};
    const NetworkTime when = scene_.time(op);
    const Color ink = color(op, when);
    const bool strong = when == NetworkTime::now || &op == scene_.hovered;
    const bool decided = scene_.decided(op);
    float width = strong ? 2.5F : op.exchanged && decided ? 1.5F : 1.0F;
    width = std::min(width, std::max(1.0F, room * 0.5F));
    if (scene_.crowded() && strong) canvas_.line(low, high, scene_.theme().panel, width + 2);
    canvas_.line(low, high, ink, width);
    if (op.cut != 0) stub(low, op.cut, ink);
    const float most = scene_.frame.lecture ? 5.0F : 3.5F;
    const float radius = std::min({most, room * 0.3F, scene_.spacing * 0.24F}) + (strong ? 1 : 0);
    if (op.cut == 0) draw_arrow(canvas_, low, high, op.order, radius * 1.5F, ink);
    if (radius < 1.2F) return;
    for (const Point end : {low, high}) {
      if (op.exchanged || !decided) {
        canvas_.circle(end, radius, ink);
      } else {  // found in order: an open end
        canvas_.circle(end, radius, scene_.theme().panel);
        canvas_.ring(end, radius, ink, 1.25F);
      }
    }
  }

  /// The way to an end that lies outside of the part that is shown.
  void stub(Point end, int towards, Color ink) {
    const float way = static_cast<float>(towards) * scene_.spacing * 0.3F;
    for (const float piece : {1.0F, 2.0F}) {
      canvas_.line({end.x, end.y + (piece - 1) * way}, {end.x, end.y + piece * way},
                   ink.alpha(0.7F / piece));
    }
  }

  void stay(const NetworkOp& op) {
    const float radius = std::min(scene_.frame.lecture ? 4.0F : 2.5F, scene_.spacing * 0.2F);
    if (radius < 1) return;
    const NetworkTime when = scene_.time(op);
    const Point at{scene_.x(op), scene_.y(op.target)};
    if (scene_.crowded() && when != NetworkTime::now) return;
    canvas_.circle(at, radius, scene_.op_color(op));
  }

  void slanted(const NetworkOp& op) {
    const NetworkTime when = scene_.time(op);
    const Color ink = color(op, when);
    const float left = scene_.left(op.group);
    const Point to{scene_.right(op.group), scene_.y(op.target)};
    const float width = when == NetworkTime::now ? 2.0F : 1.25F;
    for (const std::int32_t wire : scene_.layout.sources(op)) {
      if (wire == op.target) continue;
      canvas_.line({left, scene_.y(wire)}, to, ink, width);
    }
    const float most = scene_.frame.lecture ? 6.0F : 4.0F;
    const float radius = std::min(most, scene_.spacing * 0.3F);
    if (radius < 1) return;
    if (op.kind == NetworkKind::join && when != NetworkTime::later) {
      canvas_.circle(to, radius, ink);
      return;
    }
    canvas_.circle(to, radius, scene_.theme().panel);
    canvas_.ring(to, radius, ink, 1.25F);
  }

  Canvas& canvas_;
  const NetworkScene& scene_;
};

/// Whether a group's operations can be told apart; the present one is always shown.
bool shown(const NetworkScene& scene, std::uint32_t group) {
  const NetworkGroup& data = scene.layout.groups()[group];
  if (group == scene.present || data.butterflies > 0) return true;
  if (data.subs > 0) {
    return scene.room(data) >= (scene.crowded() ? least_crowded_room : least_room);
  }
  return scene.spacing >= 3;
}

/// Comparators that cannot be told apart are drawn as the blocks of wires that they connect: lines
/// so close would be a grey pattern that means nothing.
void draw_hulls(Canvas& canvas, const NetworkScene& scene, const NetworkGroup& group) {
  const Theme& theme = scene.theme();
  const float left = scene.left(static_cast<std::uint32_t>(&group - scene.layout.groups().data()));
  const float w = std::max(2.0F, group.width * scene.unit);
  const bool done = group.begin < scene.frame.access;
  const Color color =
      done ? theme.panel.alpha(0.16F) : mix(theme.panel, theme.faint, theme.dark ? 0.3F : 0.26F);
  std::int32_t low = -1, high = -1;
  const auto flush = [&] {
    if (low < 0) return;
    const float top = std::max(scene.plot.y, scene.y(low) - scene.spacing * 0.3F);
    const float bottom = std::min(scene.plot.bottom(), scene.y(high) + scene.spacing * 0.3F);
    if (bottom > top) canvas.fill({left, top, w, bottom - top}, color, std::min(2.0F, w / 3));
  };
  for (const NetworkOp& op : scene.layout.ops(group)) {  // by their lowest wire
    if (!op.is_comparator()) continue;
    const bool apart = scene.spacing >= 2;  // blocks closer than this have no visible gap
    if (low < 0 || (apart && op.low > high)) {
      flush();
      low = op.low;
      high = op.high;
    }
    high = std::max(high, op.high);
  }
  flush();
}

}  // namespace

void draw_network_bands(Canvas& canvas, const NetworkScene& scene) {
  const Theme& theme = scene.theme();
  const auto phases = scene.layout.phases();
  const float pad = std::min(8.0F, scene.phase_gap / 2 - 1);
  for (std::uint32_t p = 0; p < phases.size(); ++p) {
    const std::uint32_t last = phases[p].first + phases[p].count - 1;
    if (last < scene.first_group || phases[p].first >= scene.end_group) continue;
    const float left = scene.left(phases[p].first) - scene.gap / 2 - pad;
    const float right = scene.right(last) + scene.gap / 2 + pad;
    const bool present = p == scene.layout.groups()[scene.present].phase;
    canvas.fill({left, scene.plot.y, right - left, scene.plot.h},
                present ? mix(theme.panel, theme.active, 0.1F) : theme.raised, 6);
    if (p > 0 && scene.step(phases[p].first).launch != scene.step(phases[p].first - 1).launch) {
      const float x = left - (scene.phase_gap - 2 * pad) / 2;
      canvas.line({x, scene.plot.y}, {x, scene.plot.bottom()}, mix(theme.panel, theme.muted, 0.6F));
    }
  }
}

void draw_network_wires(Canvas& canvas, const NetworkScene& scene) {
  if (scene.crowded()) return draw_strips(canvas, scene);
  const Theme& theme = scene.theme();
  const float now = std::clamp(scene.now_x(), scene.plot.x, scene.plot.right());
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; ++wire) {
    const float y = scene.y(wire);
    canvas.line({scene.plot.x, y}, {now, y}, mix(theme.panel, theme.active, 0.4F), 1.25F);
    canvas.line({now, y}, {scene.plot.right(), y}, mix(theme.hairline, theme.faint, 0.2F));
  }
}

void draw_network_ops(Canvas& canvas, const NetworkScene& scene) {
  OpPainter painter(canvas, scene);
  const std::uint32_t every_whole = every_butterfly(scene);
  std::size_t visible = 0;
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    const NetworkGroup& group = scene.layout.groups()[g];
    if (shown(scene, g) && group.butterflies == 0) visible += group.count;
  }
  // Of what is to come, all steps are blocks or none: a block beside lines would look like another kind of step.
  const auto to_come = [&](std::uint32_t g) {
    const NetworkGroup& group = scene.layout.groups()[g];
    return g != scene.present && group.comparators > 0 && group.begin > scene.frame.access;
  };
  bool blocks = false;
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    blocks = blocks || (to_come(g) && !shown(scene, g));
  }
  const auto draw = [&](std::uint32_t g, std::size_t every) {
    const NetworkGroup& group = scene.layout.groups()[g];
    const float room = scene.room(group);
    std::size_t i = 0;
    for (const NetworkOp& op : scene.layout.ops(group)) {
      if (op.high < scene.first_wire || op.low >= scene.end_wire) continue;
      const bool drawn =
          op.butterfly == NetworkOp::none ? i++ % every == 0 : op.butterfly % every_whole == 0;
      if (drawn) painter.draw(op, room);
    }
  };
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    const NetworkGroup& group = scene.layout.groups()[g];
    if (g == scene.present) continue;
    const bool many = visible > op_budget && group.count > 64 && group.butterflies == 0;
    if (!shown(scene, g) || many || (blocks && to_come(g))) {
      if (group.comparators > 0) draw_hulls(canvas, scene, group);
      continue;
    }
    draw(g, every_slanted(scene, group));
  }
  if (scene.present < scene.first_group || scene.present >= scene.end_group) return;
  const NetworkGroup& group = scene.layout.groups()[scene.present];
  const auto fits =
      std::max<std::size_t>(1, static_cast<std::size_t>(group.width * scene.unit / 3));
  const std::size_t every = scene.room(group) >= least_room ? 1 : (group.subs + fits - 1) / fits;
  draw(scene.present, std::max({every, group.count / op_budget + 1, every_slanted(scene, group)}));
  if (scene.hovered != nullptr) {
    painter.draw(*scene.hovered, scene.room(scene.layout.groups()[scene.hovered->group]));
  }
}

void draw_network_faults(Canvas& canvas, const NetworkScene& scene) {
  const auto faults = faults_here(scene.document, scene.frame);
  if (faults.empty()) return;
  const float h = std::clamp(scene.spacing, 8.0F, scene.text_size + 6);
  const float x = std::clamp(scene.now_x(), scene.plot.x + h / 2, scene.plot.right() - h / 2);
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; ++wire) {
    const NetworkWire& cell = scene.layout.wires()[static_cast<std::size_t>(wire)];
    if (!is_at_fault(faults, cell.array, cell.index)) continue;
    draw_fault_frame(canvas, {x - h / 2, scene.y(wire) - h / 2, h, h}, scene.theme());
  }
}

}  // namespace warpscope
