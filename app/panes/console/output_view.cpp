#include "app/panes/console/output_view.hpp"

#include <algorithm>
#include <cmath>

#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float output_bleed = 15;  // a marked row reaches the pane's edges
constexpr float low_console = 170;  // a pane lower than this shows smaller text

Color output_color(const Theme& theme, OutputLine::Ink ink) {
  switch (ink) {
    case OutputLine::Ink::plain: return theme.text;
    case OutputLine::Ink::muted: return theme.muted;
    case OutputLine::Ink::busy: return theme.now;
    case OutputLine::Ink::error: return theme.costly;
    case OutputLine::Ink::warning: return theme.now;
  }
  return theme.text;
}

}  // namespace

std::string OutputView::subtitle(const Frame& frame) const {
  if (frame.ask<ConsolePage>() == nullptr) return "";
  switch (frame.ask<ConsolePage>()->state) {
    case ConsolePage::State::building: return tr("building");
    case ConsolePage::State::running: return tr("running");
    case ConsolePage::State::not_built: return tr("not built");
    case ConsolePage::State::ended: break;
  }
  return frame.ask<ConsolePage>()->program;
}

void OutputView::on_document(const Document&) {}

void OutputView::continue_from(const View& before) {
  // All of it is of the console, which the old view followed.
  if (const auto* old = dynamic_cast<const OutputView*>(&before)) *this = *old;
}

std::string OutputView::text(const Frame&) const {
  std::string all;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const bool wanted = selected_ ? is_selected(i) : lines_[i].command.empty();
    if (wanted) all += lines_[i].text + '\n';
  }
  return all;
}

void OutputView::follow(const ConsolePage& page, int columns) {
  const bool same_words = language_ == current_language();
  if (page_ == &page && revision_ == page.revision && columns_ == columns && same_words) return;
  page_ = &page;
  language_ = current_language();
  revision_ = page.revision;
  columns_ = columns;
  lines_ = output_lines(page);
  rows_ = output_rows(lines_, columns);
  const bool failed = page.state == ConsolePage::State::not_built;
  if (failed != failed_) at_error_ = failed;  // the first error matters most
  failed_ = failed;
  place();
  find_selected();
}

void OutputView::place() {
  if (at_error_) scroll_ = 0;
  if (at_error_ || at_end_) return;
  const auto line = find_line(lines_, reading_);
  // A page that is not complete yet may still get the line.
  if (!line && page_->state == ConsolePage::State::ended) at_end_ = true;
  if (!line) return;
  const auto row = std::ranges::find(rows_, *line, &OutputRow::line);
  const auto of_line = static_cast<std::size_t>(std::ranges::count(rows_, *line, &OutputRow::line));
  scroll_ = static_cast<float>(static_cast<std::size_t>(row - rows_.begin()) +
                               std::min(row_of_, of_line - 1));
}

void OutputView::scroll(float shown, const Frame& frame) {
  const float most = std::max(0.0F, static_cast<float>(rows_.size()) - shown);
  if (at_end_ && !at_error_) scroll_ = most;
  scroll_ = std::clamp(scroll_, 0.0F, most);
  if (!frame.pointer.inside || frame.pointer.wheel == 0) return;
  scroll_ = std::round(std::clamp(scroll_ - 3 * frame.pointer.wheel, 0.0F, most));
  at_error_ = false;
  at_end_ = scroll_ >= most;
  const auto top = static_cast<std::size_t>(scroll_);
  if (at_end_ || top >= rows_.size()) return;
  reading_ = mark_of(lines_, rows_[top].line);
  const auto row = std::ranges::find(rows_, rows_[top].line, &OutputRow::line);
  row_of_ = top - static_cast<std::size_t>(row - rows_.begin());
}

std::size_t OutputView::line_at(Rect area, float height, float y) const {
  const float row =
      std::floor(scroll_ + (std::clamp(y, area.y, area.bottom() - 1) - area.y) / height);
  return rows_[std::min(static_cast<std::size_t>(row), rows_.size() - 1)].line;
}

void OutputView::select(Rect area, float height, const Frame& frame, Wishes& wishes) {
  constexpr float moved = 6;  // a click trembles
  const Pointer& pointer = frame.pointer;
  if (rows_.empty()) return;
  if (pointer.pressed && pointer.inside && area.contains(pointer.at)) {
    pressed_at_ = pointer.at;
    to_ = mark_of(lines_, line_at(area, height, pointer.at.y));
    if (!pointer.shift) from_ = to_;
    selects_ = pointer.shift || pointer.double_clicked;
    find_selected();
  }
  if (!pointer.down) pressed_at_.reset();
  if (!pressed_at_) return;
  const float way =
      std::max(std::abs(pointer.at.x - pressed_at_->x), std::abs(pointer.at.y - pressed_at_->y));
  if (way < moved) return;
  selects_ = true;
  const float most = std::max(0.0F, static_cast<float>(rows_.size()) - area.h / height);
  const bool above = pointer.at.y < area.y && scroll_ > 0;
  const bool below = pointer.at.y > area.bottom() && scroll_ < most;
  if (above || below) {  // the lines come to the mouse
    scroll_ = std::round(std::clamp(scroll_ + (below ? 1.0F : -1.0F), 0.0F, most));
    at_end_ = at_error_ = false;
    reading_ = mark_of(lines_, rows_[static_cast<std::size_t>(scroll_)].line);
    row_of_ = 0;
    wishes.animate = true;
  }
  to_ = mark_of(lines_, line_at(area, height, pointer.at.y));
  find_selected();
}

void OutputView::find_selected() {
  selected_.reset();
  if (!selects_) return;
  const auto from = find_line(lines_, from_), to = find_line(lines_, to_);
  if (from && to) selected_ = std::minmax(*from, *to);
}

void OutputView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.ask<ConsolePage>() == nullptr) {
    draw_placeholder(canvas, area, *frame.theme, tr("What your program prints: open a .cu file."));
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  const bool small = area.h < low_console;
  const TextStyle style{Face::mono, small ? type.small : type.body, {}};
  const float height = small ? type.small + 6 : type.row - 3;
  follow(*frame.ask<ConsolePage>(), static_cast<int>(area.w / canvas.width("0", style)));
  const float shown = std::max(1.0F, std::floor(area.h / height));
  scroll(shown, frame);

  area.h = std::min(area.h, shown * height);
  select(area, height, frame, wishes);
  const OutputLine* hovered = hover(area, height, frame, wishes);
  const auto first = static_cast<std::size_t>(scroll_);
  const auto end = std::min(rows_.size(), first + static_cast<std::size_t>(shown));
  Rect rest = area;
  for (std::size_t i = first; i < end; ++i) {
    draw_row(canvas, rest.cut_top(height), rows_[i], style, hovered, *frame.theme);
  }
  draw_scroll_mark(canvas, area, scroll_, shown, static_cast<float>(rows_.size()), *frame.theme);
}

const OutputLine* OutputView::hover(Rect area, float height, const Frame& frame,
                                    Wishes& wishes) const {
  const Pointer& pointer = frame.pointer;
  if (!pointer.inside || !area.contains(pointer.at) || pointer.shift) return nullptr;
  const auto row = static_cast<std::size_t>(scroll_ + (pointer.at.y - area.y) / height);
  if (row >= rows_.size()) return nullptr;
  const OutputLine& line = lines_[rows_[row].line];
  if (line.place.file.empty() && line.command.empty()) return nullptr;
  wishes.about =
      Rect{area.x, area.y + height * (static_cast<float>(row) - scroll_), area.w, height};
  if (!line.command.empty()) {
    if (pointer.pressed) wishes.command = line.command;
    return &line;
  }
  wishes.tooltip = tr(place_tooltip);
  wish_place(line.place, pointer, wishes);
  return &line;
}

void OutputView::draw_row(Canvas& canvas, Rect rect, const OutputRow& row, const TextStyle& style,
                          const OutputLine* hovered, const Theme& theme) const {
  const OutputLine& line = lines_[row.line];
  Rect whole{rect.x - output_bleed, rect.y, rect.w + 2 * output_bleed, rect.h};
  const bool begins = row.first == 0 && (row.line == 0 || lines_[row.line - 1].block != line.block);
  if (begins && line.block >= 0) whole.cut_top(3);  // messages stand apart
  const bool together =
      hovered != nullptr && (hovered == &line || (line.block >= 0 && hovered->block == line.block));
  if (together) {
    canvas.fill(whole, theme.raised);
  } else if (line.block >= 0) {
    canvas.fill(whole, output_color(theme, line.tone).alpha(0.07F));
  }
  if (is_selected(row.line)) canvas.fill(whole, theme.active.alpha(0.22F));
  if (line.block >= 0) canvas.fill({whole.x, whole.y, 3, whole.h}, output_color(theme, line.tone));
  TextStyle ink = style;
  ink.color = output_color(theme, line.ink);
  canvas.text({rect.x, rect.center().y}, std::string_view(line.text).substr(row.first, row.length),
              ink);
}

}  // namespace warpscope
