#include "app/panes/lesson/lesson_way.hpp"

#include <algorithm>
#include <utility>

#include "app/layout/text_wrap.hpp"
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
      following_(guide_.closing() && !guide_.away() ? guide_.following() : nullptr) {}

float LessonWay::lecture_width() const {
  const auto width_with = [&](const char* middle) {
    return std::max(232.0F, canvas_.width(middle, back_style()) + 2 * bar_height() + 40);
  };
  const float why = guide_.offers_why() ? why_width() + 8 : 0;
  if (guide_.away() || guide_.why()) return width_with(tr("Back to the stop")) + why;
  if (!guide_.at_end()) return width_with("") + why;
  return width_with(guide_.closing() ? tr("Back to the course") : tr("How it went")) + why;
}

Rect LessonWay::beside_lecture(Rect area) const {
  area.cut_right(lecture_width() + 32);
  return area;
}

Rect LessonWay::draw(Rect area) {
  const float bar = bar_height();
  if (frame_.lecture) {
    const Rect left = beside_lecture(area);
    Rect column = area.cut_right(lecture_width());
    draw_way(column.cut_top(bar));
    draw_following(column, false);
    return left;
  }
  draw_way(area.cut_bottom(bar));
  area.cut_bottom(8);
  draw_following(area, true);
  return area;
}

bool LessonWay::offer(Rect rect, std::string command) {
  return offer_command(frame_, wishes_, rect, std::move(command));
}

void LessonWay::draw_arrow(Rect rect, bool forward) {
  const bool ends = guide_.at_end() && !guide_.closing();
  const bool enabled =
      guide_.why() || (forward ? guide_.has_next() || guide_.asks() || ends || following_ != nullptr
                               : guide_.has_previous());
  const bool hovered = enabled && offer(rect, forward ? "lesson.next" : "lesson.previous");
  // An audience waits for the next stop, so its button stands out.
  const bool strong = forward && enabled && (!guide_.asks() || guide_.at_end());
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
  if (hovered) wishes_.tooltip = arrow_text(forward) + (forward ? "\n]" : "\n[");
}

/// Where an arrow leads.
std::string LessonWay::arrow_text(bool forward) const {
  if (guide_.why()) return page_text(forward);
  if (!forward) return std::string(guide_.closing() ? tr("Back to the stop") : tr("Previous stop"));
  if (following_ != nullptr) return following_text();
  if (guide_.at_end()) return std::string(tr("How it went, and what comes next"));
  return std::string(guide_.asks() ? tr("Leave the question open and go on") : tr("Next stop"));
}

/// The same while Why is open.
std::string LessonWay::page_text(bool forward) const {
  const std::size_t last = guide_.stop().why.size() - 1;
  if (*guide_.why() == (forward ? last : 0)) return tr("Back to the stop");
  return forward ? tr("Next page of Why") : tr("Previous page of Why");
}

/// A button with words: with fewer if the others are too long.
void LessonWay::draw_button(Rect area, std::string_view whole, std::string_view brief, Color color,
                            std::string command, std::string tooltip) {
  const bool hovered = offer(area, std::move(command));
  canvas_.fill(area, mix(theme_.panel, color, hovered ? 0.3F : 0.16F), 6);
  canvas_.stroke(area, color, 1, 6);
  const bool fits = canvas_.width(whole, back_style()) <= area.w - 12;
  canvas_.text_fit(area.center(), fits ? whole : brief, back_style(), area.w - 12, Align::center);
  if (hovered) wishes_.tooltip = std::move(tooltip);
}

/// Opens the second layer of the stop.
void LessonWay::draw_why(Rect rect) {
  draw_button(rect, tr("Why?"), tr("Why?"), theme_.now, "lesson.why",
              std::string(tr("Why is it so? The derivation, step by step")) + "\nH");
}

std::string LessonWay::following_text() const {
  // Translators: the field is a lesson's title.
  return tr("Next lesson: {}", following_->title.now());
}

/// The next lesson by its whole title, on as many lines as that takes.
std::vector<std::string> LessonWay::following_lines(float room) const {
  constexpr int most = 4;
  const std::string words = following_text();
  const auto measure = [&](std::string_view part) { return canvas_.width(part, back_style()); };
  std::vector<std::string> lines;
  for (const std::string_view line : wrap_text(words, room, most, measure))
    lines.emplace_back(line);
  return lines;
}

void LessonWay::draw_following(Rect& area, bool below) {
  constexpr float margin = 8, gap = 8;
  if (following_ == nullptr) return;
  const std::vector<std::string> lines = following_lines(area.w - 2 * margin);
  const float line = back_style().size * lesson_leading;
  const float height = std::max(bar_height(), static_cast<float>(lines.size()) * line + gap);
  if (!below) area.cut_top(gap);
  Rect row = below ? area.cut_bottom(height) : area.cut_top(height);
  if (below) area.cut_bottom(gap);
  canvas_.keep_free(row);
  const bool hovered = offer(row, "lesson.next");
  canvas_.fill(row, mix(theme_.panel, theme_.active, hovered ? 0.3F : 0.16F), 6);
  canvas_.stroke(row, theme_.active, 1, 6);
  if (hovered) wishes_.tooltip = following_text() + "\n]";
  float y = row.center().y - line * (static_cast<float>(lines.size()) - 1) / 2;
  for (const std::string& words : lines) {
    canvas_.text_fit({row.center().x, y}, words, back_style(), row.w - 2 * margin, Align::center);
    y += line;
  }
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
  draw_middle(area);
}

/// Between the arrows: the way back to the stop, else on at the end, else where the stop is among the others.
void LessonWay::draw_middle(Rect area) {
  if (guide_.away() || guide_.why()) {
    return draw_button(area, tr("Back to the stop"), tr_c("to the stop", "Back"), theme_.other,
                       guide_.why() ? "lesson.why" : "lesson.back",
                       std::string(tr("Back to the stop")) + (guide_.why() ? "\nH" : "\nShift+F"));
  }
  if (!guide_.at_end()) return draw_dots(area);
  if (!guide_.closing()) {
    // Translators: a button at a lesson's last stop; the second one, where there is little room.
    return draw_button(area, tr("How it went, and what comes next"), tr("How it went"),
                       theme_.active, "lesson.next",
                       std::string(tr("How it went, and what comes next")) + "\n]");
  }
  if (!guide_.lesson().program.empty()) {
    return draw_button(area, tr("Leave the lesson"), tr("Leave"), theme_.muted, "lesson",
                       std::string(tr("Leave the lesson")) + "\nF");
  }
  draw_button(area, tr("Back to the course"), tr_c("to the course", "Course"), theme_.muted, "home",
              std::string(tr("Home: the course, your programs")) + "\nAlt+Home");
}

}  // namespace warpscope
