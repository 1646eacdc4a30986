#include "app/panes/timeline/timeline_view.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/panes/timeline/flag_layout.hpp"
#include "app/panes/timeline/rival_bars.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/lesson_marks.hpp"
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
  degrees_ = MaxPyramid(cost_degrees(*document.trace, document.summary));
  max_degree_ = degrees_.max(0, degrees_.size());
  nests_ = launch_nests(*document.trace);
  dragging_ = false;
  laid_out_ = {};
}

void TimelineView::lay_out(const Canvas& canvas, Rect area, const Frame& frame) {
  const float size = type_scale(frame.lecture).small;
  const bool same = area.x == laid_out_.x && area.y == laid_out_.y && area.w == laid_out_.w &&
                    area.h == laid_out_.h && size == type_size_ &&
                    language_ == current_language() && compared_ == frame.ask<Comparison>();
  if (same) return;
  compared_ = frame.ask<Comparison>();
  laid_out_ = area;
  type_size_ = size;
  language_ = current_language();

  const TextStyle style{Face::sans, size, {}};
  axis_ = {};
  if (area.w >= axis_from * size / 12) {
    axis_ = area.cut_left(canvas.width(tr(axis_name), style) + 8);
  }
  Rect rest = area.inset(knob_radius, 0);
  const bool named = area.h >= 56;
  if (named) rest.cut_bottom(label_height * size / 12);
  track_ = rest.cut_bottom(2 * knob_radius);
  track_ = {track_.x, track_.center().y - track_height / 2, track_.w, track_height};
  scale_ = {rest.x, rest.w, degrees_.size()};
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  launches_ = launch_marks(*frame.document->trace, scale_, measure);
  launch_strip_ = {};
  const bool told = std::ranges::any_of(launches_, [](const auto& m) { return !m.text.empty(); });
  if (told && rest.h >= 2.5F * size) launch_strip_ = rest.cut_top(size * 1.4F);
  int depths = 0;
  for (const LaunchNest& nest : nests_) depths = std::max(depths, nest.depth + 1);
  const float brackets = nest_step * static_cast<float>(depths) + 1;
  nest_strip_ = {};
  if (depths > 0 && rest.h >= brackets + least_bars) nest_strip_ = rest.cut_top(brackets);
  lay_out_rows(rest, frame);
  axis_.y = rest.y;
  axis_.h = rest.h;
  const std::vector<Step>& steps = frame.document->trace->steps;
  labels_.clear();
  if (named) labels_ = step_labels(steps, scale_, measure);
  ticks_ = step_ticks(steps, scale_, 5);
}

void TimelineView::lay_out_rows(Rect rest, const Frame& frame) {
  constexpr float apart = 3, least_row = 8;
  const auto* const other = dynamic_cast<const TimelineView*>(frame.ask<View>());
  max_degree_ = degrees_.max(0, degrees_.size());
  rival_bars_.clear();
  if (compared_ == nullptr || other == nullptr || other->degrees_.size() == 0 ||
      rest.h < 2 * least_row + apart) {
    bars_ = timeline_bars(rest, degrees_, max_degree_);
    return;
  }
  // One scale for both, or the heights would not compare.
  max_degree_ = std::max<int>(max_degree_, other->degrees_.max(0, other->degrees_.size()));
  Rect upper = rest.cut_top((rest.h - apart) / 2);
  rest.cut_top(apart);
  if (frame.rival_first) std::swap(upper, rest);
  bars_ = timeline_bars(upper, degrees_, max_degree_);
  rival_bars_ = rival_bars(rest, bars_, other->degrees_, compared_->alignment, max_degree_);
}

void TimelineView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || degrees_.size() == 0) {
    draw_placeholder(canvas, area, *frame.theme, tr("The run over time, once a kernel has run."));
    return;
  }
  lay_out(canvas, area, frame);
  draw_axis(canvas, frame);
  draw_bars(canvas, frame);
  if (frame.untold.allows(Told::counts)) {
    draw_launches(canvas, frame);
    draw_nests(canvas, frame);
    draw_steps(canvas, frame);
  }
  draw_track(canvas, frame);
  draw_flags(canvas, frame);
  point(area, frame, wishes);
}

/// "times ideal, 1 … 8": the meaning of the bars' height.
void TimelineView::draw_axis(Canvas& canvas, const Frame& frame) const {
  if (axis_.w <= 0 || axis_.h < 2.4F * type_size_) return;
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_size_, theme.muted};
  const bool hidden = !frame.untold.allows(Told::costs);
  const std::string range = hidden            ? "1 … ?"
                            : max_degree_ > 1 ? "1 … " + std::to_string(max_degree_)
                                              : tr("all {}", 1);
  const float right = axis_.right() - 4;
  if (!rival_bars_.empty()) {
    const auto name = [&](const std::vector<TimelineBar>& bars, const char* text) {
      canvas.text_fit({right, bars.front().rect.bottom() - type_size_ * 0.6F}, text, style,
                      axis_.w - 4, Align::right);
    };
    name(frame.rival_first ? rival_bars_ : bars_, frame.rival_first ? tr("before") : tr("left"));
    name(frame.rival_first ? bars_ : rival_bars_, frame.rival_first ? tr("now") : tr("right"));
    return;
  }
  const float y = axis_.bottom() - type_size_ * 1.9F;
  canvas.text({right, y}, tr(axis_name), style, Align::right);
  canvas.text({right, y + type_size_ * 1.3F}, range, {Face::mono, type_size_, theme.muted},
              Align::right);
}

void TimelineView::draw_bars(Canvas& canvas, const Frame& frame) const {
  draw_row(canvas, frame, bars_);
  draw_row(canvas, frame, rival_bars_);
}

void TimelineView::draw_row(Canvas& canvas, const Frame& frame,
                            const std::vector<TimelineBar>& bars) const {
  const Theme& theme = *frame.theme;
  const auto look_of = [&](const TimelineBar& bar) {
    if (!frame.untold.allows(Told::costs, static_cast<std::uint32_t>(bar.last - 1))) {
      return BarLook::hidden;
    }
    if (bar.first > frame.access) return BarLook::future;
    return bar.last > frame.access ? BarLook::now : BarLook::past;
  };
  // A bar fades if none of its accesses is what is looked for.
  const auto* followed = frame.ask<Followed>();
  const auto lacks = [](const AccessList* list, const TimelineBar& bar) {
    return list != nullptr && !list->any_in(bar.first, bar.last);
  };
  const auto is_faded = [&](const TimelineBar& bar) {
    return followed != nullptr &&
           (lacks(followed->passing(), bar) ||
            (frame.untold.allows(Told::lanes) && lacks(followed->pinned(), bar)));
  };
  // One height for all bars that are hidden.
  const float floor = bars.empty() ? 0 : bars.front().rect.bottom();
  const float height = bars.empty() ? 0 : axis_.h / (rival_bars_.empty() ? 4.0F : 8.0F);
  for (std::size_t i = 0; i < bars.size();) {
    // Bars without a gap that look alike are one rectangle.
    const TimelineBar& bar = bars[i];
    const BarLook look = look_of(bar);
    const bool hidden = look == BarLook::hidden, pale = is_faded(bar);
    Rect rect = bar.rect;
    for (++i; i < bars.size(); ++i) {
      const TimelineBar& next = bars[i];
      const bool alike = (hidden || next.degree == bar.degree) && look_of(next) == look &&
                         is_faded(next) == pale && next.rect.x - rect.right() < 0.5F;
      if (!alike) break;
      rect.w = next.rect.right() - rect.x;
    }
    if (hidden) rect = {rect.x, floor - height, rect.w, height};
    const Color color = bar_color(theme, bar.degree, look);
    canvas.fill(rect, pale ? faded(theme, color) : color, bar.rect.w >= 8 ? 2.0F : 0.0F);
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
    const bool present = mark.launch == now;
    if (mark.x - last >= closest) {
      canvas.line({mark.x, laid_out_.y}, {mark.x, end}, color);
      last = mark.x;
    }
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
  const std::uint32_t now = trace.steps[trace.accesses[frame.access].step].launch;
  const auto mark_of = [&](std::uint32_t launch) {
    return std::ranges::find(launches_, launch, &LaunchMark::launch);
  };
  for (const LaunchNest& nest : nests_) {
    const auto first = mark_of(nest.first), last = mark_of(nest.last);
    if (first == launches_.end() || last == launches_.end()) continue;
    const float y = nest_strip_.y + nest_step * (static_cast<float>(nest.depth) + 0.5F);
    const float right = last + 1 == launches_.end() ? scale_.x + scale_.w : (last + 1)->x - 3;
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
  canvas.fill({track_.x, track_.y, knob.x - track_.x, track_.h}, theme.active, track_height / 2);
  canvas.circle(knob, dragging_ ? knob_radius + 2 : knob_radius, theme.text);
}

void TimelineView::draw_flags(Canvas& canvas, const Frame& frame) {
  const Theme& theme = *frame.theme;
  const std::span<const Flag> flags = frame.flags;
  flag_order_.resize(flags.size());
  std::iota(flag_order_.begin(), flag_order_.end(), std::size_t{0});
  std::ranges::stable_sort(flag_order_, {}, [&](std::size_t i) { return flags[i].access; });
  std::vector<float> poles;
  for (const std::size_t i : flag_order_) {
    const std::size_t access = std::min<std::size_t>(flags[i].access, degrees_.size() - 1);
    poles.push_back((scale_.x_of(access) + scale_.x_of(access + 1)) / 2);
  }
  const float size = type_size_ + 4;
  const float top = launch_strip_.h > 0 ? launch_strip_.bottom() : laid_out_.y;
  tags_ = flag_tags(poles, {scale_.x, top, scale_.w, size});
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
  for (const float x : ticks_) canvas.line({x, top}, {x, top + 5}, theme.faint);
  const float middle = laid_out_.bottom() - type_size_ * 0.7F;
  const Trace& trace = *frame.document->trace;
  const float now = scale_.x_of(trace.steps[trace.accesses[frame.access].step].first_access);
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const TrackLabel& label = labels_[i];
    const bool present =
        label.tick <= now && (i + 1 == labels_.size() || now < labels_[i + 1].tick);
    // A name that leans against the right end may reach over its own tick.
    if (label.tick + 4 <= label.x) {
      canvas.line({label.tick, top}, {label.tick, laid_out_.bottom() - 2}, theme.hairline);
    }
    canvas.text({label.x, middle}, label.text,
                {Face::sans, type_size_, present ? theme.text : theme.muted});
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

void TimelineView::point(Rect area, const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  tell_steps(area, frame);
  for (const Rect& tag : tags_) pointer.tell({.rect = tag, .kind = Spot::Kind::control});
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
  if (pointer.inside && pointer.pressed) dragging_ = true;
  if (!pointer.down && !pointer.pressed) dragging_ = false;
  const bool over = pointer.inside && area.contains(pointer.at);
  if (!dragging_ && !over) return;

  const Trace& trace = *frame.document->trace;
  const std::uint32_t access = scale_.access_at(pointer.at.x);
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
  text += step_text(trace, step) + "\n" +
          tr("access {0} of 0 to {1}, warp {2}", access, degrees_.size() - 1,
             trace.accesses[access].warp);
  if (!frame.untold.allows(Told::costs, access)) {
    text += std::string("\n") + tr("Its cost is shown once the question is answered.");
  } else if (cost.wavefronts > 0) {
    const Space space = trace.arrays[trace.accesses[access].array].space;
    text += "\n" + tr("{0}, ideal {1}", cost_text(space, cost.wavefronts), cost.ideal);
  } else if (cost.sectors > 0) {
    text += "\n" + cost_text(Space::global, cost.sectors);
  }
  wishes.tooltip = text;
}

}  // namespace warpscope
