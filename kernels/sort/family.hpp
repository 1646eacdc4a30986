#pragma once

#include "kernels/program.hpp"

namespace warpscope {

using Sorts = KernelList<>;

template <class Machine>
void add_sort_programs(ProgramTable<Machine>&) {}

}  // namespace warpscope
