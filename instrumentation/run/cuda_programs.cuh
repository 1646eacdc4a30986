#pragma once

#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/traced_machine.cuh"
#include "kernels/families.hpp"

namespace warpscope {

/// Every program of NativeMachine or TracedMachine.
template <class Machine>
[[nodiscard]] const ProgramTable<Machine>& cuda_programs() {
  static const auto table = all_programs<Machine>();
  return table;
}

}  // namespace warpscope
