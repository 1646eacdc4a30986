#pragma once

#include "app/layout/geometry.hpp"

namespace warpscope {

/// A layout seen through a window that is too small for it, with a bar at each side that hides
/// something. Lengths are logical pixels.
class WindowScroll {
 public:
  static constexpr float bar = 12;    ///< breadth of a bar
  static constexpr float notch = 60;  ///< moved by one notch of the wheel
  static constexpr float least = 28;  ///< length of a thumb

  /// The window's size and what is to be seen in it; keeps the offset within.
  void resize(float width, float height, const Rect& content);

  /// What of the window is left for the content, at its top left corner.
  [[nodiscard]] Rect view() const { return view_; }
  /// Of the content, what lies at the window's top left corner.
  [[nodiscard]] Point offset() const { return offset_; }
  [[nodiscard]] bool needed() const { return most_.x > 0 || most_.y > 0; }

  /// Bars at the window's bottom and right; empty where everything fits.
  [[nodiscard]] Rect track(bool upright) const;
  [[nodiscard]] Rect thumb(bool upright) const;

  /// By notches of the wheel; sideways where asked, or where there is no other way.
  void wheel(float notches, bool sideways);
  /// The mouse at the bars: a thumb is dragged, a press beside it brings it there. Returns whether
  /// they have the mouse.
  bool point(Point at, bool pressed, bool down);

 private:
  void clamp();

  Rect view_;
  Point size_, offset_, most_;
  enum class Held { none, level, upright } held_ = Held::none;
  float grip_ = 0;  // from the thumb's beginning to the mouse
};

}  // namespace warpscope
