#include "app/panes/console/streams_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panes/console/launch_table.hpp"
#include "app/panes/console/stream_text.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/place_parts.hpp"
#include "app/views/parts/strokes.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float least_work = 72, most_work = 190;  // pixels of one piece of work
constexpr float most_lane = 46;
constexpr float work_gap = 9;  // at either end of a piece
constexpr float event_size = 4.5F;

bool is_launch(const StreamCall& call) { return call.launch > 0; }

Color stream_call_color(const StreamCall& call, const Theme& theme) {
  if (call.kind == StreamCallKind::host_uses) return theme.muted;
  return is_launch(call) ? theme.active : theme.other;
}

}  // namespace

struct StreamsPicture::Place {
  TypeScale type;
  Rect names, host, lanes;  // lanes: without the host's
  float piece = least_work, lane = most_lane;
  float left = 0, top = 0;  // what is scrolled away, in pieces and lanes
  [[nodiscard]] float x(float time) const { return lanes.x + (time - left) * piece; }
  /// -1: the host's.
  [[nodiscard]] Rect row(std::int32_t stream) const {
    if (stream < 0) return host;
    return {lanes.x, lanes.y + (static_cast<float>(stream) - top) * lane, lanes.w, lane};
  }
  [[nodiscard]] bool shows(const Rect& row) const {
    return row.y >= lanes.y - 0.5F && row.bottom() <= lanes.bottom() + 0.5F &&
           row.h > type.small + 2;
  }
  [[nodiscard]] bool shows_host() const { return host.h > type.small + 2; }
  [[nodiscard]] Rect box(std::int32_t stream, const StreamSchedule::Slot& slot) const {
    const Rect at = row(stream);
    const float gap = std::min(4.0F, at.h * 0.14F);
    return {x(slot.begin) + work_gap, at.y + gap, (slot.end - slot.begin) * piece - 2 * work_gap,
            at.h - 2 * gap};
  }
};

void StreamsPicture::show(const StreamStory* story) {
  story_ = story;
  schedule_ = empty() ? StreamSchedule{} : stream_schedule(*story);
  followed_.reset();
}

StreamsPicture::Place StreamsPicture::lay_out(const Canvas& canvas, Rect area, const Frame& frame) {
  Place place{.type = type_scale(frame.lecture), .names = {}, .host = {}, .lanes = {}};
  const TextStyle style{Face::sans, place.type.small, {}};
  float named = canvas.width(tr("host"), style);
  for (std::size_t s = 0; s < story_->streams.size(); ++s) {
    named = std::max(named, canvas.width(stream_text(*story_, s), style));
  }
  place.names = area.cut_left(std::min(named + 12, area.w * 0.3F));
  const float count = static_cast<float>(std::max<std::size_t>(1, story_->streams.size()));
  const float wanted = area.h / (count + 1);
  place.lane = std::clamp(wanted, place.type.small + 10, std::max(most_lane, place.type.small * 3));
  place.host = area.cut_top(std::min(place.lane, area.h));
  // Whole lanes only.
  const float rows = std::max(1.0F, std::floor(area.h / place.lane));
  area.h = std::min(area.h, std::min(rows, count) * place.lane);
  place.lanes = area;
  const float least = least_work * place.type.small / 12;
  place.piece = std::clamp(area.w / std::max(1.0F, schedule_.length + 0.2F), least,
                           std::max(least, most_work));
  return place;
}

void StreamsPicture::scroll(Place& place, const Frame& frame) {
  const float shown = place.lanes.w / place.piece, rows = place.lanes.h / place.lane;
  const float most_left = std::max(0.0F, schedule_.length + 0.2F - shown);
  const float most_top = std::max(0.0F, static_cast<float>(story_->streams.size()) - rows);
  std::optional<std::uint32_t> now;
  if (frame.document != nullptr && frame.access < frame.document->trace->accesses.size()) {
    const std::int64_t number = launch_number(*frame.document->trace, launch_of(frame));
    const auto at = std::ranges::find(story_->calls, number, &StreamCall::launch);
    if (at != story_->calls.end()) {
      now = static_cast<std::uint32_t>(at - story_->calls.begin());
    }
  }
  if (now != followed_) {
    followed_ = now;
    if (now) {
      const StreamSchedule::Slot& slot = schedule_.slots[*now];
      if (slot.begin < left_ || slot.end > left_ + shown) left_ = slot.begin - shown / 3;
      const auto lane = static_cast<float>(std::max(0, story_->calls[*now].stream));
      if (lane < top_ || lane + 1 > top_ + rows) top_ = lane - rows / 3;
    }
  }
  if (frame.pointer.inside) {
    const bool sideways = most_top <= 0 || frame.pointer.shift;
    left_ -= frame.pointer.wheel_x + (sideways ? frame.pointer.wheel : 0);
    if (!sideways) top_ -= frame.pointer.wheel;
  }
  left_ = std::clamp(left_, 0.0F, most_left);
  top_ = std::round(std::clamp(top_, 0.0F, std::ceil(most_top)));
  place.left = left_;
  place.top = top_;
}

bool StreamsPicture::clashes(std::uint32_t call) const {
  return std::ranges::any_of(story_->clashes, [&](const StreamClash& clash) {
    return clash.later == call || clash.earlier == call;
  });
}

const StreamClash* StreamsPicture::told_clash(const Place& place, const Frame& frame) const {
  const StreamClash* told = story_->clashes.empty() ? nullptr : &story_->clashes.front();
  for (const StreamClash& clash : story_->clashes) {
    for (const std::uint32_t at : {clash.later, clash.earlier}) {
      const Rect box = place.box(story_->calls[at].stream, schedule_.slots[at]);
      if (frame.pointer.inside && box.contains(frame.pointer.at)) return &clash;
    }
    // Else that of the launch which is shown.
    if (followed_ && (clash.later == followed_ || clash.earlier == followed_)) told = &clash;
  }
  return told;
}

void StreamsPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const float line = type_scale(frame.lecture).small * 1.5F;
  Rect words = area.h > 6 * line ? area.cut_bottom(2 * line) : Rect{};
  if (words.h <= 0 && area.h > 4 * line) words = area.cut_bottom(line);
  area.cut_bottom(words.h > 0 ? 4 : 0);
  Place place = lay_out(canvas, area, frame);
  scroll(place, frame);
  const StreamClash* const clash = told_clash(place, frame);
  draw_lanes(canvas, place, frame);
  {
    const Rect all{place.lanes.x, place.host.y, place.lanes.w, place.host.h + place.lanes.h};
    const Clip clip(canvas, all);
    draw_waits(canvas, place, frame, wishes);
    draw_arrows(canvas, place, frame);
    draw_calls(canvas, place, frame, wishes);
    if (clash != nullptr) draw_clash(canvas, place, *clash, frame);
  }
  draw_scroll_mark(canvas, place.lanes, place.top, place.lanes.h / place.lane,
                   static_cast<float>(story_->streams.size()), *frame.theme);
  if (words.h > 0) draw_words(canvas, words, place, clash, frame);
}

void StreamsPicture::draw_lanes(Canvas& canvas, const Place& place, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, place.type.small, theme.muted};
  const auto lane = [&](const Rect& row, std::string_view name) {
    canvas.text_fit({place.names.x, row.center().y}, name, style, place.names.w - 8);
    canvas.line({row.x, row.center().y}, {row.right(), row.center().y}, theme.hairline);
  };
  if (place.shows_host()) lane(place.host, tr("host"));
  const Clip clip(canvas,
                  {place.names.x, place.lanes.y, place.names.w + place.lanes.w, place.lanes.h});
  for (std::size_t s = 0; s < story_->streams.size(); ++s) {
    const Rect row = place.row(static_cast<std::int32_t>(s));
    if (place.shows(row)) lane(row, stream_text(*story_, s));
  }
}

void StreamsPicture::draw_waits(Canvas& canvas, const Place& place, const Frame& frame,
                                Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::mono, place.type.small, theme.muted};
  float free = place.lanes.x;  // of words
  for (const StreamSchedule::Wait& wait : schedule_.waits) {
    const StreamCall& call = story_->calls[wait.call];
    const float x = place.x(schedule_.slots[wait.call].begin);
    if (x < place.lanes.x - 1 || x > place.lanes.right() + 1) continue;
    const Rect around{x - 4, place.host.y, 8, place.host.h + place.lanes.h};
    if (frame.pointer.over(around, wait.call + 1)) {
      wishes.about = around;
      wishes.tooltip =
          tr("{0}, line {1}: the host waits here, so all that it asks for behind it "
             "comes behind what has a dot.",
             call.function, call.line);
      if (frame.pointer.pressed && call.line > 0) {
        wishes.read = place_of(frame, call.file, call.line);
      }
    }
    float lowest = place.host.bottom();
    for (const std::uint32_t stream : wait.streams) {
      const Rect row = place.row(static_cast<std::int32_t>(stream));
      lowest = std::max(lowest, row.center().y);
    }
    canvas.line({x, place.host.center().y}, {x, std::min(lowest, place.lanes.bottom())}, theme.text,
                1.5F);
    for (const std::uint32_t stream : wait.streams) {
      const Rect row = place.row(static_cast<std::int32_t>(stream));
      if (row.center().y > place.lanes.y) canvas.circle({x, row.center().y}, 3, theme.text);
    }
    for (std::uint32_t at = 0; at < wait.call; ++at) {
      if (story_->calls[at].kind != StreamCallKind::host_uses) continue;
      free = std::max(free, place.x(schedule_.slots[at].end));
    }
    const float room = x - 6 - free;
    const float width = canvas.width(call.function, style);
    if (width <= room && x <= place.lanes.right() && place.shows_host()) {
      canvas.fill({x - 6 - width, place.host.y, width + 2, place.host.h}, theme.panel);
      canvas.text({x - 5, place.host.center().y}, call.function, style, Align::right);
    }
    canvas.circle({x, place.host.center().y}, 3, theme.text);
    free = x + 6;
  }
}

void StreamsPicture::draw_arrows(Canvas& canvas, const Place& place, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  for (const StreamSchedule::Arrow& arrow : schedule_.arrows) {
    const StreamCall& from = story_->calls[arrow.from];
    const StreamCall& to = story_->calls[arrow.to];
    const Point begin{place.x(schedule_.slots[arrow.from].end), place.row(from.stream).center().y};
    const Point end{place.x(schedule_.slots[arrow.to].begin) + work_gap,
                    place.row(to.stream).center().y};
    // Straight down at the last moment, and into the piece: so no arrow crosses a piece of its own lane.
    const float turn = end.x - work_gap;
    const std::array points{begin, Point{turn, begin.y}, Point{turn, end.y}, end};
    canvas.polyline(points, theme.text, 1.5F);
    canvas.triangle({end.x, end.y}, {end.x - 6, end.y - 4}, {end.x - 6, end.y + 4}, theme.text);
  }
}

void StreamsPicture::draw_calls(Canvas& canvas, const Place& place, const Frame& frame,
                                Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  for (std::uint32_t at = 0; at < story_->calls.size(); ++at) {
    const StreamCall& call = story_->calls[at];
    const Rect row = place.row(call.stream);
    const StreamSchedule::Slot& slot = schedule_.slots[at];
    if (call.kind == StreamCallKind::host_waits) continue;
    if (place.x(slot.end) < place.lanes.x || place.x(slot.begin) > place.lanes.right()) continue;
    if (call.stream >= 0 ? !place.shows(row) : !place.shows_host()) continue;
    if (call.kind == StreamCallKind::event) {
      const Point middle{place.x(slot.begin), row.center().y};
      const float d = event_size;
      canvas.triangle({middle.x - d, middle.y}, {middle.x, middle.y - d}, {middle.x + d, middle.y},
                      theme.text);
      canvas.triangle({middle.x - d, middle.y}, {middle.x + d, middle.y}, {middle.x, middle.y + d},
                      theme.text);
      point(place, at, {middle.x - d, middle.y - d, 2 * d, 2 * d}, frame, wishes);
      continue;
    }
    const Rect box = place.box(call.stream, slot);
    const bool wrong = clashes(at);
    const Color ink = wrong ? theme.costly : stream_call_color(call, theme);
    const Color ground = mix(theme.panel, ink, wrong ? 0.28F : 0.16F);
    canvas.fill(box, ground, 3);
    canvas.stroke(box, ink, wrong ? 2.0F : 1.0F, 3);
    if (followed_ == at) canvas.fill({box.x, box.bottom() - 3, box.w, 3}, theme.now);
    const TextStyle style{Face::mono, place.type.small, readable(theme.text, ground, theme)};
    const Rect seen = common(box, {place.lanes.x, box.y, place.lanes.w, box.h});
    constexpr float least_text = 20;
    if (seen.w >= least_text + 8 && seen.h > place.type.small) {
      std::string name = stream_call_text(call);
      // Where all are CUDA's, that is no news.
      if (name.starts_with("cuda") && canvas.width(name, style) > seen.w - 8) name.erase(0, 4);
      canvas.text_fit(seen.center(), name, style, seen.w - 8, Align::center, Cut::middle);
    }
    point(place, at, box, frame, wishes);
  }
}

void StreamsPicture::point(const Place& place, std::uint32_t at, Rect box, const Frame& frame,
                           Wishes& wishes) const {
  box = common(box, {place.lanes.x, place.host.y, place.lanes.w, place.host.h + place.lanes.h});
  if (!frame.pointer.over(box, at + 1, followed_ == at)) return;
  const StreamCall& call = story_->calls[at];
  wishes.about = box;
  wishes.tooltip = call.function.empty() ? stream_call_text(call) : call.function;
  if (is_launch(call)) {
    // Translators: the field counts the launches of a program.
    wishes.tooltip = stream_call_text(call) + ", " + tr("launch {}", call.launch);
  }
  // Translators: the field is the number of a line of the source.
  if (call.line > 0) wishes.tooltip += ", " + tr("line {}", call.line);
  if (call.kind == StreamCallKind::event) {
    wishes.tooltip += "\n" + std::string(tr("A stream that waits for this event comes behind all "
                                            "that its stream has got so far."));
  }
  for (const StreamClash& clash : story_->clashes) {
    if (clash.later != at && clash.earlier != at) continue;
    wishes.tooltip += "\n" + clash_text(*story_, clash);
    break;
  }
  const auto launch = is_launch(call) && frame.document != nullptr
                          ? launch_of_number(*frame.document->trace, call.launch)
                          : std::nullopt;
  const std::optional<std::uint32_t> telling =
      launch ? telling_access_of(*frame.document->trace, frame.document->summary,
                                 static_cast<std::int32_t>(*launch))
             : std::nullopt;
  if (telling) wishes.tooltip += "\n" + std::string(tr("click to go to its costliest access"));
  if (frame.pointer.pressed && telling) wishes.seek = telling;
  if (frame.pointer.pressed && !telling && call.line > 0) {
    wishes.read = place_of(frame, call.file, call.line);
  }
  if (frame.pointer.menu) {
    wishes.menu = {stream_call_text(call),
                   {go_action(tr("Go to its costliest access"), telling),
                    copy_action(tr("Copy the name"), stream_call_text(call)),
                    {.term = "stream"}}};
  }
}

void StreamsPicture::draw_clash(Canvas& canvas, const Place& place, const StreamClash& clash,
                                const Frame& frame) const {
  const auto box = [&](std::uint32_t at) {
    return place.box(story_->calls[at].stream, schedule_.slots[at]);
  };
  Rect upper = box(clash.earlier), lower = box(clash.later);
  if (upper.y > lower.y) std::swap(upper, lower);
  if (upper.bottom() >= lower.y) return;  // the host's own lane
  // From the one to the other where both are seen, at one moment if they share one.
  const Rect shared{std::max(upper.x, lower.x), 0, std::min(upper.right(), lower.right()), 0};
  const bool over = shared.x < shared.w;
  const float middle = (shared.x + shared.w) / 2;
  draw_dashed(canvas, {over ? middle : upper.center().x, upper.bottom()},
              {over ? middle : lower.center().x, lower.y}, frame.theme->costly, 2);
}

void StreamsPicture::draw_words(Canvas& canvas, Rect row, const Place& place,
                                const StreamClash* clash, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const float line = place.type.small * 1.5F;
  const TextStyle quiet{Face::sans, place.type.small, theme.muted};
  const Rect first = row.cut_top(line);
  if (clash != nullptr) {
    const TextStyle loud{Face::sans_bold, place.type.small,
                         readable(theme.costly, theme.panel, theme)};
    const std::size_t count = story_->clashes.size();
    const auto at = static_cast<std::size_t>(clash - story_->clashes.data()) + 1;
    std::string text = clash_text(*story_, *clash);
    // Translators: before a sentence: which one of several it is.
    if (count > 1) text = tr("{0} of {1}:", at, count) + " " + text;
    canvas.text_fit({first.x, first.center().y}, text, loud, first.w);
    if (row.h > 0) {
      const TextStyle plain{Face::sans, place.type.small, theme.text};
      canvas.text_fit({row.x, row.y + line / 2}, clash_remedy(*story_, *clash), plain, row.w);
    }
    return;
  }
  canvas.text_fit({first.x, first.center().y},
                  tr("What stands one above the other may run at the same time; arrows and lines "
                     "of the host say what waits. Lengths are not times."),
                  quiet, first.w);
  if (row.h <= 0) return;
  std::string more(tr("No two touch the same memory without an order."));
  // Translators: the field counts calls of CUDA's.
  if (story_->left_out > 0) more += " " + tr("{} more calls are not shown.", story_->left_out);
  canvas.text_fit({row.x, row.y + line / 2}, more, quiet, row.w);
}

}  // namespace warpscope
