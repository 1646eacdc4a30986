#include "app/panes/lines/lines_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/comparison/since_save.hpp"
#include "app/lesson/course.hpp"
#include "app/lesson/next_lesson.hpp"
#include "app/panes/lines/line_words.hpp"
#include "app/subject/console_page.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/line_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float mark_bleed = 15;  // a marked line reaches the pane's edges
constexpr float column_gap = 10;
constexpr float rise_width = 10;
constexpr float open_width = 14;  // of the mark that opens a row
constexpr float mark_gap = 5;     // from a line's number to what it does

Face face_of(LineColumn column) {
  const bool words = column == LineColumn::operation || column == LineColumn::degree;
  return words ? Face::sans : Face::mono;
}

void draw_arrow(Canvas& canvas, Point at, bool up, Color color) {
  const float tip = up ? -3.0F : 3.0F;
  canvas.triangle({at.x - 3.5F, at.y - tip}, {at.x + 3.5F, at.y - tip}, {at.x, at.y + tip}, color);
}

}  // namespace

struct LinesView::Cells {
  std::vector<PlacedColumn> columns;
  float left = 0;
  float size = 12;
  LineNaming naming;
  float mark = 0;  // width of what a line does, behind its number, with a gap; 0: a column says it
  [[nodiscard]] Rect of(const PlacedColumn& column, Rect row) const {
    return {left + column.x, row.y, column.width, row.h};
  }
};

std::string LinesView::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || table_.rows().empty()) return {};
  const LineColumn by = effective(frame.look.get<LineOrder>()).by;
  const std::string text = line_order_text(by, frame.look.get<LineOrder>().reversed);
  return recorded_scope_text(frame) + ",  " + text;
}

void LinesView::on_document(const Document& document) {
  table_ = LineTable(*document.trace, document.summary);
  dearest_ = {};
  for (const LineRow& row : table_.rows()) {
    std::uint64_t& dearest = dearest_[row.in_sectors() ? 1 : 0];
    dearest = std::max(dearest, row.cost.wavefronts);
  }
  ordered_by_ = {};
  order_ = table_.sorted(ordered_by_);
  any_parts_ =
      std::ranges::any_of(table_.rows(), [](const LineRow& row) { return !row.parts.empty(); });
  parts_ = LineParts::closed;
  opened_.assign(table_.rows().size(), false);
  list_rows();
  widths_.clear();
  scroll_ = 0;
  followed_.reset();
}

/// If nothing uses a bank, sectors are what matters.
LineOrder LinesView::effective(LineOrder order) const {
  const bool banks = dearest_[0] > 0;
  if (order.by == LineColumn::wavefronts && !banks) order.by = LineColumn::sectors;
  return order;
}

void LinesView::sort(LineOrder order) {
  if (order == ordered_by_) return;
  ordered_by_ = order;
  order_ = table_.sorted(order);
  list_rows();
  scroll_ = 0;  // the user asked for the rows that the new order puts on top
}

void LinesView::open(LineParts parts) {
  if (parts == parts_) return;
  parts_ = parts;
  opened_.assign(table_.rows().size(), parts == LineParts::open);
  list_rows();
}

void LinesView::list_rows() {
  seen_rows_.clear();
  for (const std::size_t row : order_) {
    seen_rows_.push_back({row});
    const auto parts = static_cast<int>(table_.rows()[row].parts.size());
    for (int part = 0; opened_[row] && part < parts; ++part) seen_rows_.push_back({row, part});
  }
}

const LineRow& LinesView::row_of(const Seen& seen) const {
  const LineRow& row = table_.rows()[seen.row];
  return seen.part < 0 ? row : row.parts[static_cast<std::size_t>(seen.part)];
}

void LinesView::put_beside(const Frame& frame) {
  const auto* const comparison = frame.ask<Comparison>();
  const auto* const since = frame.ask<SinceSave>();
  const bool changed = comparison != nullptr ? table_.put_beside(&comparison->lines, frame.right)
                       : since != nullptr    ? table_.put_beside(&since->comparison.lines, true)
                                             : table_.put_beside(nullptr, false);
  if (!changed) return;
  widths_.clear();
  if (ordered_by_.by == LineColumn::other) order_ = table_.sorted(ordered_by_);
  list_rows();
}

void LinesView::measure(const Canvas& canvas, const Trace& trace, const TypeScale& type) {
  if (!widths_.empty() && measured_ == type.small && language_ == current_language()) return;
  measured_ = type.small;
  language_ = current_language();
  widths_.assign(line_columns.size(), 0);
  tight_ = widths_;
  for (const LineColumnInfo& column : line_columns) {
    float& width = widths_[static_cast<std::size_t>(column.value)];
    const auto tells = [&](const LineRow& row) { return row.has(column.value); };
    if (std::ranges::none_of(table_.rows(), tells)) continue;
    width = canvas.width(tr(column.label), {Face::sans, type.small, {}});
    float& tight = tight_[static_cast<std::size_t>(column.value)] = width;
    width += rise_width;
    if (column.value == LineColumn::source) {
      tight = width = 9 * type.small;
      continue;
    }
    const TextStyle style{face_of(column.value), type.small, {}};
    for (const LineRow& row : table_.rows()) {
      const float cell = canvas.width(line_cell(trace, row, column.value), style);
      width = std::max(width, cell);
      tight = std::max(tight, cell);
    }
  }
  for (const LineNaming::File file : {LineNaming::none, LineNaming::brief, LineNaming::whole}) {
    for (const bool caller : {false, true}) {
      float& width = line_widths_[file][caller ? 1 : 0];
      width = 0;
      for (const LineRow& row : table_.rows()) {
        const std::string text = line_cell(trace, row, LineColumn::line, {file, caller});
        width = std::max(width, canvas.width(text, {Face::mono, type.small, {}}));
      }
    }
  }
  mark_ = 0;
  for (const LineRow& row : table_.rows()) {
    mark_ = std::max(mark_, canvas.width(operation_mark(row), {Face::mono, type.small, {}}));
  }
}

/// The line that calls is worth more than what marks and a click tell instead; not more than a cost, or the source.
template <class Place>
void LinesView::add_caller(Cells& at, const Place& placed) const {
  const auto shows = [](const std::vector<PlacedColumn>& columns, LineColumn column) {
    return std::ranges::count(columns, column, &PlacedColumn::column) > 0;
  };
  const auto keeps = [&](const std::vector<PlacedColumn>& columns) {
    constexpr std::array needed{LineColumn::source, LineColumn::wavefronts, LineColumn::excess,
                                LineColumn::sectors};
    return std::ranges::all_of(needed, [&](LineColumn column) {
      return shows(columns, column) || !shows(at.columns, column);
    });
  };
  const LineNaming::File file = at.naming.file;
  if (line_widths_[file][1] <= line_widths_[file][0]) return;  // nobody calls
  for (const LineNaming called :
       {LineNaming{file, true}, LineNaming{std::min(file, LineNaming::brief), true}}) {
    for (const bool tight : {false, true}) {
      auto columns = placed(called, at.mark, tight);
      float mark = at.mark;
      if (mark == 0 && !shows(columns, LineColumn::operation)) {
        mark = mark_ + mark_gap;
        columns = placed(called, mark, tight);
      }
      if (!keeps(columns)) continue;
      at.naming = called;
      at.columns = std::move(columns);
      at.mark = mark;
      return;
    }
  }
}

LinesView::Cells LinesView::cells(Rect area, const TypeScale& type, bool files) const {
  const float opens = any_parts_ ? open_width : 0;
  Cells at{{}, area.x + opens, type.small, {}, 0};
  const auto placed = [&](LineNaming naming, float mark, bool tight = false) {
    std::vector<float> widths = tight ? tight_ : widths_;
    if (tight) {  // one heading alone has the mark of the order
      const auto sorted = static_cast<std::size_t>(ordered_by_.by);
      widths[sorted] = widths_[sorted];
    }
    float& line = widths[static_cast<std::size_t>(LineColumn::line)];
    line = std::max(line, line_widths_[naming.file][naming.caller ? 1 : 0] + mark);
    return place_columns(widths, area.w - opens, column_gap);
  };
  // As many columns, if that is possible at all.
  const auto keeping = [&](std::size_t count, LineNaming naming, float mark) {
    auto columns = placed(naming, mark);
    return columns.size() < count ? placed(naming, mark, true) : columns;
  };
  // A file's name is worth more than a column that another pane, or a click, can tell instead.
  const auto fits = [&](LineNaming::File file) {
    float needed = line_widths_[file][0] + opens;
    for (const LineColumn column :
         {LineColumn::wavefronts, LineColumn::excess, LineColumn::sectors}) {
      const float width = widths_[static_cast<std::size_t>(column)];
      if (width > 0) needed += width + column_gap;
    }
    return needed <= area.w;
  };
  for (const LineNaming::File file : {LineNaming::brief, LineNaming::whole}) {
    if (files && fits(file)) at.naming.file = file;
  }
  at.columns = placed(at.naming, 0);
  const auto tells = [&] {
    return std::ranges::count(at.columns, LineColumn::operation, &PlacedColumn::column) > 0;
  };
  if (!tells()) {
    at.mark = mark_ + mark_gap;
    at.columns = keeping(at.columns.size(), at.naming, at.mark);
  }
  add_caller(at, placed);
  return at;
}

void LinesView::scroll(float rows, const Frame& frame) {
  const float most = std::max(0.0F, static_cast<float>(seen_rows_.size()) - rows);
  if (std::exchange(continued_, false)) followed_ = frame.access;
  if (followed_ != frame.access) {
    const auto row = table_.row_of(*frame.document->trace, frame.access);
    const auto at = static_cast<float>(
        std::ranges::find(seen_rows_, Seen{row.value_or(order_.size())}) - seen_rows_.begin());
    if (row && at < scroll_) scroll_ = at;
    if (row && at + 1 > scroll_ + rows) scroll_ = at + 1 - rows;
    followed_ = frame.access;
  }
  if (frame.pointer.inside) scroll_ -= 2 * frame.pointer.wheel;
  scroll_ = std::round(std::clamp(scroll_, 0.0F, most));
}

void LinesView::continue_from(const View& before) {
  const auto* old = dynamic_cast<const LinesView*>(&before);
  if (old == nullptr) return;
  sort(old->ordered_by_);
  open(old->parts_);
  scroll_ = old->scroll_;
  continued_ = true;
}

void LinesView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme, tr("What each source line costs."));
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  put_beside(frame);
  measure(canvas, *frame.document->trace, type);
  sort(effective(frame.look.get<LineOrder>()));
  open(frame.look.get<LineParts>());
  const Cells at = cells(area, type, frame.document->trace->sources.size() > 1);
  draw_heading(canvas, area.cut_top(type.row - 2), at, frame, wishes);
  canvas.fill({area.x, area.y, area.w, 1}, frame.theme->hairline);
  area.cut_top(3);
  const float height = type.row - 2;
  const float rows = std::max(1.0F, std::floor(area.h / height));
  scroll(rows, frame);
  area.h = std::min(area.h, rows * height);
  draw_rows(canvas, area, at, frame, wishes);
  const auto count = static_cast<float>(seen_rows_.size());
  draw_scroll_mark(canvas, area, scroll_, rows, count, *frame.theme);
}

void LinesView::draw_heading(Canvas& canvas, Rect row, const Cells& at, const Frame& frame,
                             Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  for (const PlacedColumn& placed : at.columns) {
    const LineColumnInfo& column = names_of(placed.column);
    const Rect cell = at.of(placed, row);
    const bool sorted = ordered_by_.by == placed.column;
    // The gap belongs to the heading: no click falls between two of them.
    const bool hovered = frame.pointer.over_control(cell.inset(-column_gap / 2, 0));
    const TextStyle style{sorted ? Face::sans_bold : Face::sans, at.size,
                          sorted || hovered ? theme.text : theme.muted};
    const float width = canvas.width(tr(column.label), style);
    const bool right = column.number;
    const float y = row.center().y;
    canvas.text({right ? cell.right() : cell.x, y}, tr(column.label), style,
                right ? Align::right : Align::left);
    if (sorted) {
      const float x = right ? cell.right() - width - 6 : cell.x + width + 6;
      draw_arrow(canvas, {x, y}, ordered_by_.ascending(), theme.text);
    }
    if (!hovered) continue;
    wishes.tooltip = std::string(tr(column.meaning));
    if (column.command.empty()) continue;
    wishes.tooltip +=
        std::string("\n") + (sorted ? tr("click to reverse the order") : tr("click to sort by it"));
    if (frame.pointer.pressed) wishes.command = column.command;
  }
}

ContextMenu LinesView::menu_of(const Seen& seen, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const LineRow& row = row_of(seen);
  const std::string& file = trace.sources[row.cost.source].name;
  const FilePlace place = place_of(frame, file, row.cost.line);
  const bool part = seen.part >= 0;
  const std::uint32_t next =
      part ? table_.next_access(trace, seen.row, static_cast<std::size_t>(seen.part), frame.access)
           : table_.next_access(seen.row, frame.access);
  ContextMenu menu{part ? line_part_text(trace, row) : tr("line {}", row.cost.line),
                   {go_action(tr("Next access of this line"), next),
                    {.title = tr("Show the line in the source"), .read = place}}};
  if (part && row.caller >= 0) {
    const CodeLocation& call = trace.locations[static_cast<std::size_t>(row.caller)];
    menu.actions.push_back({.title = tr("Show the call in the source"),
                            .read = place_of(frame, trace.sources[call.source].name, call.line)});
  }
  if (frame.ask<ConsolePage>() != nullptr) {
    menu.actions.push_back({.title = tr("Open the line in your editor"), .edit = place});
  }
  menu.actions.push_back(copy_action(tr("Copy the line"), table_.rows()[seen.row].text));
  const std::string_view topic =
      costly_topic(row.cost.space, row.cost.operation, row.excess() > 0, row.active() < 1);
  offer_lesson(menu, own_course().lesson_on(topic));
  return menu;
}

bool LinesView::hover_row(const Seen& seen, Rect rect, const Cells& at, const Frame& frame,
                          Wishes& wishes) const {
  const bool on_mark = !row_of(seen).parts.empty() && frame.pointer.at.x < at.left;
  wishes.tooltip = tooltip(frame, seen);
  wishes.about = rect;
  if (on_mark) {
    wishes.tooltip = opened_[seen.row] ? tr("click to close the line")
                                       : tr("click to divide the line by array and caller");
    return frame.pointer.pressed;
  }
  if (frame.pointer.pressed) {
    const Trace& trace = *frame.document->trace;
    wishes.seek = seen.part < 0
                      ? table_.next_access(seen.row, frame.access)
                      : table_.next_access(trace, seen.row, static_cast<std::size_t>(seen.part),
                                           frame.access);
  }
  if (frame.pointer.menu) wishes.menu = menu_of(seen, frame);
  return false;
}

void LinesView::draw_rows(Canvas& canvas, Rect area, const Cells& at, const Frame& frame,
                          Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const auto now = table_.row_of(*frame.document->trace, frame.access);
  const float height = type_scale(frame.lecture).row - 2;
  const Clip clip(canvas, {area.x - mark_bleed, area.y, area.w + 2 * mark_bleed, area.h});
  std::optional<std::size_t> turned;
  for (auto i = static_cast<std::size_t>(scroll_); i < seen_rows_.size(); ++i) {
    const float y = area.y + (static_cast<float>(i) - scroll_) * height;
    if (y + height > area.bottom() + 0.5F) break;
    const Rect rect{area.x, y, area.w, height};
    const Rect edge_to_edge{rect.x - mark_bleed, y, rect.w + 2 * mark_bleed, height};
    const Seen& seen = seen_rows_[i];
    const LineRow& row = row_of(seen);
    const bool present = now == seen.row && seen.part < 0;
    const auto key = (static_cast<std::uint64_t>(seen.part + 1) << 32U) + seen.row + 1;
    if (frame.pointer.over(rect, key, present)) {
      canvas.fill(edge_to_edge, theme.raised);
      if (hover_row(seen, rect, at, frame, wishes)) turned = seen.row;
    } else if (present) {
      canvas.fill(edge_to_edge, present_ground(theme));
    }
    if (present) canvas.fill({edge_to_edge.x, y, 3, height}, theme.now);
    PalingCanvas pale(canvas, theme, theme.muted);
    Canvas& paper = !present && fades(seen, frame) ? static_cast<Canvas&>(pale) : canvas;
    draw_mark_of(paper, rect, at, seen, frame);
    if (seen.part >= 0) draw_part(paper, rect, at, row, frame);
    draw_row(paper, rect, at, row, present, seen.part >= 0, frame);
  }
  if (!turned) return;
  opened_[*turned] = !opened_[*turned];
  list_rows();
  wishes.animate = true;
}

bool LinesView::fades(const Seen& seen, const Frame& frame) const {
  const LineRow& row = row_of(seen);
  const auto holds = [&](const AccessList& list) {
    return list.any_at(row.cost.source, row.cost.line);
  };
  if (is_left_out(frame, holds)) return true;
  const auto* const followed = frame.ask<Followed>();
  if (followed == nullptr || seen.part < 0) return false;
  // Of a line that has some, another array or another call is not meant.
  const AccessFilter& filter = followed->wanted().filter;
  if (filter.array && !row.array.empty() && row.array != *filter.array) return true;
  if (!filter.caller || row.caller < 0) return false;
  const Trace& trace = *frame.document->trace;
  const CodeLocation& call = trace.locations[static_cast<std::size_t>(row.caller)];
  return call.line != filter.caller->line || trace.sources[call.source].name != filter.caller->file;
}

void LinesView::draw_mark_of(Canvas& canvas, Rect rect, const Cells& at, const Seen& seen,
                             const Frame& frame) const {
  if (row_of(seen).parts.empty()) return;
  const bool over =
      frame.pointer.inside && rect.contains(frame.pointer.at) && frame.pointer.at.x < at.left;
  const Color ink = over ? frame.theme->text : frame.theme->muted;
  const Point c{rect.x + 4, rect.center().y};
  if (opened_[seen.row]) {
    canvas.triangle({c.x - 4, c.y - 2}, {c.x + 4, c.y - 2}, {c.x, c.y + 3}, ink);
  } else {
    canvas.triangle({c.x - 2, c.y - 4}, {c.x + 3, c.y}, {c.x - 2, c.y + 4}, ink);
  }
}

void LinesView::draw_part(Canvas& canvas, Rect rect, const Cells& at, const LineRow& part,
                          const Frame& frame) const {
  constexpr float indent = 8;
  const Trace& trace = *frame.document->trace;
  const float y = rect.center().y;
  const TextStyle style{Face::mono, at.size, frame.theme->muted};
  const auto source = std::ranges::find(at.columns, LineColumn::source, &PlacedColumn::column);
  if (source != at.columns.end() && !part.text.empty()) {
    // The line that calls has the place of a line; the array has a column.
    const Rect cell = at.of(*source, rect);
    Rect number = at.of(at.columns.front(), rect);
    number.w -= at.mark;
    canvas.text_fit({number.right(), y}, line_call_text(trace, part), style, number.w, Align::right,
                    Cut::middle);
    canvas.text_fit({cell.x + indent, y}, "▸ " + part.text, style, cell.w - indent);
    return;
  }
  float end = rect.right();
  for (const PlacedColumn& placed : at.columns) {
    if (placed.column == LineColumn::line || placed.column == LineColumn::source) continue;
    const bool number = names_of(placed.column).number;
    const std::string figure = line_cell(trace, part, placed.column);
    end = number ? at.of(placed, rect).right() -
                       canvas.width(figure, {face_of(placed.column), at.size, {}}) - column_gap
                 : at.of(placed, rect).x - column_gap;
    break;
  }
  const float left = at.left + indent;
  canvas.text_fit({left, y}, line_part_text(trace, part), style, std::max(0.0F, end - left),
                  Align::left, Cut::middle);
}

void LinesView::draw_row(Canvas& canvas, Rect rect, const Cells& at, const LineRow& row, bool now,
                         bool part, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const Trace& trace = *frame.document->trace;
  // Numbers of another launch's file could be mistaken for those that stand in the source pane.
  const bool other_file = row.cost.source != trace.location_of(trace.accesses[frame.access]).source;
  for (const PlacedColumn& placed : at.columns) {
    const bool told = placed.column == LineColumn::line || placed.column == LineColumn::source ||
                      placed.column == LineColumn::operation;
    if (part && told) continue;  // by draw_part
    Rect cell = at.of(placed, rect);
    if (placed.column == LineColumn::line) cell.w -= at.mark;
    const std::string text = line_cell(trace, row, placed.column, at.naming);
    const bool counts = row.has(placed.column) && (placed.column == LineColumn::excess ||
                                                   placed.column == LineColumn::sectors);
    TextStyle style{face_of(placed.column), at.size, theme.text};
    if (text == no_figure || placed.column == LineColumn::operation) style.color = theme.muted;
    if (placed.column == LineColumn::degree && row.cost.max_degree < 2) style.color = theme.muted;
    if (counts && row.excess() > 0) style.color = theme.costly;
    const bool place = placed.column == LineColumn::line;
    if (place && other_file) style.color = theme.muted;
    if (place && now) style.color = theme.now;
    if (now) style.color = readable(style.color, present_ground(theme), theme);
    const bool cost =
        placed.column == LineColumn::wavefronts || placed.column == LineColumn::sectors;
    if (cost && row.has(placed.column)) draw_cost(canvas, cell, row, theme);
    if (place && at.mark > 0) {
      const Color ink = now ? readable(theme.muted, present_ground(theme), theme) : theme.muted;
      canvas.text({cell.right() + mark_gap, cell.center().y}, operation_mark(row),
                  {Face::mono, at.size, ink});
    }
    if (names_of(placed.column).number) {
      canvas.text({cell.right(), cell.center().y}, text, style, Align::right);
    } else {
      canvas.text_fit({cell.x, cell.center().y}, text, style, cell.w);
    }
  }
}

void LinesView::draw_cost(Canvas& canvas, Rect cell, const LineRow& row, const Theme& theme) const {
  const std::uint64_t dearest = dearest_[row.in_sectors() ? 1 : 0];
  if (dearest == 0 || row.cost.wavefronts == 0) return;
  const auto share = [&](std::uint64_t part) {
    return cell.w * static_cast<float>(static_cast<double>(part) / static_cast<double>(dearest));
  };
  // Under the number, from the right like it: the wavefronts needed, and the excess.
  const float whole = std::max(2.0F, share(row.cost.wavefronts));
  const float excess = row.excess() == 0 ? 0 : std::max(2.0F, share(row.excess()));
  const float y = cell.bottom() - 4;
  canvas.fill({cell.right() - whole, y, whole, 2}, theme.free);
  if (excess > 0) canvas.fill({cell.right() - excess, y, excess, 2}, theme.costly);
}

std::string LinesView::phase_of_row(const Trace& trace, const Seen& seen) const {
  const auto any = static_cast<std::uint32_t>(trace.accesses.size()) - 1;
  const std::uint32_t first =
      seen.part < 0 ? table_.next_access(seen.row, any)
                    : table_.next_access(trace, seen.row, static_cast<std::size_t>(seen.part), any);
  const SourcePhase phase = phase_at(trace, trace.accesses[first]);
  return phase.title.empty() ? std::string() : phase_text(phase);
}

std::string LinesView::tooltip(const Frame& frame, const Seen& seen) const {
  const Trace& trace = *frame.document->trace;
  const LineRow& row = row_of(seen);
  std::string text =
      // Translators: {0} is a file.
      tr("{0}, line {1}", trace.sources[row.cost.source].name, row.cost.line) + "\n" +
      table_.rows()[seen.row].text + "\n";
  if (seen.part >= 0) text += printable(row.array);
  const std::string calls = line_calls_told(trace, row);
  if (seen.part >= 0 || !calls.empty()) text += calls.substr(seen.part < 0 ? 1 : 0) + "\n";
  if (const std::string phase = phase_of_row(trace, seen); !phase.empty()) text += phase + "\n";
  text += line_cost_text(row.cost);
  if (seen.part < 0) text += "\n" + lane_use_text(row.lanes);
  // Translators: the field is what the figures count: "block 0 of 32".
  text += "\n" + tr("figures of {}", recorded_scope_text(frame));
  return text + "\n" + tr("click to go to its next access");
}

}  // namespace warpscope
