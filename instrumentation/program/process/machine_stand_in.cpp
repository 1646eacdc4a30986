// Stands for the machine until it is there: weak, so the machine's own functions win. To be deleted with its arrival.

#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/program_run.hpp"

namespace warpscope {

[[gnu::weak]] void begin_program(const ProgramOptions&) {}
[[gnu::weak]] bool handle_device_fault(siginfo_t*, void*) { return false; }
[[gnu::weak]] ProgramOutcome program_outcome_so_far() { return {}; }
[[gnu::weak]] std::optional<Trace> take_program_trace() { return std::nullopt; }
[[gnu::weak]] std::string describe_place(const void*) { return {}; }

}  // namespace warpscope
