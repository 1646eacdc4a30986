#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/block_shape.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of block_shape: a copy, by blocks that cover the matrix as tiles do.
struct BlockShapeProgram {
  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const int columns = problem.number("shape");  // the number before the x
    const int rows = problem.block / columns, pad = problem.number("pad");
    const auto height = static_cast<int>(problem.size / block_shape_columns);
    const auto in = machine.template upload<int>("in", problem, block_shape_columns);
    const auto out = machine.template allocate<int>("out", problem.size, block_shape_columns);
    const auto count = static_cast<std::size_t>(BlockShape::shared_count(rows, pad));
    machine.launch(BlockShape{}, {height / rows * (block_shape_columns / columns)}, {columns, rows},
                   count * sizeof(int), in, out, pad);
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) reference.values.push_back(problem.at(i));
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(int);
  }
};

}  // namespace warpscope
