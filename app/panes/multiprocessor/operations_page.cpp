#include "app/panes/multiprocessor/operations_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

/// The places of one column.
struct OperationColumns {
  Rect names, bars, cycles, latency;
};

/// What all lines are drawn with.
struct OperationChart {
  const Frame& frame;
  LogAxis axis;
  float text = 12;
  [[nodiscard]] bool russian() const { return frame.language == "ru"; }
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] float x(Rect bars, double cycles) const {
    return bars.x + bars.w * axis.share(cycles);
  }
};

std::string_view latency_head(bool russian) { return russian ? "латентность" : "latency"; }

OperationColumns operation_columns(const Canvas& canvas, Rect area, float text, bool russian) {
  OperationColumns at;
  const float head = canvas.width(latency_head(russian), {Face::sans, text, {}});
  at.latency = area.cut_right(std::max(text * 4.4F, head + text));
  at.cycles = area.cut_right(text * 4.4F);
  at.names = area.cut_left(std::min(area.w * 0.5F, text * 22));
  area.cut_left(text / 2);
  at.bars = area;
  return at;
}

/// The lecture's marks differ in shape, so that their colour need not be seen.
void draw_c1060(Canvas& canvas, Point at, float size, const Theme& theme) {
  canvas.stroke({at.x - size, at.y - size, 2 * size, 2 * size}, theme.other, 1.5F * theme.pen);
}
void draw_c2050(Canvas& canvas, Point at, float size, const Theme& theme) {
  canvas.triangle({at.x - size, at.y + size}, {at.x + size, at.y + size}, {at.x, at.y - size},
                  theme.other);
}

std::string operation_tooltip(const DeviceRecord& record, const OperationFigure& figure,
                              bool russian) {
  std::string text(operation_title(figure.operation, russian));
  const std::string_view note = operation_note(figure.operation, russian);
  if (!note.empty()) text += fmt::format("\n{}", note);
  text +=
      fmt::format(fmt::runtime(russian ? "\n{} такта на варп: {} операций нитей за такт"
                                         "\nлатентность {} такта"
                                       : "\n{} cycles a warp: {} operations of threads in a cycle"
                                         "\nlatency {} cycles"),
                  fixed_text(figure.cycles, 3, russian), fixed_text(32 / figure.cycles, 1, russian),
                  fixed_text(figure.latency, 1, russian));
  if (const LectureOperation* lecture = lecture_of(figure.operation)) {
    text += fmt::format(fmt::runtime(russian ? "\nтаблица 6.1: C1060 {}, C2050 {}"
                                             : "\ntable 6.1: C1060 {}, C2050 {}"),
                        lecture->c1060, lecture->c2050);
  }
  return text + '\n' + measured_text(record, russian);
}

void draw_operation(Canvas& canvas, const OperationChart& chart, Rect row,
                    const OperationColumns& at, const OperationFigure& figure) {
  const Theme& theme = chart.theme();
  const float y = row.center().y, size = std::clamp(row.h * 0.17F, 2.5F, 4.5F);
  const float bar = std::clamp(row.h * 0.5F, 5.0F, 14.0F);
  canvas.text_fit({at.names.x + chart.text, y}, operation_title(figure.operation, chart.russian()),
                  {Face::sans, chart.text, theme.text}, at.names.w - chart.text);
  canvas.fill({at.bars.x, y - bar / 2, chart.x(at.bars, figure.cycles) - at.bars.x, bar},
              theme.active, 1);
  canvas.circle({chart.x(at.bars, figure.latency), y}, size, theme.now);
  if (const LectureOperation* lecture = lecture_of(figure.operation)) {
    draw_c1060(canvas, {chart.x(at.bars, lecture->c1060), y}, size + 2, theme);
    draw_c2050(canvas, {chart.x(at.bars, lecture->c2050), y}, size, theme);
  }
  canvas.text({at.cycles.right(), y}, figure_text(figure.cycles, chart.russian()),
              {Face::mono, chart.text, theme.text}, Align::right);
  canvas.text({at.latency.right(), y}, figure_text(figure.latency, chart.russian()),
              {Face::mono, chart.text, theme.muted}, Align::right);
}

void draw_operation_axis(Canvas& canvas, const OperationChart& chart, Rect row, Rect column,
                         const OperationColumns& at) {
  const TextStyle style{Face::sans, chart.text, chart.theme().muted};
  const float y = row.center().y;
  canvas.text_fit({at.names.x, y}, chart.russian() ? "такты" : "cycles", style, at.names.w);
  const int most = std::clamp(static_cast<int>(at.bars.w / (chart.text * 4)), 1, 6);
  for (const double tick : chart.axis.ticks(most)) {
    const float x = chart.x(at.bars, tick);
    const std::string text = axis_text(tick, chart.russian());
    const float half = canvas.width(text, {Face::mono, chart.text, {}}) / 2;
    canvas.line({x, row.bottom()}, {x, column.bottom()}, chart.theme().hairline);
    if (x - half < at.bars.x || x + half > at.bars.right()) continue;
    canvas.text({x, y}, text, {Face::mono, chart.text, chart.theme().muted}, Align::center);
  }
  canvas.text({at.cycles.right(), y}, chart.russian() ? "на варп" : "a warp", style, Align::right);
  canvas.text({at.latency.right(), y}, latency_head(chart.russian()), style, Align::right);
}

void draw_operation_legend(Canvas& canvas, const OperationChart& chart, Rect row) {
  const Theme& theme = chart.theme();
  const TextStyle style{Face::sans, chart.text, theme.muted};
  const float y = row.center().y;
  const bool russian = chart.russian();
  const auto entry = [&](std::string_view text, auto&& mark) {
    const float width = canvas.width(text, style);
    if (row.w < width + chart.text * 1.8F) return;
    mark(Point{row.x + 8, y});
    row.cut_left(chart.text * 1.8F);
    canvas.text({row.x, y}, text, style);
    row.cut_left(width + chart.text * 1.5F);
  };
  entry(russian ? "такты мультипроцессора" : "cycles of a multiprocessor", [&](Point at) {
    canvas.fill({at.x - 7, at.y - 4, 15, 8}, theme.active, 1);
  });
  entry(russian ? "латентность" : "latency", [&](Point at) { canvas.circle(at, 4, theme.now); });
  entry(russian ? "таблица 6.1: C1060" : "table 6.1: C1060",
        [&](Point at) { draw_c1060(canvas, at, 4, theme); });
  entry("C2050", [&](Point at) { draw_c2050(canvas, at, 4, theme); });
}

}  // namespace

std::string_view OperationsPage::title(bool russian) const {
  return russian ? "Операции" : "Operations";
}

bool OperationsPage::shows(const DeviceRecord& record) const { return !record.operations.empty(); }

std::string OperationsPage::heading(const DeviceRecord& record, bool russian) const {
  const std::string& device = record.device.name;
  return russian ? "Такты мультипроцессора на операцию варпа, измерено: " + device
                 : "Cycles of a multiprocessor that a warp's operation takes, measured: " + device;
}

void OperationsPage::draw_record(Canvas& canvas, Rect area, const DeviceRecord& record,
                                 const Frame& frame, Wishes& wishes) {
  const TypeScale type = type_scale(frame.lecture);
  const std::vector<OperationLine> lines = operation_lines(record);
  const OperationChart chart{frame, operation_axis(lines), type.small};
  if (area.h > 8 * type.row) draw_operation_legend(canvas, chart, area.cut_bottom(type.row));
  const Rect axis_row = area.cut_top(type.small * 1.6F);
  if (frame.pointer.inside && area.contains(frame.pointer.at)) {
    scrolled_ = std::max(0.0F, scrolled_ - 2 * frame.pointer.wheel);
  }
  const OperationsLayout layout = operations_layout(area, lines, type.small * 1.3F, type.small * 36,
                                                    static_cast<std::size_t>(scrolled_));
  scrolled_ = std::min(scrolled_, static_cast<float>(layout.most_scroll));
  for (const OperationsLayout::Column& column : layout.columns) {
    Rect inner = column.area;
    if (layout.most_scroll > 0) inner.cut_right(10);
    const OperationColumns at = operation_columns(canvas, inner, type.small, chart.russian());
    Rect heads = axis_row;
    heads.x = inner.x;
    heads.w = inner.w;
    draw_operation_axis(canvas, chart, heads, inner, at);
    for (std::size_t i = 0; i < column.count; ++i) {
      const OperationLine& line = lines[column.first + i];
      const Rect row{inner.x, inner.y + static_cast<float>(i) * layout.row, inner.w, layout.row};
      if (line.figure == nullptr) {
        canvas.text_fit({row.x, row.center().y}, group_title(line.group, chart.russian()),
                        {Face::sans_bold, type.small, frame.theme->muted}, at.names.w);
        continue;
      }
      const bool pointed = frame.pointer.inside && row.contains(frame.pointer.at);
      if (pointed) {
        canvas.fill(row, frame.theme->raised, 2);
        wishes.tooltip = operation_tooltip(record, *line.figure, chart.russian());
        wishes.about = row;
      }
      draw_operation(canvas, chart, row, at, *line.figure);
    }
    if (layout.most_scroll > 0) {
      draw_scroll_mark(canvas, inner, static_cast<float>(layout.scroll),
                       static_cast<float>(layout.in_sight),
                       static_cast<float>(layout.in_sight + layout.most_scroll), *frame.theme);
    }
  }
}

}  // namespace warpscope
