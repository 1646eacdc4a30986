#include "app/commands/session_commands.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "app/commands/command_group.hpp"

namespace warpscope {
namespace {

void add_files(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, tr_noop("File"));
  const auto ready = needs_run(s);
  group.add(
      "open", tr_noop("Open a program, a trace or a lecture …"), {"Ctrl+O"},
      [&s] { s.popup.shown = Popup::open; }, {}, tr_noop("Open a file …"));
  group.add(
      "save", tr_noop("Save the trace …"), {"Ctrl+S"}, [&s] { s.popup.shown = Popup::save; },
      ready);
  group.add(
      "picture", tr_noop("Export picture, film, table …"), {"Ctrl+E"},
      [&s] { s.popup.shown = Popup::picture; }, ready, tr_noop("Export, copy"));
  group.add(
      "picture.copy", tr_noop("Copy a picture into the clipboard"), {"Alt+Shift+E"},
      [&s] { s.popup.picture_copied = true; }, ready, "");
  group.add("quit", tr_noop("Quit"), {"Ctrl+Q"}, window.quit, needs_window(bool(window.quit)));
}

/// Returns to the study layout, and leaves the full screen that a lecture took.
void leave_lecture(Session& s, const WindowActions& window) {
  s.views.layout = LayoutKind::study;
  const bool taken = std::exchange(s.views.lecture.presenting, false);
  if (taken && window.is_full_screen && window.is_full_screen()) window.toggle_full_screen();
}

/// Commands that need no pane, and so leave home as it is.
bool stays_at_home(const Command& command) {
  constexpr std::array stay{
      "home",       "palette",     "help",   "escape",   "open",        "program.paste", "quit",
      "kernel",     "program.new", "theme",  "language", "full_screen", "back",          "scale.up",
      "scale.down", "scale.reset", "motion", "glossary", "keys",        "program.write", "menu"};
  return std::ranges::count(stay, command.id) > 0;
}

/// The same commands; those that do something to the panes show them first.
Commands leading_from_home(const Commands& commands, Session& s) {
  Commands leading([&s](const Sentence& why) { s.notices.say(why); });
  for (Command command : commands.all()) {
    if (!stays_at_home(command)) {
      command.run = [&s, run = std::move(command.run)] {
        s.views.leave_home();
        run();
      };
    }
    leading.add(std::move(command));
  }
  return leading;
}

void add_help(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, tr_noop("Help"));
  group.add(
      "home", tr_noop("Home: the course, your programs"), {"Alt+Home"},
      [&s] {
        s.playback.player.play(false);
        if (s.views.layout == LayoutKind::home) return;
        s.views.layout = LayoutKind::home;
        s.views.came_home = true;
      },
      {}, tr_noop("Home"));
  group.add(
      "restore", tr_noop("Go to where the last window ended"), {"Ctrl+Shift+R"},
      [&s] {
        const WorkPlace place = *std::exchange(s.places.last_window, std::nullopt);
        if (const Status resumed = s.places.resume(place); !resumed)
          s.notices.complain(resumed.error());
      },
      needs([&s] { return s.places.last_window.has_value(); },
            say("The last window left no other place to go to.")),
      tr_noop("Restore the last place"));
  group.add("palette", tr_noop("Find anything by its name …"), {"Ctrl+K"},
            [&s] { s.popup.shown = Popup::palette; });
  group.add("toolbar.more", tr_noop("More of the toolbar …"), {"Shift+K"},
            [&s] { s.popup.shown = Popup::more; });
  group.add("glossary", tr_noop("Glossary: what a word means …"), {"Alt+G"},
            [&s] { s.popup.shown = Popup::glossary; });
  group.add(
      "menu", tr_noop("What can be done here: the menu of a right click"), {"Menu", "Shift+F10"},
      [&s] { s.views.menu_asked = true; }, {}, tr_noop("Menu of a right click"));
  group.add("help", tr_noop("Help"), {"?", "F1"}, [&s] { s.popup.shown = Popup::help; });
  group.add("keys", tr_noop("All keys"), {"Shift+F1"}, [&s] { s.popup.shown = Popup::keys; });
  // Escape leaves the uppermost layer.
  group.add("escape", tr_noop("Close, or leave the layout"), {"Escape"}, [&s, window] {
    if (s.popup.shown != Popup::none) {
      if (s.popup.shown == Popup::question) static_cast<void>(s.programs.answer(false));
      s.popup.shown = Popup::none;
    } else if (s.views.lecture.pointing != Pointing::none) {
      s.views.lecture.pointing = Pointing::none;
    } else if (s.notices.toast()) {
      s.notices.dismiss();
    } else if (s.recording.on() && s.playback.left().ready()) {
      s.recording.cancel();
    } else if (s.views.enlarged && s.views.layout != LayoutKind::home) {
      s.views.enlarged = false;
    } else if (s.lesson.why() && s.views.layout != LayoutKind::home) {
      s.lesson.close_why();
    } else if (is_set(s.following.wanted().pin) && s.views.layout != LayoutKind::home) {
      s.following.unpin();
    } else if (s.views.layout != LayoutKind::home) {
      leave_lecture(s, window);
    }
  });
}

}  // namespace

std::function<Sentence()> needs_run(const Session& session) {
  return [&s = session]() -> Sentence {
    if (s.playback.left().ready()) return {};
    if (s.recording.on()) return say("Nothing is shown yet: the run is still being recorded.");
    return say("Nothing is shown yet: choose a kernel or open a program first.");
  };
}

std::function<Sentence()> needs_window(bool there) {
  return needs([there] { return there; }, say("There is no window here that could do this."));
}

Commands make_commands(Session& session, const ViewLists& lists, const WindowActions& window) {
  Commands commands;
  add_move_commands(commands, session);
  add_search_commands(commands, session);
  add_follow_commands(commands, session);
  add_play_commands(commands, session);
  add_help(commands, session, window);
  add_run_commands(commands, session);
  add_program_commands(commands, session, window);
  add_measure_commands(commands, session);
  add_comparison_commands(commands, session);
  add_files(commands, session, window);
  add_stage_commands(commands, session, lists.stages);
  add_view_commands(commands, session, lists.views);
  add_source_commands(commands, session);
  add_slider_commands(commands, session, lists.views);
  add_lecture_commands(commands, session, window);
  add_look_commands(commands, session, window);
  add_lesson_commands(commands, session);
  add_bookmark_commands(commands, session);
  add_landmark_commands(commands, session);
  return leading_from_home(commands, session);
}

}  // namespace warpscope
