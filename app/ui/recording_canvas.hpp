#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/canvas.hpp"

namespace warpscope {

/// Draws nothing and remembers everything, so that tests can ask what a picture says and whether
/// it can be read.
class RecordingCanvas final : public Canvas {
 public:
  struct Text {
    std::string text;
    TextStyle style;
    Rect rect;  ///< from the top of capitals to the bottom of descenders
    Rect clip;  ///< what was visible when it was drawn
    std::size_t fills_before = 0;
    [[nodiscard]] bool visible() const;
    [[nodiscard]] bool cut() const;  ///< partly, but not wholly, outside the clip
  };
  struct Box {
    Rect rect;
    Color color;
    Rect clip;
    [[nodiscard]] bool covers(Point at) const;
    [[nodiscard]] Color over(Color below) const;  ///< that colour under the box
  };

  /// `measure` must outlive the canvas.
  RecordingCanvas(Rect area, const TextMeasure& measure) : measure_(measure), clips_{area} {}

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

  [[nodiscard]] const std::vector<Text>& texts() const { return texts_; }
  struct Heat {
    Rect rect;
    HeatSlice slice;
  };
  [[nodiscard]] const std::vector<Heat>& heats() const { return heats_; }
  [[nodiscard]] const std::vector<Box>& fills() const { return fills_; }
  [[nodiscard]] const std::vector<Box>& strokes() const { return strokes_; }
  /// Shapes other than text: fills, strokes, lines, circles, rings, triangles, heat.
  [[nodiscard]] std::size_t shapes() const { return shapes_; }
  /// Lines, circles, rings and triangles of a colour.
  [[nodiscard]] std::size_t inked(Color color) const;
  /// Those of all opaque shapes, each once; texts and heat left out.
  [[nodiscard]] std::vector<Color> colors() const;
  /// Of all paths.
  [[nodiscard]] std::size_t path_points() const { return points_; }
  [[nodiscard]] bool blank() const { return shapes_ == 0 && texts_.empty(); }
  [[nodiscard]] int open_clips() const { return static_cast<int>(clips_.size()) - 1; }

  /// Whether some visible text contains `part`.
  [[nodiscard]] bool says(std::string_view part) const;
  /// The colour behind a text's middle: the last fills there before it, over each other.
  [[nodiscard]] Color ground(const Text& text) const;
  /// True if something opaque, such as a tooltip, was drawn over a part of a text later.
  [[nodiscard]] bool hidden(const Text& text) const;
  /// Contrast of a text to what is behind its middle, both under the veils that were drawn over all
  /// of it later. What only lets its end fade out is no veil.
  [[nodiscard]] double contrast_of(const Text& text) const;
  /// The faults that make the picture hard to read, a sentence each: texts cut off, texts on each
  /// other.
  [[nodiscard]] std::vector<std::string> faults() const;

 private:
  void ink(Color color);
  [[nodiscard]] std::vector<Box>::const_iterator later_fills(const Text& text) const {
    return fills_.begin() + static_cast<std::ptrdiff_t>(text.fills_before);
  }

  const TextMeasure& measure_;
  std::vector<Rect> clips_;
  std::vector<Text> texts_;
  std::vector<Box> fills_, strokes_;
  std::vector<Heat> heats_;
  std::vector<Color> inks_;
  std::size_t shapes_ = 0;
  std::size_t points_ = 0;
};

}  // namespace warpscope
