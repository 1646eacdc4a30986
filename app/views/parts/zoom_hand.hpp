#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/layout/zoom.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// A picture of which a part may be in sight, as it is in this frame.
struct ZoomedPicture {
  std::string_view id;  ///< of the picture: it is zoomed by itself
  Rect room;            ///< where it is seen
  std::function<ZoomSize(double factor)> size;
  double most = 64;                   ///< the largest factor
  std::optional<ZoomPart> present{};  ///< what happens now: stays in sight while the playhead moves
  /// What is shown large of itself while the picture is not zoomed: closer begins there.
  std::optional<ZoomPlace> large{};
  /// Where dragging moves the picture; unset: everywhere in the room. Elsewhere it does with Shift.
  std::optional<Rect> grip{};
};

/// Sizes of a picture that fills its room by itself, and grows in both directions, or across alone.
[[nodiscard]] std::function<ZoomSize(double factor)> growing(Rect room);
[[nodiscard]] std::function<ZoomSize(double factor)> growing_across(Rect room);

/// The one way to look at a picture more closely: the wheel zooms at the pointer, or scrolls a picture that is higher
/// than its room and zooms with Ctrl; dragging moves it, a double click shows the whole, and keys do the same. Glides to
/// where it goes. A picture has one, and asks it where to draw.
class ZoomHand {
 public:
  /// To be called before the picture is drawn: hears mouse and keys, follows the playhead.
  void look(const ZoomedPicture& picture, const Frame& frame, Wishes& wishes);
  /// How close the picture is seen, and which part of it.
  [[nodiscard]] const ZoomPlace& place() const { return shown_; }
  [[nodiscard]] const ZoomPart& part() const { return part_; }
  /// Where the whole picture lies, mostly out of sight.
  [[nodiscard]] Rect whole() const { return whole_; }
  [[nodiscard]] bool zoomed() const { return place_.factor > 1; }
  /// Whether the mouse is about the picture as a whole, and not about a thing in it.
  [[nodiscard]] bool busy() const { return (held_ && dragged_ && pans_) || over_chip_; }
  /// Whether the mouse was pressed and let go at one place of the picture.
  [[nodiscard]] bool clicked() const { return clicked_; }
  /// The mouse for things in the picture: it is about them, and presses one when it was clicked.
  [[nodiscard]] Pointer within(const Pointer& pointer) const;
  /// Says how close the picture is, at the right end of `corner`, and goes back on a click. Nothing if all is in sight.
  [[nodiscard]] Rect chip_rect(const Canvas& canvas, Rect corner, const Frame& frame) const;
  void draw_chip(Canvas& canvas, Rect corner, const Frame& frame, Wishes& wishes);

 private:
  /// Goes where the session says if that has changed: another view, the other side of a comparison, a lesson or an
  /// export may have been there. Returns whether it did.
  bool adopt(std::string key, const Frame& frame);
  void hear_mouse(const ZoomedPicture& picture, const Pointer& pointer);
  void hear_wheel(const ZoomedPicture& picture, const Pointer& pointer);
  void hear_keys(const ZoomedPicture& picture, const ZoomAsk& asked);
  void zoom_at(const ZoomedPicture& picture, double factor, Point fixed);
  void pan(const ZoomedPicture& picture, double across, double down);
  void show_whole();
  void follow(const ZoomedPicture& picture, std::uint32_t access);
  void glide(const ZoomedPicture& picture, const Frame& frame, Wishes& wishes);

  [[nodiscard]] std::string chip_text(const Frame& frame) const;

  std::string key_;                 // of the picture and the run
  ZoomPlace place_, shown_, kept_;  // where it goes, is, and what the session knows
  ZoomPart part_;
  Rect whole_;
  Rect room_;
  Rect chip_;
  bool over_chip_ = false;
  std::optional<Point> held_;  // where the mouse took hold of the picture
  ZoomPlace held_place_;
  bool pans_ = false;  // it moves the picture
  bool dragged_ = false, clicked_ = false;
  bool placed_ = false;  // the first picture does not glide into place
  bool following_ = true;
  std::uint32_t access_ = 0;
};

}  // namespace warpscope
