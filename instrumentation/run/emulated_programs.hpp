#pragma once

#include <vector>

#include "instrumentation/run/emulator_machine.hpp"
#include "instrumentation/run/program_table.hpp"

namespace warpscope {

[[nodiscard]] const std::vector<Program<EmulatorMachine>>& emulated_programs();

}  // namespace warpscope
