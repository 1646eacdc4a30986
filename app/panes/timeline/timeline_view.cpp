#include "app/panes/timeline/timeline_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/panes/timeline/flag_layout.hpp"
#include "app/panes/timeline/rival_bars.hpp"
#include "app/subject/barrier_state.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/line_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float track_height = 6;
constexpr float knob_radius = 8;
constexpr float label_height = 24;
constexpr float nest_step = 4;   // between the brackets of two depths
constexpr float least_bars = 9;  // height that brackets leave to the bars

constexpr float axis_from = 560;  // from this width on, the bars have an axis
constexpr const char* axis_name = tr_noop("times ideal");
constexpr const char* share_name = tr_noop("share of accesses");
constexpr float worst_height = 3;  // of the mark above bars of several accesses
constexpr double widest_bar = 24;  // pixels of an access, zoomed

/// The colour of the degrees of a tier.
int degree_of(std::size_t tier) { return least_of_tier[tier]; }

std::string tier_text(std::size_t tier) {
  const bool open = tier + 1 == least_of_tier.size();
  return (open ? "≥" : "") + std::to_string(least_of_tier[tier]) + "×";
}

/// The look of a bar, with its past, its future and the present.
enum class BarLook : std::uint8_t { past, now, future, hidden };

Color bar_color(const Theme& theme, int degree, BarLook look) {
  switch (look) {
    case BarLook::hidden: return mix(theme.panel, theme.faint, 0.35F);
    case BarLook::now: return theme.now;
    case BarLook::future: return mix(theme.panel, degree_color(theme, degree), 0.5F);
    case BarLook::past: break;
  }
  return degree_color(theme, degree);
}

}  // namespace

void TimelineView::on_document(const Document& document) {
  degrees_ = DegreeCounts(cost_degrees(*document.trace, document.summary));
  max_degree_ = degrees_.max(0, degrees_.size());
  nests_ = launch_nests(*document.trace);
  titled_ = titled_steps(*document.trace);
  divergent_.clear();
  for (const Finding& finding : document.trace->findings) {
    const auto state = finding.kind == FindingKind::barrier_divergence
                           ? barrier_state(*document.trace, finding.step)
                           : std::nullopt;
    if (state && state->finding == &finding) divergent_.push_back(finding.step);
  }
  dragging_ = false;
  zoom_ = {};
  laid_out_ = {};
}

void TimelineView::lay_out(const Canvas& canvas, Rect area, const Frame& frame) {
  const float size = type_scale(frame.lecture).small;
  const bool same = area.x == laid_out_.x && area.y == laid_out_.y && area.w == laid_out_.w &&
                    area.h == laid_out_.h && size == type_size_ &&
                    language_ == current_language() && compared_ == frame.ask<Comparison>() &&
                    rival_first_ == frame.rival_first;
  if (same) return;
  compared_ = frame.ask<Comparison>();
  rival_first_ = frame.rival_first;
  laid_out_ = area;
  type_size_ = size;
  language_ = current_language();

  const TextStyle style{Face::sans, size, {}};
  axis_ = {};
  if (area.w >= axis_from * size / 12) {
    float widest = canvas.width(tr(axis_name), style);
    const bool crowded = accesses_of_bar({area.x, area.w - widest, degrees_.size()}) > 1;
    if (crowded) widest = std::max(widest, canvas.width(tr(share_name), style));
    axis_ = area.cut_left(widest + 8);
  }
  room_ = area.inset(knob_radius, 0);
  names_ = {};
  if (area.h >= 56) names_ = room_.cut_bottom(label_height * size / 12);
  track_ = room_.cut_bottom(2 * knob_radius);
  track_ = {track_.x, track_.center().y - track_height / 2, track_.w, track_height};
  scale_ = {};  // what follows of it is laid out again
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  const TimeScale whole{room_.x, room_.w, degrees_.size()};
  launches_ = launch_marks(*frame.document->trace, whole, measure);
  launch_strip_ = {};
  const bool told = std::ranges::any_of(launches_, [](const auto& m) { return !m.text.empty(); });
  if (told && room_.h >= 2.5F * size) launch_strip_ = room_.cut_top(size * 1.4F);
  int depths = 0;
  for (const LaunchNest& nest : nests_) depths = std::max(depths, nest.depth + 1);
  const float brackets = nest_step * static_cast<float>(depths) + 1;
  nest_strip_ = {};
  if (depths > 0 && room_.h >= brackets + least_bars) nest_strip_ = room_.cut_top(brackets);
  axis_.y = room_.y;
  axis_.h = room_.h;
}

void TimelineView::look(const Frame& frame, Wishes& wishes) {
  const auto all = static_cast<double>(degrees_.size());
  zoom_.look({.id = info.id,
              .room = {room_.x, laid_out_.y, room_.w, laid_out_.h},
              .size = growing_across(room_),
              .most = all * widest_bar / std::max(1.0, static_cast<double>(room_.w)),
              .present = ZoomPart{.left = frame.access / all, .right = (frame.access + 1.0) / all},
              .grip = names_},
             frame, wishes);
}

void TimelineView::lay_out_part(const Canvas& canvas, const Frame& frame) {
  const double w = static_cast<double>(room_.w) / zoom_.part().w();
  const TimeScale scale{static_cast<double>(room_.x) - zoom_.part().left * w, w, degrees_.size()};
  if (scale.x == scale_.x && scale.w == scale_.w && scale_.count > 0) return;
  scale_ = scale;
  const TextStyle style{Face::sans, type_size_, {}};
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  const Trace& trace = *frame.document->trace;
  launches_ = launch_marks(trace, scale_, measure);
  launch_names_ = launches_in_sight(launches_, room_, measure);
  lay_out_rows(frame);
  labels_.clear();
  if (names_.h > 0) labels_ = steps_in_sight(titled_, scale_, room_, measure);
  ticks_ = step_ticks(steps_between(trace.steps, scale_, room_), scale_, 5);
}

void TimelineView::lay_out_rows(const Frame& frame) {
  constexpr float apart = 3, least_row = 8;
  const auto* const other = dynamic_cast<const TimelineView*>(frame.ask<View>());
  max_degree_ = degrees_.max(0, degrees_.size());
  own_.room = room_;
  rival_ = {};
  const bool both = compared_ != nullptr && other != nullptr && other->degrees_.size() > 0 &&
                    room_.h >= 2 * least_row + apart;
  if (both) {
    // One scale for both, or the heights would not compare.
    max_degree_ = std::max<int>(max_degree_, other->degrees_.max(0, other->degrees_.size()));
    rival_.room = room_;
    own_.room = rival_.room.cut_top((room_.h - apart) / 2);
    rival_.room.cut_top(apart);
    if (rival_first_) std::swap(own_.room, rival_.room);
  }
  own_.bars = timeline_bars(own_.room, scale_, degrees_, max_degree_);
  if (both) {
    rival_.bars =
        rival_bars(rival_.room, own_.bars, other->degrees_, compared_->alignment, max_degree_);
  }
}

void TimelineView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || degrees_.size() == 0) {
    draw_placeholder(canvas, area, *frame.theme, tr("The run over time, once a kernel has run."));
    return;
  }
  lay_out(canvas, area, frame);
  look(frame, wishes);
  lay_out_part(canvas, frame);
  draw_axis(canvas, frame);
  for (const Row* row : {&own_, &rival_}) {
    draw_bars(canvas, frame, *row);
    draw_worst(canvas, frame, *row);
  }
  if (frame.untold.allows(Told::counts)) {
    draw_launches(canvas, frame);
    draw_nests(canvas, frame);
    draw_steps(canvas, frame);
    draw_divergence(canvas, frame);
  }
  draw_track(canvas, frame);
  draw_flags(canvas, frame);
  point(area, frame, wishes);
  Rect corner = room_;
  corner.y = laid_out_.y;
  zoom_.draw_chip(canvas, corner, frame, wishes);
}

/// "times ideal, 1 … 8": the meaning of the bars' height, or of their parts.
void TimelineView::draw_axis(Canvas& canvas, const Frame& frame) const {
  if (axis_.w <= 0 || axis_.h < 2.4F * type_size_) return;
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_size_, theme.muted};
  const bool hidden = !frame.untold.allows(Told::costs);
  const std::string range = hidden            ? "1 … ?"
                            : max_degree_ > 1 ? "1 … " + std::to_string(max_degree_)
                                              : tr("all {}", 1);
  const float right = axis_.right() - 4;
  if (!rival_.bars.empty()) return draw_row_names(canvas, frame);
  const float y = axis_.bottom() - type_size_ * 1.9F;
  if (accesses_of_bar(scale_) > 1) {
    canvas.text({right, y}, tr(share_name), style, Align::right);
    if (!hidden) return draw_tiers(canvas, frame, {right, y + type_size_ * 1.3F});
  } else {
    canvas.text({right, y}, tr(axis_name), style, Align::right);
  }
  canvas.text({right, y + type_size_ * 1.3F}, range, {Face::mono, type_size_, theme.muted},
              Align::right);
}

void TimelineView::draw_row_names(Canvas& canvas, const Frame& frame) const {
  const TextStyle style{Face::sans, type_size_, frame.theme->muted};
  const auto name = [&](const Row& row, const char* text) {
    canvas.text_fit({axis_.right() - 4, row.room.bottom() - type_size_ * 0.6F}, text, style,
                    axis_.w - 4, Align::right);
  };
  name(rival_first_ ? rival_ : own_, rival_first_ ? tr("before") : tr("left"));
  name(rival_first_ ? own_ : rival_, rival_first_ ? tr("now") : tr("right"));
}

void TimelineView::draw_tiers(Canvas& canvas, const Frame& frame, Point right) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::mono, type_size_, theme.muted};
  const float box = type_size_ * 0.6F;
  float x = right.x;
  std::array<bool, least_of_tier.size()> occurs{};
  for (const std::uint8_t degree : degrees_.degrees()) {
    occurs[static_cast<std::size_t>(degree_tier(degree))] = true;
  }
  for (std::size_t tier = occurs.size(); tier-- > 0;) {
    if (!occurs[tier]) continue;
    const std::string text = tier_text(tier);
    const float width = canvas.width(text, style) + 3 + box;
    if (x - width < axis_.x) return;
    canvas.text({x, right.y}, text, style, Align::right);
    x -= width;
    canvas.fill({x, right.y - box / 2, box, box}, degree_color(theme, degree_of(tier)), 1);
    x -= 7;
  }
}

bool TimelineView::is_faded(const TimelineBar& bar, const Frame& frame, const Row& row) const {
  if (&row != &own_) return false;
  return is_left_out(frame,
                     [&](const AccessList& list) { return list.any_in(bar.first, bar.last); });
}

void TimelineView::draw_bars(Canvas& canvas, const Frame& frame, const Row& row) const {
  const Theme& theme = *frame.theme;
  const auto look_of = [&](const TimelineBar& bar) {
    if (!frame.untold.allows(Told::costs, static_cast<std::uint32_t>(bar.last - 1))) {
      return BarLook::hidden;
    }
    if (bar.first > frame.access) return BarLook::future;
    return bar.last > frame.access ? BarLook::now : BarLook::past;
  };
  // One height for all bars that are hidden.
  const float floor = row.room.bottom(), hidden_height = row.room.h / 4;
  const bool alone = accesses_of_bar(scale_) == 1;
  const float room = alone || max_degree_ < 2 ? row.room.h : row.room.h - worst_height - 1;
  const auto paint = [&](Rect rect, int degree, BarLook look, bool pale, float round) {
    const Color color = bar_color(theme, degree, look);
    canvas.fill(rect, pale ? faded(theme, color) : color, round);
  };
  const Clip clip(canvas, room_);
  for (std::size_t i = 0; i < row.bars.size();) {
    // Bars without a gap that look alike are one rectangle.
    const TimelineBar& bar = row.bars[i];
    const BarLook look = look_of(bar);
    const bool hidden = look == BarLook::hidden, pale = is_faded(bar, frame, row);
    Rect rect = bar.rect;
    for (++i; i < row.bars.size(); ++i) {
      const TimelineBar& next = row.bars[i];
      const bool alike = (hidden || (next.shares == bar.shares && next.rect.h == rect.h)) &&
                         look_of(next) == look && is_faded(next, frame, row) == pale &&
                         next.rect.x - rect.right() < 0.5F;
      if (!alike) break;
      rect.w = next.rect.right() - rect.x;
    }
    const float round = bar.rect.w >= 8 ? 2.0F : 0.0F;
    if (hidden) {
      rect = {rect.x, floor - hidden_height, rect.w, hidden_height};
    }
    if (hidden || alone) {
      paint(rect, bar.degree, look, pale, round);
      continue;
    }
    float bottom = floor;
    for (std::size_t tier = 0; tier < bar.shares.size(); ++tier) {
      const float height = room * bar.shares[tier];
      if (height <= 0) continue;
      paint({rect.x, bottom - height, rect.w, height}, degree_of(tier), look, pale, 0);
      bottom -= height;
    }
  }
}

/// A mark in the colour of the worst access above each bar that stands for several: however few they are, they are seen.
void TimelineView::draw_worst(Canvas& canvas, const Frame& frame, const Row& row) const {
  if (accesses_of_bar(scale_) == 1) return;
  const Theme& theme = *frame.theme;
  const Clip clip(canvas, room_);
  for (std::size_t i = 0; i < row.bars.size();) {
    const TimelineBar& bar = row.bars[i];
    const int tier = degree_tier(bar.degree);
    const bool future = bar.first > frame.access;
    Rect rect{bar.rect.x, row.room.y, bar.rect.w, worst_height};
    const bool told = frame.untold.allows(Told::costs, bar.last - 1);
    for (++i; i < row.bars.size() && degree_tier(row.bars[i].degree) == tier &&
              (row.bars[i].first > frame.access) == future &&
              frame.untold.allows(Told::costs, row.bars[i].last - 1) == told;
         ++i) {
      rect.w = row.bars[i].rect.right() - rect.x;
    }
    if (tier == 0 || !told) continue;
    canvas.fill(rect, bar_color(theme, least_of_tier[static_cast<std::size_t>(tier)],
                                future ? BarLook::future : BarLook::past));
  }
}

void TimelineView::draw_launches(Canvas& canvas, const Frame& frame) const {
  constexpr float closest = 3;       // rules nearer to one another would be a grey area
  constexpr std::size_t crowd = 24;  // of more launches, rules would hide the bars
  const Theme& theme = *frame.theme;
  const bool many = launches_.size() > crowd;
  const float end = many ? laid_out_.y + 8 : track_.y - 2;
  const Color color = many ? mix(theme.panel, theme.muted, 0.6F) : theme.muted;
  const Trace& trace = *frame.document->trace;
  const std::uint32_t now = trace.steps[trace.accesses[frame.access].step].launch;
  float last = -closest;
  for (const LaunchMark& mark : launches_) {
    if (mark.x - last >= closest && in_sight(mark.x)) {
      canvas.line({mark.x, laid_out_.y}, {mark.x, end}, color);
      last = mark.x;
    }
  }
  for (const LaunchMark& mark : launch_names_) {
    const bool present = mark.launch == now;
    if (mark.text.empty() || launch_strip_.h <= 0) continue;
    canvas.text({mark.x + 5, launch_strip_.y + type_size_ / 2}, mark.text,
                {Face::sans, type_size_, present ? theme.text : theme.muted});
  }
}

/// A bracket from the launch that begins an array to the one that ends it; those that the present
/// launch is in stand out.
void TimelineView::draw_nests(Canvas& canvas, const Frame& frame) const {
  if (nest_strip_.h <= 0) return;
  const Theme& theme = *frame.theme;
  const Trace& trace = *frame.document->trace;
  const Clip clip(canvas, {room_.x, nest_strip_.y - 1, room_.w, nest_strip_.h + 8});
  const std::uint32_t now = trace.steps[trace.accesses[frame.access].step].launch;
  const auto mark_of = [&](std::uint32_t launch) {
    return std::ranges::find(launches_, launch, &LaunchMark::launch);
  };
  for (const LaunchNest& nest : nests_) {
    const auto first = mark_of(nest.first), last = mark_of(nest.last);
    if (first == launches_.end() || last == launches_.end()) continue;
    const float y = nest_strip_.y + nest_step * (static_cast<float>(nest.depth) + 0.5F);
    const float right =
        last + 1 == launches_.end() ? static_cast<float>(scale_.x + scale_.w) : (last + 1)->x - 3;
    if (right < room_.x || first->x > room_.right()) continue;
    const bool inside = nest.first <= now && now <= nest.last;
    const Color color = inside ? theme.active : mix(theme.panel, theme.muted, 0.6F);
    canvas.line({first->x, y}, {right, y}, color, 2);
    canvas.line({right, y}, {right, y + 4}, color, 2);
  }
}

void TimelineView::draw_track(Canvas& canvas, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const Point knob{(scale_.x_of(frame.access) + scale_.x_of(frame.access + 1)) / 2,
                   track_.center().y};
  canvas.fill(track_, theme.hairline, track_height / 2);
  const float done = std::clamp(knob.x, track_.x, std::max(track_.x, track_.right())) - track_.x;
  canvas.fill({track_.x, track_.y, done, track_.h}, theme.active, track_height / 2);
  if (in_sight(knob.x)) {
    canvas.circle(knob, dragging_ ? knob_radius + 2 : knob_radius, theme.text);
    return;
  }
  // It points to where the playhead is.
  const bool left = knob.x < room_.x;
  const float tip = left ? track_.x - knob_radius : track_.right() + knob_radius;
  const float base = left ? track_.x : track_.right();
  canvas.triangle({tip, knob.y}, {base, knob.y - knob_radius}, {base, knob.y + knob_radius},
                  theme.text);
}

void TimelineView::draw_flags(Canvas& canvas, const Frame& frame) {
  const Theme& theme = *frame.theme;
  const std::span<const Flag> flags = frame.flags;
  flag_order_.resize(flags.size());
  std::iota(flag_order_.begin(), flag_order_.end(), std::size_t{0});
  const auto pole_of = [&](std::size_t i) {
    const std::size_t access = std::min<std::size_t>(flags[i].access, degrees_.size() - 1);
    return (scale_.x_of(access) + scale_.x_of(access + 1)) / 2;
  };
  std::erase_if(flag_order_, [&](std::size_t i) { return !in_sight(pole_of(i)); });
  std::ranges::stable_sort(flag_order_, {}, [&](std::size_t i) { return flags[i].access; });
  std::vector<float> poles;
  for (const std::size_t i : flag_order_) poles.push_back(pole_of(i));
  const float size = type_size_ + 4;
  const float top = launch_strip_.h > 0 ? launch_strip_.bottom() : laid_out_.y;
  tags_ = flag_tags(poles, {room_.x, top, room_.w, size});
  for (std::size_t k = 0; k < tags_.size(); ++k) {
    canvas.line({poles[k], top}, {poles[k], track_.center().y}, theme.other, 2);
    canvas.fill(tags_[k], theme.other, 3);
    canvas.text(tags_[k].center(), std::to_string(flags[flag_order_[k]].number),
                {Face::sans_bold, type_size_, theme.on_accent}, Align::center);
  }
}

void TimelineView::draw_steps(Canvas& canvas, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const float top = track_.bottom() + 4;
  for (const float x : ticks_) {
    if (in_sight(x)) canvas.line({x, top}, {x, top + 5}, theme.faint);
  }
  const float middle = laid_out_.bottom() - type_size_ * 0.7F;
  const Trace& trace = *frame.document->trace;
  const float now = scale_.x_of(trace.steps[trace.accesses[frame.access].step].first_access);
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const TrackLabel& label = labels_[i];
    const bool present =
        label.tick <= now && (i + 1 == labels_.size() || now < labels_[i + 1].tick);
    // A name that leans against the right end may reach over its own tick.
    if (label.tick + 4 <= label.x && in_sight(label.tick)) {
      canvas.line({label.tick, top}, {label.tick, laid_out_.bottom() - 2}, theme.hairline);
    }
    canvas.text({label.x, middle}, label.text,
                {Face::sans, type_size_, present ? theme.text : theme.muted});
  }
}

void TimelineView::draw_divergence(Canvas& canvas, const Frame& frame) const {
  const Trace& trace = *frame.document->trace;
  const Color color = frame.theme->costly;
  for (const std::uint32_t number : divergent_) {
    const Step& step = trace.steps[number];
    if (!frame.untold.allows(Told::races, step.first_access)) continue;
    const float x = scale_.x_of(step.first_access + step.access_count);
    if (!in_sight(x)) continue;
    // A barrier with a gap: not all are held up.
    const float middle = room_.center().y;
    canvas.line({x, room_.y}, {x, middle - 4}, color, 2);
    canvas.line({x, middle + 4}, {x, track_.bottom()}, color, 2);
    canvas.triangle({x - 5, room_.y}, {x + 5, room_.y}, {x, room_.y + 7}, color);
  }
}

/// To the keys' cursor: as many accesses as can be told apart.
void TimelineView::tell_steps(Rect area, const Frame& frame) const {
  if (frame.pointer.spots == nullptr) return;
  constexpr float least = 6;
  std::optional<std::uint32_t> before;
  for (float x = area.x + least / 2; x < area.right(); x += least) {
    const std::uint32_t access = scale_.access_at(x);
    if (access == before) continue;
    before = access;
    frame.pointer.tell({.rect = {x - least / 2, area.y, least, area.h},
                        .key = std::uint64_t{access} + 1,
                        .present = access == frame.access});
  }
}

ContextMenu TimelineView::menu_of(std::uint32_t access, const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  ContextMenu menu = access_menu(access);
  menu.actions.push_back({.title = tr("Set a bookmark here"), .bookmark = access});
  menu.actions.push_back(copy_action(
      tr("Copy this place"),
      // Translators: a place in a run, for the clipboard: an access and its step.
      tr("access {0}: {1}", access, step_text(trace, trace.steps[trace.accesses[access].step]))));
  offer_landmarks(menu);
  menu.actions.push_back(pin_action(frame, PinnedLine{line_of(trace, trace.accesses[access])}));
  offer_filters(menu, trace, trace.accesses[access]);
  menu.actions.push_back({.term = "access"});
  menu.actions.push_back({.term = "step"});
  return menu;
}

std::string TimelineView::bar_text(std::uint32_t access, const Frame& frame) const {
  const std::size_t each = accesses_of_bar(scale_);
  const std::size_t first = access / each * each;
  const std::size_t last = std::min(first + each, degrees_.size());
  if (each == 1 || !frame.untold.allows(Told::costs, static_cast<std::uint32_t>(last - 1)))
    return {};
  const auto all = static_cast<std::int64_t>(last - first);
  std::string text = tr_n("the bar: {1} access, {2} to {3}", "the bar: {1} accesses, {2} to {3}",
                          all, count_text(all), count_text(first), count_text(last - 1));
  const std::vector<std::uint32_t> counts = degrees_.count(first, last);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    const int degree = degrees_.degrees()[k];
    const double share = 100.0 * counts[k] / static_cast<double>(all);
    const std::string part = share < 1 ? "< 1" : std::to_string(std::lround(share));
    // Translators: {0} is a percentage, {1} a number of accesses.
    text += "\n" + (degree == 1 ? tr("{0} % ({1}) at the ideal cost", part, count_text(counts[k]))
                                : tr("{0} % ({1}) at {2} times the ideal", part,
                                     count_text(counts[k]), degree));
  }
  return text;
}

void TimelineView::point(Rect area, const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  tell_steps(area, frame);
  for (const Rect& tag : tags_) pointer.tell({.rect = tag, .kind = Spot::Kind::control});
  if (!pointer.down && !pointer.pressed) dragging_ = false;
  if (zoom_.busy()) return;
  for (std::size_t k = 0; k < tags_.size() && pointer.inside && !dragging_; ++k) {
    if (!tags_[k].contains(pointer.at)) continue;
    const Flag& flag = frame.flags[flag_order_[k]];
    wishes.tooltip = tr("bookmark {}", flag.number) + "\n" + std::string(flag.note);
    const std::string go = "bookmark.go." + std::to_string(flag.number);
    if (pointer.pressed) wishes.command = go;
    if (pointer.menu) {
      wishes.menu = {tr("bookmark {}", flag.number), {{.command = go}, {.command = "bookmarks"}}};
    }
    return;
  }
  const bool pans = zoom_.zoomed() && (pointer.shift || names_.contains(pointer.at));
  if (pointer.inside && pointer.pressed && !pans) dragging_ = true;
  const bool over = pointer.inside && area.contains(pointer.at);
  if (!dragging_ && !over) return;

  const Trace& trace = *frame.document->trace;
  // Nothing is gone to that is out of sight.
  const std::uint32_t access =
      scale_.access_at(std::clamp(pointer.at.x, room_.x, std::max(room_.x, room_.right() - 0.5F)));
  if (dragging_ && access != frame.access) wishes.seek = access;
  if (pointer.menu) wishes.menu = menu_of(access, frame);
  const AccessCost& cost = frame.document->summary.accesses[access];
  const Step& step = trace.steps[trace.accesses[access].step];
  wishes.about = area;
  if (!frame.untold.allows(Told::counts)) {
    wishes.tooltip = untold_text();
    return;
  }
  std::string text;
  if (!launches_.empty()) {
    // Translators: {0} is a launch's number, or two; {1} its kernel.
    text = tr("launch {0}: {1}", launch_ordinal(trace, step.launch),
              trace.launches[step.launch].kernel) +
           "\n";
    for (const LaunchNest& nest : nests_) {
      if (step.launch < nest.first || step.launch > nest.last) continue;
      // Translators: {2} is an array.
      text += tr("launches {0} and {1} begin and end {2}", launch_ordinal(trace, nest.first),
                 launch_ordinal(trace, nest.last),
                 trace.arrays[static_cast<std::size_t>(nest.array)].name) +
              "\n";
    }
  }
  if (const SourcePhase phase = phase_at(trace, trace.accesses[access]); !phase.title.empty()) {
    text += phase_text(phase) + "\n";
  }
  text += step_text(trace, step) + "\n" +
          tr("access {0} of 0 to {1}, warp {2}", access, degrees_.size() - 1,
             trace.accesses[access].warp);
  if (const std::string bar = bar_text(access, frame); !bar.empty()) {
    text += "\n" + bar;
  } else if (!frame.untold.allows(Told::costs, access)) {
    text += std::string("\n") + tr("Its cost is shown once the question is answered.");
  } else if (cost.wavefronts > 0) {
    const Space space = trace.arrays[trace.accesses[access].array].space;
    text += "\n" + tr("{0}, ideal {1}", cost_text(space, cost.wavefronts), cost.ideal);
  } else if (cost.sectors > 0) {
    text += "\n" + cost_text(Space::global, cost.sectors);
  }
  const std::uint32_t number = trace.accesses[access].step;
  if (std::ranges::count(divergent_, number) > 0 && frame.untold.allows(Told::races, access)) {
    if (const auto state = barrier_state(trace, number)) {
      text += "\n" + state->finding->message.text();
    }
  }
  wishes.tooltip = text;
}

}  // namespace warpscope
