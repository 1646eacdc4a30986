// What there is to do at the end of a program of the user's own, or of a trace: a lesson has its own end.
#include <string>
#include <string_view>

#include "app/layout/text_wrap.hpp"
#include "app/lesson/next_lesson.hpp"
#include "app/shell/scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

bool Scene::ends() const {
  const Playhead& head = session_.left();
  if (!head.ready() || session_.lesson.on() || session_.views.layout != LayoutKind::study)
    return false;
  const bool own = !head.document()->subject->file().empty();
  return own && !shows_both() && head.count() > 1 && head.position() + 1 == head.count();
}

void Scene::draw_ending(Canvas& canvas, Rect strip, const Input& input) {
  const std::string key = "Alt+Home";
  // Translators: what a button does, and its key.
  const std::string home = tr("{0} ({1})", tr("Home"), key);
  draw_strip_button(canvas, strip, *commands_.find("home"), home, input);
  const Command* const lesson = commands_.find("lesson.next_for_this");
  const std::string_view id = next_lesson(*session_.left().document(), session_.programs.console());
  const Lesson* const about = id.empty() ? nullptr : session_.lesson.lesson_of(id);
  const TextStyle style{Face::sans_bold, 14, theme().text};
  const std::string end = tr("This is the end of {}.", session_.left().document()->subject->name());
  if (about != nullptr && lesson != nullptr) {
    // The whole title, if there is room for it beside what is said.
    std::string words = tr("Lesson: {}", about->title.now());
    if (canvas.width(words, style) > strip.w - canvas.width(end, style) - 60) {
      words = tr("A lesson about this");
    }
    draw_strip_button(canvas, strip, *lesson, words, input);
  }
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  constexpr float line_height = 20;
  const auto lines = wrap_text(end, strip.w, 2, measure);
  float y = strip.center().y - (static_cast<float>(lines.size()) - 1) * line_height / 2;
  for (const std::string_view line : lines) {
    canvas.text_fit({strip.x, y}, line, style, strip.w);
    y += line_height;
  }
}

}  // namespace warpscope
