#include <utility>

#include "app/session/command_group.hpp"
#include "app/session/session_commands.hpp"

namespace warpscope {

void add_program_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, "Run");
  const auto open = [&s] { return s.options().subject()->program() != nullptr; };
  const auto tell = [&s](const Status& done) {
    if (!done) s.complain(done.error());
  };
  group.add(
      "program.run", "Build and run it again", {"Ctrl+R"}, [&s, tell] { tell(s.run_again()); },
      open);
  group.add(
      "program.options", "Arguments, macros, block …", {"Ctrl+P"},
      [&s] { s.popup = Popup::program; }, open);
  group.add(
      "launch", "Choose the launch …", {"Ctrl+T"}, [&s] { s.popup = Popup::launch; },
      [&s, open] { return open() && s.left().ready(); });
  group.add(
      "compare.save", "Compare with before the save", {"Ctrl+H"},
      [&s, tell] { tell(s.compare_with_before()); }, [&s] { return s.since_save() != nullptr; });
}

}  // namespace warpscope
