#include "app/views/parts/line_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/subject/grid_totals.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float figures_apart = 14;
constexpr float words_apart = 10;
constexpr float least_wide = 560, least_folded = 230;  // widths and heights of the shapes
constexpr std::string_view absent = "–";

const LineSide* first_of(const ComparedLine& row, const ChangeSides& sides) {
  const auto& side = sides.right_first ? row.right : row.left;
  return side ? &*side : nullptr;
}

const LineSide* second_of(const ComparedLine& row, const ChangeSides& sides) {
  const auto& side = sides.right_first ? row.left : row.right;
  return side ? &*side : nullptr;
}

/// The side whose line a row shows, and its trace: the second, unless only the first has it.
std::pair<const LineSide*, const Trace*> shown_of(const ComparedLine& row,
                                                  const ChangeSides& sides) {
  const Trace* const second = sides.right_first ? sides.left : sides.right;
  const Trace* const first = sides.right_first ? sides.right : sides.left;
  if (const LineSide* side = second_of(row, sides)) return {side, second};
  return {first_of(row, sides), first};
}

/// Of all rows of a memory.
ComparedLine sum_of(const ComparedSpace& space) {
  return {.space = space.space, .left = space.left, .right = space.right};
}

/// "62", "main:62" of several files.
std::string line_label(const Trace& trace, const LineSide& side, bool named) {
  std::string line = std::to_string(side.line);
  if (!named) return line;
  const std::string& file = trace.sources[side.source].name;
  const std::string_view base = std::string_view(file).substr(file.rfind('/') + 1);
  return fmt::format("{}:{}", printable(std::string(base.substr(0, base.rfind('.')))), line);
}

/// The line with a sign, as a diff has it, if only one side has it.
std::string signed_line(const ComparedLine& row, const ChangeSides& sides, bool named) {
  const auto [side, trace] = shown_of(row, sides);
  const char* const sign = second_of(row, sides) == nullptr  ? "−"
                           : first_of(row, sides) == nullptr ? "+"
                                                             : "";
  return sign + line_label(*trace, *side, named);
}

/// "As", "tile / buffer" if the sides call it otherwise.
std::string arrays_touched(const ComparedLine& row, const ChangeSides& sides) {
  const LineSide *const a = first_of(row, sides), *const b = second_of(row, sides);
  if (a == nullptr || b == nullptr || a->array == b->array) {
    return printable((a != nullptr ? a : b)->array);
  }
  return printable(a->array) + " / " + printable(b->array);
}

/// "78" of the line that calls, empty if nobody does.
std::string caller_line(const Trace& trace, const LineSide& side) {
  if (side.caller < 0) return {};
  return std::to_string(trace.locations[static_cast<std::size_t>(side.caller)].line);
}

/// "78 ▸ As": the line that calls, and what is touched.
std::string touched_text(const ComparedLine& row, const ChangeSides& sides) {
  const auto [side, trace] = shown_of(row, sides);
  const std::string call = caller_line(*trace, *side), array = arrays_touched(row, sides);
  return call.empty() ? array : fmt::format("{} ▸ {}", call, array);
}

/// "shared store"; the heading says which memory.
std::string doing_of(const ComparedLine& row) { return std::string(tr(name(row.operation))); }

/// "Shared memory, wavefronts", or less of it where there is no room.
std::string unit_heading(const Canvas& canvas, Space space, const TextStyle& style, float room) {
  std::string shortest = words_of(space).memory();
  for (const std::string& memory : {std::string(words_of(space).heading()), shortest}) {
    // Translators: {} is such as "Shared memory" or "shared".
    std::string text =
        moves_sectors(space) ? tr("{}, sectors", memory) : tr("{}, wavefronts", memory);
    if (canvas.width(text, style) <= room) return text;
  }
  return shortest;
}

Color color_of_change(const ComparedLine& row, const ChangeSides& sides, const Theme& theme) {
  const std::uint64_t first = sides.right_first ? row.right_grid() : row.left_grid(),
                      second = sides.right_first ? row.left_grid() : row.right_grid();
  if (first == second) return theme.muted;
  return second < first ? theme.free : theme.costly;
}

/// "sum.cu, line 62: tile[x] = p[i];" and who calls.
std::string side_text(const char* heading, const Trace& trace, const LineSide* side) {
  // Translators: {} is "before", "now", "left" or "right".
  if (side == nullptr) return tr("{}: not there", heading);
  std::string text =
      // Translators: {0} is "before", "now", "left" or "right", {1} a file, {2} a line's number, {3} the line.
      tr("{0}: {1}, line {2}: {3}", heading, printable(trace.sources[side->source].name),
         side->line, side->text);
  if (side->lines > 1) {
    const auto more = static_cast<std::int64_t>(side->lines - 1);
    text += ", " + tr_n("and {1} more line", "and {1} more lines", more, more);
  }
  if (side->caller >= 0) {
    const CodeLocation& call = trace.locations[static_cast<std::size_t>(side->caller)];
    text += "\n  " +
            tr("called on line {1} of {0}", printable(trace.sources[call.source].name), call.line) +
            ": " + source_line(trace.sources[call.source], call.line);
  }
  return text;
}

}  // namespace

bool tells_lines(const Look& look, bool own) {
  const auto rows = look.get<ChangeRows>();
  return rows == ChangeRows::lines || (rows == ChangeRows::fitting && own);
}

ChangeFigures change_figures(const LineComparison& lines, const ComparedLine& row,
                             const ChangeSides& sides) {
  const bool turned = sides.right_first;
  const bool first_scaled = turned ? lines.right_scaled : lines.left_scaled,
             second_scaled = turned ? lines.left_scaled : lines.right_scaled;
  const LineSide *const a = first_of(row, sides), *const b = second_of(row, sides);
  const std::uint64_t first = a != nullptr ? a->grid : 0, second = b != nullptr ? b->grid : 0;
  const DifferenceRow change{.label = {},
                             .left = first,
                             .right = second,
                             .left_scaled = first_scaled,
                             .right_scaled = second_scaled};
  return {a != nullptr ? left_text(change) : std::string(absent),
          b != nullptr ? right_text(change) : std::string(absent), change_text(change)};
}

std::string compared_line_text(const LineComparison& lines, const ComparedLine& row,
                               const ChangeSides& sides) {
  const Trace &first = sides.right_first ? *sides.right : *sides.left,
              &second = sides.right_first ? *sides.left : *sides.right;
  const LineSide *const a = first_of(row, sides), *const b = second_of(row, sides);
  const ChangeFigures figures = change_figures(lines, row, sides);
  std::string text = fmt::format("{}, {}: {} → {}, {}\n", touched_text(row, sides), doing_of(row),
                                 figures.first, figures.second, figures.change);
  if (a != nullptr && b != nullptr && a->text == b->text && a->line == b->line && a->lines == 1) {
    return text + tr("{0}, line {1}", printable(second.sources[b->source].name), b->line) + ": " +
           b->text;
  }
  return text + side_text(sides.first, first, a) + "\n" + side_text(sides.second, second, b);
}

std::vector<LineChanges::Item> LineChanges::items_of(const LineComparison& lines) {
  std::vector<Item> items;
  for (const ComparedSpace& space : lines.spaces) {
    items.push_back({Kind::heading, &space});
    for (const ComparedLine& row : space.rows) items.push_back({Kind::line, &space, &row});
    items.push_back({Kind::sum, &space});
  }
  return items;
}

LineChanges::Columns LineChanges::columns_of(const Canvas& canvas, Rect area,
                                             const LineComparison& lines, const ChangeSides& sides,
                                             const TypeScale& type) {
  Columns at;
  at.size = type.small;
  at.shape = area.w >= least_wide * type.small / 12 ? Shape::wide
             : area.h >= least_folded               ? Shape::folded
                                                    : Shape::low;
  const TextStyle number{Face::mono, at.size, {}}, heading{Face::sans, at.size, {}};
  float first = canvas.width(sides.first, heading), second = canvas.width(sides.second, heading),
        change = canvas.width(tr("change"), heading), array = 0;
  std::optional<std::uint32_t> source;
  for (const ComparedSpace& space : lines.spaces) {
    for (const ComparedLine& row : space.rows) {
      const std::uint32_t of_row = shown_of(row, sides).first->source;
      at.named |= source.value_or(of_row) != of_row;
      source = of_row;
    }
  }
  const auto widen = [&](const ComparedLine& row) {
    const ChangeFigures figures = change_figures(lines, row, sides);
    first = std::max(first, canvas.width(figures.first, number));
    second = std::max(second, canvas.width(figures.second, number));
    change = std::max(change, canvas.width(figures.change, number));
  };
  for (const ComparedSpace& space : lines.spaces) {
    widen(sum_of(space));
    for (const ComparedLine& row : space.rows) {
      widen(row);
      at.line = std::max(at.line, canvas.width(signed_line(row, sides, at.named), number));
      array = std::max(array, canvas.width(touched_text(row, sides), number) + words_apart +
                                  canvas.width(doing_of(row), heading));
    }
  }
  at.change = area.right();
  at.second = at.change - change - figures_apart;
  at.first = at.second - second - figures_apart;
  at.numbers_from = at.first - first - words_apart;
  constexpr float least_words = 40;
  at.with_first = area.x + at.line + words_apart + least_words <= at.numbers_from;
  if (!at.with_first) at.numbers_from = at.second - second - words_apart;
  at.array_from = std::max(area.x + area.w * 0.3F, at.numbers_from - array - words_apart);
  return at;
}

void LineChanges::draw_heading(Canvas& canvas, Rect rect, const Columns& at,
                               const ComparedSpace& space, const ChangeSides& sides,
                               const Theme& theme) {
  const float y = rect.bottom() - rect.h * 0.42F;
  const TextStyle quiet{Face::sans, at.size, theme.muted};
  canvas.text({at.change, y}, tr("change"), quiet, Align::right);
  canvas.text({at.second, y}, sides.second, quiet, Align::right);
  if (at.with_first) canvas.text({at.first, y}, sides.first, quiet, Align::right);
  const float until = at.with_first ? at.first - canvas.width(sides.first, quiet)
                                    : at.second - canvas.width(sides.second, quiet);
  const float room = until - words_apart - rect.x;
  const TextStyle strong{Face::sans_bold, at.size, theme.text};
  canvas.text_fit({rect.x, y}, unit_heading(canvas, space.space, strong, room), strong, room);
  canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, theme.hairline);
}

void LineChanges::draw_figures(Canvas& canvas, float y, const Columns& at,
                               const LineComparison& lines, const ComparedLine& row,
                               const ChangeSides& sides, bool sum, const Theme& theme) {
  const ChangeFigures figures = change_figures(lines, row, sides);
  const Color ink = row.distance() == 0 && !sum ? theme.muted : theme.text;
  const TextStyle number{Face::mono, at.size, ink};
  if (at.with_first) canvas.text({at.first, y}, figures.first, number, Align::right);
  canvas.text({at.second, y}, figures.second, number, Align::right);
  canvas.text({at.change, y}, figures.change,
              {Face::mono, at.size, color_of_change(row, sides, theme)}, Align::right);
}

void LineChanges::draw_words(Canvas& canvas, Rect rect, float figures_y, const Columns& at,
                             const LineComparison& lines, const ComparedLine& row,
                             const ChangeSides& sides, const Theme& theme) {
  const LineSide& side = *shown_of(row, sides).first;
  const Color ink = row.distance() == 0 ? theme.muted : theme.text;
  const TextStyle code{Face::mono, at.size, ink}, quiet{Face::mono, at.size, theme.muted},
      words{Face::sans, at.size, theme.muted};
  const bool by_array = lines.by == LineComparison::By::arrays;
  const std::string touched = touched_text(row, sides);
  const float text_y = at.shape == Shape::folded ? rect.y + rect.h * 0.28F : figures_y;
  canvas.text({rect.x + at.line, text_y}, signed_line(row, sides, at.named), quiet, Align::right);
  const float from = rect.x + at.line + words_apart;
  // What is there of "array, operation" goes where there is room for it.
  const auto access = [&](float x, float until) {
    if (until <= x) return;
    const float used = canvas.text_fit({x, figures_y}, touched, by_array ? code : quiet, until - x);
    const float next = x + used + words_apart;
    if (next + canvas.width(doing_of(row), words) <= until)
      canvas.text({next, figures_y}, doing_of(row), words);
  };
  if (at.shape == Shape::low) return access(from, at.numbers_from);
  if (at.shape == Shape::folded) {
    canvas.text_fit({from, text_y}, side.text, code, rect.right() - from);
    return access(from, at.numbers_from);
  }
  canvas.text_fit({from, text_y}, side.text, code, at.array_from - words_apart - from);
  access(at.array_from, at.numbers_from);
}

LineChanges::Pointed LineChanges::draw(Canvas& canvas, Rect area, const LineComparison& lines,
                                       const ChangeSides& sides, const Pointer& pointer,
                                       const TypeScale& type, const Theme& theme) {
  const std::vector<Item> items = items_of(lines);
  if (items.empty()) {
    draw_placeholder(canvas, area, theme, tr("Neither run reads or writes memory."));
    return {};
  }
  const Columns at = columns_of(canvas, area, lines, sides, type);
  const float plain = type.small + 9, folded = 2 * type.small + 14;
  const auto height_of = [&](const Item& item) {
    if (item.kind == Kind::heading) return plain + 3;
    return item.kind == Kind::line && at.shape == Shape::folded ? folded : plain;
  };
  // The last item that may stand on top, so that the end is seen whole.
  std::size_t last = items.size() - 1;
  for (float used = height_of(items[last]); last > 0;) {
    used += height_of(items[last - 1]);
    if (used > area.h) break;
    --last;
  }
  if (pointer.inside && area.contains(pointer.at)) first_ -= 2 * pointer.wheel;
  first_ = std::round(std::clamp(first_, 0.0F, static_cast<float>(last)));
  Pointed pointed;
  Rect rest = area;
  std::size_t shown = 0;
  for (auto i = static_cast<std::size_t>(first_); i < items.size(); ++i, ++shown) {
    const Item& item = items[i];
    if (shown > 0 && height_of(item) > rest.h + 0.5F) break;
    const Rect rect = rest.cut_top(height_of(item));
    if (item.kind == Kind::heading) {
      draw_heading(canvas, rect, at, *item.space, sides, theme);
      continue;
    }
    const bool sum = item.kind == Kind::sum;
    const float y = !sum && at.shape == Shape::folded ? rect.y + rect.h * 0.72F : rect.center().y;
    if (sum) {
      canvas.text_fit({rect.x, y}, tr("all lines"), {Face::sans_bold, at.size, theme.text},
                      at.numbers_from - rect.x);
      draw_figures(canvas, y, at, lines, sum_of(*item.space), sides, true, theme);
      continue;
    }
    if (pointer.over(rect, i + 1)) {
      canvas.fill(rect.inset(-6, 0), theme.raised, 3);
      pointed = {item.row, rect};
    }
    draw_words(canvas, rect, y, at, lines, *item.row, sides, theme);
    draw_figures(canvas, y, at, lines, *item.row, sides, false, theme);
    canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, theme.hairline);
  }
  draw_scroll_mark(canvas, area, first_, static_cast<float>(shown),
                   static_cast<float>(items.size()), theme);
  return pointed;
}

}  // namespace warpscope
