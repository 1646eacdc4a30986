#pragma once

#include "app/layout/laser_trail.hpp"
#include "app/session/session.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// A lecturer's pointer: a bright dot with a trail, or a circle of light over a dimmed window. Both
/// come and go softly.
class Presenter {
 public:
  static constexpr float least_radius = 60, most_radius = 600;

  /// To be called before the window is drawn. While there is a spotlight, it owns the wheel with
  /// Ctrl and takes that out of `pointer`.
  void hear(const Session& session, Pointer& pointer);
  /// Draws over everything else.
  void draw(Canvas& canvas, Rect window, const Theme& theme, const Pointer& pointer, float seconds);

  [[nodiscard]] bool moving() const { return moving_; }
  [[nodiscard]] float radius() const { return radius_; }  ///< of the spotlight, logical pixels

 private:
  void draw_laser(Canvas& canvas, const Theme& theme) const;
  void draw_spotlight(Canvas& canvas, Rect window, const Theme& theme) const;

  Pointing pointing_ = Pointing::none;
  bool soft_ = true;
  LaserTrail trail_;
  Point at_;
  float laser_ = 0, light_ = 0;  // 0..1: how much of each is to be seen
  float radius_ = 170, shown_radius_ = 170;
  bool moving_ = false;
};

}  // namespace warpscope
