#include "app/panes/console/output_view.hpp"

#include <algorithm>
#include <cmath>

#include "app/views/parts/place_parts.hpp"

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
  if (frame.console == nullptr) return "";
  switch (frame.console->state) {
    case ConsolePage::State::building: return "building";
    case ConsolePage::State::running: return "running";
    case ConsolePage::State::not_built: return "not built";
    case ConsolePage::State::ended: break;
  }
  return frame.console->program;
}

void OutputView::on_document(const Document&) {}

void OutputView::follow(const ConsolePage& page, int columns) {
  if (page_ == &page && revision_ == page.revision && columns_ == columns) return;
  // The row on top stays there as long as the user reads: it is known by its line of output.
  std::uint64_t on_top = 0;
  if (const auto top = static_cast<std::size_t>(scroll_); top < rows_.size()) {
    on_top = lines_[rows_[top].line].printed;
  }
  const bool failed = page.state == ConsolePage::State::not_built;
  if (failed != failed_) {
    failed_ = failed;
    at_end_ = !failed;  // the first error matters most
    scroll_ = 0;
  }
  page_ = &page;
  revision_ = page.revision;
  columns_ = columns;
  lines_ = output_lines(page);
  rows_ = output_rows(lines_, columns);
  if (at_end_ || on_top == 0) return;
  const auto same = std::ranges::find_if(
      rows_, [&](const OutputRow& row) { return lines_[row.line].printed == on_top; });
  if (same != rows_.end()) scroll_ = static_cast<float>(same - rows_.begin());
}

void OutputView::scroll(float shown, const Frame& frame) {
  const float most = std::max(0.0F, static_cast<float>(rows_.size()) - shown);
  if (frame.pointer.inside && frame.pointer.wheel != 0) {
    scroll_ = std::round(std::clamp(scroll_ - 3 * frame.pointer.wheel, 0.0F, most));
    at_end_ = scroll_ >= most;
  }
  if (at_end_) scroll_ = most;
  scroll_ = std::clamp(scroll_, 0.0F, most);
}

void OutputView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.console == nullptr) {
    draw_placeholder(canvas, area, *frame.theme, "What your program prints: open a .cu file.");
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  const bool small = area.h < low_console;
  const TextStyle style{Face::mono, small ? type.small : type.body, {}};
  const float height = small ? type.small + 6 : type.row - 3;
  follow(*frame.console, static_cast<int>(area.w / canvas.width("0", style)));
  const float shown = std::max(1.0F, std::floor(area.h / height));
  scroll(shown, frame);

  area.h = std::min(area.h, shown * height);
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
  if (!pointer.inside || !area.contains(pointer.at)) return nullptr;
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
  wishes.tooltip = place_tooltip;
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
  if (line.block >= 0) canvas.fill({whole.x, whole.y, 3, whole.h}, output_color(theme, line.tone));
  TextStyle ink = style;
  ink.color = output_color(theme, line.ink);
  canvas.text({rect.x, rect.center().y}, std::string_view(line.text).substr(row.first, row.length),
              ink);
}

}  // namespace warpscope
