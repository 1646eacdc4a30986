#pragma once

#include "kernels/program.hpp"

namespace warpscope {

using Histograms = KernelList<>;

template <class Machine>
void add_histogram_programs(ProgramTable<Machine>&) {}

}  // namespace warpscope
