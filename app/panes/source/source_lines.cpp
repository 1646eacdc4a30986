#include "app/panes/source/source_lines.hpp"

#include <cmath>

#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float heat_height = 8;
constexpr float lanes_height = 2;  // of the bar below it
constexpr float fade_width = 24;
constexpr float chip_apart = 10;  // from the code

Color token_color(const Theme& theme, TokenKind kind) {
  switch (kind) {
    case TokenKind::plain: return theme.text;
    case TokenKind::keyword: return mix(theme.text, theme.active, 0.65F);
    case TokenKind::comment: return theme.muted;
    case TokenKind::string: return mix(theme.text, theme.free, 0.65F);
    case TokenKind::number: return mix(theme.text, theme.other, 0.65F);
  }
  return theme.text;
}

/// Fades text out at the pane's edge.
void draw_fade(Canvas& canvas, Rect row, Color background) {
  constexpr int strips = 6;
  constexpr float width = fade_width / strips;
  for (int i = 0; i < strips; ++i) {
    const float x = row.right() - fade_width + width * static_cast<float>(i);
    canvas.fill({x, row.y, width, row.h}, background.alpha(static_cast<float>(i + 1) / strips));
  }
}

TextStyle chip_style(const SourceColumns& at) { return {Face::sans_bold, at.number.size, {}}; }

constexpr std::string_view least_note = "!";  // where there is no room for words

/// The note of a line, counted from 0, if it may be told; else nullptr.
const SourceNote* told_note(const SourceScene& scene, int line) {
  if (!scene.frame.untold.allows(Told::races)) return nullptr;
  const SourceBlock* folded = scene.page.folds.folded_at(line);
  const int end = folded == nullptr ? line + 1 : folded->end;
  for (int i = line; i < end; ++i) {  // what is folded shows its first one
    const SourceNote* note = note_at(scene.page.notes, static_cast<std::uint32_t>(i) + 1);
    if (note != nullptr) return note;
  }
  return nullptr;
}

/// Below the cost: the share of lanes that work, so that a divergent line shows.
void draw_lane_share(Canvas& canvas, const SourceColumns& at, const LineHeat& heat, float middle,
                     const Theme& theme) {
  const Rect track{at.heat, middle + heat_height / 2, at.heat_width, lanes_height};
  canvas.fill(track, theme.hairline);
  const float share = track.w * static_cast<float>(heat.active());
  canvas.fill({track.x, track.y, std::max(1.0F, share), track.h}, theme.active);
}

/// What a line costs: needed, and beyond that.
void draw_cost_of_line(Canvas& canvas, const SourceColumns& at, const LineHeat& heat, float middle,
                       std::uint64_t hottest, const Theme& theme) {
  const auto share = [&](std::uint64_t part) {
    // Of folded lines together, at most all of it.
    return at.heat_width * std::min(1.0F, static_cast<float>(static_cast<double>(part) /
                                                             static_cast<double>(hottest)));
  };
  const float whole = std::max(3.0F, share(heat.cost()));
  const std::uint64_t excess = heat.cost() - std::min(heat.cost(), heat.ideal);
  const float costly = excess == 0 ? 0 : std::max(2.0F, share(excess));
  const float top = middle - heat_height / 2 - 2;
  canvas.fill({at.heat, top, whole, heat_height}, theme.free, 1);
  if (costly > 0) {
    canvas.fill({at.heat + whole - costly, top, costly, heat_height}, theme.costly, 1);
  }
}

/// The cost of what a line calls: hollow, since it stands at other lines, too.
void draw_called(Canvas& canvas, const SourceColumns& at, const LineHeat& called, float middle,
                 std::uint64_t hottest, const Theme& theme) {
  const float share =
      static_cast<float>(static_cast<double>(called.cost()) / static_cast<double>(hottest));
  const Rect bar{at.heat, middle - heat_height / 2 - 2,
                 std::max(3.0F, at.heat_width * std::min(1.0F, share)), heat_height};
  canvas.stroke(bar.inset(0.5F), called.cost() > called.ideal ? theme.costly : theme.free, 1, 1);
}

void draw_line_heat(Canvas& canvas, const SourceColumns& at, int line, float middle,
                    const SourceScene& scene) {
  const Theme& theme = *scene.frame.theme;
  if (!scene.frame.untold.allows(line_tells)) return;
  const LineHeat heat = scene.page.heat_at(line);
  const LineHeat called = scene.page.called_at(line);
  const std::uint64_t hottest = std::max<std::uint64_t>(scene.page.hottest, 1);
  if (heat.requests > 0) draw_lane_share(canvas, at, heat, middle, theme);
  const bool calls = heat.cost() == 0 && called.cost() > 0;
  if (calls) draw_called(canvas, at, called, middle, hottest, theme);
  if (heat.cost() > 0) draw_cost_of_line(canvas, at, heat, middle, hottest, theme);
  if (!at.counted || (heat.cost() == 0 && !calls)) return;
  TextStyle style = at.number;
  style.color = theme.muted;
  const std::string count{short_count((calls ? called : heat).shown())};
  canvas.text({at.count, middle}, count, style, Align::right);
}

/// The chip of a note, right of its code if that leaves room. Returns where the code must end.
float draw_line_note(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                     const SourceScene& scene, Wishes& wishes) {
  const Frame& frame = scene.frame;
  const SourceNote* note = told_note(scene, line);
  if (note == nullptr) return row.right();
  const Theme& theme = *frame.theme;
  const Color color = note->costly ? theme.costly : theme.now;
  const TextStyle style = chip_style(at);
  const SourceLine& source = scene.page.lines[static_cast<std::size_t>(line)];
  const float code_end = at.end_of(scene.part, source);
  const float room = row.right() - code_end - chip_apart;
  // The longest that leaves the code whole; a mark if nothing does.
  const float most = at.area.w * 0.6F;
  std::string_view text = least_note;
  float width = chip_width(canvas, text, style);
  for (const std::string_view words :
       {std::string_view(note->text), std::string_view(note->brief)}) {
    const float wide = chip_width(canvas, words, style);
    const bool cut = note->may_be_cut && words == note->text && room >= at.advance * 14;
    if (wide > std::min(room, most) && !cut) continue;
    text = words;
    width = std::min({wide, room, std::max(most, room)});
    break;
  }
  const Rect chip{row.right() - width, row.y + 2, width, row.h - 4};
  draw_chip(canvas, chip, text, style, color, theme);
  const float end = chip.x - 4;
  if (!source.tokens.empty()) {
    const int first = source.tokens.front().column - at.shift(scene.part, source) - at.pan;
    const float left = at.text + at.advance * static_cast<float>(std::max(0, first));
    const float y = row.center().y + at.code.size * 0.66F;
    draw_wave(canvas, left, std::min(code_end, end), y, color);
  }
  if (frame.pointer.over_control(chip)) {
    wishes.about = row;
    wishes.tooltip = note->access ? note->tooltip + "\n" + tr("click to go to it") : note->tooltip;
    if (frame.pointer.pressed && note->access) wishes.seek = note->access;
  }
  return end;
}

bool is_left_out(const SourceScene& scene, int line) {
  return !scene.spot.listing && scene.page.left_out == static_cast<std::uint32_t>(line) + 1;
}

/// Where the code of a row begins and ends.
struct CodeSpan {
  float left = 0, right = 0;
};
CodeSpan span_of(const SourceColumns& at, const SourceLine& source, const SourceRow& row,
                 int shift) {
  const int first = source.tokens.empty() ? 0 : source.tokens.front().column;
  const int begin = row.at + std::max(0, first - row.first) - shift;
  const int end = row.at + row.end - row.first - shift;
  return {at.text + at.advance * static_cast<float>(begin),
          at.text + at.advance * static_cast<float>(end)};
}

/// The run does as if the line was not there; says so where there is room.
void strike_out(Canvas& canvas, const SourceColumns& at, CodeSpan code, Rect row,
                const SourceScene& scene) {
  const Theme& theme = *scene.frame.theme;
  const float end = std::min(code.right, row.right());
  const float middle = row.center().y;
  if (end <= code.left) return;  // scrolled away
  canvas.line({code.left - 2, middle}, {end + 2, middle}, theme.costly, 1.5F);
  const TextStyle style = chip_style(at);
  const std::string words = tr("left out");
  const float width = chip_width(canvas, words, style);
  if (end + chip_apart + width > row.right()) return;
  const Rect chip{row.right() - width, row.y + 2, width, row.h - 4};
  draw_chip(canvas, chip, words, style, theme.costly, theme);
}

/// In place of what is folded, where the line has room for it.
void draw_folded(Canvas& canvas, const SourceColumns& at, float code_end, Rect row,
                 const Theme& theme) {
  const Rect chip{code_end + at.advance / 2, row.y + 5, 3 * at.advance, row.h - 10};
  if (chip.x < at.text || chip.right() > row.right()) return;
  canvas.fill(chip, mix(theme.panel, theme.muted, 0.2F), 4);
  for (int i = -1; i <= 1; ++i) {
    const Point dot{chip.center().x + static_cast<float>(i) * at.advance * 0.6F, chip.center().y};
    canvas.circle(dot, 1.3F, theme.text);
  }
}

/// The part of a line's code that stands in a row, as far as `row` has room for it.
void draw_code(Canvas& canvas, const SourceColumns& at, const SourceLine& source,
               const SourceRow& part, Rect row, const SourceScene& scene, bool pale) {
  const int shift = at.shift(scene.part, source);
  for (const Token& token : source.tokens) {
    if (token.column >= part.end) break;
    std::string_view text = source.text_of(token);
    int column = token.column;
    if (column < part.first) {
      text.remove_prefix(first_characters(text, part.first - column).size());
      column = part.first;
    }
    const float x =
        at.text + at.advance * static_cast<float>(part.at + column - part.first - shift);
    const int room =
        std::min(static_cast<int>((row.right() - x) / at.advance + 0.01F), part.end - column);
    if (text.empty() || room <= 0) continue;
    TextStyle style = at.code;
    style.color = pale ? scene.frame.theme->muted : token_color(*scene.frame.theme, token.kind);
    canvas.text({x, row.center().y}, first_characters(text, room), style);
  }
}

/// Behind the code of a row, what a search has found there.
void draw_found(Canvas& canvas, const SourceColumns& at, int line, const SourceRow& part, Rect row,
                const SourceScene& scene) {
  if (scene.matches == nullptr) return;
  const SourceLine& source = scene.page.lines[static_cast<std::size_t>(line)];
  const Theme& theme = *scene.frame.theme;
  const int moved = part.at - part.first - at.shift(scene.part, source);
  for (const SourceHit& match : scene.matches->of_line(scene.spot.source, line)) {
    const std::string_view before = std::string_view(source.text).substr(0, match.first);
    const std::string_view found = std::string_view(source.text).substr(match.first, match.length);
    const int begin = static_cast<int>(count_characters(before));
    const int end = begin + static_cast<int>(count_characters(found));
    if (begin >= part.end || end <= part.first) continue;
    const float left =
        at.text + at.advance * static_cast<float>(std::max(begin, part.first) + moved);
    const float right = std::min(
        row.right(), at.text + at.advance * static_cast<float>(std::min(end, part.end) + moved));
    if (right <= left) continue;
    const Rect place{left - 1, row.y + 3, right - left + 2, row.h - 6};
    canvas.fill(place, theme.other.alpha(0.28F), 3);
    if (scene.match != nullptr && *scene.match == match) {
      canvas.stroke(place, theme.other, 1.5F, 3);
    }
  }
}

/// The lines, counted from 0, that the lesson points at in what is shown.
std::vector<int> pointed_lines(const SourceScene& scene) {
  const FoundMarks* const marks = scene.frame.ask<FoundMarks>();
  std::vector<int> lines;
  if (marks == nullptr || scene.spot.listing || marks->source != scene.spot.source) return lines;
  for (const std::uint32_t line : marks->lines) {
    if (line > 0 && line <= scene.page.lines.size()) lines.push_back(static_cast<int>(line) - 1);
  }
  return lines;
}

bool is_pinned_line(const SourceScene& scene, int line) {
  const Followed* const pinned = pinned_in(scene.frame);
  return pinned != nullptr && !scene.spot.listing &&
         pinned->is_line(static_cast<std::uint32_t>(scene.spot.source),
                         static_cast<std::uint32_t>(line) + 1);
}

/// Whether another line is pinned.
bool fades(const SourceScene& scene, int line) {
  const Followed* const pinned = pinned_in(scene.frame);
  return pinned != nullptr && std::holds_alternative<PinnedLine>(pinned->wanted().pin) &&
         !is_pinned_line(scene, line);
}

}  // namespace

SourceColumns source_columns(const Canvas& canvas, Rect area, const SourceScene& scene) {
  const TypeScale& type = scene.type;
  SourceColumns at;
  at.area = area;
  at.number = {Face::mono, type.small, {}};
  const float digit = canvas.width("0", at.number);
  const auto digits = static_cast<float>(std::to_string(scene.page.lines.size()).size());
  // A narrow pane keeps the bar and leaves the number to the tooltip.
  at.counted = area.w >= 360;
  at.heat_width = at.counted ? 28 : 12;
  at.heat = area.x;
  at.count = at.heat + at.heat_width +
             (at.counted ? 4 + digit * static_cast<float>(scene.page.count_digits) : 0.0F);
  at.line = at.count + 10 + digit * digits;
  at.text = at.line + 10;

  int longest = 0;
  for (int i = scene.part.home; i < scene.part.end; ++i) {
    longest = std::max(longest, scene.page.lines[static_cast<std::size_t>(i)].columns);
  }
  longest -= scene.part.common_indent;
  for (float size = type.body; size >= type.small; size -= 1) {
    at.code = {Face::mono, size, {}};
    at.advance = canvas.width("0", at.code);
    if (at.text + at.advance * static_cast<float>(longest) <= area.right()) break;
  }
  const auto body = static_cast<float>(scene.part.end - scene.part.home);
  at.row = body * type.row <= area.h ? type.row : type.row - 4;
  at.pointed = pointed_lines(scene);
  return at;
}

std::vector<SourceRow> SourceColumns::parts_of(int line, const SourceLine& source,
                                               int shift) const {
  const auto found = broken.find(line);
  if (found != broken.end()) return found->second;
  return {{shift + pan, source.columns, shift}};
}

Rect fold_mark(const SourceColumns& at, float y) { return {at.line, y, at.text - at.line, at.row}; }

void draw_fold_mark(Canvas& canvas, const SourceColumns& at, int line, float y,
                    const SourceScene& scene) {
  if (scene.page.folds.headed_by(line) == nullptr) return;
  const bool folded = scene.page.folds.folded_at(line) != nullptr;
  const Pointer& pointer = scene.frame.pointer;
  if (!folded && !(pointer.inside && at.area.contains(pointer.at))) return;
  const Rect mark = fold_mark(at, y);
  const Point c{mark.center().x + 0.5F, mark.center().y};
  const Theme& theme = *scene.frame.theme;
  const Color ink = pointer.inside && mark.contains(pointer.at) ? theme.text : theme.muted;
  if (folded) {
    canvas.triangle({c.x - 2, c.y - 4}, {c.x + 3, c.y}, {c.x - 2, c.y + 4}, ink);
  } else {
    canvas.triangle({c.x - 4, c.y - 2}, {c.x + 4, c.y - 2}, {c.x, c.y + 3}, ink);
  }
}

int SourceColumns::extra_rows(int line, float near) const {
  int extra = 0;
  for (const auto& [each, rows] : broken) {
    const bool in_reach = static_cast<float>(std::abs(each - line)) < near;
    if (in_reach) extra += static_cast<int>(rows.size()) - 1;
  }
  return extra;
}

void break_lines(const Canvas& canvas, SourceColumns& at, const SourceScene& scene) {
  if (at.pan > 0) return;
  std::vector<int> lines = at.pointed;
  if (!scene.spot.listing) lines.push_back(at.now);
  if (scene.spot.reading) lines.push_back(scene.spot.line);
  for (const int line : lines) {
    if (line < 0 || line >= static_cast<int>(scene.page.lines.size())) continue;
    const SourceLine& source = scene.page.lines[static_cast<std::size_t>(line)];
    float room = at.area.right() - at.text;
    if (told_note(scene, line) != nullptr) {
      room -= chip_width(canvas, least_note, chip_style(at)) + 4;
    }
    const int columns = static_cast<int>(room / at.advance) + at.shift(scene.part, source);
    auto rows = break_line(source, columns);
    if (rows.size() > 1) at.broken[line] = std::move(rows);
  }
}

void draw_source_line(Canvas& canvas, const SourceColumns& at, int line, float y,
                      const SourceScene& scene, Wishes& wishes) {
  const Theme& theme = *scene.frame.theme;
  const SourceLine& source = scene.page.lines[static_cast<std::size_t>(line)];
  Rect row{at.area.x, y, at.area.w, at.row};
  const float middle = row.center().y;
  const SourceBlock* folded = scene.page.folds.folded_at(line);
  const auto stands_here = [&](int there) {
    return there == line || (folded != nullptr && there > line && there < folded->end);
  };
  const bool current = !scene.spot.listing && stands_here(at.now);
  const bool read = scene.spot.reading && stands_here(scene.spot.line);
  const Rect whole{row.x - source_bleed, row.y, row.w + 2 * source_bleed,
                   at.row * static_cast<float>(at.rows_of(line))};
  Color background = theme.panel;
  if (current || read) {
    canvas.keep_free(whole);
    background = mix(theme.panel, current ? theme.active : theme.muted, 0.16F);
    canvas.fill(whole, background);
    canvas.fill({whole.x, whole.y, 3, whole.h}, current ? theme.active : theme.muted);
  }
  if (is_pinned_line(scene, line)) {
    canvas.stroke(whole.inset(4, 1), theme.text, 1.5F, 4);
  }
  if (std::ranges::count(at.pointed, line) > 0) {
    draw_mark(canvas, whole.inset(4, 1.5F), theme);
  }
  draw_line_heat(canvas, at, line, middle, scene);
  TextStyle number = at.number;
  number.color = current || read ? theme.text : theme.muted;
  canvas.text({at.line, middle}, std::to_string(line + 1), number, Align::right);

  row.w = draw_line_note(canvas, at, line, row, scene, wishes) - row.x;
  const int shift = at.shift(scene.part, source);
  const bool left_out = is_left_out(scene, line);
  for (const SourceRow& part : at.parts_of(line, source, shift)) {
    draw_found(canvas, at, line, part, row, scene);
    draw_code(canvas, at, source, part, row, scene, left_out || fades(scene, line));
    if (left_out && !source.tokens.empty()) {
      strike_out(canvas, at, span_of(at, source, part, shift), row, scene);
    }
    row.y += at.row;
  }
  const float code_end = at.end_of(scene.part, source);
  if (folded != nullptr) {
    draw_folded(canvas, at, code_end, {row.x, y, row.w, at.row}, theme);
  }
  if (at.broken.contains(line) || code_end <= row.right()) return;
  row.y -= at.row;
  draw_fade(canvas, row, background);
}

}  // namespace warpscope
