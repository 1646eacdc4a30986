#pragma once

#include "app/layout/geometry.hpp"

namespace warpscope {

/// A layout seen through a window that is too small for it, with a bar at each side where something
/// is hidden. Lengths are logical pixels.
class WindowScroll {
 public:
  static constexpr float bar = 12;    ///< breadth of a bar
  static constexpr float notch = 60;  ///< moved by one notch of the wheel
  static constexpr float least = 28;  ///< length of a thumb

  /// Sets the window's size and its content; keeps the offset within them.
  void resize(float width, float height, const Rect& content);

  /// The part of the window, at its top left corner, that shows content.
  [[nodiscard]] Rect view() const { return view_; }
  /// The point of the content that lies at the window's top left corner.
  [[nodiscard]] Point offset() const { return offset_; }
  [[nodiscard]] bool needed() const { return most_.x > 0 || most_.y > 0; }

  /// Bars at the window's bottom and right; empty if everything fits.
  [[nodiscard]] Rect track(bool upright) const;
  [[nodiscard]] Rect thumb(bool upright) const;

  /// Scrolls as little as shows all of a part of the content, or its beginning.
  void show(const Rect& part);
  /// Scrolls by notches of the wheel: sideways if asked, or if there is no other way.
  void wheel(float notches, bool sideways);
  /// Handles the mouse at the bars: it drags a thumb, or a press beside the thumb brings it there.
  /// Returns whether the bars have the mouse.
  bool point(Point at, bool pressed, bool down);

 private:
  void clamp();

  Rect view_;
  Point size_, offset_, most_;
  enum class Held { none, level, upright } held_ = Held::none;
  float grip_ = 0;  // from the thumb's beginning to the mouse
};

}  // namespace warpscope
