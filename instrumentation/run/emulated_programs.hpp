#pragma once

#include "instrumentation/run/emulator_machine.hpp"
#include "kernels/program.hpp"

namespace warpscope {

[[nodiscard]] const ProgramTable<EmulatorMachine>& emulated_programs();

}  // namespace warpscope
