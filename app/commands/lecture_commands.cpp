#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {
namespace {

/// As presenters know it from their slides: the lecture layout, over the whole screen.
void present(Session& s, const WindowActions& window) {
  s.views.layout = LayoutKind::lecture;
  if (!window.is_full_screen || window.is_full_screen()) return;
  window.toggle_full_screen();
  s.views.lecture.presenting = true;
}

}  // namespace

void add_lecture_commands(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, tr_noop("Lecture"));
  const auto ready = needs_run(s);
  group.add(
      "present", tr_noop("Present, full screen: a run alone from its start"), {"F5"},
      [&s, window] {
        // A lesson's words are about its stop, and two runs are compared where they differ.
        const bool stays = s.lesson.on() || s.lesson.just_left() || s.comparison.on();
        if (!stays) s.playback.seek(0);
        present(s, window);
      },
      ready, tr_noop("Present; Shift: from here"));
  group.add(
      "present.here", tr_noop("Present from here"), {"Shift+F5"},
      [&s, window] { present(s, window); }, ready, "");
  group.add(
      "lecture.banks", tr_noop("Banks beside the stage, or not"), {"Shift+L"},
      [&s] {
        const bool shown = s.views.layout == LayoutKind::lecture && s.views.lecture.view == "banks";
        s.views.lecture.view = shown ? "" : "banks";
        s.views.layout = LayoutKind::lecture;
      },
      needs_both(ready, needs([&s] { return !s.comparison.on(); },
                              say("In a lecture the two runs of a comparison take the room of the "
                                  "banks: C ends the comparison, F2 shows all panes."))));
  // The keys that presentation remotes send for it.
  group.add_while([&s] { return s.views.layout == LayoutKind::lecture; }, "lecture.blank",
                  tr_noop("Blank the screen of the lecture"), {"B", "."},
                  [&s] {
                    s.playback.player.play(false);
                    s.views.layout = LayoutKind::lecture;
                    s.views.lecture.blank = true;
                  },
                  tr_noop("Blank screen of a lecture"));
  const auto point = [&s](Pointing with) {
    return [&s, with] {
      s.views.lecture.pointing = s.views.lecture.pointing == with ? Pointing::none : with;
    };
  };
  group.add("laser", tr_noop("Laser pointer"), {"X"}, point(Pointing::laser), {},
            tr_noop("Laser pointer, spotlight"));
  group.add("spotlight", tr_noop("Spotlight; Ctrl wheel sizes it"), {"Shift+X"},
            point(Pointing::spotlight), {}, "");
}

}  // namespace warpscope
