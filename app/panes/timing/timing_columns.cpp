#include "app/panes/timing/timing_columns.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "app/panes/timing/timing_limits.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float bar_gap = 14;
constexpr float least_bar = 12.5F;  // in heights of a text

struct ColumnInfo {
  TimingColumn column;
  std::string_view heading;
  std::string_view widest;
  std::string_view meaning;
};
/// The most important first: room goes to them in this order.
constexpr std::array columns{
    ColumnInfo{TimingColumn::time, tr_noop("median"), "0.0000 ms",
               tr_noop("of all runs of the native kernel")},
    ColumnInfo{TimingColumn::fraction, tr_noop("of ceiling"), "100 %",
               tr_noop("the least time that the measured limits allow, by the median time")},
    ColumnInfo{TimingColumn::ratio, tr_noop("to library"), "× 0.0000",
               tr_noop("the library's time by the kernel's: above 1 is faster than the library")},
    ColumnInfo{TimingColumn::speedup, tr_noop("speed-up"), "× 000.0",
               tr_noop("against the first kernel that moves as many bytes")},
    ColumnInfo{
        TimingColumn::conflicts, tr_noop("conflicts"), "100 %",
        tr_noop("share of the kernel's time that its bank conflicts took: timed beside it with\n"
                "conflict-free indices, which make its result wrong")},
    ColumnInfo{TimingColumn::slides, tr_noop("on the slides"), "00.00 ms  × 0.0",
               tr_noop("the lectures' own table, which says neither size nor GPU")},
};

bool has_figures(TimingColumn column, const Ladder& ladder) {
  return std::ranges::any_of(ladder.rungs, [&](const Rung& rung) {
    switch (column) {
      case TimingColumn::fraction: return rung.fraction.has_value();
      case TimingColumn::ratio: return rung.ratio.has_value();
      case TimingColumn::time: return true;
      case TimingColumn::speedup: return rung.speedup.has_value();
      case TimingColumn::conflicts: return rung.conflicts.has_value();
      case TimingColumn::slides: return rung.slide_ms.has_value();
    }
    return false;
  });
}

float names_width(const Canvas& canvas, const TimingScene& scene) {
  float name = 0;
  for (const Rung& rung : scene.ladder().rungs) {
    const TextStyle style{Face::sans_bold, scene.type.small, {}};
    name = std::max(name, canvas.width(short_title(rung.of), style));
  }
  return name;
}

const ColumnInfo& info_of(TimingColumn column) {
  return *std::ranges::find(columns, column, &ColumnInfo::column);
}

}  // namespace

std::string_view short_title(const TimedSubject& of) {
  const std::string_view title = tr(of.title);
  if (of.subject == TimedKind::kernel) return title;
  return title.substr(0, title.find(':'));
}

TimingColumns timing_columns(const Canvas& canvas, Rect area, const TimingScene& scene) {
  TimingColumns at;
  at.names = area.cut_left(std::min(names_width(canvas, scene), area.w * 0.36F));
  area.cut_left(bar_gap);
  float used = 0;
  for (const ColumnInfo& info : columns) {
    if (!has_figures(info.column, scene.ladder())) continue;
    const float width =
        std::max(canvas.width(info.widest, {Face::mono, scene.type.small, {}}),
                 canvas.width(tr(info.heading), {Face::sans, scene.type.small, {}}));
    if (!at.figures.empty() && area.w < used + width + bar_gap + least_bar * scene.type.small)
      continue;
    used += width + bar_gap;
    at.figures.emplace_back(info.column, Rect{0, area.y, width, area.h});
  }
  std::ranges::sort(at.figures, {}, [](const auto& figure) { return figure.first; });
  for (auto figure = at.figures.rbegin(); figure != at.figures.rend(); ++figure) {
    figure->second = area.cut_right(figure->second.w);
    area.cut_right(bar_gap);
  }
  at.bars = area;
  return at;
}

const Rung* told_ceiling(const TimingScene& scene) {
  const Ladder& ladder = scene.ladder();
  const Rung* first = nullptr;
  for (const Rung& rung : ladder.rungs) {
    if (!rung.ceiling || rung.amount != ladder.amount) continue;
    if (rung.of.kernel == scene.kernel) return &rung;
    if (first == nullptr) first = &rung;
  }
  return first;
}

void draw_timing_heading(Canvas& canvas, const TimingColumns& at, Rect row, float line,
                         const TimingScene& scene, Wishes& wishes) {
  const TextStyle style{Face::sans, scene.type.small, scene.theme().muted};
  const float y = row.center().y;
  Rect unit{at.bars.x, row.y, at.bars.w, row.h};
  if (const Rung* told = told_ceiling(scene)) {
    const std::string rate = rate_text(*told->ceiling, told->amount);
    std::string text = tr("ceiling {}", rate);
    if (told->bounded != nullptr) {
      const std::string named = tr("ceiling {0}, {1}", rate, limit_word(told->bounded->kernel));
      if (canvas.width(named, style) <= at.bars.w) text = named;
    }
    const float width = std::min(canvas.width(text, style), at.bars.w);
    const float right = std::clamp(line + width / 2, at.bars.x + width, at.bars.right());
    canvas.text_fit({right - width, y}, text, {Face::sans, style.size, scene.theme().text}, width);
    unit.w = std::max(0.0F, right - width - 10 - unit.x);
  }
  const std::string name = rate_unit(scene.ladder().amount, scene.ladder().counted);
  if (canvas.width(name, style) <= unit.w) canvas.text({unit.x, y}, name, style);
  if (scene.points_at({at.bars.x, row.y, at.bars.w, row.h})) {
    wishes.tooltip =
        tr("what the task must move or compute, by the median time of the native kernel\n"
           "the line is what the device reached when it was measured in the same run");
  }
  for (const auto& [column, place] : at.figures) {
    const ColumnInfo& info = info_of(column);
    canvas.text({place.right(), y}, tr(info.heading), style, Align::right);
    if (scene.points_at({place.x, row.y, place.w, row.h})) wishes.tooltip = tr(info.meaning);
  }
}

}  // namespace warpscope
