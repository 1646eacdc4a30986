#pragma once

#include "app/ui/canvas.hpp"

namespace warpscope {

/// Another canvas on which everything is pale, as what is not the present thing, but all of it can be
/// read: shapes fade towards the paper, and text loses its colour instead. Must not outlive the canvas.
class PalingCanvas final : public Canvas {
 public:
  PalingCanvas(Canvas& below, const Theme& theme) : PalingCanvas(below, theme, theme.text) {}
  /// With text in `ink`: muted where there is little else that could fade.
  PalingCanvas(Canvas& below, const Theme& theme, Color ink)
      : below_(below), theme_(theme), ink_(ink) {}
  /// From here on all is pale, as at first, or as it was meant.
  void set_pale(bool pale) { pale_ = pale; }

  void fill(Rect rect, Color color, float radius = 0) override {
    below_.fill(rect, pale(color), radius);
  }
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override {
    below_.stroke(rect, pale(color), width, radius);
  }
  void line(Point a, Point b, Color color, float width = 1) override {
    below_.line(a, b, pale(color), width);
  }
  void polyline(std::span<const Point> points, Color color, float width = 1) override {
    below_.polyline(points, pale(color), width);
  }
  void circle(Point center, float radius, Color color) override {
    below_.circle(center, radius, pale(color));
  }
  void ring(Point center, float radius, Color color, float width = 1) override {
    below_.ring(center, radius, pale(color), width);
  }
  void triangle(Point a, Point b, Point c, Color color) override {
    below_.triangle(a, b, c, pale(color));
  }
  void text(Point at, std::string_view text, const TextStyle& style,
            Align align = Align::left) override;
  void heat(Rect rect, const HeatSlice& slice) override;
  void push_clip(Rect rect) override { below_.push_clip(rect); }
  void pop_clip() override { below_.pop_clip(); }
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override {
    return below_.width(text, style);
  }
  void keep_free(Rect rect) override { below_.keep_free(rect); }

 private:
  [[nodiscard]] Color pale(Color color) const;

  Canvas& below_;
  const Theme& theme_;
  Color ink_;
  bool pale_ = true;
};

}  // namespace warpscope
