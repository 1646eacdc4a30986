#include "app/session/command_group.hpp"
#include "app/session/session_commands.hpp"

namespace warpscope {

void add_lesson_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, "Lesson");
  const auto on = [&s] { return s.lesson.on(); };
  group.add(
      "lesson", "Start or leave the kernel's lesson", {"F"},
      [&s] { s.lesson.on() ? s.lesson.leave() : s.lesson.start(); },
      [&s] { return s.lesson.on() || s.lesson.available(); });
  group.add(
      "lesson.next", "Next stop, answer or lesson", {"]"}, [&s] { s.lesson.next(); },
      [&s] { return s.lesson.has_next() || s.lesson.asks() || s.lesson.following() != nullptr; });
  group.add(
      "lesson.previous", "Previous stop", {"["}, [&s] { s.lesson.previous(); },
      [&s] { return s.lesson.has_previous(); });
  group.add(
      "lesson.back", "Back to where the stop is", {"Shift+F"}, [&s] { s.lesson.back(); }, on);
  const auto scroll = [&s](int lines) { return [&s, lines] { s.scrolled.lesson += lines; }; };
  group.add("lesson.down", "Lesson: further lines", {"Alt+]"}, scroll(3), on,
            "Further lines, or those above");
  group.add("lesson.up", "Lesson: the lines above", {"Alt+["}, scroll(-3), on, "");
  // The keys that presentation remotes send.
  const auto page = [&s](bool forward) {
    return [&s, forward] {
      if (!s.lesson.on()) return s.step(Granularity::barrier, forward);
      forward ? s.lesson.next() : s.lesson.previous();
    };
  };
  const auto ready = [&s] { return s.left().ready(); };
  group.add("page.next", "Next stop, or barrier", {"PageDown"}, page(true), ready);
  group.add("page.previous", "Previous stop, or barrier", {"PageUp"}, page(false), ready);
  for (std::size_t choice = 0; choice < most_choices; ++choice) {
    const std::string number = std::to_string(choice + 1), key = "Alt+" + number;
    group.add(
        "lesson.answer." + number, "Answer " + number + " of the question", {key},
        [&s, choice] { s.lesson.answer(choice); },
        [&s, choice] {
          return s.lesson.asks() && choice < s.lesson.stop().question->choices.size();
        },
        choice == 0 ? "Answer a lesson's question" : "");
  }
  group.add("language", "Words in Russian, or English", {"R"},
            [&s] { s.settings.language = s.settings.language == "en" ? "ru" : "en"; });
}

}  // namespace warpscope
