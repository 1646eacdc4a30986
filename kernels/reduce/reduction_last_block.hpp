#pragma once

#include <bit>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_element.hpp"
#include "kernels/problem.hpp"
#include "kernels/reduce/reduce_last_block.cuh"
#include "kernels/reduce/reduction_to_one.hpp"

namespace warpscope {

/// Host side of the reduction whose last block ends it: clears the counter, and launches once.
template <class T, template <class> class Op>
struct ReductionLastBlock : ReductionToOne<T, Op> {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto blocks = static_cast<int>(std::bit_floor(static_cast<unsigned>(problem.grid)));
    const auto in = machine.template upload<KernelElement<ReduceLastBlock, T>>("in", problem);
    const auto results = machine.template allocate<T>("results", blocks);
    const auto done = machine.template allocate<int>("done", 1);
    const auto out = machine.template allocate<T>("out", 1);
    machine.clear(done);
    machine.launch(ReduceLastBlock{}, blocks, problem.block,
                   ReduceLastBlock::shared_count(problem.block) * sizeof(T), in, results, done, out,
                   Op<T>{});
    return machine.download(out);
  }
};

}  // namespace warpscope
