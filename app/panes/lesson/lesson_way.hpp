#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

/// Whether the mouse is over it; wishes for the command when it is clicked.
bool offer_command(const Frame& frame, Wishes& wishes, Rect rect, std::string command);

/// The row of buttons that lead from a stop to others, to its Why, and on to the next lesson.
class LessonWay {
 public:
  LessonWay(Canvas& canvas, const Frame& frame, Wishes& wishes);

  /// Draws the buttons, and returns what they leave of the place.
  Rect draw(Rect area);
  /// What the buttons leave of the place in a lecture.
  [[nodiscard]] Rect beside_lecture(Rect area) const;

 private:
  [[nodiscard]] TextStyle back_style() const {
    return {Face::sans, frame_.lecture ? 16.0F : 14.0F, theme_.text};
  }
  [[nodiscard]] float bar_height() const { return frame_.lecture ? 44 : 28; }
  [[nodiscard]] float why_width() const { return canvas_.width(tr("Why?"), back_style()) + 20; }
  [[nodiscard]] float lecture_width() const;
  void draw_way(Rect area);
  /// What the dot of a stop tells of its question: an audience does not see how it came out before.
  [[nodiscard]] const Answered* known_of(std::size_t stop) const;
  void draw_dots(Rect area);
  void draw_dot_words(Rect rect, std::size_t stop);
  [[nodiscard]] std::string following_text() const;
  [[nodiscard]] std::vector<std::string> following_lines(float room) const;
  [[nodiscard]] std::string arrow_text(bool forward) const;
  [[nodiscard]] std::string page_text(bool forward) const;
  void draw_button(Rect area, std::string_view whole, std::string_view brief, Color color,
                   std::string command, std::string tooltip);
  void draw_why(Rect rect);
  /// At the end or the top of `area`, from which it is cut.
  void draw_following(Rect& area, bool below);
  void draw_middle(Rect area);
  void draw_arrow(Rect rect, bool forward);
  bool offer(Rect rect, std::string command);

  Canvas& canvas_;
  const Frame& frame_;
  Wishes& wishes_;
  const Theme& theme_;
  const LessonGuide& guide_;
  const Lesson* following_;  // the lesson that the closing page names; nullptr: none
};

}  // namespace warpscope
