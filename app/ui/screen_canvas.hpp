#pragma once

#include <cstdint>
#include <optional>

#include "app/ui/canvas.hpp"
#include "app/ui/fonts.hpp"

struct ImDrawCmd;
struct ImDrawList;

namespace warpscope {

class HeatPainter;

/// Draws into a Dear ImGui draw list. A logical point p lies at `origin` + p × fonts.scale()
/// pixels. Edges of rectangles, upright and level lines and text snap to whole pixels; circles and
/// slanted lines do not, so that they can move smoothly. Without a painter, or if it fails, heat is
/// drawn as rectangles.
class ScreenCanvas final : public Canvas {
 public:
  ScreenCanvas(ImDrawList& list, const Fonts& fonts, Point origin = {}, HeatPainter* heat = nullptr)
      : list_(list), fonts_(fonts), origin_(origin), heat_(heat) {}

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
    return fonts_.width(text, style);
  }

  /// The key of a callback that it added; see Damage.
  [[nodiscard]] static std::optional<std::uint64_t> callback_key(const ImDrawCmd& command);

 private:
  [[nodiscard]] Point pixel(Point p) const;
  [[nodiscard]] Rect snapped(Rect rect) const;
  void fill_ground(Rect pixels, Color color, float radius);  ///< large and opaque

  ImDrawList& list_;
  const Fonts& fonts_;
  Point origin_;
  HeatPainter* heat_;
};

}  // namespace warpscope
