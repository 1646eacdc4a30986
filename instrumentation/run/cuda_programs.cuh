#pragma once

#include <vector>

#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/program_table.hpp"
#include "instrumentation/run/traced_machine.cuh"

namespace warpscope {

// Instantiated in cuda_{native,traced}_{int,float}.cu, one file each, so that they compile side by
// side.
extern template std::vector<Program<NativeMachine>> make_programs<NativeMachine, int>();
extern template std::vector<Program<NativeMachine>> make_programs<NativeMachine, float>();
extern template std::vector<Program<TracedMachine>> make_programs<TracedMachine, int>();
extern template std::vector<Program<TracedMachine>> make_programs<TracedMachine, float>();

}  // namespace warpscope
