#pragma once

#include <functional>

#include "app/session/command.hpp"
#include "app/session/session.hpp"

namespace warpscope {

/// What only the window itself can do. Unset in tests and pictures: the commands are then disabled.
struct WindowActions {
  std::function<void()> toggle_full_screen;
  std::function<void()> quit;
};

/// THE list of commands. `session` must outlive them.
[[nodiscard]] Commands make_commands(Session& session, const WindowActions& window = {});

}  // namespace warpscope
