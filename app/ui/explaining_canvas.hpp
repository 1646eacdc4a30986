#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/lesson/glossary.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

/// Another canvas on which the glossary's terms explain themselves: a dotted line stands under the
/// first of each in a pane, and the word at the mouse is found, wherever it is drawn. The drawing
/// code knows nothing of it. Code and numbers, in mono, are left alone. Must not outlive the
/// canvas.
class ExplainingCanvas final : public Canvas {
 public:
  struct Word {
    const Term* term = nullptr;
    Rect rect;  ///< around the word
  };
  /// `pointer` is the mouse, or a point outside of everything if it asks for nothing.
  ExplainingCanvas(Canvas& below, Point pointer) : below_(below), pointer_(pointer) {}

  /// Whether terms get a line from here on; returns whether they did before. The word at the mouse
  /// is found all the same.
  bool mark(bool on) { return std::exchange(marks_, on); }
  /// Another pane begins: its terms are marked anew.
  void next_pane() { marked_.clear(); }
  /// The term at the mouse.
  [[nodiscard]] const std::optional<Word>& pointed() const { return pointed_; }
  /// What was said to be kept free, as far as it is seen.
  [[nodiscard]] const std::vector<Rect>& kept_free() const { return kept_free_; }

  void fill(Rect rect, Color color, float radius = 0) override { below_.fill(rect, color, radius); }
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override {
    below_.stroke(rect, color, width, radius);
  }
  void line(Point a, Point b, Color color, float width = 1) override {
    below_.line(a, b, color, width);
  }
  void polyline(std::span<const Point> points, Color color, float width = 1) override {
    below_.polyline(points, color, width);
  }
  void circle(Point center, float radius, Color color) override {
    below_.circle(center, radius, color);
  }
  void ring(Point center, float radius, Color color, float width = 1) override {
    below_.ring(center, radius, color, width);
  }
  void triangle(Point a, Point b, Point c, Color color) override {
    below_.triangle(a, b, c, color);
  }
  void text(Point at, std::string_view text, const TextStyle& style,
            Align align = Align::left) override;
  void heat(Rect rect, const HeatSlice& slice) override { below_.heat(rect, slice); }
  void push_clip(Rect rect) override;
  void pop_clip() override;
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override {
    return below_.width(text, style);
  }
  void keep_free(Rect rect) override;

 private:
  void mark_word(Rect word, const TextStyle& style);
  [[nodiscard]] bool sees_pointer() const;

  Canvas& below_;
  Point pointer_;
  bool marks_ = true;
  std::vector<const Term*> marked_;  // in this pane
  std::vector<Rect> clips_;
  std::vector<Rect> kept_free_;
  std::optional<Word> pointed_;
};

}  // namespace warpscope
