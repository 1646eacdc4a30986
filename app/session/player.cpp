#include "app/session/player.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr float steps_per_second(Granularity granularity) {
  switch (granularity) {
    case Granularity::access: return Player::accesses_per_second;
    case Granularity::barrier: return 1;
    case Granularity::phase:
    case Granularity::launch: return 0.5F;
  }
  return 1;
}

}  // namespace

void Player::play(bool on) {
  playing_ = on;
  waited_ = 0;
}

void Player::faster() { set_speed(speed_ * 2); }
void Player::slower() { set_speed(speed_ / 2); }
void Player::set_speed(float speed) { speed_ = std::clamp(speed, min_speed, max_speed); }

float Player::length_of(int wavefronts) {
  constexpr float wavefront_seconds = 0.08F;
  const auto more = static_cast<float>(std::max(0, wavefronts - 1));
  return std::min(longest_motion, motion_seconds + wavefront_seconds * more);
}

void Player::animate(int wavefronts) {
  length_ = length_of(wavefronts);
  motion_ = reduced_motion ? 1.0F : 0.0F;
}

float Player::eased(float time) {
  const float t = std::clamp(time, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

float Player::interval() const {
  const float even = 1 / steps_per_second(granularity);
  const bool waits = granularity == Granularity::access && !reduced_motion;
  return (waits ? std::max(even, length_) : even) / speed_;
}

int Player::update(float seconds) {
  if (moving()) motion_ = std::min(1.0F, motion_ + seconds * speed_ / length_);
  if (!playing_) return 0;
  waited_ += seconds;
  const int steps = static_cast<int>(waited_ / interval());
  waited_ -= static_cast<float>(steps) * interval();
  return steps;
}

float Player::seconds_until_change() const {
  if (moving()) return 0;
  return playing_ ? std::max(0.0F, interval() - waited_) : 1e6F;
}

}  // namespace warpscope
