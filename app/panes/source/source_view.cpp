#include "app/panes/source/source_view.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/views/parts/lesson_marks.hpp"

namespace warpscope {
namespace {

constexpr float key_height = 24;
constexpr float bleed = 15;  // a marked line reaches the pane's edges
constexpr float heat_height = 8;
constexpr float lanes_height = 2;  // of the bar below it
constexpr float fade_width = 24;

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

/// Line of the present access, from 1.
int line_now(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  return static_cast<int>(trace.line_of(trace.accesses[frame.access]));
}

/// Whether the lesson points at a line, counted from 0.
bool is_marked(const Frame& frame, std::uint32_t source, int line) {
  return frame.marks != nullptr && frame.marks->source == source &&
         std::ranges::count(frame.marks->lines, static_cast<std::uint32_t>(line + 1)) > 0;
}

}  // namespace

struct SourceView::Columns {
  Rect area;  // of the lines, without the footer
  TextStyle code, number;
  float row = 0;
  float advance = 0;  // of one character of code
  float heat_width = 0;
  bool counted = false;                           // numbers stand beside the bars
  float heat = 0, count = 0, line = 0, text = 0;  // left, right, right, left
};

std::string SourceView::subtitle(const Frame& frame) const {
  if (!frame.document || frame.document->trace->accesses.empty()) return "";
  const Trace& trace = *frame.document->trace;
  return trace.source_of(trace.accesses[frame.access]).name;
}

void SourceView::on_document(const Document& document) {
  const Trace& trace = *document.trace;
  pages_.assign(trace.sources.size(), {});
  for (std::uint32_t s = 0; s < pages_.size(); ++s) prepare_page(document, s);

  constexpr std::uint32_t no_line = 0;
  std::vector<std::uint32_t> first_line(trace.launches.size(), no_line);
  for (const Access& access : trace.accesses) {
    std::uint32_t& first = first_line[trace.steps[access.step].launch];
    const auto& [source, line, caller, function] = trace.location_of(access);
    const bool own = source == trace.launch_of(access).source;
    if (own && (first == no_line || line < first)) first = line;
    Page& page = pages_[source];
    if (line > 0 && line <= page.lanes.size()) page.lanes[line - 1].add(access.mask);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, SourcePart> parts;
  of_launch_.clear();
  for (std::size_t l = 0; l < trace.launches.size(); ++l) {
    const std::uint32_t source = trace.launches[l].source;
    const auto [part, fresh] = parts.try_emplace({source, first_line[l]});
    if (fresh) part->second = running_part(pages_[source].lines, first_line[l]);
    of_launch_.push_back(part->second);
  }
  of_line_ =
      AccessGroups(trace.accesses, [&](const Access& access) { return trace.line_of(access); });
  source_ = 0;
  part_ = {};
  part_location_ = no_location;
  placed_ = false;
  following_ = true;
}

void SourceView::prepare_page(const Document& document, std::uint32_t source) {
  Page& page = pages_[source];
  page.lines = read_source(document.trace->sources[source].text);
  page.heat = line_heat(document.summary, source, page.lines.size());
  page.lanes.assign(page.lines.size(), {});
  for (const LineHeat& heat : page.heat) {
    page.hottest = std::max(page.hottest, heat.cost());
    page.global_only_lines = page.global_only_lines || (heat.wavefronts == 0 && heat.sectors > 0);
    page.count_digits =
        std::max(page.count_digits, static_cast<int>(short_count(heat.shown()).size()));
  }
}

void SourceView::turn_to_now(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const std::uint32_t source = trace.location_of(access).source;
  const bool own = source == trace.launch_of(access).source;
  if (own) {
    part_ = of_launch_[trace.steps[access.step].launch];
    part_location_ = no_location;
  } else if (part_location_ != access.location) {
    part_ = running_part(pages_[source].lines, trace.line_of(access));
    part_location_ = access.location;
  }
  if (source == source_) return;
  source_ = source;
  placed_ = false;  // another file: there is nothing to glide over
  following_ = true;
}

SourceView::Columns SourceView::columns(const Canvas& canvas, Rect area,
                                        const TypeScale& type) const {
  Columns at;
  at.area = area;
  at.number = {Face::mono, type.small, {}};
  const float digit = canvas.width("0", at.number);
  const auto digits = static_cast<float>(std::to_string(page().lines.size()).size());
  // A narrow pane keeps the bar and leaves the number to the tooltip.
  at.counted = area.w >= 360;
  at.heat_width = at.counted ? 28 : 12;
  at.heat = area.x;
  at.count = at.heat + at.heat_width +
             (at.counted ? 4 + digit * static_cast<float>(page().count_digits) : 0.0F);
  at.line = at.count + 10 + digit * digits;
  at.text = at.line + 10;

  int longest = 0;
  for (int i = part_.home; i < part_.end; ++i) {
    longest = std::max(longest, page().lines[static_cast<std::size_t>(i)].columns);
  }
  longest -= part_.common_indent;
  for (float size = type.body; size >= type.small; size -= 1) {
    at.code = {Face::mono, size, {}};
    at.advance = canvas.width("0", at.code);
    if (at.text + at.advance * static_cast<float>(longest) <= area.right()) break;
  }
  const auto body = static_cast<float>(part_.end - part_.home);
  at.row = body * type.row <= area.h ? type.row : type.row - 4;
  return at;
}

void SourceView::scroll(float rows, const Frame& frame, Wishes& wishes) {
  const int lines = static_cast<int>(page().lines.size());
  if (frame.access != followed_ || !placed_) following_ = true;
  followed_ = frame.access;
  if (frame.pointer.inside && frame.pointer.wheel != 0) {
    following_ = false;
    scroll_ = std::clamp(scroll_ - 3 * frame.pointer.wheel, 0.0F,
                         std::max(0.0F, static_cast<float>(lines) - rows));
  }
  if (!following_) return;
  const int current = line_now(frame) - 1;
  const float target = scroll_target(lines, rows, part_.home, current);
  const float distance = target - scroll_;
  // A still picture has no time to glide.
  const bool arrived = !placed_ || frame.seconds <= 0 || std::abs(distance) < 0.02F;
  scroll_ = arrived ? target : scroll_ + distance * (1 - std::exp(-14 * frame.seconds));
  placed_ = true;
  wishes.animate = wishes.animate || !arrived;
}

void SourceView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  if (!frame.document || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, theme, "The kernel's source, as the trace carries it.");
    return;
  }
  turn_to_now(frame);
  if (page().lines.empty()) {
    draw_placeholder(canvas, area, theme, "The trace carries no source of this kernel.");
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  if (area.h > 6 * type.row) draw_footer(canvas, area.cut_bottom(key_height), frame, type);
  Columns at = columns(canvas, area, type);
  const float rows = std::max(1.0F, std::floor(area.h / at.row));  // whole ones only
  at.area.h = rows * at.row;
  scroll(rows, frame, wishes);
  draw_lines(canvas, at, frame, wishes);
}

void SourceView::draw_lines(Canvas& canvas, const Columns& at, const Frame& frame,
                            Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const Rect& area = at.area;
  const Clip clip(canvas, {area.x - bleed, area.y, area.w + 2 * bleed, area.h});
  const Pointer& pointer = frame.pointer;
  for (int i = static_cast<int>(scroll_); i < static_cast<int>(page().lines.size()); ++i) {
    const float y = area.y + (static_cast<float>(i) - scroll_) * at.row;
    if (y >= area.bottom()) break;
    const Rect whole{area.x, y, area.w, at.row};
    const bool hovered = pointer.inside && whole.contains(pointer.at);
    if (hovered) {
      wishes.about = whole;
      const auto columns_drawn = static_cast<float>(
          page().lines[static_cast<std::size_t>(i)].columns - part_.common_indent);
      wishes.tooltip = line_tooltip(frame, i, at.text + at.advance * columns_drawn > area.right());
      if (pointer.pressed) wishes.seek = next_access(i, frame);
      canvas.fill({area.x - bleed, y, area.w + 2 * bleed, at.row}, theme.raised);
    }
    draw_line(canvas, at, i, y, frame);
  }
}

void SourceView::draw_line(Canvas& canvas, const Columns& at, int line, float y,
                           const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const SourceLine& source = page().lines[static_cast<std::size_t>(line)];
  const Rect row{at.area.x, y, at.area.w, at.row};
  const float middle = row.center().y;
  const auto current = line_now(frame) - 1 == line;
  Color background = theme.panel;
  if (current) {
    background = mix(theme.panel, theme.active, 0.16F);
    canvas.fill({row.x - bleed, row.y, row.w + 2 * bleed, row.h}, background);
    canvas.fill({row.x - bleed, row.y, 3, row.h}, theme.active);
  }
  if (is_marked(frame, source_, line)) {
    draw_mark(canvas, Rect{row.x - bleed, row.y, row.w + 2 * bleed, row.h}.inset(4, 1.5F), theme);
  }
  draw_heat(canvas, at, line, middle, theme);
  TextStyle number = at.number;
  number.color = current ? theme.text : theme.muted;
  canvas.text({at.line, middle}, std::to_string(line + 1), number, Align::right);

  // The operator's own indentation is the same everywhere; its room is better used for code.
  const int indent = source.tokens.empty() ? 0 : source.tokens.front().column;
  const int shift = std::min(part_.common_indent, indent);
  for (const Token& token : source.tokens) {
    const int column = token.column - shift;
    TextStyle style = at.code;
    style.color = token_color(theme, token.kind);
    const float x = at.text + at.advance * static_cast<float>(column);
    const int room = static_cast<int>((row.right() - x) / at.advance);
    if (room <= 0) break;
    canvas.text({x, middle}, first_characters(source.text_of(token), room), style);
  }
  const auto columns = static_cast<float>(source.columns - shift);
  if (at.text + at.advance * columns > row.right()) draw_fade(canvas, row, background);
}

void SourceView::draw_heat(Canvas& canvas, const Columns& at, int line, float middle,
                           const Theme& theme) const {
  const LineHeat& heat = page().heat[static_cast<std::size_t>(line)];
  if (heat.requests > 0) draw_lane_share(canvas, at, heat, middle, theme);
  if (heat.cost() == 0) return;
  const auto share = [&](std::uint64_t part) {
    return at.heat_width *
           static_cast<float>(static_cast<double>(part) / static_cast<double>(page().hottest));
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

/// Below the cost: the share of lanes that work, so that a divergent line shows.
void SourceView::draw_lane_share(Canvas& canvas, const Columns& at, const LineHeat& heat,
                                 float middle, const Theme& theme) {
  const Rect track{at.heat, middle + heat_height / 2, at.heat_width, lanes_height};
  canvas.fill(track, theme.hairline);
  const float share = track.w * static_cast<float>(heat.active());
  canvas.fill({track.x, track.y, std::max(1.0F, share), track.h}, theme.active);
}

void SourceView::draw_footer(Canvas& canvas, Rect footer, const Frame& frame,
                             const TypeScale& type) const {
  const TextStyle style{Face::sans, type.small, frame.theme->muted};
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const std::string place = "n = " + std::to_string(trace.header.size) + ", block " +
                            std::to_string(trace.launch_of(access).traced_block) + ", warp " +
                            std::to_string(access.warp);
  const float y = footer.bottom() - type.small * 0.6F;
  const float used = canvas.text_fit({footer.right(), y}, place, style, footer.w, Align::right);
  const std::string_view legend = page().global_only_lines
                                      ? "wavefronts, else sectors; active lanes"
                                      : "wavefronts; active lanes";
  if (canvas.width(legend, style) + 16 <= footer.w - used) {
    canvas.text({footer.x, y}, legend, style);
  }
}

}  // namespace warpscope
