#pragma once

#include "kernels/program.hpp"
#include "kernels/sort/bitonic_global.cuh"
#include "kernels/sort/bitonic_shared.cuh"
#include "kernels/sort/network_sort.hpp"
#include "kernels/sort/odd_even_merge.cuh"

namespace warpscope {

using Sorts = KernelList<BitonicShared, BitonicGlobal, OddEvenMerge>;

template <class Machine>
void add_sort_programs(ProgramTable<Machine>& table) {
  add_program<NetworkSort<BitonicShared>, int>(table, BitonicShared::info.id);
  add_program<NetworkSort<BitonicGlobal>, int>(table, BitonicGlobal::info.id);
  add_program<NetworkSort<OddEvenMerge>, int>(table, OddEvenMerge::info.id);
}

}  // namespace warpscope
