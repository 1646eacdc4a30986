#pragma once

#include <string>

#include "app/ui/canvas.hpp"

namespace warpscope {

/// Writes the picture as SVG 1.1. Text stays text: the fonts are named, not embedded, and every
/// line is placed by its baseline, without kerning or ligatures, as on the screen.
class SvgCanvas final : public Canvas {
 public:
  /// `measure` must outlive the canvas.
  SvgCanvas(float width, float height, const TextMeasure& measure);

  void fill(Rect rect, Color color, float radius = 0) override;
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override;
  void line(Point a, Point b, Color color, float width = 1) override;
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void circle(Point center, float radius, Color color) override;
  void ring(Point center, float radius, Color color, float width = 1) override;
  void triangle(Point a, Point b, Point c, Color color) override;
  void text(Point at, std::string_view text, const TextStyle& style,
            Align align = Align::left) override;
  void heat(Rect rect, const HeatSlice& slice) override;
  void push_clip(Rect rect) override;
  void pop_clip() override;
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override {
    return measure_.width(text, style);
  }

  /// The whole document. All clips must have been popped.
  [[nodiscard]] std::string svg() const;

 private:
  void paint(std::string_view property, Color color);
  void pen(Color color, float width);
  void box(Rect rect, float radius);

  const TextMeasure& measure_;
  std::string out_;
  int clips_ = 0;  ///< made so far; their number is their name
  int open_ = 0;
};

}  // namespace warpscope
