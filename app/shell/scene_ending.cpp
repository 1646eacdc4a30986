// What there is to do at the end of a program of the user's own, or of a trace: a lesson has its own end.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/layout/text_wrap.hpp"
#include "app/lesson/next_lesson.hpp"
#include "app/shell/scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

bool Scene::ends() const {
  const Playhead& head = session_.playback.left();
  if (!head.ready() || session_.lesson.on() || session_.views.layout != LayoutKind::study)
    return false;
  const bool own = !head.document()->subject->file().empty();
  return own && !shows_both() && head.count() > 1 && head.position() + 1 == head.count();
}

void Scene::draw_ending(Canvas& canvas, Rect strip, const Input& input) {
  const std::string key = "Alt+Home";
  // Translators: what a button does, and its key.
  const std::string named = tr("{0} ({1})", tr("Home"), key);
  const Command* const lesson = commands_.find("lesson.next_for_this");
  const std::string_view id =
      next_lesson(*session_.playback.left().document(), session_.programs.console());
  const Lesson* const about = id.empty() ? nullptr : session_.lesson.lesson_of(id);
  const TextStyle style{Face::sans_bold, 14, theme().text};
  const std::string end =
      tr("This is the end of {}.", session_.playback.left().document()->subject->name());
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  /// What the buttons say; the best first.
  struct Words {
    std::string home, lesson;
  };
  std::vector<Words> ways{{named, {}}, {tr("Home"), {}}};
  if (about != nullptr && lesson != nullptr) {
    ways = {{named, tr("Lesson: {}", about->title.now())},
            {named, tr("A lesson about this")},
            {named, tr("Lesson")},
            {tr("Home"), tr("Lesson")}};
  }
  const auto leaves_room = [&](const Words& words) {
    float room = strip.w - strip_button_width(canvas, words.home);
    if (!words.lesson.empty()) room -= strip_button_width(canvas, words.lesson);
    // A title is worth no second line.
    const int most = &words == &ways.front() ? 1 : 2;
    return std::ranges::all_of(wrap_text(end, room, most, measure),
                               [&](std::string_view part) { return measure(part) <= room; });
  };
  const auto way = std::ranges::find_if(ways, leaves_room);
  const Words& words = way == ways.end() ? ways.back() : *way;
  draw_strip_button(canvas, strip, *commands_.find("home"), words.home, input);
  if (!words.lesson.empty()) draw_strip_button(canvas, strip, *lesson, words.lesson, input);
  draw_strip_text(canvas, strip, end, style);
}

}  // namespace warpscope
