#include "app/panes/source/source_lines.hpp"

#include <cmath>

#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/place_parts.hpp"
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

/// Whether the lesson points at a line, counted from 0.
bool is_marked(const Frame& frame, std::uint32_t source, int line) {
  return frame.ask<FoundMarks>() != nullptr && frame.ask<FoundMarks>()->source == source &&
         std::ranges::count(frame.ask<FoundMarks>()->lines, static_cast<std::uint32_t>(line + 1)) >
             0;
}

/// Below the cost: the share of lanes that work, so that a divergent line shows.
void draw_lane_share(Canvas& canvas, const SourceColumns& at, const LineHeat& heat, float middle,
                     const Theme& theme) {
  const Rect track{at.heat, middle + heat_height / 2, at.heat_width, lanes_height};
  canvas.fill(track, theme.hairline);
  const float share = track.w * static_cast<float>(heat.active());
  canvas.fill({track.x, track.y, std::max(1.0F, share), track.h}, theme.active);
}

void draw_line_heat(Canvas& canvas, const SourceColumns& at, int line, float middle,
                    const SourceScene& scene) {
  const Theme& theme = *scene.frame.theme;
  if (!scene.frame.untold.allows(line_tells)) return;
  const LineHeat& heat = scene.page.heat[static_cast<std::size_t>(line)];
  if (heat.requests > 0) draw_lane_share(canvas, at, heat, middle, theme);
  if (heat.cost() == 0) return;
  const auto share = [&](std::uint64_t part) {
    return at.heat_width *
           static_cast<float>(static_cast<double>(part) / static_cast<double>(scene.page.hottest));
  };
  const float whole = std::max(3.0F, share(heat.cost()));
  const std::uint64_t excess = heat.cost() - std::min(heat.cost(), heat.ideal);
  const float costly = excess == 0 ? 0 : std::max(2.0F, share(excess));
  const float top = middle - heat_height / 2 - 2;
  canvas.fill({at.heat, top, whole, heat_height}, theme.free, 1);
  if (costly > 0) {
    canvas.fill({at.heat + whole - costly, top, costly, heat_height}, theme.costly, 1);
  }
  if (!at.counted) return;
  TextStyle style = at.number;
  style.color = theme.muted;
  canvas.text({at.count, middle}, short_count(heat.shown()), style, Align::right);
}

/// The chip of a note, right of its code if that leaves room. Returns where the code must end.
float draw_line_note(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                     const SourceScene& scene, Wishes& wishes) {
  const Frame& frame = scene.frame;
  const SourceNote* note = note_at(scene.page.notes, static_cast<std::uint32_t>(line) + 1);
  if (note == nullptr || !scene.frame.untold.allows(Told::races)) return row.right();
  const Theme& theme = *frame.theme;
  const Color color = note->costly ? theme.costly : theme.now;
  const TextStyle style{Face::sans_bold, at.number.size, {}};
  const SourceLine& source = scene.page.lines[static_cast<std::size_t>(line)];
  const float code_end = at.end_of(scene.part, source);
  const float room = row.right() - code_end - chip_apart;
  // The longest that leaves the code whole; a mark if nothing does.
  const float most = at.area.w * 0.6F;
  std::string_view text = "!";
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
    const int first = source.tokens.front().column - at.shift(scene.part, source);
    const float left = at.text + at.advance * static_cast<float>(first);
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

/// The run does as if the line was not there; says so where there is room.
void strike_out(Canvas& canvas, const SourceColumns& at, const SourceLine& source, Rect row,
                const SourceScene& scene) {
  if (source.tokens.empty()) return;
  const Theme& theme = *scene.frame.theme;
  const int first = source.tokens.front().column - at.shift(scene.part, source);
  const float left = at.text + at.advance * static_cast<float>(first);
  const float end = std::min(at.end_of(scene.part, source), row.right());
  const float middle = row.center().y;
  canvas.line({left - 2, middle}, {end + 2, middle}, theme.costly, 1.5F);
  const TextStyle style{Face::sans_bold, at.number.size, {}};
  const std::string words = tr("left out");
  const float width = chip_width(canvas, words, style);
  if (end + chip_apart + width > row.right()) return;
  const Rect chip{row.right() - width, row.y + 2, width, row.h - 4};
  draw_chip(canvas, chip, words, style, theme.costly, theme);
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
  return at;
}

void draw_source_line(Canvas& canvas, const SourceColumns& at, int line, float y,
                      const SourceScene& scene, Wishes& wishes) {
  const Theme& theme = *scene.frame.theme;
  const SourceLine& source = scene.page.lines[static_cast<std::size_t>(line)];
  Rect row{at.area.x, y, at.area.w, at.row};
  const float middle = row.center().y;
  const bool current = !scene.spot.listing && at.now == line;
  const bool read = scene.spot.reading && scene.spot.line == line;
  const Rect whole{row.x - source_bleed, row.y, row.w + 2 * source_bleed, row.h};
  Color background = theme.panel;
  if (current || read) {
    background = mix(theme.panel, current ? theme.active : theme.muted, 0.16F);
    canvas.fill(whole, background);
    canvas.fill({whole.x, whole.y, 3, whole.h}, current ? theme.active : theme.muted);
  }
  if (!scene.spot.listing &&
      is_marked(scene.frame, static_cast<std::uint32_t>(scene.spot.source), line)) {
    draw_mark(canvas, whole.inset(4, 1.5F), theme);
  }
  draw_line_heat(canvas, at, line, middle, scene);
  TextStyle number = at.number;
  number.color = current || read ? theme.text : theme.muted;
  canvas.text({at.line, middle}, std::to_string(line + 1), number, Align::right);

  row.w = draw_line_note(canvas, at, line, row, scene, wishes) - row.x;
  const int shift = at.shift(scene.part, source);
  const bool left_out = is_left_out(scene, line);
  for (const Token& token : source.tokens) {
    const int column = token.column - shift;
    TextStyle style = at.code;
    style.color = left_out ? theme.muted : token_color(theme, token.kind);
    const float x = at.text + at.advance * static_cast<float>(column);
    const int room = static_cast<int>((row.right() - x) / at.advance);
    if (room <= 0) break;
    canvas.text({x, middle}, first_characters(source.text_of(token), room), style);
  }
  if (at.end_of(scene.part, source) > row.right()) draw_fade(canvas, row, background);
  if (left_out) strike_out(canvas, at, source, row, scene);
}

}  // namespace warpscope
