#pragma once

#include <cstdint>

#include "app/session/playhead.hpp"

namespace warpscope {

/// Playing and the animation of the present access, in time. Knows nothing of a trace: update()
/// says how often to step.
class Player {
 public:
  static constexpr float min_speed = 0.25F, max_speed = 8;
  /// Length of an access's animation at 1×: with one wavefront, and at most.
  static constexpr float motion_seconds = 0.2F, longest_motion = 2;
  static constexpr float accesses_per_second = 3;  ///< at 1×, unless the animation takes longer
  /// Length of the animation of an access with that many wavefronts, in seconds at 1×.
  [[nodiscard]] static float length_of(int wavefronts);

  Granularity granularity = Granularity::access;
  bool reduced_motion = false;

  [[nodiscard]] bool playing() const { return playing_; }
  void play(bool on);
  [[nodiscard]] float speed() const { return speed_; }
  void faster();  ///< doubles, up to 8
  void slower();  ///< halves, down to 0.25
  void set_speed(float speed);

  /// Starts the present access's animation anew, or shows its end at once. Each wavefront beyond
  /// the first takes time, so that one sees them wait for one another; playing waits for the last.
  void animate(int wavefronts = 1);
  void settle() { motion_ = 1; }
  /// How far the animation has come, 0..1, eased.
  [[nodiscard]] float motion() const { return eased(motion_); }
  /// From time, 0..1, to the part of the way.
  [[nodiscard]] static float eased(float time);
  /// As if that part of the animation's time, 0..1, had passed.
  void set_motion(float time) { motion_ = time; }
  [[nodiscard]] bool moving() const { return motion_ < 1; }

  /// Lets time pass; returns how many times the playhead should step forward now.
  [[nodiscard]] int update(float seconds);
  /// Time until something changes by itself: 0 while animating; above an hour if nothing will.
  [[nodiscard]] float seconds_until_change() const;

 private:
  [[nodiscard]] float interval() const;  ///< seconds between two steps
  bool playing_ = false;
  float speed_ = 1;
  float motion_ = 1;
  float length_ = motion_seconds;  ///< of the present animation at 1×
  float waited_ = 0;
};

}  // namespace warpscope
