#pragma once

#include <optional>

#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

// Between machine and child: what the machine saw, at any time after begin_program().

/// What the machine knows so far. This and take_program_trace() are called once, at the end, on a thread of the process's
/// own, while the thread that ends the program waits, wherever it was interrupted: they must wait for no lock. A fault in
/// them costs what they would have told.
[[nodiscard]] ProgramOutcome program_outcome_so_far();
/// The trace so far; to be called once.
[[nodiscard]] std::optional<Trace> take_program_trace();
/// Where the running thread or the host stands now: "at reduce.cu:41, in thread 3 of block 0 of launch 2 (reduce)"; empty:
/// not known. `instruction` is the interrupted address. Called on the thread that ends, in a signal handler on the alternate
/// stack; if it takes longer than a second or faults, the place is not known.
[[nodiscard]] Sentence describe_place(const void* instruction);
/// The same place, which describe_place() has found, for a program that is stopped now; unset: it is not known, and no
/// kernel runs.
[[nodiscard]] std::optional<ProgramStop> place_of_stop();

}  // namespace warpscope
