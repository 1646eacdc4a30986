#pragma once

#include "kernels/program.hpp"

namespace warpscope {

using MemoryLessons = KernelList<>;

template <class Machine>
void add_memory_programs(ProgramTable<Machine>&) {}

}  // namespace warpscope
