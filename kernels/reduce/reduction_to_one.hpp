#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_element.hpp"
#include "kernels/problem.hpp"
#include "kernels/reduce/reduce_to_one.cuh"
#include "kernels/reduce/reduction.hpp"

namespace warpscope {

/// Host side of the reduction that ends in one number.
template <class T, template <class> class Op>
struct ReductionToOne {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto in = machine.template upload<KernelElement<ReduceToOne, T>>("in", problem);
    const auto out = machine.template allocate<T>("out", 1);
    const int results = first_results(problem.grid);
    if (results == 1) {
      launch(machine, 1, problem.block, in, out);
    } else {
      const auto sums = machine.template allocate<T>("results", results);
      launch(machine, results, problem.block, in, sums);
      launch(machine, 1, std::min(results, ReduceToOne::info.max_block), sums.read_only(), out);
    }
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    Problem<T> one_block = problem;
    one_block.grid = 1;
    return mismatch_of(output, Reduction<ReduceToOne, T, Op>::reference(one_block));
  }

  static std::uint64_t bytes(const Problem<T>& problem) {
    return (static_cast<std::uint64_t>(problem.size) + 1) * sizeof(T);
  }
  static std::uint64_t operations(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) - 1;
  }

 private:
  /// Blocks of the first launch, which stride over the input: a power of two, or at least as many as
  /// the largest block has threads, so that one block can reduce their results; a single one if they
  /// would not fill a warp of it.
  static int first_results(int grid) {
    if (grid >= ReduceToOne::info.max_block) return grid;
    const auto power = static_cast<int>(std::bit_floor(static_cast<unsigned>(grid)));
    return power < ReduceToOne::info.min_block ? 1 : power;
  }
  template <class Machine, class In, class Out>
  static void launch(Machine& machine, int grid, int block, In in, Out out) {
    machine.launch(ReduceToOne{}, grid, block, ReduceToOne::shared_count(block) * sizeof(T), in,
                   out, Op<T>{});
  }
};

}  // namespace warpscope
