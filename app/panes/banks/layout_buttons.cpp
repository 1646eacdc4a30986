#include "app/panes/banks/layout_buttons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/subject/layout_search.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float inset = 10, between = 8;
constexpr float room_for_two_rows = 36;  // height of the pane, in its small type

/// The offer in the most words that fit; the shortest need not.
std::string offer_text(const OfferedFix& offer, const Canvas& canvas, const TextStyle& style,
                       float room) {
  std::string shortest = say("try {}", offer.fix.text).text();
  const std::string cost = cost_text(Space::shared, static_cast<std::uint64_t>(offer.fix.after));
  for (const char* end : {" ▸", ""}) {
    std::string text = fmt::format("{}: {}{}", shortest, cost, end);
    if (canvas.width(text, style) <= room) return text;
  }
  return shortest;
}

std::string effect_text(const OfferedFix& offer, const Frame& frame) {
  // Translators: {0} is a layout, {3} what it costs: "64 → 32 wavefronts, no more memory".
  return say("{0}\nthis access: {1} → {2} wavefronts\nwhole run: {3}\n"
             "A click compares this run with the one laid out so.",
             offer.fix.text, offer.fix.before, offer.fix.after,
             layout_effect_text(*frame.document, offer.effect))
      .text();
}

}  // namespace

void LayoutButtons::follow(const Frame& frame, Wishes& wishes) {
  if (known_ && document_ == frame.document && access_ == frame.access) return;
  document_ = frame.document;
  access_ = frame.access;
  offers_.clear();
  known_ = true;
  own_ = false;
  if (!frame.offers_layouts) return;
  const Trace& trace = *frame.document->trace;
  const auto request = shared_request(trace, trace.accesses[frame.access]);
  own_ = request && wavefronts(frame.document->summary.model, *request).conflicts() > 0;
  const LayoutOffers& all = frame.document->layout_offers();
  if (frame.still) {
    offers_ = all.wait_for(frame.access);
  } else if (auto ready = all.at(frame.access)) {
    offers_ = *std::move(ready);
  } else {
    known_ = false;
    wishes.animate = true;
  }
}

void LayoutButtons::draw(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const float size = type_scale(frame.lecture).small;
  const TextStyle style{Face::sans_bold, size, theme.active};
  const float height = size * 2;
  const float room = area.w - 2 * inset;
  const auto text_of = [&](const OfferedFix& offer) {
    return offer_text(offer, canvas, style, room);
  };
  const auto width_of = [&](const OfferedFix& offer) {
    return std::min(area.w, canvas.width(text_of(offer), style) + 2 * inset);
  };
  const bool two_rows = area.h >= size * room_for_two_rows;
  std::vector<Rect> places;
  if (!offers_.empty()) places.push_back({0, 0, width_of(offers_[0]), height});
  if (offers_.size() > 1) {
    const float second = width_of(offers_[1]);
    if (places[0].w + between + second <= area.w) {
      places.push_back({places[0].w + between, 0, second, height});
    } else if (two_rows) {
      places.push_back({0, height + between, second, height});
    }
  }
  const std::string own = tr("your own index …");
  const float own_width = canvas.width(own, style) + 2 * inset;
  const float left = places.empty() ? 0 : places.back().w + places.back().x + between;
  const bool has_own = own_ && left + own_width <= area.w;
  if (places.empty() && !has_own) return;
  Rect own_place{left, places.empty() ? 0 : places.back().y, own_width, height};
  Rect rows = area.cut_bottom(own_place.y + height);
  if (has_own) {
    own_place.x += rows.x;
    own_place.y += rows.y;
    const bool hovered = frame.pointer.over_control(own_place);
    canvas.stroke(own_place, hovered ? theme.active : theme.hairline, 1, 4);
    canvas.text_fit(own_place.center(), own, style, own_place.w - inset, Align::center);
    if (hovered) {
      wishes.tooltip =
          tr("Formulas for the indices of shared arrays, tried on this run: Alt Shift W");
      wishes.about = own_place;
      if (frame.pointer.pressed) wishes.command = "what_if.index";
    }
  }
  for (std::size_t k = 0; k < places.size(); ++k) {
    Rect rect = places[k];
    rect.x += rows.x;
    rect.y += rows.y;
    const bool hovered = frame.pointer.over_control(rect);
    canvas.fill(rect, hovered ? mix(theme.raised, theme.active, 0.15F) : theme.raised, 4);
    canvas.stroke(rect, hovered ? theme.active : theme.hairline, 1, 4);
    canvas.text_fit(rect.center(), text_of(offers_[k]), style, rect.w - inset, Align::center);
    if (!hovered) continue;
    wishes.tooltip = effect_text(offers_[k], frame);
    wishes.about = rect;
    if (frame.pointer.pressed) wishes.try_layout = offers_[k].fix.relayout;
  }
}

}  // namespace warpscope
