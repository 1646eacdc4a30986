#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// A stop of the lesson: its words, its question with the choices as buttons, and the way to the
/// next one. Type is as large as the pane allows; words that do not fit at the smallest size scroll,
/// by the wheel and by keys.
class LessonView final : public View {
 public:
  static constexpr ViewInfo info{.id = "lesson", .title = tr_noop("Lesson"), .slot = Slot::lesson};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document&) override {}
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// What the words are about: another stop or an answer begins anew where it is to be read.
  struct Place {
    std::size_t stop = 0, tries = 0;
    std::optional<std::size_t> why;
    bool asks = false, away = false, closing = false;
    bool operator==(const Place&) const = default;
  };
  std::optional<Place> place_;  // that was scrolled
  float scroll_ = 0;            // pixels
  int keyed_ = 0;               // lines that keys had scrolled by when the last picture was drawn
};

}  // namespace warpscope
