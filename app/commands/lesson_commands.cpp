#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"
#include "app/lesson/next_lesson.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The id of the one after it in the list; English after the last, and after one that is not there.
std::string next_language(std::string_view id) {
  const std::size_t next =
      static_cast<std::size_t>(find_language(id).value_or(pseudo_language) + 1);
  return languages()[next % languages().size()].id;
}

}  // namespace

bool answer_with_digit(Session& session, const Chord& chord) {
  const bool digit = chord.key.size() == 1 && chord.key[0] >= '0' && chord.key[0] <= '9';
  const auto form = session.lesson.answer_form();
  if (!digit || chord.ctrl || chord.alt || chord.shift || !form) return false;
  if (*form != AnswerForm::choice && *form != AnswerForm::order) {
    session.popup.answer = chord.key;
    session.popup.shown = Popup::answer;
    return true;
  }
  const auto choice = static_cast<std::size_t>(chord.key[0] - '1');
  if (chord.key == "0" || !session.lesson.offers(choice)) return false;
  session.lesson.answer(choice);
  return true;
}

void add_lesson_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Lesson"));
  const auto on = needs([&s] { return s.lesson.on(); },
                        say("No lesson is on: F starts the one of what is shown."));
  group.add(
      "lesson", tr_noop("Start the kernel's lesson, go back to its stop, or leave it"), {"F"},
      [&s] {
        if (!s.lesson.on()) return s.lesson.start();
        s.lesson.away() ? s.lesson.back() : s.lesson.leave();
      },
      needs([&s] { return s.lesson.on() || s.lesson.available(); },
            say("What is shown has no lesson: Alt+Home lists those of the course.")),
      tr_noop("Start the lesson, or leave it"));
  group.add(
      "lesson.next", tr_noop("Next stop or lesson"), {"]"}, [&s] { s.lesson.next(); },
      needs_both(on, needs(
                         [&lesson = s.lesson] {
                           return lesson.has_next() || lesson.asks() || lesson.why() ||
                                  (lesson.at_end() && !lesson.closing()) ||
                                  lesson.following() != nullptr;
                         },
                         say("The lesson ends here: F leaves it."))));
  group.add(
      "lesson.previous", tr_noop("Previous stop"), {"["}, [&s] { s.lesson.previous(); },
      needs_both(on, needs([&s] { return s.lesson.has_previous() || s.lesson.why(); },
                           say("This is the lesson's first stop."))));
  group.add(
      "lesson.why", tr_noop("Lesson: why is it so? And back"), {"H"},
      [&s] { s.lesson.why() ? s.lesson.close_why() : s.lesson.open_why(); },
      needs_both(on, needs([&s] { return s.lesson.offers_why() || s.lesson.why(); },
                           say("This stop has no second layer of Why."))),
      tr_noop("Why? And back"));
  group.add(
      "lesson.back", tr_noop("Back to where the stop is"), {"Shift+F"}, [&s] { s.lesson.back(); },
      on);
  const auto about_this = [&s] {
    return s.playback.left().ready()
               ? next_lesson(*s.playback.left().document(), s.programs.console())
               : std::string_view();
  };
  group.add(
      "lesson.next_for_this", tr_noop("The lesson about what this program shows"), {"Ctrl+Shift+F"},
      [&s, about_this] { s.lesson.begin(about_this()); },
      needs(
          [&s, about_this] {
            const bool own = !s.options().subject()->file().empty();
            return own && s.lesson.lesson_of(about_this()) != nullptr;
          },
          say("No program is shown that a lesson of the course is about.")),
      tr_noop("Lesson on a program"));
  const auto scroll = [&s](int lines) { return [&s, lines] { s.views.scrolled.lesson += lines; }; };
  group.add("lesson.down", tr_noop("Lesson: further lines"), {"Alt+]"}, scroll(3), on,
            tr_noop("Further lines, or those above"));
  group.add("lesson.up", tr_noop("Lesson: the lines above"), {"Alt+["}, scroll(-3), on, "");
  // The keys that presentation remotes send.
  const auto page = [&s](bool forward) {
    return [&s, forward] {
      // A remote has no other key that shows an audience the answer.
      const bool tells = forward && s.lesson.asks() && s.views.layout == LayoutKind::lecture;
      if (tells) return s.lesson.tell();
      if (!s.lesson.on()) return s.playback.step(Granularity::barrier, forward);
      forward ? s.lesson.next() : s.lesson.previous();
    };
  };
  const auto ready = needs_run(s);
  group.add("page.next", tr_noop("Next stop, or barrier"), {"PageDown"}, page(true), ready,
            tr_noop("Stops, or barriers"));
  group.add("page.previous", tr_noop("Previous stop, or barrier"), {"PageUp"}, page(false), ready,
            "");
  group.add(
      "lesson.tell", tr_noop("Show the answer of the question"), {"Alt+0"},
      [&s] { s.lesson.tell(); },
      needs([&s] { return s.lesson.asks(); }, say("No question waits for an answer here.")),
      tr_noop("Answer a lesson's question"));
  for (std::size_t choice = 0; choice < most_choices; ++choice) {
    const std::string number = std::to_string(choice + 1), key = "Alt+" + number;
    group.add_said(
        "lesson.answer." + number, [number] { return tr("Answer {} of the question", number); },
        {key},
        [&s, choice] {
          s.lesson.offers(choice) ? s.lesson.answer(choice) : void(s.popup.shown = Popup::answer);
        },
        [&s, choice]() -> Sentence {
          if (!s.lesson.asks()) return say("No question waits for an answer here.");
          const auto form = s.lesson.answer_form();
          const bool by_choice = form == AnswerForm::choice || form == AnswerForm::order;
          if (s.lesson.offers(choice) || (choice == 0 && form && !by_choice)) return {};
          return say("The question has no answer of this number.");
        },
        [] { return std::string(); });
  }
  group.add(
      "lesson.keep", tr_noop("Add this moment to a lecture …"), {"Ctrl+Shift+K"},
      [&s] { s.popup.shown = Popup::keep; },
      [&s]() -> Sentence {
        if (!s.playback.left().ready()) return say("Nothing is recorded yet that could be kept.");
        const Status can = can_be_kept(s.options());
        return can ? Sentence() : can.error().for_window();
      },
      tr_noop("Keep in a lecture"));
  group.add("language", tr_noop("Switch language: Russian, English"), {"R"},
            [&s] { s.settings.language = next_language(s.settings.language); });
}

}  // namespace warpscope
