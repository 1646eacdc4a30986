#pragma once

#include <bit>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_element.hpp"
#include "kernels/problem.hpp"
#include "kernels/reduce/reduce_last_block.cuh"
#include "kernels/reduce/reduction_to_one.hpp"

namespace warpscope {

/// Host side of the reduction whose last block ends it: launches once.
template <class T, template <class> class Op>
struct ReductionLastBlock : ReductionToOne<T, Op> {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const int blocks = problem.grid >= problem.block
                           ? problem.grid
                           : static_cast<int>(std::bit_floor(static_cast<unsigned>(problem.grid)));
    const auto in = machine.template upload<KernelElement<ReduceLastBlock, T>>("in", problem);
    const auto results = machine.template allocate<T>("results", blocks);
    const auto done = machine.upload("done", std::vector<int>{0});
    const auto out = machine.template allocate<T>("out", 1);
    machine.launch(ReduceLastBlock{}, blocks, problem.block,
                   ReduceLastBlock::shared_count(problem.block) * sizeof(T), in, results, done, out,
                   Op<T>{});
    return machine.download(out);
  }
};

}  // namespace warpscope
