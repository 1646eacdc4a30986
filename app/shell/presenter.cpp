#include "app/shell/presenter.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr float rate = 14;         // of fading, in 1/s
constexpr float dot_radius = 7;    // of the laser
constexpr float soft_edge = 24;    // of the spotlight, inwards
constexpr int edge_rings = 16;     // that it is drawn with
constexpr float darkness = 0.66F;  // of what lies outside the light
constexpr Color beam{255, 38, 58};

/// Moves nearer to its target, and arrives.
void approach(float& value, float target, float seconds, bool soft, float close) {
  value += (target - value) * (soft ? 1 - std::exp(-rate * seconds) : 1);
  if (std::abs(target - value) < close) value = target;
}

}  // namespace

void Presenter::hear(const Session& session, Pointer& pointer) {
  pointing_ = session.views.lecture.pointing;
  soft_ = !session.playback.player.reduced_motion;
  if (pointing_ != Pointing::spotlight || !pointer.ctrl || pointer.wheel == 0) return;
  radius_ = std::clamp(radius_ * std::pow(1.15F, pointer.wheel), least_radius, most_radius);
  pointer.wheel = 0;
}

void Presenter::draw(Canvas& canvas, Rect window, const Theme& theme, const Pointer& pointer,
                     float seconds) {
  const bool here = pointer.inside && window.contains(pointer.at);
  const float laser = here && pointing_ == Pointing::laser ? 1.0F : 0.0F;
  const float light = here && pointing_ == Pointing::spotlight ? 1.0F : 0.0F;
  if (here) at_ = pointer.at;
  if (laser > 0 && soft_) {
    trail_.move(at_, seconds);
  } else {
    trail_.rest(seconds);
  }
  approach(laser_, laser, seconds, soft_, 0.01F);
  approach(light_, light, seconds, soft_, 0.01F);
  approach(shown_radius_, radius_, seconds, soft_, 0.5F);
  moving_ = laser_ != laser || light_ != light || shown_radius_ != radius_ || !trail_.empty();
  if (light_ > 0) draw_spotlight(canvas, window, theme);
  if (laser_ > 0 || !trail_.empty()) draw_laser(canvas, theme);
}

void Presenter::draw_laser(Canvas& canvas, const Theme& theme) const {
  for (const LaserTrail::Dot& dot : trail_.dots()) {
    const float left = 1 - dot.age();
    canvas.circle(dot.at, 1 + dot_radius * 0.8F * left, beam.alpha(0.35F * left * left));
  }
  // A white core and a rim: visible on every ground, and for those who do not see red.
  const Color rim = theme.dark ? Color{0, 0, 0} : Color{60, 0, 8};
  canvas.circle(at_, dot_radius * 2.4F, beam.alpha(0.16F * laser_));
  canvas.circle(at_, dot_radius * 1.6F, beam.alpha(0.22F * laser_));
  canvas.circle(at_, dot_radius + 1, rim.alpha(0.5F * laser_));
  canvas.circle(at_, dot_radius, beam.alpha(laser_));
  canvas.circle(at_, dot_radius * 0.42F, Color{255, 255, 255}.alpha(0.95F * laser_));
}

void Presenter::draw_spotlight(Canvas& canvas, Rect window, const Theme& theme) const {
  const Color dark = theme.dark ? Color{0, 0, 0} : Color{8, 12, 20};
  const float inner = shown_radius_ - soft_edge;
  // Overlapping rings, whose shades add up to that of the outside.
  const float all = darkness * light_;
  const float each = 1 - std::pow(1 - all, 1.0F / static_cast<float>(edge_rings));
  for (int i = 0; i < edge_rings - 1; ++i) {
    const float from =
        inner + soft_edge * static_cast<float>(i) / static_cast<float>(edge_rings - 1);
    canvas.ring(at_, shown_radius_, dark.alpha(each), shown_radius_ - from);
  }
  // A pixel further out: two soft rims on each other would be a dark line.
  const float far = window.w + window.h + shown_radius_;
  canvas.ring(at_, far, dark.alpha(all), far - shown_radius_ - 1.6F);
}

}  // namespace warpscope
