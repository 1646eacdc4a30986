#include "instrumentation/run/program_table.hpp"
#include "instrumentation/run/traced_machine.cuh"

namespace warpscope {

template std::vector<Program<TracedMachine>> make_programs<TracedMachine, float>();

}  // namespace warpscope
