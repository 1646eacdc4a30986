#include "app/session/session_commands.hpp"

#include <utility>

#include "app/session/command_group.hpp"

namespace warpscope {
namespace {

void add_files(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, "File");
  const auto ready = [&s] { return s.left().ready(); };
  group.add("open", "Open a program or a trace …", {"Ctrl+O"}, [&s] { s.popup = Popup::open; });
  group.add(
      "save", "Save the trace …", {"Ctrl+S"}, [&s] { s.popup = Popup::save; }, ready);
  group.add(
      "picture", "Export picture, film, table …", {"Ctrl+E"}, [&s] { s.popup = Popup::picture; },
      ready);
  group.add("quit", "Quit", {"Ctrl+Q"}, window.quit, [on = bool(window.quit)] { return on; });
}

/// Returns to the study layout, and leaves the full screen that a lecture took.
void leave_lecture(Session& s, const WindowActions& window) {
  s.layout = LayoutKind::study;
  const bool taken = std::exchange(s.presenting, false);
  if (taken && window.is_full_screen && window.is_full_screen()) window.toggle_full_screen();
}

void add_help(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, "Help");
  group.add("palette", "Find a command …", {"Ctrl+K"}, [&s] { s.popup = Popup::palette; });
  group.add("toolbar.more", "More of the toolbar …", {"Shift+K"}, [&s] { s.popup = Popup::more; });
  group.add("help", "Keys", {"?", "F1"}, [&s] { s.popup = Popup::help; });
  // Escape leaves the uppermost layer.
  group.add("escape", "Close, or leave the layout", {"Escape"}, [&s, window] {
    if (s.popup != Popup::none) {
      if (s.popup == Popup::question) static_cast<void>(s.answer(false));
      s.popup = Popup::none;
    } else if (s.pointing != Pointing::none) {
      s.pointing = Pointing::none;
    } else if (s.toast()) {
      s.dismiss();
    } else if (s.recording() && s.left().ready()) {
      s.cancel_recording();
    } else {
      leave_lecture(s, window);
    }
  });
}

}  // namespace

Commands make_commands(Session& session, const ViewLists& lists, const WindowActions& window) {
  Commands commands;
  add_move_commands(commands, session);
  add_play_commands(commands, session);
  add_help(commands, session, window);
  add_run_commands(commands, session);
  add_program_commands(commands, session, window);
  add_measure_commands(commands, session);
  add_comparison_commands(commands, session);
  add_files(commands, session, window);
  add_stage_commands(commands, session, lists.stages);
  add_view_commands(commands, session, lists.views);
  add_slider_commands(commands, session, lists.views);
  add_lecture_commands(commands, session, window);
  add_look_commands(commands, session, window);
  add_lesson_commands(commands, session);
  add_bookmark_commands(commands, session);
  return commands;
}

}  // namespace warpscope
