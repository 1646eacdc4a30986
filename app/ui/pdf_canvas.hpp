#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/ui/canvas.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Writes pictures as pages of a PDF. Text stays text, in the program's own fonts, which the file holds:
/// it can be searched and copied. A pixel is 1/96 of an inch.
class PdfCanvas final : public Canvas {
 public:
  /// `measure` must outlive the canvas. `title` is what a reader shows of the document; may be empty.
  explicit PdfCanvas(const TextMeasure& measure, const std::string& title = {});
  ~PdfCanvas() override;
  PdfCanvas(const PdfCanvas&) = delete;
  PdfCanvas& operator=(const PdfCanvas&) = delete;

  /// Ends the page before, whose clips must have been popped. Comes before anything is drawn.
  void begin_page(float width, float height);

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

  /// The whole document, once; nothing can be drawn after. ErrorKind::failed if cairo could not write it.
  [[nodiscard]] Result<std::string> pdf();

 private:
  struct Pages;
  const TextMeasure& measure_;
  std::unique_ptr<Pages> pages_;
};

}  // namespace warpscope
