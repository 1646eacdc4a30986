#include <algorithm>
#include <cmath>

#include "app/layout/shade_range.hpp"
#include "app/stage/bins/bins_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct BarValue {
  double value = 0;
  bool known = false;
};

std::int64_t present_bar(const BinsScene& scene) {
  const auto indices = scene.trace().lane_indices(scene.access());
  const bool here = scene.access().array == scene.launch.array && !indices.empty();
  return here ? std::max<std::int64_t>(0, indices.front()) : 0;
}

std::vector<BarValue> values_of(const BinsScene& scene, const BarsLayout& bars, ShadeRange& range) {
  const Array& array = scene.array(scene.launch.array);
  std::vector<BarValue> values;
  range.add(0);
  for (std::int64_t place = 0; place < bars.count(); ++place) {
    const auto words = scene.history.value(scene.launch.array, bars.shown(place));
    BarValue& value = values.emplace_back();
    if (words.empty()) continue;
    value = {numeric_value(array.type, words), true};
    range.add(value.value);
  }
  return values;
}

void draw_value(Canvas& canvas, const BinsScene& scene, const BarsLayout& bars, std::int64_t bar,
                const BarValue& value, const ShadeRange& range) {
  const Theme& theme = scene.theme();
  const Access& access = scene.access();
  const bool now = access.array == scene.launch.array &&
                   std::ranges::count(scene.trace().lane_indices(access), bar) > 0;
  if (!value.known) {
    const Rect base = bars.bar(bar, 0, 1);
    canvas.fill({base.x, base.bottom() - 1, base.w, 1}, now ? theme.now : theme.hairline);
    return;
  }
  const auto share = [&](double of) {
    return range.high > range.low ? 0.96F * range.share(of) : 0.0F;
  };
  const float zero = share(0), end = share(std::isnan(value.value) ? 0 : value.value);
  Rect box = bars.bar(bar, std::min(zero, end), std::max(zero, end));
  if (box.h < 1) box = {box.x, box.y - 1, box.w, 2};
  const bool changed = now && writes(access.operation) && scene.frame.motion >= 1;
  canvas.fill(box, changed ? theme.now : mix(theme.panel, theme.active, now ? 1.0F : 0.6F));
  if (now && !changed) mark_read(canvas, scene, box);
}

/// Whether something is pinned, and not this bar.
bool bar_fades(const BinsScene& scene, std::int64_t bar) {
  const Followed* const pinned = pinned_in(scene.frame);
  const int array = scene.launch.array;
  return pinned != nullptr && !pinned->is_cell(array, bar) &&
         !pinned->uses(scene.frame.access, array, bar);
}

void hover_bar(const BinsScene& scene, const BarsLayout& bars, Wishes& wishes) {
  for (std::int64_t place = 0; place < bars.count(); ++place) {
    const std::int64_t shown = bars.shown(place);
    scene.frame.pointer.tell({.rect = bars.slot(shown), .key = std::uint64_t(shown) + 1});
  }
  const auto bar = scene.frame.pointer.inside ? bars.hit(scene.frame.pointer.at) : std::nullopt;
  if (!bar) return;
  const Array& array = scene.array(scene.launch.array);
  wishes.tooltip = cell_text(scene.trace(), launch_of(scene.frame), scene.launch.array, *bar);
  const auto words = scene.history.value(scene.launch.array, *bar);
  if (!words.empty()) wishes.tooltip += " = " + format_value(array.type, words);
  const CellState state = scene.history.at(scene.launch.array, *bar);
  ShownCell cell{.array = scene.launch.array, .index = *bar};
  if (!words.empty()) cell.value = format_value(array.type, words);
  if (state.node == 0) {
    add_line(wishes.tooltip, tr("not written yet"));
  } else {
    const FlowNode& node = scene.node(state.node - 1);
    wishes.tooltip += "\n" + describe_writer(scene.trace(), node.access, node.index);
    if (scene.frame.pointer.pressed) wishes.seek = node.access;
    cell.writer = node.access;
  }
  if (scene.frame.pointer.menu) wishes.menu = cell_menu(scene.frame, cell);
}

}  // namespace

void draw_bars(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes) {
  const Theme& theme = scene.theme();
  const Array& array = scene.array(scene.launch.array);
  const Rect& head = scene.head;
  canvas.text_fit(
      {head.x, head.center().y},
      tr("values of {}", array_text(scene.trace(), launch_of(scene.frame), scene.launch.array)),
      scene.strong(theme.muted), head.w);
  scene.history.seek(scene.frame.motion < 1 ? scene.frame.access : scene.frame.access + 1);
  const BarsLayout bars(area, array.count, scene.text_size + 6, present_bar(scene), scene.enlarged);
  ShadeRange range;
  const std::vector<BarValue> values = values_of(scene, bars, range);
  {
    const Clip clip(canvas, scene.room);
    PalingCanvas pale(canvas, theme);
    for (std::int64_t place = 0; place < bars.count(); ++place) {
      const std::int64_t bar = bars.shown(place);
      pale.set_pale(bar_fades(scene, bar));
      draw_value(pale, scene, bars, bar, values[static_cast<std::size_t>(place)], range);
    }
    draw_bar_numbers(canvas, scene, bars);
    for (const FaultMark* const fault : faults_here(scene.document, scene.frame)) {
      if (fault->array == scene.launch.array && bars.shows(fault->index)) {
        draw_fault_frame(canvas, bars.slot(fault->index), theme);
      }
    }
  }
  draw_bins_legend(canvas, scene, scene.legend,
                   {{tr("value"), mix(theme.panel, theme.active, 0.6F)},
                    {tr("read now"), theme.now, false},
                    {tr("written now"), theme.now}},
                   tr("this launch neither counts nor scatters: its values as bars"));
  hover_bar(scene, bars, wishes);
}

}  // namespace warpscope
