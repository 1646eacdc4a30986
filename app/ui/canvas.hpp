#pragma once

#include <span>
#include <string_view>

#include "app/layout/geometry.hpp"
#include "app/ui/heat_slice.hpp"
#include "app/ui/theme.hpp"

namespace warpscope {

enum class Face { sans, sans_bold, mono };
enum class Align { left, center, right };
/// Where a text that is too long loses words: names that end alike, or begin alike, stay apart.
enum class Cut { end, middle };

struct TextStyle {
  Face face = Face::sans;
  float size = 14;  ///< pixels at scale 1; the canvas scales it
  Color color;
};

/// Measures text as it will be drawn; needs a font set, but no window.
class TextMeasure {
 public:
  virtual ~TextMeasure() = default;
  [[nodiscard]] virtual float width(std::string_view text, const TextStyle& style) const = 0;
};

/// The surface of a picture: a window, a PNG or an SVG. Coordinates are logical pixels of the whole
/// picture at scale 1.
class Canvas {
 public:
  virtual ~Canvas() = default;

  virtual void fill(Rect rect, Color color, float radius = 0) = 0;
  /// The stroke lies inside `rect`, a ring's inside its radius: fill and outline share one edge.
  virtual void stroke(Rect rect, Color color, float width = 1, float radius = 0) = 0;
  virtual void line(Point a, Point b, Color color, float width = 1) = 0;
  virtual void polyline(std::span<const Point> points, Color color, float width = 1) = 0;
  virtual void circle(Point center, float radius, Color color) = 0;
  virtual void ring(Point center, float radius, Color color, float width = 1) = 0;
  virtual void triangle(Point a, Point b, Point c, Color color) = 0;
  /// `at` is the left, middle or right end of the text; vertically its middle (of the x-height to
  /// cap-height band, so that text sits centred in a row).
  virtual void text(Point at, std::string_view text, const TextStyle& style,
                    Align align = Align::left) = 0;
  /// Fills `rect` with amounts as colours.
  virtual void heat(Rect rect, const HeatSlice& slice) = 0;
  virtual void push_clip(Rect rect) = 0;
  virtual void pop_clip() = 0;
  [[nodiscard]] virtual float width(std::string_view text, const TextStyle& style) const = 0;
  /// Says that the user looks at what is drawn there: no message of the window may lie over it.
  virtual void keep_free(Rect) {}

  /// Text cut to `room`, with an ellipsis where the cut is. Returns the width used.
  float text_fit(Point at, std::string_view text, const TextStyle& style, float room,
                 Align align = Align::left, Cut where = Cut::end);
};

/// Clips while it lives.
class Clip {
 public:
  Clip(Canvas& canvas, Rect rect) : canvas_(canvas) { canvas_.push_clip(rect); }
  ~Clip() { canvas_.pop_clip(); }
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;

 private:
  Canvas& canvas_;
};

}  // namespace warpscope
