#pragma once

#include <optional>

#include "instrumentation/program/protocol/child_request.hpp"
#include "instrumentation/program/protocol/guard_report.hpp"

namespace warpscope {

// Three processes stand behind one program:
//   guard       leader of a session of its own, adopts every process that loses its parent, and ends all at the end;
//   keeper      the program's parent. A program that ends its parent ends the keeper and not the guard;
//   program     leader of its own process group.
// No process of them has a controlling terminal: Ctrl+C reaches the parent alone, and reading from a terminal never stops
// a program as if it were in the background.

/// To be called in the guard's process while it has one thread. Starts keeper and program and returns
/// twice: in the program with nothing, in the guard, when everything has ended, with its exit code. `control`: the
/// parent's pipe; a byte or its end means cancelled. `report`: where the GuardReport goes.
struct GuardPipes {
  int control = -1;
  int report = -1;
};
[[nodiscard]] std::optional<int> guard_program(const ChildRequest& request, GuardPipes pipes);

}  // namespace warpscope
