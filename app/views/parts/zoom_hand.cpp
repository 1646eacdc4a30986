#include "app/views/parts/zoom_hand.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr double wheel_zoom = 1.25;
constexpr double wheel_rows = 66;  // pixels that a notch scrolls
constexpr double key_pan = 0.25;   // of the room
constexpr float chip_map = 2;      // widths of its map, in text sizes
constexpr float chip_gap = 8;
constexpr float zoom_slack = 4;  // pixels that a hand may tremble
constexpr float zoom_rate = 14;  // see Frame::glide

ZoomSize room_of(const ZoomedPicture& picture) { return {picture.room.w, picture.room.h}; }

/// Whether the picture is higher than its room by itself: then the wheel scrolls.
bool scrolls(const ZoomedPicture& picture) {
  return picture.size(1).h > static_cast<double>(picture.room.h) + 0.5;
}

/// The picture and the run that it shows; of two that are compared the left one.
std::string key_of(const ZoomedPicture& picture, const Frame& frame) {
  std::string key(picture.id);
  const Document& document = frame.zoomed_with ? *frame.zoomed_with : *frame.document;
  key.append(" ").append(document.subject->topic());
  key.append(" ").append(std::to_string(document.trace->header.size));
  return key + " " + std::to_string(document.trace->accesses.size());
}

}  // namespace

std::function<ZoomSize(double factor)> growing(Rect room) {
  const double w = room.w, h = room.h;
  return [=](double factor) { return ZoomSize{w * factor, h * factor}; };
}

std::function<ZoomSize(double factor)> growing_across(Rect room) {
  const double w = room.w, h = room.h;
  return [=](double factor) { return ZoomSize{w * factor, h}; };
}

void ZoomHand::look(const ZoomedPicture& picture, const Frame& frame, Wishes& wishes) {
  const bool adopted = adopt(key_of(picture, frame), frame);
  const ZoomPlace before = place_;
  room_ = picture.room;
  hear_mouse(picture, frame.pointer);
  if (!adopted) hear_keys(picture, frame.zoom);  // else the left side has heard them for both
  const bool by_hand = place_ != before;
  follow(picture, frame.access);
  place_.factor = std::clamp(place_.factor, 1.0, std::max(1.0, picture.most));
  place_ = kept_inside(place_, picture.size(place_.factor), room_of(picture));
  glide(picture, frame, wishes);
  // Where the right side keeps its own playhead in sight, the left side need not go.
  if (frame.zoomed_with != nullptr && !by_hand) kept_ = place_;
  if (place_ != kept_) wishes.zoom = ZoomWish{key_, place_};
}

bool ZoomHand::adopt(std::string key, const Frame& frame) {
  if (key != key_) {
    *this = {};
    key_ = std::move(key);
    access_ = frame.access;
  }
  const ZoomPlace known = frame.look.get<ZoomPlaces>().find(key_);
  if (known == kept_) return false;
  kept_ = known;
  if (known == place_) return false;
  place_ = known;
  following_ = frame.zoomed_with != nullptr;
  return true;
}

void ZoomHand::hear_mouse(const ZoomedPicture& picture, const Pointer& pointer) {
  const bool over = pointer.inside && picture.room.contains(pointer.at);
  over_chip_ = zoomed() && pointer.inside && chip_.contains(pointer.at);
  clicked_ = false;
  if (over_chip_ && pointer.pressed) {
    held_.reset();
    return show_whole();
  }
  if (over && pointer.double_clicked && zoomed()) {
    held_.reset();
    return show_whole();
  }
  if (over) hear_wheel(picture, pointer);
  if (over && pointer.pressed) {
    held_ = pointer.at;
    held_place_ = place_;
    dragged_ = false;
    const bool grips = !picture.grip || picture.grip->contains(pointer.at) || pointer.shift;
    pans_ = grips && (zoomed() || scrolls(picture));
  }
  if (!held_) return;
  const float across = pointer.at.x - held_->x, down = pointer.at.y - held_->y;
  if (pointer.down && std::hypot(across, down) > zoom_slack) dragged_ = true;
  if (pointer.down && dragged_ && pans_) {
    following_ = false;
    const ZoomSize size = picture.size(place_.factor);
    ZoomPlace from = held_place_;
    from.factor = place_.factor;
    place_ = panned_by(from, -static_cast<double>(across), -static_cast<double>(down), size,
                       room_of(picture));
  }
  if (pointer.down) return;
  clicked_ = pointer.released && over && !dragged_;
  held_.reset();
}

Pointer ZoomHand::within(const Pointer& pointer) const {
  Pointer inner = pointer;
  inner.inside = pointer.inside && !busy() && room_.contains(pointer.at);
  inner.pressed = clicked_;
  return inner;
}

void ZoomHand::hear_wheel(const ZoomedPicture& picture, const Pointer& pointer) {
  const auto notches = static_cast<double>(pointer.wheel);
  if (notches == 0) return;
  if (pointer.keyed) return pan(picture, 0, -notches * wheel_rows);
  if (pointer.shift) return pan(picture, -notches * wheel_rows, 0);
  if (scrolls(picture) && !pointer.ctrl) return pan(picture, 0, -notches * wheel_rows);
  const Rect& room = picture.room;
  zoom_at(picture, std::pow(wheel_zoom, notches),
          {(pointer.at.x - room.x) / std::max(1.0F, room.w),
           (pointer.at.y - room.y) / std::max(1.0F, room.h)});
}

void ZoomHand::hear_keys(const ZoomedPicture& picture, const ZoomAsk& asked) {
  if (asked.whole) show_whole();
  if (asked.across != 0 || asked.down != 0) {
    pan(picture, asked.across * key_pan * static_cast<double>(picture.room.w),
        asked.down * key_pan * static_cast<double>(picture.room.h));
  }
  if (asked.factor == 1) return;
  // Keys go to what happens now, if it is in sight.
  Point fixed{0.5F, 0.5F};
  const ZoomPart seen = part_in_sight(place_, picture.size(place_.factor), room_of(picture));
  if (picture.present && seen.contains(*picture.present)) {
    const ZoomPart& now = *picture.present;
    fixed = {static_cast<float>(((now.left + now.right) / 2 - seen.left) / seen.w()),
             static_cast<float>(((now.top + now.bottom) / 2 - seen.top) / seen.h())};
  }
  zoom_at(picture, asked.factor, fixed);
  following_ = true;
}

void ZoomHand::zoom_at(const ZoomedPicture& picture, double factor, Point fixed) {
  if (place_.factor == 1 && factor > 1 && picture.large) {
    place_ = *picture.large;
    fixed = {0.5F, 0.5F};  // the mouse is at a place of another picture
  }
  const double wanted = std::clamp(place_.factor * factor, 1.0, std::max(1.0, picture.most));
  if (wanted == place_.factor) return;
  following_ = false;
  place_ = zoomed_about(place_, wanted, fixed, picture.size(place_.factor), picture.size(wanted),
                        room_of(picture));
}

void ZoomHand::pan(const ZoomedPicture& picture, double across, double down) {
  following_ = false;
  place_ = panned_by(place_, across, down, picture.size(place_.factor), room_of(picture));
}

void ZoomHand::show_whole() {
  place_ = {};
  following_ = true;  // a part of a picture that is higher than its room
}

void ZoomHand::follow(const ZoomedPicture& picture, std::uint32_t access) {
  if (std::exchange(access_, access) != access) following_ = true;
  if (!following_ || held_ || !picture.present) return;
  const ZoomSize size = picture.size(place_.factor);
  place_ = with_in_sight(place_, *picture.present, size, room_of(picture), !placed_);
}

void ZoomHand::glide(const ZoomedPicture& picture, const Frame& frame, Wishes& wishes) {
  const ZoomSize goal = picture.size(place_.factor);
  const bool near = std::abs(shown_.factor / place_.factor - 1) < 0.002 &&
                    std::abs(shown_.x - place_.x) * goal.w < 0.5 &&
                    std::abs(shown_.y - place_.y) * goal.h < 0.5;
  const bool at_once =
      !placed_ || (frame.still && frame.seconds <= 0) || near || (held_ && dragged_ && pans_);
  shown_ = at_once ? place_ : between(shown_, place_, static_cast<double>(frame.glide(zoom_rate)));
  if (!at_once) wishes.animate = true;
  placed_ = true;
  const ZoomSize size = picture.size(shown_.factor);
  part_ = part_in_sight(shown_, size, room_of(picture));
  whole_ = whole_rect(shown_, size, picture.room);
}

std::string ZoomHand::chip_text(const Frame& frame) const {
  const double factor = place_.factor;
  const std::string times =
      factor < 10 ? short_text(std::round(factor * 10) / 10, 2) : short_text(std::round(factor), 6);
  // Translators: of a picture that is seen enlarged; a click shows the whole of it.
  return frame.still ? "×" + times : tr("×{} · whole picture", times);
}

Rect ZoomHand::chip_rect(const Canvas& canvas, Rect corner, const Frame& frame) const {
  if (!zoomed()) return {};
  const float size = type_scale(frame.lecture).small;
  const float text = canvas.width(chip_text(frame), {Face::sans, size, {}});
  const float width = chip_map * size + 3 * chip_gap + text;
  return {corner.right() - width, corner.y, width, size + 8};
}

void ZoomHand::draw_chip(Canvas& canvas, Rect corner, const Frame& frame, Wishes& wishes) {
  chip_ = chip_rect(canvas, corner, frame);
  if (!zoomed()) return;
  const Theme& theme = *frame.theme;
  const float size = type_scale(frame.lecture).small;
  const bool over = frame.pointer.over_control(chip_);
  canvas.fill(chip_, over ? mix(theme.raised, theme.active, 0.25F) : theme.raised, chip_.h / 2);
  canvas.stroke(chip_, over ? theme.active : theme.hairline, 1, chip_.h / 2);
  // What is in sight, as a part of the whole.
  const Rect map{chip_.x + chip_gap, chip_.center().y - size * 0.4F, chip_map * size, size * 0.8F};
  const auto at = [](double share, float length) { return static_cast<float>(share) * length; };
  const Rect seen{map.x + at(part_.left, map.w), map.y + at(part_.top, map.h),
                  std::max(2.0F, at(part_.w(), map.w)), std::max(2.0F, at(part_.h(), map.h))};
  canvas.fill(common(seen, map), theme.active, 1);
  canvas.stroke(map, theme.muted, 1, 2);
  canvas.text({map.right() + chip_gap, chip_.center().y}, chip_text(frame),
              {Face::sans, size, theme.text});
  if (over) {
    wishes.tooltip = tr("The picture is enlarged. Click, or double-click in it, to see the whole.");
    wishes.about = chip_;
  }
}

}  // namespace warpscope
