#include "app/panes/heat/heat_view.hpp"

#include <algorithm>
#include <cmath>

#include "app/panes/heat/heat_hover.hpp"
#include "app/session/playhead.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float pale_cover = 0.78F;    // of what is not followed
constexpr double fewest_accesses = 8;  // in sight, if there are so many

}  // namespace

HeatRows HeatView::rows_of(const Frame& frame) const {
  return words_.rows > 0 ? frame.look.get<HeatRows>() : HeatRows::banks;
}

std::string HeatView::subtitle(const Frame& frame) const {
  const std::size_t all = map().accesses();
  if (all == 0) return "";
  if (!zoom_.zoomed()) {
    const std::string time = grouped(all);
    if (rows_of(frame) == HeatRows::banks)
      return tr("{0} accesses, {1} banks", time, maps_[0].banks());
    return words_.words == 1 ? tr("{0} accesses, {1} words", time, words_.rows)
                             : tr("{0} accesses, {1} words a row", time, words_.words);
  }
  const auto first = static_cast<std::size_t>(window_.from);
  const auto last = std::min(all, static_cast<std::size_t>(std::ceil(window_.to))) - 1;
  return tr("accesses {0} … {1} of {2}", grouped(first), grouped(last), grouped(all));
}

void HeatView::on_document(const Document& document) {
  const Trace& trace = *document.trace;
  words_ = word_rows(trace);
  maps_[0] = HeatMap(trace, document.summary.model);
  for (const HeatRows kind : all_values<HeatRows>) {
    if (kind == HeatRows::banks) continue;
    maps_[static_cast<std::size_t>(kind)] = word_map(trace, kind, words_);
  }
  warps_ = 1;
  for (const Launch& launch : trace.launches) {
    warps_ = std::max(warps_, (launch.threads() + warp_lanes - 1) / warp_lanes);
  }
  rows_ = HeatRows::banks;
  window_ = whole_window(map().accesses());
  cut_ = {};
  laid_out_ = {};
  zoom_ = {};
}

void HeatView::lay_out(const Canvas& canvas, Rect area, const Frame& frame) {
  const float size = type_scale(frame.lecture).small;
  const bool same = area.x == laid_out_.x && area.y == laid_out_.y && area.w == laid_out_.w &&
                    area.h == laid_out_.h && size == type_size_ && layout_.window == window_ &&
                    layout_.bank_count == map().banks() && language_ == current_language();
  if (same) return;
  laid_out_ = area;
  type_size_ = size;
  language_ = current_language();
  const TextStyle style{Face::sans, size, {}};
  const std::uint32_t last = of_banks() ? 31 : words_.first_word(map().banks() - 1);
  const float numbers = canvas.width(std::to_string(last), {Face::mono, size, {}});
  const float names = std::max(canvas.width(tr("bank"), style), canvas.width(tr("word"), style));
  const float gutter = std::max(numbers, names) + 9;
  const Trace& trace = *frame.document->trace;
  layout_ = heat_layout(area, size, gutter, has_launches(trace), map().banks(), window_);
  const auto measure = [&](std::string_view text) { return canvas.width(text, style); };
  steps_ = heat_steps(trace, layout_, measure);
  launches_ = heat_launches(trace, layout_, measure);
}

void HeatView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || map().accesses() == 0) {
    draw_placeholder(canvas, area, *frame.theme, tr("Banks over time, once a kernel has run."));
    return;
  }
  rows_ = rows_of(frame);
  lay_out(canvas, area, frame);
  look(frame, wishes);
  lay_out(canvas, area, frame);
  draw_map(canvas, frame);
  pale_rest(canvas, frame);
  draw_numbers(canvas, frame);
  draw_banks(canvas, frame);
  draw_names(canvas, frame);
  draw_playhead(canvas, frame);
  draw_axes(canvas, frame, wishes);
  draw_legend(canvas, frame, wishes);
  point(canvas, frame, wishes);
  zoom_.draw_chip(canvas, layout_.map.inset(4), frame, wishes);
}

void HeatView::look(const Frame& frame, Wishes& wishes) {
  const auto all = static_cast<double>(map().accesses());
  zoom_.look({.id = info.id,
              .room = layout_.map,
              .size = growing_across(layout_.map),
              .most = all / fewest_accesses,
              .present = ZoomPart{.left = frame.access / all, .right = (frame.access + 1.0) / all}},
             frame, wishes);
  window_ = {zoom_.part().left * all, zoom_.part().right * all};
}

void HeatView::draw_map(Canvas& canvas, const Frame& frame) {
  const Theme& theme = *frame.theme;
  cut_ = heat_cut(map(), window_, layout_.map.w, cut_);
  const HeatMap::Level& level = map().level(cut_.level);
  const double scale = std::ldexp(1.0, -cut_.level);
  const auto column = [&](double access) {
    return static_cast<float>(access * scale - static_cast<double>(cut_.first));
  };
  HeatSlice slice{.cells = level.cells.data() + cut_.first,
                  .pitch = level.columns,
                  .columns = static_cast<int>(cut_.count),
                  .rows = map().banks(),
                  .version = map().version(),
                  .from = column(window_.from),
                  .to = column(window_.to),
                  .gap = theme.panel};
  for (std::size_t i = 0; i < slice.palette.size(); ++i) {
    slice.palette[i] = color_of(theme, static_cast<int>(i));
  }
  canvas.heat(layout_.map, slice);
}

void HeatView::pale_rest(Canvas& canvas, const Frame& frame) const {
  const auto* const followed = frame.ask<Followed>();
  if (followed == nullptr || (!followed->filters() && !followed->pins())) return;
  const Rect& map = layout_.map;
  const auto all = static_cast<double>(this->map().accesses());
  // Column by column, or pixel by pixel where a pixel has more than one; neighbours make one rectangle.
  const double step = std::max(1.0, window_.span() / std::max(1.0, static_cast<double>(map.w)));
  float from = -1;
  const auto end_at = [&](float x) {
    if (from >= 0)
      canvas.fill({from, map.y, x - from, map.h}, frame.theme->panel.alpha(pale_cover));
    from = -1;
  };
  for (double first = std::floor(window_.from); first < std::min(window_.to, all);) {
    const double last = std::min(all, std::max(first + 1, std::floor(first + step)));
    const bool pale = is_left_out(frame, [&](const AccessList& list) {
      return list.any_in(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
    });
    const float x = std::clamp(layout_.x_of(first), map.x, map.right());
    if (pale && from < 0) from = x;
    if (!pale) end_at(x);
    first = last;
  }
  end_at(map.right());
}

/// If cells have room for it, a number says the same as the colour.
void HeatView::draw_numbers(Canvas& canvas, const Frame& frame) const {
  if (layout_.row_height() < type_size_ + 1 || layout_.column_width() < type_size_ * 1.6F) return;
  const Clip clip(canvas, layout_.map);
  const Rect chip = zoom_.chip_rect(canvas, layout_.map.inset(4), frame).inset(-2 * type_size_, -2);
  const auto last = std::min(map().accesses(), static_cast<std::size_t>(std::ceil(window_.to)));
  for (auto access = static_cast<std::uint32_t>(window_.from); access < last; ++access) {
    for (int bank = 0; bank < map().banks(); ++bank) {
      const int value = map().at(bank, access);
      if (value == 0) continue;
      const Point middle = layout_.cell(bank, access).center();
      // Half a number would read as another one.
      if (middle.x < layout_.map.x + type_size_ || middle.x > layout_.map.right() - type_size_)
        continue;
      if (zoom_.zoomed() && chip.inset(0, -type_size_ / 2).contains(middle)) continue;
      const Color paper = color_of(*frame.theme, value);
      const Color light = dark_theme().text, ink = dark_theme().background;
      canvas.text(
          middle, number_of(value),
          {Face::mono, type_size_, contrast(light, paper) > contrast(ink, paper) ? light : ink},
          Align::center);
    }
  }
}

void HeatView::draw_banks(Canvas& canvas, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const int step = layout_.bank_step(type_size_ + 2);
  for (int bank = 0; bank < map().banks(); bank += step) {
    const Rect cell = layout_.cell(bank, 0);
    canvas.text(
        {layout_.map.x - 8, step == 1 ? cell.center().y : cell.y + type_size_ * 0.5F},
        std::to_string(of_banks() ? static_cast<std::uint32_t>(bank) : words_.first_word(bank)),
        {Face::mono, type_size_, theme.muted}, Align::right);
  }
}

void HeatView::draw_names(Canvas& canvas, const Frame& frame) const {
  constexpr float closest = 12;  // rules nearer to one another would hide the map
  const Theme& theme = *frame.theme;
  const Trace& trace = *frame.document->trace;
  const Step& present = trace.steps[trace.accesses[frame.access].step];
  const float now = layout_.x_of(present.first_access);
  float last = layout_.map.x - closest;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const TrackLabel& label = steps_[i];
    const bool is_now =
        label.tick <= now + 0.5F && (i + 1 == steps_.size() || now + 0.5F < steps_[i + 1].tick);
    if (label.tick > layout_.map.x + 1 && label.tick < layout_.map.right() &&
        label.tick - last >= closest) {
      canvas.line({label.tick, layout_.steps.y}, {label.tick, layout_.map.y}, theme.hairline);
      canvas.line({label.tick, layout_.map.y}, {label.tick, layout_.map.bottom()},
                  theme.text.alpha(0.35F));
      last = label.tick;
    }
    if (label.text.empty()) continue;
    canvas.text({label.x, layout_.steps.y + type_size_ * 0.75F}, label.text,
                {Face::sans, type_size_, is_now ? theme.text : theme.muted});
  }
  for (const LaunchMark& mark : launches_) {
    const bool is_now = mark.launch == present.launch;
    canvas.line({mark.x, layout_.launches.y}, {mark.x, layout_.map.bottom()}, theme.muted);
    if (mark.text.empty()) continue;
    canvas.text({mark.x + 5, layout_.launches.center().y}, mark.text,
                {Face::sans_bold, type_size_, is_now ? theme.text : theme.muted});
  }
}

void HeatView::draw_playhead(Canvas& canvas, const Frame& frame) const {
  const Color now = frame.theme->now;
  const Rect& map = layout_.map;
  const double place = frame.access;
  if (place + 1 <= window_.from || place >= window_.to) {
    const bool left = place < window_.from;
    const float tip = left ? map.x : map.right();
    const float base = left ? tip + 10 : tip - 10;
    canvas.line({left ? tip + 1 : tip - 1, map.y}, {left ? tip + 1 : tip - 1, map.bottom()}, now,
                2);
    canvas.triangle({tip, map.center().y}, {base, map.center().y - 8}, {base, map.center().y + 8},
                    now);
    return;
  }
  const float width = layout_.column_width();
  const float x = layout_.x_of(place);
  const Clip clip(canvas, {map.x - 5, map.y - 8, map.w + 10, map.h + 8});
  if (width >= 6) {
    canvas.stroke({x - 1, map.y - 1, width + 1, map.h + 2}, now, 2);
  } else {
    const Point from{x + width / 2, map.y}, to{x + width / 2, map.bottom()};
    canvas.line(from, to, frame.theme->panel.alpha(0.7F), 6);
    canvas.line(from, to, now, 2);
  }
  const Point top{x + width / 2, map.y};
  canvas.triangle({top.x - 5, top.y - 7}, {top.x + 5, top.y - 7}, top, now);
}

void HeatView::tell_stops(const Frame& frame) const {
  if (frame.pointer.spots == nullptr) return;
  // Keys come first to what the present access costs most.
  const auto is_now = [&](const HeatSpot& spot) {
    return spot.first <= frame.access && frame.access < spot.last;
  };
  int most = 0, present = -1;
  for (int bank = 0; bank < map().banks(); ++bank) {
    const int value = map().at(bank, frame.access);
    if (value > most) present = bank;
    most = std::max(most, value);
  }
  for (const HeatStop& stop : heat_stops(layout_, map().accesses())) {
    const bool here =
        is_now(stop.spot) && stop.spot.bank <= present && present < stop.spot.bank + stop.banks;
    const std::uint64_t key =
        (static_cast<std::uint64_t>(stop.spot.bank) << 40U) + stop.spot.first + 1;
    frame.pointer.tell({.rect = stop.rect, .key = key, .present = here});
  }
}

void HeatView::point(Canvas& canvas, const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  tell_stops(frame);
  const bool over = pointer.inside && layout_.map.contains(pointer.at);
  if (!over || zoom_.busy()) return;
  const HeatSpot spot = pointer.keyed ? heat_stop_at(layout_, pointer.at, map().accesses())
                                      : heat_spot(layout_, pointer.at, map().accesses());
  const auto access = static_cast<std::uint32_t>(map().worst(spot.bank, spot.first, spot.last));
  if (zoom_.clicked() && access != frame.access) wishes.seek = access;
  if (pointer.menu) {
    wishes.menu = access_menu(access);
    wishes.menu->actions.push_back({.title = tr("Set a bookmark here"), .bookmark = access});
    wishes.menu->actions.push_back({.term = "heat-map"});
  }
  if (layout_.column_width() >= 3) {
    canvas.stroke(layout_.cell(spot.bank, access), frame.theme->text, 1);
  }
  wishes.tooltip = of_banks() ? heat_text(*frame.document, map(), spot, access)
                              : words_at(*frame.document, words_, spot, access);
}

}  // namespace warpscope
