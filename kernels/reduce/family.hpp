#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/program.hpp"
#include "kernels/reduce/reduce_divergent.cuh"
#include "kernels/reduce/reduce_first_add.cuh"
#include "kernels/reduce/reduce_last_block.cuh"
#include "kernels/reduce/reduce_sequential.cuh"
#include "kernels/reduce/reduce_shuffle.cuh"
#include "kernels/reduce/reduce_strided.cuh"
#include "kernels/reduce/reduce_to_one.cuh"
#include "kernels/reduce/reduce_unrolled.cuh"
#include "kernels/reduce/reduce_unrolled_syncwarp.cuh"
#include "kernels/reduce/reduce_vectorized.cuh"
#include "kernels/reduce/reduction.hpp"
#include "kernels/reduce/reduction_last_block.hpp"
#include "kernels/reduce/reduction_to_one.hpp"

namespace warpscope {

/// Those that leave a result for each block.
using BlockReductions =
    KernelList<ReduceDivergent, ReduceStrided, ReduceSequential, ReduceFirstAdd, ReduceUnrolled,
               ReduceUnrolledSyncwarp, ReduceShuffle, ReduceVectorized>;

template <class T, template <class> class Op, class Machine, class... Kernels>
void add_reductions(ProgramTable<Machine>& table, std::string_view type, std::string_view op,
                    KernelList<Kernels...>) {
  (add_program<Reduction<Kernels, T, Op>, T>(table, Kernels::info.id, {{"type", type}, {"op", op}}),
   ...);
  add_program<ReductionToOne<T, Op>, T>(table, ReduceToOne::info.id, {{"type", type}, {"op", op}});
  add_program<ReductionLastBlock<T, Op>, T>(table, ReduceLastBlock::info.id,
                                            {{"type", type}, {"op", op}});
}

struct ReduceFamily {
  static constexpr Family info{
      .name = "reduction", .folder = "reduce", .title = tr_noop("Reduction")};
  using Kernels = KernelList<ReduceDivergent, ReduceStrided, ReduceSequential, ReduceFirstAdd,
                             ReduceUnrolled, ReduceUnrolledSyncwarp, ReduceShuffle,
                             ReduceVectorized, ReduceToOne, ReduceLastBlock>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_reductions<int, Add>(table, "int", "add", BlockReductions{});
    add_reductions<int, Min>(table, "int", "min", BlockReductions{});
    add_reductions<int, Max>(table, "int", "max", BlockReductions{});
    add_reductions<float, Add>(table, "float", "add", BlockReductions{});
    add_reductions<float, Min>(table, "float", "min", BlockReductions{});
    add_reductions<float, Max>(table, "float", "max", BlockReductions{});
  }
};

}  // namespace warpscope
