#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/program.hpp"
#include "kernels/sort/bitonic_global.cuh"
#include "kernels/sort/bitonic_shared.cuh"
#include "kernels/sort/network_sort.hpp"
#include "kernels/sort/odd_even_merge.cuh"
#include "kernels/sort/onesweep_sort.hpp"
#include "kernels/sort/radix_float.cuh"
#include "kernels/sort/radix_onesweep.cuh"
#include "kernels/sort/radix_sort.hpp"
#include "kernels/sort/radix_split.cuh"

namespace warpscope {

struct SortFamily {
  static constexpr Family info{.name = "sort", .folder = "sort", .title = tr_noop("Sort")};
  using Kernels =
      KernelList<BitonicShared, BitonicGlobal, OddEvenMerge, RadixSplit, RadixFloat, RadixOnesweep>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<NetworkSort<BitonicShared>, int>(table, BitonicShared::info.id);
    add_program<NetworkSort<BitonicGlobal>, int>(table, BitonicGlobal::info.id);
    add_program<NetworkSort<OddEvenMerge>, int>(table, OddEvenMerge::info.id);
    add_program<RadixSort, int>(table, RadixSplit::info.id);
    add_program<RadixFloatSort, float>(table, RadixFloat::info.id);
    add_program<OnesweepSort, int>(table, RadixOnesweep::info.id);
  }
};

}  // namespace warpscope
