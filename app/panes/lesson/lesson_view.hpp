#pragma once

#include <string>
#include <string_view>

#include "app/views/view.hpp"

namespace warpscope {

/// A stop of the lesson: its words, its question with the choices as buttons, and the way to the
/// next one. Type is as large as the pane allows.
class LessonView final : public View {
 public:
  static constexpr ViewInfo info{.id = "lesson", .title = "Lesson", .slot = Slot::lesson};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override {}
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;
};

}  // namespace warpscope
