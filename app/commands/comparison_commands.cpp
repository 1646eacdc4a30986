#include <array>
#include <string_view>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {

void add_comparison_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Compare"));
  const auto ready = needs_run(s);
  group.add(
      "compare", tr_noop("Compare, or stop comparing"), {"C"},
      [&s] {
        if (const Status changed = s.comparison.toggle(); !changed)
          s.notices.complain(changed.error());
      },
      ready);
  group.add(
      "rival", tr_noop("Compare with …"), {"Shift+C"}, [&s] { s.popup.shown = Popup::rival; },
      ready);
  group.add(
      "what_if", tr_noop("What if …"), {"W"}, [&s] { s.popup.shown = Popup::what_if; }, ready);
  group.add(
      "what_if.layout", tr_noop("Try the offered layout"), {"Shift+W"},
      [&s] { s.comparison.try_best_layout(); }, ready, tr_noop("Better layouts"));
  group.add(
      "what_if.cheapest", tr_noop("Try the cheapest layouts of all shared arrays"),
      {"Ctrl+Shift+W"}, [&s] { s.comparison.try_cheapest_layouts(); }, ready, "");
  group.add(
      "what_if.index", tr_noop("Try indices of your own for shared arrays …"), {"Alt+Shift+W"},
      [&s] { s.popup.shown = Popup::index; }, ready, "");
  group.add(
      "difference", tr_noop("To the first difference"), {"Ctrl+D"},
      [&s] {
        static_cast<void>(s.places.jump());
        s.playback.seek(*s.comparison.first_difference());
      },
      [&s]() -> Sentence {
        if (s.comparison.first_difference()) return {};
        return s.comparison.on() ? say("The comparison names no access at which the runs differ.")
                                 : say("No two runs are compared here: C begins that.");
      });
  group.add(
      "timing.records", tr_noop("Timing: other records"), {"Shift+I"},
      [&s] {
        s.views.look.set(RecordTurns{s.views.look.get<RecordTurns>().count + 1});
        // Both show records; the one in front stays.
        constexpr std::array<std::string_view, 2> views{"timing", "multiprocessor"};
        s.views.bring_forward(s.views.in_front(views));
      },
      ready);
}

}  // namespace warpscope
