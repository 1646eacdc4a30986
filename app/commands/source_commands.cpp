#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {
namespace {

/// The files of a program can be read before anything of it ran.
std::function<Sentence()> needs_source(const Session& s) {
  return [&s]() -> Sentence {
    if (s.programs.console() != nullptr) return {};
    return needs_run(s)();
  };
}

void add_search(CommandGroup& group, Session& s) {
  const auto open = [&s] {
    s.views.reading.searching = true;
    s.views.bring_forward("source");
    s.popup.shown = Popup::find;
  };
  const auto turn = [&s, open](int by) {
    return [&s, open, by] {
      if (!s.views.reading.searching) return open();
      s.views.reading.turns += by;
    };
  };
  const auto searching = [&s] { return s.views.reading.searching; };
  group.add(
      "source.line", tr_noop("Go to a line of the source …"), {"Ctrl+Shift+G"},
      [&s] { s.popup.ask_place(true); }, needs_source(s), "");
  group.add("find", tr_noop("Find in the source …"), {"Ctrl+F"}, open, needs_source(s),
            tr_noop("Find in the source"));
  const auto in_sight = [&s] {
    const bool asked = s.popup.shown == Popup::find;
    const bool free = s.popup.shown == Popup::none && !s.recording.on();
    return s.views.reading.searching && s.views.layout != LayoutKind::home && (asked || free);
  };
  group.add_while(
      in_sight, "find.close", tr_noop("End the search in the source"), {"Escape"},
      [&s] {
        s.views.reading.searching = false;
        if (s.popup.shown == Popup::find) s.popup.shown = Popup::none;
      },
      "");
  group.add_while(searching, "find.next", tr_noop("Next place of what is sought"), {"F3"}, turn(1),
                  tr_noop("Found: next, previous, case"));
  group.add_while(searching, "find.previous", tr_noop("Previous place of what is sought"),
                  {"Shift+F3"}, turn(-1), "");
  group.add_while(
      searching, "find.case", tr_noop("Find: tell capitals from small letters, or not"), {"Alt+C"},
      [&s] { s.views.reading.match_case = !s.views.reading.match_case; }, "");
}

void add_folds(CommandGroup& group, Session& s) {
  const auto ask = [&s](int SourceReading::*count, int by) {
    return [&s, count, by] {
      s.views.reading.*count += by;
      s.views.bring_forward("source");
    };
  };
  const auto ready = needs_source(s);
  group.add("source.fold", tr_noop("Source: fold the block here, or open it"), {"Ctrl+["},
            ask(&SourceReading::folds, 1), ready, tr_noop("Source: fold, sideways"));
  group.add("source.fold_others", tr_noop("Source: fold everything but what is here"), {"Ctrl+]"},
            ask(&SourceReading::folds_of_others, 1), ready, "");
  group.add("source.unfold", tr_noop("Source: open all that is folded"), {"Ctrl+\\"},
            ask(&SourceReading::unfolds, 1), ready, "");
  constexpr int columns = 8;
  group.add("source.right", tr_noop("Source: what is right of the pane"), {"Ctrl+."},
            ask(&SourceReading::columns, columns), ready, "");
  group.add("source.left", tr_noop("Source: back to the left"), {"Ctrl+,"},
            ask(&SourceReading::columns, -columns), ready, "");
}

}  // namespace

void add_search_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Move"));  // goes on
  add_search(group, s);
}

void add_source_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Views"));  // goes on
  add_folds(group, s);
}

}  // namespace warpscope
