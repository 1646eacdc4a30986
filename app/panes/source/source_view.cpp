#include "app/panes/source/source_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "app/panes/source/source_head.hpp"
#include "app/subject/console_page.hpp"
#include "app/subject/program_messages.hpp"
#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

constexpr float key_height = 24;
constexpr float bleed = 15;  // a marked line reaches the pane's edges
constexpr float heat_height = 8;
constexpr float lanes_height = 2;  // of the bar below it
constexpr float fade_width = 24;
constexpr float head_height = 24;
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

/// Line of the present access, from 1.
int line_now(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  return static_cast<int>(trace.line_of(trace.accesses[frame.access]));
}

bool has_accesses(const Frame& frame) {
  return frame.document != nullptr && !frame.document->trace->accesses.empty();
}

/// The user's files as they are take the place of the trace's if they were not built, or if there
/// is no trace yet.
bool shows_listing(const Frame& frame) {
  return frame.console != nullptr && !frame.console->listing.empty() &&
         (frame.console->outdates_document() || !has_accesses(frame));
}

/// Files of the spot's list.
std::span<const SourceFile> files_of(const Frame& frame) {
  if (shows_listing(frame)) return frame.console->listing;
  if (frame.document == nullptr) return {};
  return frame.document->trace->sources;
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
  int now = -1;                                   // the playhead's line, from 0; negative: none
  bool counted = false;                           // numbers stand beside the bars
  float heat = 0, count = 0, line = 0, text = 0;  // left, right, right, left

  /// The operator's own indentation is the same everywhere; its room is better used for code.
  [[nodiscard]] int shift(const SourcePart& part, const SourceLine& source) const {
    const int indent = source.tokens.empty() ? 0 : source.tokens.front().column;
    return std::min(part.common_indent, indent);
  }
  /// Right end of a line's code.
  [[nodiscard]] float end_of(const SourcePart& part, const SourceLine& source) const {
    return text + advance * static_cast<float>(source.columns - shift(part, source));
  }
};

std::string SourceView::subtitle(const Frame& frame) const {
  if (!shows_listing(frame) && !has_accesses(frame)) return "";
  return files_of(frame)[spot_of(frame).source].name;
}

void SourceView::on_document(const Document& document) {
  const Trace& trace = *document.trace;
  pages_.assign(trace.sources.size(), {});
  trace_notes_.assign(trace.sources.size(), {});
  trace_findings_ = list_findings(trace);
  for (std::uint32_t s = 0; s < pages_.size(); ++s) {
    prepare_page(document, s);
    trace_notes_[s] = source_notes(trace_findings_, {}, trace.sources[s].name);
  }
  stale_ = true;

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
  read_.reset();
  spot_ = {};
  part_ = {};
  part_location_ = no_location;
  placed_ = false;
  following_ = true;
}

void SourceView::continue_from(const View& before) {
  const auto* old = dynamic_cast<const SourceView*>(&before);
  if (old == nullptr || !old->placed_ || (old->following_ && !old->spot_.reading)) return;
  if (old->spot_.source >= (old->spot_.listing ? old->listing_ : old->pages_).size()) return;
  const std::vector<SourceLine>& lines = old->page().lines;
  read_ = Read{.file = old->file_, .scroll = old->scroll_};
  const auto top = static_cast<std::size_t>(old->scroll_);
  for (std::size_t i = top; i < lines.size(); ++i) {
    if (lines[i].tokens.empty()) continue;
    read_->line = static_cast<int>(i);
    read_->text = lines[i].text;
    return;
  }
}

void SourceView::return_to_read() {
  if (!read_) return;
  const Read read = *std::exchange(read_, std::nullopt);
  if (read.file != file_) return;
  const std::vector<SourceLine>& lines = page().lines;
  // Lines above it may have come or gone: the nearest one with the same text.
  std::optional<int> nearest;
  for (int i = 0; i < static_cast<int>(lines.size()) && !read.text.empty(); ++i) {
    const bool same = lines[static_cast<std::size_t>(i)].text == read.text;
    if (same && (!nearest || std::abs(i - read.line) < std::abs(*nearest - read.line))) nearest = i;
  }
  scroll_ =
      std::max(0.0F, read.scroll + static_cast<float>(nearest.value_or(read.line) - read.line));
  following_ = false;
  placed_ = true;
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

void SourceView::follow_console(const Frame& frame) {
  const ConsolePage* console = frame.console;
  const std::uint64_t revision = console == nullptr ? 0 : console->revision;
  if (!stale_ && console_ == console && revision_ == revision) return;
  stale_ = false;
  console_ = console;
  revision_ = revision;
  listing_.clear();
  if (shows_listing(frame)) {
    placed_ = false;
    for (const SourceFile& file : console->listing) {
      Page& page = listing_.emplace_back();
      page.lines = read_source(file.text);
      page.heat.assign(page.lines.size(), {});
      page.lanes.assign(page.lines.size(), {});
      page.notes = source_notes({}, console->diagnostics, file.name);
    }
    return;
  }
  if (frame.document == nullptr) return;
  const Trace& trace = *frame.document->trace;
  // A run that gave nothing to show is about another text.
  if (console == nullptr || !console->outcome || !console->recorded) {
    for (std::size_t s = 0; s < pages_.size(); ++s) pages_[s].notes = trace_notes_[s];
    return;
  }
  const auto findings = list_findings(*console->outcome, &trace, trace_findings_);
  for (std::size_t s = 0; s < pages_.size(); ++s) {
    pages_[s].notes =
        source_notes(findings, console->diagnostics, *console->outcome, trace.sources[s].name);
  }
}

SourceView::Spot SourceView::spot_of(const Frame& frame) {
  Spot spot{.listing = shows_listing(frame)};
  const auto files = files_of(frame);
  if (frame.read_place != nullptr) {
    const auto file = std::ranges::find_if(files, [&](const SourceFile& candidate) {
      return is_in_file(frame, *frame.read_place, candidate.name);
    });
    if (file != files.end()) {
      spot.source = static_cast<std::size_t>(file - files.begin());
      spot.line = static_cast<int>(std::min(frame.read_place->line, max_source_lines)) - 1;
      spot.reading = true;
      return spot;
    }
  }
  if (spot.listing) {
    for (const Diagnostic& diagnostic : frame.console->diagnostics) {
      const auto file = std::ranges::find(files, diagnostic.file, &SourceFile::name);
      if (diagnostic.severity != Diagnostic::Severity::error || file == files.end()) continue;
      spot.source = static_cast<std::size_t>(file - files.begin());
      spot.line = diagnostic.line - 1;
      return spot;
    }
    for (std::size_t source = 0; source < files.size(); ++source) {
      const std::string& text = files[source].text;
      const std::size_t kernel = text.find("__global__");
      if (kernel == std::string::npos) continue;
      spot.source = source;
      spot.line = static_cast<int>(
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(kernel), '\n'));
      break;
    }
    return spot;
  }
  const Trace& trace = *frame.document->trace;
  spot.source = trace.location_of(trace.accesses[frame.access]).source;
  spot.line = line_now(frame) - 1;
  return spot;
}

void SourceView::turn_to(const Spot& spot, const Frame& frame) {
  const bool other_page = spot.listing != spot_.listing || spot.source != spot_.source;
  if (other_page) placed_ = false;  // there is nothing to glide over
  if (other_page || spot != spot_) following_ = true;
  const bool fresh = !placed_ || spot != spot_;
  spot_ = spot;
  if (!spot.listing && !spot.reading) return find_part(frame);
  part_location_ = no_location;
  if (!fresh) return;
  part_ = running_part(page().lines, static_cast<std::uint32_t>(std::max(spot.line, 0)) + 1);
}

void SourceView::find_part(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  if (spot_.source == trace.launch_of(access).source) {
    part_ = of_launch_[trace.steps[access.step].launch];
    part_location_ = no_location;
  } else if (part_location_ != access.location) {
    part_ = running_part(page().lines, trace.line_of(access));
    part_location_ = access.location;
  }
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

float SourceView::wanted_scroll(float rows) const {
  const int lines = static_cast<int>(page().lines.size());
  if (!spot_.listing && !spot_.reading) {
    return scroll_target(lines, rows, part_.home, spot_.line);
  }
  // What is read has its surroundings in sight.
  return std::clamp(static_cast<float>(spot_.line) - std::floor(rows / 3), 0.0F,
                    std::max(0.0F, static_cast<float>(lines) - rows));
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
  const float target = wanted_scroll(rows);
  const float distance = target - scroll_;
  // A still picture has no time to glide.
  const bool arrived = !placed_ || frame.seconds <= 0 || std::abs(distance) < 0.02F;
  scroll_ = arrived ? target : scroll_ + distance * (1 - std::exp(-14 * frame.seconds));
  placed_ = true;
  wishes.animate = wishes.animate || !arrived;
}

void SourceView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  follow_console(frame);
  if (!shows_listing(frame) && !has_accesses(frame)) {
    draw_placeholder(canvas, area, theme, "The kernel's source, as the trace carries it.");
    return;
  }
  turn_to(spot_of(frame), frame);
  file_ = files_of(frame)[spot_.source].name;
  if (read_) followed_ = frame.access;
  return_to_read();
  const TypeScale type = type_scale(frame.lecture);
  draw_head(canvas, area, frame, type, wishes);
  if (page().lines.empty()) {
    draw_placeholder(canvas, area, theme, "The trace carries no source of this kernel.");
    return;
  }
  if (area.h > 6 * type.row) draw_footer(canvas, area, frame, type, wishes);
  Columns at = columns(canvas, area, type);
  if (!spot_.listing) {
    const Trace& trace = *frame.document->trace;
    const CodeLocation& now = trace.location_of(trace.accesses[frame.access]);
    if (now.source == spot_.source) at.now = static_cast<int>(now.line) - 1;
  }
  const float rows = std::max(1.0F, std::floor(area.h / at.row));  // whole ones only
  at.area.h = rows * at.row;
  scroll(rows, frame, wishes);
  draw_lines(canvas, at, frame, wishes);
}

void SourceView::draw_head(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                           Wishes& wishes) const {
  const bool program = frame.console != nullptr || (frame.document != nullptr &&
                                                    !frame.document->trace->header.program.empty());
  const float height = frame.lecture ? type.row : head_height;
  if (!program || area.h < 8 * height) return;
  const auto files = files_of(frame);
  const Access* now = spot_.listing ? nullptr : &frame.document->trace->accesses[frame.access];
  std::vector<SourceCall> calls;
  if (now != nullptr) calls = calls_to(*frame.document->trace, *now);
  if (files.size() > 1) {
    SourceFiles choice{.names = {}, .shown = spot_.source, .now = {}};
    for (const SourceFile& file : files) choice.names.push_back(file.name);
    if (now != nullptr) choice.now = frame.document->trace->location_of(*now).source;
    Rect row = area.cut_top(height);
    const float path = calls_width(canvas, calls, type);
    // Both in a row if there is room.
    if (!calls.empty() && files_width(canvas, choice, type) + 24 + path <= row.w) {
      draw_calls(canvas, row.cut_right(path), calls, type, frame, wishes);
      calls.clear();
    }
    draw_files(canvas, row, choice, type, frame, wishes);
    area.cut_top(4);
  }
  if (calls.empty()) return;
  draw_calls(canvas, area.cut_top(height), calls, type, frame, wishes);
}

void SourceView::draw_lines(Canvas& canvas, const Columns& at, const Frame& frame,
                            Wishes& wishes) const {
  const Rect& area = at.area;
  const Clip clip(canvas, {area.x - bleed, area.y, area.w + 2 * bleed, area.h});
  const Pointer& pointer = frame.pointer;
  for (int i = static_cast<int>(scroll_); i < static_cast<int>(page().lines.size()); ++i) {
    const float y = area.y + (static_cast<float>(i) - scroll_) * at.row;
    if (y >= area.bottom()) break;
    const Rect whole{area.x, y, area.w, at.row};
    if (pointer.inside && whole.contains(pointer.at) && area.contains(pointer.at)) {
      hover_line(canvas, at, i, whole, frame, wishes);
    }
    draw_line(canvas, at, i, y, frame, wishes);
  }
}

void SourceView::hover_line(Canvas& canvas, const Columns& at, int line, Rect row,
                            const Frame& frame, Wishes& wishes) const {
  const Pointer& pointer = frame.pointer;
  wishes.about = row;
  const auto columns_drawn = static_cast<float>(
      page().lines[static_cast<std::size_t>(line)].columns - part_.common_indent);
  wishes.tooltip =
      line_tooltip(frame, line, at.text + at.advance * columns_drawn > at.area.right());
  const bool to_edit = pointer.double_clicked || (pointer.pressed && pointer.ctrl);
  if (to_edit && frame.console != nullptr) {
    wishes.edit = place_of_line(frame, line);
  } else if (pointer.pressed && !spot_.listing) {
    wishes.seek = next_access(line, frame);
  }
  canvas.fill({row.x - bleed, row.y, row.w + 2 * bleed, row.h}, frame.theme->raised);
}

void SourceView::draw_line(Canvas& canvas, const Columns& at, int line, float y, const Frame& frame,
                           Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const SourceLine& source = page().lines[static_cast<std::size_t>(line)];
  Rect row{at.area.x, y, at.area.w, at.row};
  const float middle = row.center().y;
  const bool current = !spot_.listing && at.now == line;
  const bool read = spot_.reading && spot_.line == line;
  const Rect whole{row.x - bleed, row.y, row.w + 2 * bleed, row.h};
  Color background = theme.panel;
  if (current || read) {
    background = mix(theme.panel, current ? theme.active : theme.muted, 0.16F);
    canvas.fill(whole, background);
    canvas.fill({whole.x, whole.y, 3, whole.h}, current ? theme.active : theme.muted);
  }
  if (!spot_.listing && is_marked(frame, static_cast<std::uint32_t>(spot_.source), line)) {
    draw_mark(canvas, whole.inset(4, 1.5F), theme);
  }
  draw_heat(canvas, at, line, middle, theme);
  TextStyle number = at.number;
  number.color = current || read ? theme.text : theme.muted;
  canvas.text({at.line, middle}, std::to_string(line + 1), number, Align::right);

  row.w = draw_note(canvas, at, line, row, frame, wishes) - row.x;
  const int shift = at.shift(part_, source);
  for (const Token& token : source.tokens) {
    const int column = token.column - shift;
    TextStyle style = at.code;
    style.color = token_color(theme, token.kind);
    const float x = at.text + at.advance * static_cast<float>(column);
    const int room = static_cast<int>((row.right() - x) / at.advance);
    if (room <= 0) break;
    canvas.text({x, middle}, first_characters(source.text_of(token), room), style);
  }
  if (at.end_of(part_, source) > row.right()) draw_fade(canvas, row, background);
}

float SourceView::draw_note(Canvas& canvas, const Columns& at, int line, Rect row,
                            const Frame& frame, Wishes& wishes) const {
  const SourceNote* note = note_at(page().notes, static_cast<std::uint32_t>(line) + 1);
  if (note == nullptr) return row.right();
  const Theme& theme = *frame.theme;
  const Color color = note->costly ? theme.costly : theme.now;
  const TextStyle style{Face::sans_bold, at.number.size, {}};
  const SourceLine& source = page().lines[static_cast<std::size_t>(line)];
  const float code_end = at.end_of(part_, source);
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
  draw_chip(canvas, chip, text, style, color);
  const float end = chip.x - 4;
  if (!source.tokens.empty()) {
    const int first = source.tokens.front().column - at.shift(part_, source);
    const float left = at.text + at.advance * static_cast<float>(first);
    const float y = row.center().y + at.code.size * 0.66F;
    draw_wave(canvas, left, std::min(code_end, end), y, color);
  }
  if (frame.pointer.inside && chip.contains(frame.pointer.at)) {
    wishes.about = row;
    wishes.tooltip = note->tooltip + (note->access ? "\nclick to go to it" : "");
    if (frame.pointer.pressed && note->access) wishes.seek = note->access;
  }
  return end;
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

FilePlace SourceView::place_of_line(const Frame& frame, int line) const {
  return place_of(frame, files_of(frame)[spot_.source].name, static_cast<std::uint32_t>(line + 1));
}

float SourceView::draw_edit(Canvas& canvas, Rect row, const Frame& frame, const TypeScale& type,
                            Wishes& wishes) const {
  if (frame.console == nullptr) return 0;
  const TextStyle words{Face::sans_bold, type.small, frame.theme->active};
  const TextStyle key{Face::sans, type.small, frame.theme->muted};
  constexpr std::string_view text = "open in editor", keys = "Ctrl+Enter";
  float width = canvas.width(text, words);
  if (width > row.w) return 0;
  const float y = row.bottom() - type.small * 0.6F;
  float right = row.right();
  const float key_width = canvas.width(keys, key) + 8;
  if (width + key_width <= row.w * 0.62F) {
    canvas.text({right, y}, keys, key, Align::right);
    right -= key_width;
    width += key_width;
  }
  const Rect target{row.right() - width, row.y, width, row.h};
  const bool hovered = frame.pointer.inside && target.contains(frame.pointer.at);
  canvas.text({right, y}, text, words, Align::right);
  if (hovered) {
    const float wide = canvas.width(text, words);
    canvas.fill({right - wide, y + type.small * 0.62F, wide, 1}, frame.theme->active);
    const int line = spot_.line >= 0 ? spot_.line : static_cast<int>(scroll_);
    wishes.about = target;
    wishes.tooltip = "line " + std::to_string(line + 1) + " of " +
                     files_of(frame)[spot_.source].name + ", in your editor";
    if (frame.pointer.pressed) wishes.edit = place_of_line(frame, line);
  }
  return width;
}

void SourceView::draw_state(Canvas& canvas, Rect& area, Rect footer, float room, const Frame& frame,
                            const TypeScale& type) const {
  TextStyle style{Face::sans, type.small, frame.theme->muted};
  std::array<std::string_view, 3> words{};
  switch (frame.console->state) {
    case ConsolePage::State::building:
      words = {"compiling: costs stand here once it has run", "compiling …", "compiling …"};
      break;
    case ConsolePage::State::running:
      words = {"running: costs stand here once it has ended", "running …", "running …"};
      break;
    case ConsolePage::State::ended:
      words = {"no access is recorded yet: there are no costs", "nothing is recorded", "no costs"};
      break;
    case ConsolePage::State::not_built:
      style.color = frame.theme->costly;
      words = {"not compiled", "not compiled", "not compiled"};
      if (has_accesses(frame)) {
        words = {"not compiled: the other panes show the last version that was",
                 "not compiled: other panes are older", "not compiled"};
      }
      break;
  }
  const auto longest = [&](std::size_t last, float width) {
    for (std::size_t i = 0; i <= last; ++i) {
      if (canvas.width(words[i], style) <= width) return words[i];
    }
    return std::string_view();
  };
  const float base = type.small * 0.6F;
  if (const std::string_view fits = longest(1, room); !fits.empty()) {
    canvas.text({footer.x, footer.bottom() - base}, fits, style);
    return;
  }
  const Rect row = area.cut_bottom(type.small + 4);  // one of its own
  canvas.text({row.x, row.bottom() - base}, longest(2, row.w), style);
}

void SourceView::draw_footer(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                             Wishes& wishes) const {
  TextStyle style{Face::sans, type.small, frame.theme->muted};
  Rect footer = area.cut_bottom(key_height);
  const auto longest = [&](std::initializer_list<std::string_view> choices, float room) {
    for (const std::string_view text : choices) {
      if (canvas.width(text, style) <= room) return text;
    }
    return std::string_view();
  };
  const float used = draw_edit(canvas, footer, frame, type, wishes);
  const float y = footer.bottom() - type.small * 0.6F;
  const float room = footer.w - used - (used > 0 ? 16.0F : 0.0F);
  if (spot_.listing) return draw_state(canvas, area, footer, room, frame, type);
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Launch& launch = trace.launch_of(access);
  const std::string warp = "warp " + std::to_string(access.warp);
  if (!trace.header.program.empty()) {
    const Dim3 block = coordinates(launch.traced_block, launch.grid);
    const std::string place = "block " + coordinates_text(block, launch.grid) + ", " + warp;
    const std::string legend =
        page().global_only_lines ? "wavefronts, else sectors; " : "wavefronts; ";
    canvas.text({footer.x, y}, longest({legend + place, place, warp}, room), style);
    return;
  }
  const std::string place = "n = " + std::to_string(trace.header.size) + ", block " +
                            std::to_string(launch.traced_block) + ", " + warp;
  const float taken = canvas.text_fit({footer.right(), y}, place, style, footer.w, Align::right);
  const std::string_view legend = page().global_only_lines
                                      ? "wavefronts, else sectors; active lanes"
                                      : "wavefronts; active lanes";
  if (canvas.width(legend, style) + 16 <= footer.w - taken) {
    canvas.text({footer.x, y}, legend, style);
  }
}

}  // namespace warpscope
