#pragma once

#include "kernels/program.hpp"
#include "kernels/reduce/reduce_divergent.cuh"
#include "kernels/reduce/reduce_first_add.cuh"
#include "kernels/reduce/reduce_sequential.cuh"
#include "kernels/reduce/reduce_shuffle.cuh"
#include "kernels/reduce/reduce_strided.cuh"
#include "kernels/reduce/reduce_unrolled.cuh"
#include "kernels/reduce/reduce_unrolled_syncwarp.cuh"
#include "kernels/reduce/reduce_vectorized.cuh"
#include "kernels/reduce/reduction.hpp"

namespace warpscope {

using Reductions =
    KernelList<ReduceDivergent, ReduceStrided, ReduceSequential, ReduceFirstAdd, ReduceUnrolled,
               ReduceUnrolledSyncwarp, ReduceShuffle, ReduceVectorized>;

template <class T, template <class> class Op, class Machine, class... Kernels>
void add_reductions(ProgramTable<Machine>& table, std::string_view type, std::string_view op,
                    KernelList<Kernels...>) {
  (add_program<Reduction<Kernels, T, Op>, T>(table, Kernels::info.id, {{"type", type}, {"op", op}}),
   ...);
}

template <class Machine>
void add_reduce_programs(ProgramTable<Machine>& table) {
  add_reductions<int, Add>(table, "int", "add", Reductions{});
  add_reductions<int, Min>(table, "int", "min", Reductions{});
  add_reductions<int, Max>(table, "int", "max", Reductions{});
  add_reductions<float, Add>(table, "float", "add", Reductions{});
  add_reductions<float, Min>(table, "float", "min", Reductions{});
  add_reductions<float, Max>(table, "float", "max", Reductions{});
}

}  // namespace warpscope
