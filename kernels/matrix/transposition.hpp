#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/matrix/transpose_tile.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of every transposition, once for all machines.
template <class Kernel>
struct Transposition {
  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const int n = static_cast<int>(problem.size);
    const auto in = machine.template upload<int>("in", problem, n);
    const auto out = machine.template allocate<int>("out", problem.count, n);
    const int tiles = n / transpose_side;
    machine.launch(Kernel{}, {tiles, tiles}, {transpose_side, transpose_rows},
                   static_cast<std::size_t>(Kernel::shared_count()) * sizeof(int), in, out, n);
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    Reference reference;
    reference.values.reserve(static_cast<std::size_t>(problem.count));
    for (std::int64_t row = 0; row < problem.size; ++row) {
      for (std::int64_t column = 0; column < problem.size; ++column) {
        reference.values.push_back(problem.at(column * problem.size + row));
      }
    }
    return mismatch_of(output, reference);
  }

  /// What must cross the memory bus: the matrix there and back.
  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.count) * sizeof(int);
  }
};

}  // namespace warpscope
