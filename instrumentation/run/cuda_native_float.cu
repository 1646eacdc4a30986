#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/program_table.hpp"

namespace warpscope {

template std::vector<Program<NativeMachine>> make_programs<NativeMachine, float>();

}  // namespace warpscope
