#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/local_array.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of local_array: of the numbers that each thread meets, the most frequent one; of several,
/// the smallest.
template <class Index>
struct LocalArrayProgram {
  static std::int64_t threads(const Problem<int>& problem) {
    return problem.size / problem.number("rounds");
  }

  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const auto in = machine.template upload<int>("in", problem);
    const auto out = machine.template allocate<int>("out", threads(problem));
    machine.launch(LocalArray{}, problem.grid, problem.block, 0, in, out, problem.number("rounds"),
                   Index{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    const int rounds = problem.number("rounds");
    Reference reference;
    for (std::int64_t i = 0; i < threads(problem); ++i) {
      const std::int64_t block = i / problem.block, thread = i % problem.block;
      std::array<int, local_array_counts> counts{};
      for (int round = 0; round < rounds; ++round) {
        ++counts.at(static_cast<std::size_t>(
            problem.at((block * rounds + round) * problem.block + thread)));
      }
      std::size_t found = 0;
      for (std::size_t k = 1; k < counts.size(); ++k) {
        if (counts[k] > counts[found]) found = k;
      }
      reference.values.push_back(static_cast<double>(found));
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<int>& problem) {
    return static_cast<std::uint64_t>(problem.size + threads(problem)) * sizeof(int);
  }
};

}  // namespace warpscope
