#pragma once

#include <string>
#include <string_view>

#include "app/views/view.hpp"

namespace warpscope {

/// A stop of the lesson: its words, its question with the choices as buttons, and the way to the
/// next one. Type is as large as the pane allows.
class LessonView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "lesson"; }
  [[nodiscard]] std::string_view title() const override { return "Lesson"; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override {}
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
};

}  // namespace warpscope
