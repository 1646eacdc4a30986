#pragma once

#include "app/cli/arguments.hpp"
#include "app/cli/command.hpp"

namespace warpscope {

/// Adds `warpscope lesson new`, which writes a lesson to begin with.
void add_lesson_new(Arguments& lesson, Invocation& invocation);

}  // namespace warpscope
