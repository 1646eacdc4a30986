#include "app/panes/lesson/lesson_way.hpp"

#include <algorithm>
#include <utility>

#include "app/panes/lesson/lesson_words.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

bool offer_command(const Frame& frame, Wishes& wishes, Rect rect, std::string command) {
  const Pointer& pointer = frame.pointer;
  const bool hovered = pointer.over_control(rect);
  if (hovered && pointer.pressed) wishes.command = std::move(command);
  return hovered;
}

LessonWay::LessonWay(Canvas& canvas, const Frame& frame, Wishes& wishes)
    : canvas_(canvas),
      frame_(frame),
      wishes_(wishes),
      theme_(*frame.theme),
      guide_(*frame.ask<LessonGuide>()),
      following_(guide_.following()) {}

float LessonWay::lecture_width() const {
  const float back = canvas_.width(tr("Back to the stop"), back_style()) + 2 * bar_height() + 40;
  const bool leads_back = guide_.away() || guide_.why();
  const float why = guide_.offers_why() ? why_width() + 8 : 0;
  return (leads_back ? std::max(232.0F, back) : 232.0F) + why;
}

Rect LessonWay::beside_lecture(Rect area) const {
  area.cut_right(lecture_width() + 32);
  return area;
}

Rect LessonWay::draw(Rect area, bool names_next) {
  const float bar = bar_height();
  names_next_ = names_next;
  if (frame_.lecture) {
    const Rect left = beside_lecture(area);
    draw_way(area.cut_right(lecture_width()).cut_top(bar));
    return left;
  }
  draw_way(area.cut_bottom(bar));
  area.cut_bottom(8);
  if (names_next) {
    draw_following(area.cut_bottom(bar), true);
    area.cut_bottom(8);
  }
  return area;
}

bool LessonWay::may_name_next() const {
  return !frame_.lecture && !guide_.why() && !guide_.away() && following_ != nullptr;
}

Rect LessonWay::beside_next(Rect area) const {
  area.cut_bottom(2 * (bar_height() + 8));
  return area;
}

bool LessonWay::offer(Rect rect, std::string command) {
  return offer_command(frame_, wishes_, rect, std::move(command));
}

void LessonWay::draw_arrow(Rect rect, bool forward) {
  const bool enabled =
      guide_.why() || (forward ? guide_.has_next() || guide_.asks() || following_ != nullptr
                               : guide_.has_previous());
  const bool hovered = enabled && offer(rect, forward ? "lesson.next" : "lesson.previous");
  // An audience waits for the next stop, so its button stands out.
  const bool strong = forward && enabled && !guide_.asks();
  Color fill = strong ? theme_.active : theme_.raised;
  if (hovered) fill = mix(fill, theme_.text, 0.15F);
  canvas_.fill(rect, fill, 6);
  if (!strong) canvas_.stroke(rect, enabled ? theme_.muted : theme_.hairline, 1, 6);
  const Color full = strong ? theme_.on_accent : theme_.text;
  const Color ink = enabled ? full : theme_.faint;
  const Point c = rect.center();
  const float r = rect.h * 0.18F;
  const float side = forward ? 1.0F : -1.0F;
  canvas_.triangle({c.x - side * r, c.y - r * 1.2F}, {c.x + side * r, c.y},
                   {c.x - side * r, c.y + r * 1.2F}, ink);
  if (!hovered) return;
  wishes_.tooltip =
      std::string(forward ? tr("Next stop") : tr("Previous stop")) + (forward ? "\n]" : "\n[");
  if (guide_.why()) wishes_.tooltip = page_text(forward) + (forward ? "\n]" : "\n[");
  if (forward && guide_.asks())
    wishes_.tooltip = std::string(tr("Leave the question open and go on")) + "\n]";
  if (forward && following_ != nullptr && !guide_.why()) wishes_.tooltip = following_text() + "\n]";
}

/// Where an arrow leads while Why is open.
std::string LessonWay::page_text(bool forward) const {
  const std::size_t last = guide_.stop().why.size() - 1;
  if (*guide_.why() == (forward ? last : 0)) return tr("Back to the stop");
  return forward ? tr("Next page of Why") : tr("Previous page of Why");
}

/// Opens the second layer of the stop.
void LessonWay::draw_why(Rect rect) {
  const bool hovered = offer(rect, "lesson.why");
  canvas_.fill(rect, mix(theme_.panel, theme_.now, hovered ? 0.3F : 0.14F), 6);
  canvas_.stroke(rect, theme_.now, 1, 6);
  canvas_.text_fit(rect.center(), tr("Why?"), back_style(), rect.w - 8, Align::center);
  if (hovered)
    wishes_.tooltip = std::string(tr("Why is it so? The derivation, step by step")) + "\nH";
}

std::string LessonWay::following_text() const {
  // Translators: the field is a lesson's title.
  return tr("Next lesson: {}", following_->title.now());
}

/// What says in this room that a lesson follows: with its title, unless that would be cut.
std::string LessonWay::following_words(const TextStyle& style, float room) const {
  for (std::string words : {following_text(), tr("Next: {}", following_->title.now()),
                            std::string(tr("Next lesson"))}) {
    if (canvas_.width(words, style) <= room) return words;
  }
  return tr_c("lesson", "Next");
}

/// All stops have been seen, so the place of their dots tells what comes next; or a `row` of its own does.
void LessonWay::draw_following(Rect area, bool row) {
  const bool hovered = offer(area, "lesson.next");
  if (row) {
    canvas_.fill(area, mix(theme_.panel, theme_.active, hovered ? 0.3F : 0.16F), 6);
    canvas_.stroke(area, theme_.active, 1, 6);
    area = area.inset(8, 0);
  }
  const TextStyle style{Face::sans, back_style().size, hovered || row ? theme_.text : theme_.muted};
  if (hovered) wishes_.tooltip = following_text() + "\n]";
  canvas_.text_fit(area.center(), following_words(style, area.w), style, area.w, Align::center);
}

/// The same in words.
void LessonWay::draw_course(Rect area) {
  const bool hovered = offer(area, "home");
  canvas_.fill(area, hovered ? mix(theme_.raised, theme_.text, 0.15F) : theme_.raised, 6);
  canvas_.stroke(area, theme_.hairline, 1, 6);
  const std::string whole = tr("Back to the course");
  const bool fits = canvas_.width(whole, back_style()) <= area.w - 12;
  canvas_.text_fit(area.center(), fits ? whole : tr_c("to the course", "Course"), back_style(),
                   area.w - 12, Align::center);
  if (hovered) wishes_.tooltip = std::string(tr("Home: the course, your programs")) + "\nAlt+Home";
}

/// The lesson has ended: the way back to the course.
void LessonWay::draw_home(Rect rect) {
  const bool hovered = offer(rect, "home");
  canvas_.fill(rect, hovered ? mix(theme_.raised, theme_.text, 0.15F) : theme_.raised, 6);
  canvas_.stroke(rect, theme_.hairline, 1, 6);
  const Point c = rect.center();
  const float r = rect.h * 0.2F;
  canvas_.triangle({c.x - r * 1.4F, c.y}, {c.x, c.y - r * 1.3F}, {c.x + r * 1.4F, c.y},
                   theme_.text);
  canvas_.fill({c.x - r, c.y, 2 * r, r * 1.1F}, theme_.text);
  if (hovered) wishes_.tooltip = std::string(tr("Home: the course, your programs")) + "\nAlt+Home";
}

const Answered* LessonWay::known_of(std::size_t stop) const {
  return frame_.lecture ? guide_.answered(stop) : guide_.known(stop);
}

void LessonWay::draw_dots(Rect area) {
  const std::size_t count = guide_.lesson().stops.size();
  const float pitch = std::min(frame_.lecture ? 16.0F : 14.0F, area.w / static_cast<float>(count));
  const float radius = std::min(frame_.lecture ? 5.0F : 4.0F, pitch * 0.36F);
  float x = area.center().x - pitch * (static_cast<float>(count) - 1) / 2;
  for (std::size_t i = 0; i < count; ++i, x += pitch) {
    const Point at{x, area.center().y};
    if (i == guide_.number()) {
      canvas_.circle(at, radius + 1, theme_.now);
    } else if (const Answered* known = known_of(i); known != nullptr && !known->open()) {
      canvas_.circle(at, radius,
                     known->right_at_once() ? theme_.free
                     : known->right         ? theme_.now
                                            : theme_.costly);
    } else if (i < guide_.number()) {
      canvas_.circle(at, radius, theme_.active);
    } else {
      canvas_.ring(at, radius, theme_.muted);
    }
    draw_dot_words({at.x - pitch / 2, area.y, pitch, area.h}, i);
  }
}

/// What the mouse over a stop's dot reads.
void LessonWay::draw_dot_words(Rect rect, std::size_t stop) {
  if (!frame_.pointer.over(rect)) return;
  wishes_.tooltip = tr("stop {0} of {1}", stop + 1, guide_.lesson().stops.size());
  if (!guide_.lesson().stops[stop].question) return;
  const Answered* const known = known_of(stop);
  wishes_.tooltip += "\n" + (known == nullptr || known->open() ? std::string(tr("a question, open"))
                                                               : outcome_text(*known));
}

void LessonWay::draw_way(Rect area) {
  canvas_.keep_free(area);
  const float button = std::max(area.h, 36.0F);
  draw_arrow(area.cut_left(button), false);
  draw_arrow(area.cut_right(button), true);
  area = area.inset(8, 0);
  if (guide_.offers_why()) {
    draw_why(area.cut_right(why_width()));
    area.cut_right(8);
  }
  const bool last =
      guide_.at_end() && guide_.lesson().program.empty() && !guide_.away() && !guide_.why();
  if (last && (names_next_ || following_ == nullptr)) return draw_course(area);
  // What comes next matters more than the way home, which the toolbar has as well.
  const bool names_next = area.w - button - 8 >= canvas_.width(tr("Next lesson"), back_style()) + 4;
  if (guide_.at_end() && names_next && !guide_.why()) {
    draw_home(area.cut_left(button));
    area.cut_left(8);
  }
  if (!guide_.away() && !guide_.why()) {
    return following_ != nullptr ? draw_following(area, false) : draw_dots(area);
  }
  const bool hovered = offer(area, guide_.why() ? "lesson.why" : "lesson.back");
  canvas_.fill(area, mix(theme_.panel, theme_.other, hovered ? 0.3F : 0.16F), 6);
  canvas_.stroke(area, theme_.other, 1, 6);
  const std::string whole = tr("Back to the stop");
  const bool fits = canvas_.width(whole, back_style()) <= area.w - 12;
  canvas_.text_fit(area.center(), fits ? whole : tr_c("to the stop", "Back"), back_style(),
                   area.w - 12, Align::center);
  if (hovered) wishes_.tooltip = whole + (guide_.why() ? "\nH" : "\nShift+F");
}

}  // namespace warpscope
