#pragma once

#include "kernels/program.hpp"

namespace warpscope {

using Solvers = KernelList<>;

template <class Machine>
void add_solver_programs(ProgramTable<Machine>&) {}

}  // namespace warpscope
