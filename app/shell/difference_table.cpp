#include "app/shell/difference_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/layout/text_wrap.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float table_line = 20;
constexpr float note_line = 18;
constexpr float note_gap = 8;
constexpr float table_heads = 30;
constexpr float notes_share = 0.45F;  // of the pane, at most, for what is wrong
constexpr int most_note_lines = 12;
constexpr float wheel_step = 2 * 21;  // pixels
constexpr float most_row = 28, least_row = 21;
constexpr float least_name = 12;  // type size of a row's name
constexpr TextStyle table_text{Face::sans, 14, {}};
constexpr TextStyle small{Face::sans, 12, {}};

TextStyle tinted(TextStyle style, Color color) {
  style.color = color;
  return style;
}

struct Columns {
  std::array<float, 3> ends{};  ///< of the numbers at the left, at the right, and of the change
  float numbers_from = 0;       ///< names end before it
  float name_size = 14;
};

struct NoteLines {
  const Note* note = nullptr;
  std::vector<std::string> lines;
};

/// Those notes that say what is wrong, or the others.
std::vector<NoteLines> wrapped(const Canvas& canvas, const std::vector<Note>& notes, bool costly,
                               float width) {
  std::vector<NoteLines> result;
  const auto measure = [&](std::string_view text) { return canvas.width(text, small); };
  for (const Note& note : notes) {
    if (note.costly != costly) continue;
    const std::string text = note.text.text();
    const auto lines = wrap_text(text, width - 12, most_note_lines, measure);
    result.push_back({&note, {lines.begin(), lines.end()}});
  }
  return result;
}

float height_of(const std::vector<NoteLines>& notes) {
  float height = 0;
  for (const NoteLines& note : notes) {
    height += note_gap + static_cast<float>(note.lines.size()) * note_line;
  }
  return height;
}

/// Leaves out lines that need more height.
void cut(std::vector<NoteLines>& notes, float most) {
  while (!notes.empty() && height_of(notes) > most) {
    if (notes.back().lines.size() > 1) {
      notes.back().lines.pop_back();
    } else {
      notes.pop_back();
    }
  }
}

/// Whether something that scrolls stands in its room whole.
bool is_whole(Rect row, Rect seen) {
  constexpr float rounding = 0.5F;
  return row.y >= seen.y - rounding && row.bottom() <= seen.bottom() + rounding;
}

/// Notes, each with a bar at its left: vermilion if something is wrong. A note that leads somewhere
/// lights up. Lines that `seen` would cut are left out.
const Note* draw_notes(Canvas& canvas, Rect area, Rect seen, const std::vector<NoteLines>& notes,
                       const Pointer& pointer, const Theme& theme) {
  const Note* pointed = nullptr;
  for (const NoteLines& shown : notes) {
    area.cut_top(note_gap);
    Rect block = area.cut_top(static_cast<float>(shown.lines.size()) * note_line);
    const bool here = pointer.over(block);
    if (here) pointed = shown.note;
    if (here && shown.note->access) canvas.fill(block, theme.raised, 4);
    const Color bar = shown.note->costly ? theme.costly : theme.active;
    canvas.fill({block.x, block.y + 2, 3, block.h - 4}, bar, 1);
    block.cut_left(12);
    for (const std::string& line : shown.lines) {
      const Rect row = block.cut_top(note_line);
      if (is_whole(row, seen))
        canvas.text_fit({row.x, row.center().y}, line, tinted(small, theme.text), row.w);
    }
  }
  return pointed;
}

/// If not all rows fit, those that differ come first, a time among them; a detail stays below its row.
std::vector<const DifferenceRow*> ordered(const std::vector<DifferenceRow>& rows, bool all_fit) {
  std::vector<const DifferenceRow*> differ, equal;
  const DifferenceRow* head = nullptr;  // the row above that is no detail
  for (const DifferenceRow& row : rows) {
    if (!row.detail) head = &row;
    const bool with_head = row.detail && head != nullptr && head->left != head->right;
    const bool first = all_fit || row.left != row.right || row.nanoseconds || with_head;
    (first ? differ : equal).push_back(&row);
  }
  differ.insert(differ.end(), equal.begin(), equal.end());
  return differ;
}

float indent_of(const DifferenceRow& row) { return row.detail ? 10 : 0; }

/// Right ends of the columns of numbers: left, right and change. Long numbers and titles get the room
/// they need.
std::array<float, 3> column_ends(const Canvas& canvas, Rect area,
                                 const std::vector<DifferenceRow>& rows,
                                 const std::array<const char*, 3>& titles) {
  constexpr float apart = 10;
  const float usual = std::clamp(area.w * 0.18F, 50.0F, 84.0F);
  const TextStyle number{Face::mono, 14, {}};
  float right = std::max(usual, canvas.width(titles[1], small) + apart);
  float last = std::max(usual, canvas.width(titles[2], small) + apart);
  for (const DifferenceRow& row : rows) {
    right = std::max(right, canvas.width(right_text(row), number) + apart);
    last = std::max(last, canvas.width(change_text(row), number) + apart);
  }
  return {area.right() - last - right, area.right() - last, area.right()};
}

/// The largest type in which the names of all rows fit beside the numbers.
float type_of_names(const Canvas& canvas, const std::vector<const DifferenceRow*>& rows, Rect area,
                    float numbers_from) {
  for (float size = table_text.size; size > least_name; --size) {
    const TextStyle style{Face::sans, size, {}};
    const bool fit = std::ranges::all_of(rows, [&](const DifferenceRow* row) {
      return area.x + indent_of(*row) + canvas.width(label_text(*row), style) <= numbers_from;
    });
    if (fit) return size;
  }
  return least_name;
}

/// `later`: the left side came of the right one, which stands before it.
void draw_row(Canvas& canvas, Rect row, const DifferenceRow& entry, bool later,
              const Columns& columns, const Theme& theme) {
  DifferenceRow shown = entry;
  if (later) {
    std::swap(shown.left, shown.right);
    std::swap(shown.left_scaled, shown.right_scaled);
  }
  const TextStyle number{Face::mono, 14, theme.text};
  const float y = row.center().y;
  const float from = row.x + indent_of(entry);
  const auto& ends = columns.ends;
  canvas.text_fit({from, y}, label_text(entry),
                  {Face::sans, columns.name_size, entry.detail ? theme.muted : theme.text},
                  columns.numbers_from - from);
  const bool better = (shown.right < shown.left) != entry.more_is_better;
  const bool plain = entry.left == entry.right || entry.neutral;
  const Color last = plain ? theme.muted : better ? theme.free : theme.costly;
  canvas.text({ends[0], y}, left_text(shown), number, Align::right);
  canvas.text({ends[1], y}, right_text(shown), number, Align::right);
  canvas.text({ends[2], y}, change_text(shown), {Face::mono, 14, last}, Align::right);
  canvas.line({row.x, row.bottom()}, {row.right(), row.bottom()}, theme.hairline);
}

/// What stands above the numbers of the two sides, in the order of the panes.
std::pair<const char*, const char*> side_words(const SideNames& names) {
  return names.right_was_first ? std::pair{tr("before"), tr("now")}
                               : std::pair{tr("left"), tr("right")};
}

/// The names of the two sides, a line each, which stand above the numbers; shrinks `area`.
void draw_sides(Canvas& canvas, Rect& area, const SideNames& names, const Theme& theme) {
  const bool later = names.right_was_first;
  const auto [first, second] = side_words(names);
  const float from = 14 + std::max(canvas.width(first, small), canvas.width(second, small));
  for (const auto& [side, name] : {std::pair{first, later ? &names.right : &names.left},
                                   {second, later ? &names.left : &names.right}}) {
    const Rect row = area.cut_top(table_line);
    canvas.text({row.x, row.center().y}, side, tinted(small, theme.muted));
    canvas.text_fit({row.x + from, row.center().y}, *name, tinted(table_text, theme.text),
                    row.w - from);
  }
}

}  // namespace

ChangeSides change_sides(const Trace& left, const Trace& right, const SideNames& names) {
  const auto [first, second] = side_words(names);
  return {&left, &right, names.right_was_first, first, second};
}

DifferenceTable::Pointed DifferenceTable::draw_lines(Canvas& canvas, Rect area,
                                                     const Comparison& comparison,
                                                     const SideNames& names,
                                                     const ChangeSides& sides,
                                                     const Pointer& pointer, const Theme& theme) {
  constexpr float others_share = 0.25F;
  draw_sides(canvas, area, names, theme);
  if (std::exchange(drawn_, &comparison) != &comparison) lines_.rewind();
  std::vector<NoteLines> wrong = wrapped(canvas, comparison.notes, true, area.w),
                         others = wrapped(canvas, comparison.notes, false, area.w);
  cut(others, area.h * others_share);
  cut(wrong, area.h * others_share);
  const Rect at_wrong = area.cut_bottom(height_of(wrong));
  const Rect at_others = area.cut_bottom(height_of(others));
  const LineChanges::Pointed row =
      lines_.draw(canvas, area, comparison.lines, sides, pointer, type_scale(false), theme);
  const Note* note = draw_notes(canvas, at_others, at_others, others, pointer, theme);
  if (const Note* fault = draw_notes(canvas, at_wrong, at_wrong, wrong, pointer, theme))
    note = fault;
  return {note, row.row, row.rect};
}

DifferenceTable::Pointed DifferenceTable::draw(Canvas& canvas, Rect area,
                                               const Comparison& comparison, const SideNames& names,
                                               const Pointer& pointer, const Theme& theme) {
  draw_sides(canvas, area, names, theme);
  const bool later = names.right_was_first;
  const auto [first, second] = side_words(names);
  const std::array<const char*, 3> titles{first, second, tr("change")};
  std::vector<NoteLines> wrong = wrapped(canvas, comparison.notes, true, area.w);
  const std::vector<NoteLines> notes = wrapped(canvas, comparison.notes, false, area.w);
  Columns columns{.ends = column_ends(canvas, area, comparison.rows, titles)};
  const std::array<float, 3>& ends = columns.ends;
  const Rect heads = area.cut_top(table_heads);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    canvas.text({ends[i], heads.bottom() - 10}, titles[i], tinted(small, theme.muted),
                Align::right);
  }
  // What is wrong stays in sight; the rest scrolls if it must.
  cut(wrong, area.h * notes_share);
  const Rect fixed = area.cut_bottom(height_of(wrong));
  const auto count = static_cast<float>(comparison.rows.size());
  const float needed = count * least_row + height_of(notes);
  const bool all_fit = needed <= area.h;
  const auto rows = ordered(comparison.rows, all_fit);
  const float height =
      all_fit ? std::clamp((area.h - height_of(notes)) / std::max(1.0F, count), least_row, most_row)
              : least_row;
  float widest = canvas.width(titles[0], small);
  for (const DifferenceRow* entry : rows) {
    widest = std::max(widest, canvas.width(left_text(*entry), {Face::mono, 14, {}}));
  }
  columns.numbers_from = ends[0] - widest - 10;
  columns.name_size = type_of_names(canvas, rows, area, columns.numbers_from);
  if (std::exchange(drawn_, &comparison) != &comparison) scroll_ = 0;
  if (pointer.over(area)) scroll_ -= wheel_step * pointer.wheel;
  scroll_ = std::clamp(scroll_, 0.0F, std::max(0.0F, needed - area.h));
  const Note* pointed = nullptr;
  {
    const Clip clip(canvas, {area.x - 8, area.y, area.w + 16, area.h});
    // Row by row; the last step may leave a gap behind the end.
    const float shift = std::ceil(scroll_ / height - 0.01F) * height;
    Rect content{area.x, area.y - shift, area.w, std::max(needed, area.h)};
    for (const DifferenceRow* entry : rows) {
      const Rect row = content.cut_top(height);
      if (is_whole(row, area)) draw_row(canvas, row, *entry, later, columns, theme);
    }
    Pointer within = pointer;
    within.inside = within.inside && area.contains(within.at);
    pointed = draw_notes(canvas, content, area, notes, within, theme);
  }
  draw_scroll_mark(canvas, area, scroll_, area.h, needed, theme);
  const Note* const at_wrong = draw_notes(canvas, fixed, fixed, wrong, pointer, theme);
  return {.note = at_wrong != nullptr ? at_wrong : pointed};
}

}  // namespace warpscope
