#include "app/panes/since_save/since_save_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/layout/text_wrap.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

bool all_equal(const SinceSave& since) {
  return std::ranges::all_of(since.comparison.rows,
                             [](const DifferenceRow& row) { return row.left == row.right; });
}

Color change_color(const Theme& theme, const DifferenceRow& row) {
  if (row.left == row.right) return theme.muted;
  // Fewer barriers may be what is wrong.
  if (row.neutral || row.id == "barriers" || row.id == "steps") return theme.text;
  const bool better = (row.right < row.left) != row.more_is_better;
  return better ? theme.free : theme.costly;
}

/// The note that tells where the runs part, in the words of before and after.
const Note* parting_note(const Comparison& comparison) {
  const auto found =
      std::ranges::find_if(comparison.notes, [](const Note& note) { return !note.costly; });
  return found == comparison.notes.end() ? nullptr : &*found;
}

/// A comparison's notes speak of sides; here they are times.
std::string in_time(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> words{{
      {"at the left", "before"},
      {"at the right", "now"},
      {"the left run", "the run before"},
      {"the right run", "the run now"},
      {"Both sides make", "Both runs make"},
      {"Only the left has", "Only the run before has"},
      {"Only the right has", "Only the run now has"},
      {"\"\" against \"", "none before, now \""},
      {" against \"\"", " before, none now"},
      {"\" against \"", "\" before, now \""},
  }};
  for (const auto& [from, to] : words) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), to);
      at += to.size();
    }
  }
  return text;
}

/// Writes a sentence above the bottom of `area`, which it shrinks; returns where.
Rect draw_at_bottom(Canvas& canvas, Rect& area, std::string_view text, int most_lines,
                    const TextStyle& style) {
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const auto lines = wrap_text(text, area.w, most_lines, measure);
  const float height = style.size + 5;
  const Rect all = area.cut_bottom(height * static_cast<float>(lines.size()));
  Rect rest = all;
  for (const std::string_view line : lines) {
    const Rect row = rest.cut_top(height);
    canvas.text_fit({row.x, row.center().y}, line, style, row.w);
  }
  area.cut_bottom(6);
  return all;
}

}  // namespace

std::string SinceSaveView::subtitle(const Frame& frame) const {
  if (frame.ask<SinceSave>() == nullptr || frame.document == nullptr) return "";
  const Comparison& comparison = frame.ask<SinceSave>()->comparison;
  const bool several = frame.document->trace->launches.size() > 1;
  const bool grids = comparison.left_blocks > 1 || comparison.right_blocks > 1;
  std::string text = !grids ? tr("one block") : several ? tr("whole grids") : tr("whole grid");
  if (comparison.left_blocks != comparison.right_blocks) {
    text = std::string(tr("grids differ")) + ",  " + text;
  }
  return text + ",  " + std::string(tr(label(frame.document->summary.model)));
}

View::Link SinceSaveView::link(const Frame& frame) const {
  if (frame.ask<SinceSave>() == nullptr) return {};
  const bool lines = tells_lines(frame.look, true);
  return lines ? Link{tr("Totals"), "changes.totals"} : Link{tr("By line"), "changes.lines"};
}

void SinceSaveView::on_document(const Document&) {
  scroll_ = 0;
  lines_.rewind();
}

SinceSaveView::Columns SinceSaveView::columns(const Canvas& canvas, Rect area,
                                              const SinceSave& since, float size) {
  const TextStyle number{Face::mono, size, {}}, heading{Face::sans, size, {}};
  float before = canvas.width(tr("before"), heading), now = canvas.width(tr("now"), heading),
        change = canvas.width(tr("change"), heading);
  for (const DifferenceRow& row : since.comparison.rows) {
    before = std::max(before, canvas.width(left_text(row), number));
    now = std::max(now, canvas.width(right_text(row), number));
    change = std::max(change, canvas.width(change_text(row), number));
  }
  constexpr float apart = 16;
  Columns at;
  at.text = size;
  at.change = area.right();
  at.now = at.change - change - apart;
  at.before = at.now - now - apart;
  return at;
}

void SinceSaveView::scroll(float shown, float count, const Frame& frame) {
  if (frame.pointer.inside) scroll_ -= frame.pointer.wheel;
  scroll_ = std::round(std::clamp(scroll_, 0.0F, std::max(0.0F, count - shown)));
}

void SinceSaveView::continue_from(const View& before) {
  const auto* old = dynamic_cast<const SinceSaveView*>(&before);
  if (old == nullptr) return;
  scroll_ = old->scroll_;
  lines_.continue_from(old->lines_);
}

void SinceSaveView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  if (frame.ask<SinceSave>() == nullptr) {
    draw_placeholder(canvas, area, theme,
                     tr("Save the file in your editor: what changed is shown here."));
    return;
  }
  TypeScale type = type_scale(frame.lecture);
  const SinceSave& since = *frame.ask<SinceSave>();
  if (area.h < 200 || area.w < 300) type.body = type.small;
  const float height = type.body + 8;
  const bool lines = tells_lines(frame.look, true);
  if (area.h >= 4 * height + type.row) draw_button(canvas, area, frame, type, wishes);
  if (area.h >= (lines ? 9 : 5) * height) draw_parting(canvas, area, frame, type, wishes);
  if (all_equal(since)) {
    const Rect row = area.cut_top(height);
    canvas.text_fit({row.x, row.center().y}, tr("Nothing changed."),
                    {Face::sans_bold, type.body, theme.text}, row.w);
  }
  if (lines) {
    draw_lines(canvas, area, frame, type, wishes);
  } else {
    draw_totals(canvas, area, frame, type);
  }
}

void SinceSaveView::draw_lines(Canvas& canvas, Rect area, const Frame& frame, const TypeScale& type,
                               Wishes& wishes) {
  const SinceSave& since = *frame.ask<SinceSave>();
  const Trace& trace = *frame.document->trace;
  const ChangeSides sides{.left = since.before->trace.get(),
                          .right = &trace,
                          .first = tr("before"),
                          .second = tr("now")};
  const LineChanges::Pointed pointed =
      lines_.draw(canvas, area, since.comparison.lines, sides, frame.pointer, type, *frame.theme);
  if (pointed.row == nullptr) return;
  wishes.about = pointed.rect;
  wishes.tooltip = compared_line_text(since.comparison.lines, *pointed.row, sides);
  const std::optional<LineSide>& now = pointed.row->right;
  if (!now) return;
  wishes.tooltip += std::string("\n") + tr("click to go there");
  if (!frame.pointer.pressed) return;
  if (now->access) {
    wishes.seek = now->access;
    wishes.command = "view.source";
  } else {
    wishes.read = place_of(frame, trace.sources[now->source].name, now->line);
  }
}

void SinceSaveView::draw_totals(Canvas& canvas, Rect area, const Frame& frame,
                                const TypeScale& type) {
  const Theme& theme = *frame.theme;
  const SinceSave& since = *frame.ask<SinceSave>();
  const float height = type.body + 8;
  const Columns at = columns(canvas, area, since, type.body);
  const Rect heading = area.cut_top(height);
  const TextStyle quiet{Face::sans, type.small, theme.muted};
  for (const auto& [right, words] :
       {std::pair{at.before, tr("before")}, {at.now, tr("now")}, {at.change, tr("change")}}) {
    canvas.text({right, heading.center().y}, words, quiet, Align::right);
  }
  const auto& rows = since.comparison.rows;
  const auto count = static_cast<float>(rows.size());
  const float shown = std::max(1.0F, std::floor(area.h / height));
  scroll(shown, count, frame);
  area.h = std::min(area.h, shown * height);
  Rect rest = area;
  const auto first = static_cast<std::size_t>(scroll_);
  const auto end = std::min(rows.size(), first + static_cast<std::size_t>(shown));
  for (std::size_t i = first; i < end; ++i) {
    draw_row(canvas, rest.cut_top(height), at, rows[i], theme);
  }
  draw_scroll_mark(canvas, area, scroll_, shown, count, theme);
}

void SinceSaveView::draw_row(Canvas& canvas, Rect rect, const Columns& at, const DifferenceRow& row,
                             const Theme& theme) {
  const float y = rect.center().y;
  const auto number = [&](float right, const std::string& text, Color color) {
    const TextStyle style{Face::mono, at.text, color};
    canvas.text({right, y}, text, style, Align::right);
    return canvas.width(text, style);
  };
  const bool same = row.left == row.right;
  number(at.change, change_text(row), change_color(theme, row));
  number(at.now, right_text(row), same ? theme.muted : theme.text);
  const float used = number(at.before, left_text(row), same ? theme.muted : theme.text);
  const float left = rect.x + (row.detail ? 8.0F : 0.0F);
  canvas.text_fit({left, y}, label_text(row),
                  {Face::sans, at.text, row.detail || same ? theme.muted : theme.text},
                  at.before - used - 8 - left);
  canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, theme.hairline);
}

void SinceSaveView::draw_parting(Canvas& canvas, Rect& area, const Frame& frame,
                                 const TypeScale& type, Wishes& wishes) {
  const Note* note = parting_note(frame.ask<SinceSave>()->comparison);
  if (note == nullptr) return;
  const std::string text = in_time(note->text.text());
  // The note knows the place in the run before.
  const std::uint32_t access =
      note->access ? frame.ask<SinceSave>()->comparison.alignment.to_right(*note->access) : 0;
  const bool there =
      note->access && frame.document != nullptr && access < frame.document->trace->accesses.size();
  const TextStyle style{Face::sans, type.small, there ? frame.theme->active : frame.theme->muted};
  const Rect all = draw_at_bottom(canvas, area, text, area.h >= 220 ? 3 : 1, style);
  if (frame.pointer.over(all)) {
    wishes.about = all;
    wishes.tooltip = there ? text + "\n" + tr("click to go there") : text;
    if (frame.pointer.pressed && there) wishes.seek = access;
  }
}

void SinceSaveView::draw_button(Canvas& canvas, Rect& area, const Frame& frame,
                                const TypeScale& type, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  TextStyle style{Face::sans_bold, type.small, theme.active};
  const float height = type.small + 12;
  const std::string_view compare_words = tr("Compare before and after");
  Rect row = area.cut_bottom(height);
  const Rect button{row.x, row.y, std::min(row.w, canvas.width(compare_words, style) + 24), height};
  const bool hovered = frame.pointer.over_control(button);
  canvas.fill(button, hovered ? mix(theme.raised, theme.active, 0.16F) : theme.raised, 6);
  canvas.stroke(button, theme.hairline, 1, 6);
  canvas.text_fit(button.center(), compare_words, style, button.w - 8, Align::center);
  area.cut_bottom(8);
  if (!hovered) return;
  wishes.about = button;
  wishes.tooltip = tr("the present run at the left, the one before the save at the right");
  if (frame.pointer.pressed) wishes.command = "compare.before";
}

}  // namespace warpscope
