#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {

void add_measure_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Run"));
  const auto ready = needs_run(s);
  // Never disabled: on a machine that cannot measure it says why.
  group.add(
      "measure", tr_noop("Measure times here …"), {"Ctrl+I"},
      [&s] {
        s.views.bring_forward("timing");
        if (s.options().subject()->kernel() == nullptr) {
          s.notices.complain(
              {ErrorKind::unavailable,
               say("Only the catalogue's kernels are timed: a program of your own is emulated "
                   "here, and its times on a GPU are told by Nsight Compute.")});
        } else if (s.measuring.problem().empty()) {
          s.popup.shown = Popup::measure;
        } else {
          s.notices.complain(
              {ErrorKind::unavailable,
               say("Nothing can be measured here: {} The times in the view are of other machines.",
                   s.measuring.problem())});
        }
      },
      ready);
}

}  // namespace warpscope
