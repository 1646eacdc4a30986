#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/branch_divergence.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of branch_divergence for one pattern.
template <class Pattern>
struct BranchDivergenceProgram {
  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const auto in = machine.template upload<int>("in", problem);
    const auto out = machine.template allocate<int>("out", problem.size);
    machine.launch(BranchDivergence{}, problem.grid, problem.block, 0, in, out, Pattern{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const int x = problem.at(i);
      const bool first = Pattern::takes_first(static_cast<int>(i % problem.block));
      reference.values.push_back(first ? ~x : Add<int>{}(x, x));
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(int);
  }
};

}  // namespace warpscope
