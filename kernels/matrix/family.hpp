#pragma once

#include "kernels/program.hpp"

namespace warpscope {

using Matrices = KernelList<>;

template <class Machine>
void add_matrix_programs(ProgramTable<Machine>&) {}

}  // namespace warpscope
