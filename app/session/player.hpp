#pragma once

#include <cstdint>

#include "app/session/playhead.hpp"

namespace warpscope {

/// Playing and the animation of the present access, in time. Knows nothing of a trace: update()
/// says how often to step.
class Player {
 public:
  static constexpr float min_speed = 0.25F, max_speed = 8;
  static constexpr float motion_seconds = 0.2F;  ///< of one access's animation at 1×

  Granularity granularity = Granularity::access;
  bool reduced_motion = false;

  [[nodiscard]] bool playing() const { return playing_; }
  void play(bool on);
  [[nodiscard]] float speed() const { return speed_; }
  void faster();  ///< doubles, up to 8
  void slower();  ///< halves, down to 0.25
  void set_speed(float speed);

  /// Starts the present access's animation anew, or shows its end at once.
  void animate() { motion_ = reduced_motion ? 1.0F : 0.0F; }
  void settle() { motion_ = 1; }
  /// How far the animation has come, 0..1, eased.
  [[nodiscard]] float motion() const;
  [[nodiscard]] bool moving() const { return motion_ < 1; }

  /// Lets time pass; returns how many times the playhead is to step forward now.
  [[nodiscard]] int update(float seconds);
  /// Until something changes by itself: 0 while animating; above an hour when nothing will.
  [[nodiscard]] float seconds_until_change() const;

 private:
  [[nodiscard]] float interval() const;  ///< seconds between two steps
  bool playing_ = false;
  float speed_ = 1;
  float motion_ = 1;
  float waited_ = 0;
};

}  // namespace warpscope
