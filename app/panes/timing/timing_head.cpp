#include "app/panes/timing/timing_head.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "app/panes/timing/timing_marks.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float title_gap = 16;

bool pointed_at(const Frame& frame, Rect rect) { return frame.pointer.over_control(rect); }

float title_size(const Frame& frame) { return type_scale(frame.lecture).small; }

/// A box, ticked if its record is drawn.
void draw_check(Canvas& canvas, Rect box, bool ticked, const Theme& theme) {
  canvas.stroke(box, ticked ? theme.text : theme.muted, 1, 2);
  if (!ticked) return;
  const std::array tick{Point{box.x + box.w * 0.22F, box.y + box.h * 0.52F},
                        Point{box.x + box.w * 0.43F, box.y + box.h * 0.74F},
                        Point{box.x + box.w * 0.8F, box.y + box.h * 0.26F}};
  canvas.polyline(tick, theme.text, 1.5F);
}

std::string offer_text(const TimingOffer& offer) {
  return offer.slides ? offer.source : offer.name + ", " + offer.source;
}

/// A box, a piece of the line that its curves are drawn with, and its name.
struct OfferPlace {
  float box = 0, line = 0, text = 0;
  [[nodiscard]] float width() const { return box + 6 + line + text; }
};

OfferPlace place_of(const Canvas& canvas, const TimingOffer& offer, float size) {
  return {size, offer.slides || !offer.shown ? 0.0F : size * 2 + 6,
          canvas.width(offer_text(offer), {Face::sans, size, {}})};
}

void draw_offer(Canvas& canvas, Rect at, const TimingOffer& offer, std::size_t line,
                const Frame& frame) {
  const Theme& theme = *frame.theme;
  const float size = title_size(frame);
  const OfferPlace place = place_of(canvas, offer, size);
  const float y = at.center().y;
  draw_check(canvas, {at.x, y - place.box / 2, place.box, place.box}, offer.shown, theme);
  if (offer.shown && !offer.slides) {
    const float from = at.x + place.box + 6;
    const std::array ends{Point{from, y}, Point{from + size * 2, y}};
    draw_path(canvas, ends, theme.text, 2, line);
  }
  canvas.text({at.x + place.box + 6 + place.line, y}, offer_text(offer),
              {Face::sans, size, offer.shown ? theme.text : theme.muted});
}

}  // namespace

std::optional<std::size_t> draw_offers(Canvas& canvas, Rect row,
                                       std::span<const TimingOffer> offers, const Frame& frame,
                                       Wishes& wishes) {
  std::optional<std::size_t> clicked;
  const float size = title_size(frame);
  std::size_t line = 0;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const float width = place_of(canvas, offers[i], size).width();
    const std::string more = tr("+{} more", offers.size() - i);
    const TextStyle style{Face::sans, size, frame.theme->muted};
    const bool last = i + 1 == offers.size();
    const float behind = last ? 0 : title_gap + canvas.width(more, style);
    if (width + behind > row.w) {
      if (canvas.width(more, style) > row.w) break;
      canvas.text({row.x, row.center().y}, more, style);
      if (!pointed_at(frame, row)) break;
      for (; i < offers.size(); ++i) wishes.tooltip += offer_text(offers[i]) + '\n';
      wishes.tooltip += tr("Shift I shows one after the other, and all together");
      break;
    }
    const Rect at = row.cut_left(width);
    row.cut_left(title_gap);
    draw_offer(canvas, at, offers[i], line, frame);
    if (offers[i].shown && !offers[i].slides) ++line;
    if (!pointed_at(frame, at)) continue;
    wishes.tooltip = offers[i].tooltip;
    if (frame.pointer.pressed) clicked = i;
  }
  return clicked;
}

void draw_remarks(Canvas& canvas, Rect& row, std::span<const TimingRemark> remarks,
                  const Frame& frame, Wishes& wishes) {
  for (const TimingRemark& remark : remarks) {
    const TextStyle style{Face::sans, title_size(frame),
                          remark.bad ? frame.theme->costly : frame.theme->muted};
    const float width = canvas.width(remark.text, style);
    if (width > row.w) return;
    const Rect at = row.cut_right(width);
    row.cut_right(title_gap);
    canvas.text({at.x, at.center().y}, remark.text, style);
    if (pointed_at(frame, at)) wishes.tooltip = remark.tooltip;
  }
}

void draw_choices(Canvas& canvas, Rect& row, std::span<const TimingChoice> choices,
                  const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float size = title_size(frame);
  for (const TimingChoice& choice : choices) {
    const auto& names = names_of(choice.picture);
    const bool chosen = choice.picture == frame.look.get<TimingPicture>();
    const TextStyle style{chosen ? Face::sans_bold : Face::sans, size,
                          chosen ? theme.text : theme.muted};
    const float width = canvas.width(tr(names.label), {Face::sans_bold, size, {}});
    if (width > row.w) return;
    const Rect at = row.cut_left(width);
    row.cut_left(title_gap);
    const float y = at.center().y;
    canvas.text({at.x, y}, tr(names.label), style);
    const float drawn = canvas.width(tr(names.label), style);
    if (chosen) canvas.fill({at.x, y + size * 0.7F, drawn, 2}, theme.active, 1);
    // Struck out: a click still works, and then says what is missing.
    if (!choice.why_not.empty()) canvas.line({at.x, y}, {at.x + drawn, y}, style.color);
    if (!pointed_at(frame, at)) continue;
    wishes.tooltip = choice.why_not;
    if (frame.pointer.pressed) wishes.command = names.command;
  }
}

}  // namespace warpscope
