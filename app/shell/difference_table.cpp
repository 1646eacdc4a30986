#include "app/shell/difference_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/layout/text_wrap.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float table_line = 20;
constexpr float note_line = 18;
constexpr float note_gap = 8;
constexpr float table_heads = 30;
constexpr float notes_share = 0.45F;  // of the pane, at most
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

/// As many lines as leave room for the first rows of the table.
std::vector<NoteLines> wrapped(const Canvas& canvas, const std::vector<Note>& notes, Rect area,
                               std::size_t rows) {
  const float first_rows =
      table_heads + least_row * static_cast<float>(std::min<std::size_t>(rows, 4));
  std::vector<NoteLines> result;
  const auto measure = [&](std::string_view text) { return canvas.width(text, small); };
  int left =
      static_cast<int>(std::min(area.h * notes_share, area.h - first_rows - note_gap) / note_line);
  for (const Note& note : notes) {
    if (left < 1) break;
    const std::string text = note.text.text();
    const auto wrapped_text = wrap_text(text, area.w - 12, std::min(left, 5), measure);
    NoteLines lines{&note, {wrapped_text.begin(), wrapped_text.end()}};
    left -= static_cast<int>(lines.lines.size());
    result.push_back(std::move(lines));
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

/// Notes, each with a bar at its left: vermilion if something is wrong. A note that leads somewhere
/// lights up.
const Note* draw_notes(Canvas& canvas, Rect area, const std::vector<NoteLines>& notes,
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
      canvas.text_fit({row.x, row.center().y}, line, tinted(small, theme.text), row.w);
    }
  }
  return pointed;
}

/// If not all rows fit, those that are equal at both sides go first, from the bottom, then details, then
/// others; a time stays, which is all that was measured.
std::vector<const DifferenceRow*> fitting_rows(const std::vector<DifferenceRow>& rows, float most) {
  std::vector<const DifferenceRow*> shown;
  for (const DifferenceRow& row : rows) shown.push_back(&row);
  const auto drop = [&](const auto& which) {
    for (std::size_t i = shown.size(); i-- > 0 && static_cast<float>(shown.size()) > most;) {
      if (!shown[i]->nanoseconds && which(*shown[i])) {
        shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  };
  drop([](const DifferenceRow& row) { return row.left == row.right; });
  drop([](const DifferenceRow& row) { return row.detail; });
  drop([](const DifferenceRow&) { return true; });
  return shown;
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

/// `later`: the left side came of the right one, so the change leads to the left.
void draw_row(Canvas& canvas, Rect row, const DifferenceRow& entry, bool later,
              const Columns& columns, const Theme& theme) {
  DifferenceRow in_time = entry;
  if (later) std::swap(in_time.left, in_time.right);
  const TextStyle number{Face::mono, 14, theme.text};
  const float y = row.center().y;
  const float from = row.x + indent_of(entry);
  const auto& ends = columns.ends;
  canvas.text_fit({from, y}, label_text(entry),
                  {Face::sans, columns.name_size, entry.detail ? theme.muted : theme.text},
                  columns.numbers_from - from);
  const bool better = (in_time.right < in_time.left) != entry.more_is_better;
  const bool plain = entry.left == entry.right || entry.neutral;
  const Color last = plain ? theme.muted : better ? theme.free : theme.costly;
  canvas.text({ends[0], y}, left_text(entry), number, Align::right);
  canvas.text({ends[1], y}, right_text(entry), number, Align::right);
  canvas.text({ends[2], y}, change_text(in_time), {Face::mono, 14, last}, Align::right);
  canvas.line({row.x, row.bottom()}, {row.right(), row.bottom()}, theme.hairline);
}

}  // namespace

const Note* draw_difference(Canvas& canvas, Rect area, const Comparison& comparison,
                            const SideNames& names, const Pointer& pointer, const Theme& theme) {
  // The names of the two sides stand above the numbers, a line each.
  const float from =
      14 + std::max(canvas.width(tr("left"), small), canvas.width(tr("right"), small));
  for (const auto& [side, name] :
       {std::pair{tr("left"), &names.left}, {tr("right"), &names.right}}) {
    const Rect row = area.cut_top(table_line);
    canvas.text({row.x, row.center().y}, side, tinted(small, theme.muted));
    canvas.text_fit({row.x + from, row.center().y}, *name, tinted(table_text, theme.text),
                    row.w - from);
  }
  // In the order of the panes, even where the left one came of the right one.
  const bool later = names.right_was_first;
  const std::array<const char*, 3> titles{later ? tr("now") : tr("left"),
                                          later ? tr("before") : tr("right"), tr("change")};
  const std::vector<NoteLines> notes =
      wrapped(canvas, comparison.notes, area, comparison.rows.size());
  const float below = height_of(notes);
  Columns columns{.ends = column_ends(canvas, area, comparison.rows, titles)};
  const std::array<float, 3>& ends = columns.ends;
  const Rect heads = area.cut_top(table_heads);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    canvas.text({ends[i], heads.bottom() - 10}, titles[i], tinted(small, theme.muted),
                Align::right);
  }
  const auto rows = fitting_rows(comparison.rows, std::floor((area.h - below) / least_row));
  const float height = std::clamp(
      (area.h - below) / std::max(1.0F, static_cast<float>(rows.size())), least_row, most_row);
  float widest = canvas.width(titles[0], small);
  for (const DifferenceRow* entry : rows) {
    widest = std::max(widest, canvas.width(left_text(*entry), {Face::mono, 14, {}}));
  }
  columns.numbers_from = ends[0] - widest - 10;
  columns.name_size = type_of_names(canvas, rows, area, columns.numbers_from);
  for (const DifferenceRow* entry : rows) {
    draw_row(canvas, area.cut_top(height), *entry, later, columns, theme);
  }
  return draw_notes(canvas, area, notes, pointer, theme);
}

}  // namespace warpscope
