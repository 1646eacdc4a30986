#pragma once

#include <vector>

#include "app/ui/canvas.hpp"

namespace warpscope {

/// Another canvas, seen from an `origin` and with a pen that is `pen` times as broad. Must not
/// outlive it.
class PlacedCanvas final : public Canvas {
 public:
  PlacedCanvas(Canvas& below, Point origin, float pen = 1)
      : below_(below), origin_(origin), pen_(pen) {}

  void fill(Rect rect, Color color, float radius = 0) override {
    below_.fill(placed(rect), color, radius);
  }
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override {
    below_.stroke(placed(rect), color, width * pen_, radius);
  }
  void line(Point a, Point b, Color color, float width = 1) override {
    below_.line(placed(a), placed(b), color, width * pen_);
  }
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void circle(Point center, float radius, Color color) override {
    below_.circle(placed(center), radius, color);
  }
  void ring(Point center, float radius, Color color, float width = 1) override {
    below_.ring(placed(center), radius, color, width * pen_);
  }
  void triangle(Point a, Point b, Point c, Color color) override {
    below_.triangle(placed(a), placed(b), placed(c), color);
  }
  void text(Point at, std::string_view text, const TextStyle& style,
            Align align = Align::left) override {
    below_.text(placed(at), text, style, align);
  }
  void heat(Rect rect, const HeatSlice& slice) override { below_.heat(placed(rect), slice); }
  void push_clip(Rect rect) override { below_.push_clip(placed(rect)); }
  void pop_clip() override { below_.pop_clip(); }
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override {
    return below_.width(text, style);
  }

 private:
  [[nodiscard]] Point placed(Point p) const { return {origin_.x + p.x, origin_.y + p.y}; }
  [[nodiscard]] Rect placed(Rect r) const { return {origin_.x + r.x, origin_.y + r.y, r.w, r.h}; }

  Canvas& below_;
  Point origin_;
  float pen_;
  std::vector<Point> points_;  // kept, so that a frame allocates nothing
};

}  // namespace warpscope
