#include <array>
#include <string_view>
#include "app/session/command_group.hpp"

#include "app/session/session_commands.hpp"

namespace warpscope {

void add_comparison_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, "Compare");
  const auto ready = [&s] { return s.left().ready(); };
  group.add(
      "compare", "Compare, or stop comparing", {"C"},
      [&s] {
        if (const Status changed = s.toggle_comparison(); !changed) s.complain(changed.error());
      },
      ready);
  group.add(
      "rival", "Compare with …", {"Shift+C"}, [&s] { s.popup = Popup::rival; }, ready);
  group.add(
      "what_if", "What if …", {"W"}, [&s] { s.popup = Popup::what_if; }, ready);
  group.add(
      "what_if.layout", "Try the offered layout", {"Shift+W"}, [&s] { s.try_best_layout(); },
      ready);
  group.add(
      "difference", "To the first difference", {"Ctrl+D"},
      [&s] {
        if (const auto access = s.first_difference()) s.seek(*access);
      },
      [&s] { return s.first_difference().has_value(); });
  group.add(
      "timing.records", "Timing: other records", {"Shift+I"},
      [&s] {
        s.look.set(RecordTurns{s.look.get<RecordTurns>().count + 1});
        // Both show records; the one in front stays.
        constexpr std::array<std::string_view, 2> views{"timing", "multiprocessor"};
        s.bring_forward(s.in_front(views));
      },
      ready);
}

}  // namespace warpscope
