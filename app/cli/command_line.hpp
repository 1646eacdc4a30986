#pragma once

#include <ostream>
#include <span>
#include <string>

#include "app/cli/frontend.hpp"

namespace warpscope {

/// The language that `args` or else the environment asks for: that of all that is printed for people.
[[nodiscard]] int language_of_arguments(std::span<const std::string> args);

/// The whole program but for the process around it: parses `args` (without the program's name),
/// does what they say and returns the exit code: 0 done, 1 a check found a difference, 2 wrong
/// usage, 3 this machine lacks what was asked for. Errors go to `err`, one sentence each. Speaks
/// language_of_arguments(), and afterwards what was spoken before.
[[nodiscard]] int run_command_line(std::span<const std::string> args, std::ostream& out,
                                   std::ostream& err, const Frontend& frontend);

}  // namespace warpscope
