#include "app/session/command_group.hpp"
#include "app/session/session_commands.hpp"

namespace warpscope {

void add_measure_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, "Run");
  const auto ready = [&s] { return s.left().ready(); };
  // Never disabled: on a machine that cannot measure it says why.
  group.add(
      "measure", "Measure times here …", {"Ctrl+I"},
      [&s] {
        s.bring_forward("timing");
        if (s.options().subject()->kernel() == nullptr) {
          s.complain({ErrorKind::unavailable,
                      "Only the catalogue's kernels are timed: a program of your own is emulated "
                      "here, and its times on a GPU are told by Nsight Compute."});
        } else if (s.measuring.problem().empty()) {
          s.popup = Popup::measure;
        } else {
          s.complain(
              {ErrorKind::unavailable, "Nothing can be measured here: " + s.measuring.problem() +
                                           " The times in the view are of other machines."});
        }
      },
      ready);
}

}  // namespace warpscope
