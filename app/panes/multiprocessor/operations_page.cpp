#include "app/panes/multiprocessor/operations_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr float least_dots = 9;  // times the text's size

/// The places of one column.
struct OperationColumns {
  Rect names, dots, cycles, latency;
};

/// What all lines are drawn with.
struct OperationChart {
  const Frame& frame;
  LogAxis axis;
  float text = 12;
  bool lecture = true;  ///< with the marks of table 6.1: there is room to explain them
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] float x(Rect dots, double cycles) const {
    return dots.x + dots.w * axis.share(cycles);
  }
  [[nodiscard]] std::string_view cycles_head() const { return tr("cycles per warp"); }
  [[nodiscard]] std::string_view brief_cycles_head() const { return tr("per warp"); }
  [[nodiscard]] std::string_view latency_head() const { return tr("latency"); }
};

/// Names get what they need, as long as the dots keep a least width.
OperationColumns operation_columns(const Canvas& canvas, Rect area, const OperationChart& chart,
                                   std::span<const OperationLine> lines) {
  const float text = chart.text;
  const TextStyle style{Face::sans, text, {}};
  float widest = 0;
  for (const OperationLine& line : lines) {
    if (line.figure == nullptr) continue;
    const std::string_view title = operation_title(line.figure->operation);
    widest = std::max(widest, canvas.width(title, style) + 1.5F * text);
  }
  OperationColumns at;
  const auto figures = [&](std::string_view head) {
    return area.cut_right(std::max(text * 4.4F, canvas.width(head, style) + 2.2F * text));
  };
  at.latency = figures(chart.latency_head());
  const bool roomy = area.w > widest + text * (least_dots + 10);
  at.cycles = figures(roomy ? chart.cycles_head() : chart.brief_cycles_head());
  at.names = area.cut_left(std::max(area.w * 0.4F, std::min(widest, area.w - least_dots * text)));
  area.cut_left(text / 2);
  at.dots = area;
  return at;
}

// Marks differ in shape, so that their colour need not be seen.
void draw_cycles_mark(Canvas& canvas, Point at, float size, const Theme& theme) {
  canvas.circle(at, size, theme.active);
}
void draw_latency_mark(Canvas& canvas, Point at, float size, const Theme& theme) {
  canvas.ring(at, size, theme.now, 1.75F);
}
void draw_c1060(Canvas& canvas, Point at, float size, const Theme& theme) {
  canvas.stroke({at.x - size, at.y - size, 2 * size, 2 * size}, theme.other, 1.5F * theme.pen);
}
void draw_c2050(Canvas& canvas, Point at, float size, const Theme& theme) {
  canvas.triangle({at.x - size, at.y + size}, {at.x + size, at.y + size}, {at.x, at.y - size},
                  theme.other);
}

std::string lecture_text(const LectureOperation& lecture) {
  if (lecture.c1060_of_24_bits) {
    return tr("table 6.1, cycles: C1060 {0} (of 24-bit factors), C2050 {1}", lecture.c1060,
              lecture.c2050);
  }
  return tr("table 6.1, cycles: C1060 {0}, C2050 {1}", lecture.c1060, lecture.c2050);
}

std::string operation_tooltip(const DeviceRecord& record, const OperationFigure& figure) {
  std::string text(operation_title(figure.operation));
  const std::string_view note = operation_note(figure.operation);
  if (!note.empty()) text += fmt::format("\n{}", note);
  // Translators: numbers with a fraction.
  text += '\n' + tr("{0} cycles a warp: {1} operations of threads in a cycle\nlatency {2} cycles",
                    fixed_text(figure.cycles, 3), fixed_text(32 / figure.cycles, 1),
                    fixed_text(figure.latency, 1));
  if (const LectureOperation* lecture = lecture_of(figure.operation))
    text += '\n' + lecture_text(*lecture);
  text += '\n';
  text += tr("A click marks it, Alt ← → moves the mark");
  return text + '\n' + measured_text(record);
}

/// Cycles above, beside those of the lecture; the latency below, so that no mark covers another.
void draw_dots(Canvas& canvas, const OperationChart& chart, Rect row, Rect dots,
               const OperationFigure& figure) {
  const Theme& theme = chart.theme();
  const float apart = std::min(row.h * 0.22F, 5.0F), size = std::clamp(row.h * 0.17F, 2.5F, 4.0F);
  const float above = row.center().y - apart, below = row.center().y + apart;
  draw_latency_mark(canvas, {chart.x(dots, figure.latency), below}, size + 0.25F, theme);
  draw_cycles_mark(canvas, {chart.x(dots, figure.cycles), above}, size, theme);
  const LectureOperation* lecture = lecture_of(figure.operation);
  if (lecture == nullptr || !chart.lecture) return;
  const float x = chart.x(dots, lecture->c1060);
  draw_c1060(canvas, {x, above}, size, theme);
  draw_c2050(canvas, {chart.x(dots, lecture->c2050), above}, size, theme);
  if (!lecture->c1060_of_24_bits) return;
  const std::string_view bits = tr("24 bits");
  const TextStyle style{Face::sans, chart.text, theme.muted};
  const float from = x + size + 5;
  if (from + canvas.width(bits, style) > dots.right()) return;
  canvas.text({from, row.center().y}, bits, style);
}

void draw_operation(Canvas& canvas, const OperationChart& chart, Rect row,
                    const OperationColumns& at, const OperationFigure& figure) {
  const Theme& theme = chart.theme();
  const float y = row.center().y;
  canvas.text_fit({at.names.x + chart.text, y}, operation_title(figure.operation),
                  {Face::sans, chart.text, theme.text}, at.names.w - chart.text, Align::left,
                  Cut::middle);
  draw_dots(canvas, chart, row, at.dots, figure);
  canvas.text({at.cycles.right(), y}, figure_text(figure.cycles),
              {Face::mono, chart.text, theme.text}, Align::right);
  canvas.text({at.latency.right(), y}, figure_text(figure.latency),
              {Face::mono, chart.text, theme.muted}, Align::right);
}

/// The names of columns explain the marks of what was measured.
void draw_operation_axis(Canvas& canvas, const OperationChart& chart, Rect row, Rect column,
                         const OperationColumns& at) {
  const Theme& theme = chart.theme();
  const TextStyle style{Face::sans, chart.text, theme.muted};
  const float y = row.center().y;
  canvas.text_fit({at.names.x, y}, tr("cycles"), style, at.names.w);
  const int most = std::clamp(static_cast<int>(at.dots.w / (chart.text * 4)), 1, 6);
  for (const double tick : chart.axis.ticks(most)) {
    const float x = chart.x(at.dots, tick);
    const std::string text = axis_text(tick);
    const float half = canvas.width(text, {Face::mono, chart.text, {}}) / 2;
    canvas.line({x, row.bottom()}, {x, column.bottom()}, theme.hairline);
    if (x - half < at.dots.x || x + half > at.dots.right()) continue;
    canvas.text({x, y}, text, {Face::mono, chart.text, theme.muted}, Align::center);
  }
  const auto head = [&](Rect figures, std::string_view text, auto&& mark) {
    canvas.text({figures.right(), y}, text, style, Align::right);
    mark(Point{figures.right() - canvas.width(text, style) - chart.text * 0.8F, y});
  };
  const bool full = canvas.width(chart.cycles_head(), style) + chart.text * 1.4F <= at.cycles.w;
  head(at.cycles, full ? chart.cycles_head() : chart.brief_cycles_head(),
       [&](Point mark) { draw_cycles_mark(canvas, mark, 4, theme); });
  head(at.latency, chart.latency_head(),
       [&](Point mark) { draw_latency_mark(canvas, mark, 4, theme); });
}

/// The marks of the lecture's table.
void draw_lecture_legend(Canvas& canvas, const OperationChart& chart, Rect row) {
  const Theme& theme = chart.theme();
  const TextStyle style{Face::sans, chart.text, theme.muted};
  const float y = row.center().y;
  const auto write = [&](std::string_view text) {
    row.cut_left(canvas.text_fit({row.x, y}, text, style, row.w));
  };
  write(tr("table 6.1, cycles per warp:"));
  row.cut_left(chart.text);
  draw_c1060(canvas, {row.x + 4, y}, 4, theme);
  row.cut_left(chart.text * 1.2F);
  write("C1060");
  row.cut_left(chart.text);
  draw_c2050(canvas, {row.x + 4, y}, 4, theme);
  row.cut_left(chart.text * 1.2F);
  write("C2050");
}

std::optional<std::size_t> line_of(std::span<const OperationLine> lines,
                                   std::optional<std::size_t> operation) {
  if (!operation) return std::nullopt;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const OperationFigure* figure = lines[i].figure;
    if (figure != nullptr && figure->operation == device_operation_ids.at(*operation)) return i;
  }
  return std::nullopt;
}

/// What a click on an operation asks for; one of a newer record cannot be marked.
std::optional<SliderWish> mark_wish(const OperationFigure& figure) {
  const auto* found = std::ranges::find(device_operation_ids, figure.operation);
  if (found == device_operation_ids.end()) return std::nullopt;
  return SliderWish{&OperationsPage::sliders.front(),
                    static_cast<int>(found - device_operation_ids.begin()), false};
}

}  // namespace

std::optional<std::size_t> marked_operation(const Look& look) {
  const auto marked = look.get<SliderSettings>().find(OperationsPage::sliders.front().id);
  const bool known =
      marked && *marked >= 0 && static_cast<std::size_t>(*marked) < device_operation_ids.size();
  return known ? std::optional(static_cast<std::size_t>(*marked)) : std::nullopt;
}

SliderState operation_state(const Look& look, const Document&, std::uint32_t) {
  const auto marked = marked_operation(look);
  // Before the first one: a key's first step marks it.
  return {marked ? static_cast<int>(*marked) : -1, 0,
          static_cast<int>(device_operation_ids.size()) - 1, 1};
}

std::string_view OperationsPage::title() const { return tr("Operations"); }

bool OperationsPage::shows(const DeviceRecord& record) const { return !record.operations.empty(); }

std::string OperationsPage::heading(const DeviceRecord& record) const {
  return tr("Cycles of a multiprocessor per warp operation, measured: {}", record.device.name);
}

OperationsLayout OperationsPage::lay_out(Rect area, std::span<const OperationLine> lines,
                                         std::optional<std::size_t> marked, float text,
                                         const Pointer& pointer) {
  const auto laid = [&](std::size_t scroll) {
    return operations_layout(area, lines, text * 1.3F, text * 36, scroll);
  };
  const OperationsLayout unscrolled = laid(0);
  if (marked != marked_) scrolled_.reset();
  marked_ = marked;
  const std::size_t to_mark = marked ? scroll_to_line(unscrolled, *marked) : 0;
  if (pointer.inside && area.contains(pointer.at) && pointer.wheel != 0) {
    scrolled_ = scrolled_.value_or(static_cast<float>(to_mark)) - 2 * pointer.wheel;
    scrolled_ = std::clamp(*scrolled_, 0.0F, static_cast<float>(unscrolled.most_scroll));
  }
  return laid(scrolled_ ? static_cast<std::size_t>(*scrolled_) : to_mark);
}

void OperationsPage::draw_record(Canvas& canvas, Rect area, const DeviceRecord& record,
                                 const Frame& frame, Wishes& wishes) {
  const TypeScale type = type_scale(frame.lecture);
  const std::vector<OperationLine> lines = operation_lines(record);
  const OperationChart chart{frame, operation_axis(lines), type.small, area.h > 5 * type.row};
  if (chart.lecture) draw_lecture_legend(canvas, chart, area.cut_bottom(type.row));
  const Rect axis_row = area.cut_top(type.small * 1.6F);
  const auto marked = line_of(lines, marked_operation(frame.look));
  const OperationsLayout layout = lay_out(area, lines, marked, type.small, frame.pointer);
  for (const OperationsLayout::Column& column : layout.columns) {
    Rect inner = column.area;
    if (layout.most_scroll > 0) inner.cut_right(10);
    const OperationColumns at = operation_columns(canvas, inner, chart, lines);
    Rect heads = axis_row;
    heads.x = inner.x;
    heads.w = inner.w;
    draw_operation_axis(canvas, chart, heads, inner, at);
    for (std::size_t i = 0; i < column.count; ++i) {
      const OperationLine& line = lines[column.first + i];
      const Rect row{inner.x, inner.y + static_cast<float>(i) * layout.row, inner.w, layout.row};
      if (line.figure == nullptr) {
        canvas.text_fit({row.x, row.center().y}, group_title(line.group),
                        {Face::sans_bold, type.small, frame.theme->muted}, at.dots.right() - row.x);
        continue;
      }
      if (marked == column.first + i) {
        canvas.fill(row, frame.theme->active.alpha(0.16F), 2);
        canvas.fill({row.x, row.y, 3, row.h}, frame.theme->active, 1);
      }
      if (frame.pointer.over(row)) {
        canvas.fill(row, frame.theme->raised, 2);
        wishes.tooltip = operation_tooltip(record, *line.figure);
        wishes.about = row;
        if (frame.pointer.pressed) wishes.slider = mark_wish(*line.figure);
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
