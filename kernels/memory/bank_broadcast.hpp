#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/bank_broadcast.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of bank_broadcast for one pattern.
template <class Pattern>
struct BankBroadcastProgram {
  using Type = typename Pattern::Type;

  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const auto in = machine.template upload<int>("in", problem);
    const auto out = machine.template allocate<int>("out", problem.size);
    const int count = Pattern::second_row + problem.block;
    machine.launch(BankBroadcast{}, problem.grid, problem.block,
                   static_cast<std::size_t>(count) * sizeof(Type), in, out, Pattern{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const int lane = static_cast<int>(i % problem.block);
      const int at = Pattern::at(lane);
      const bool second = at >= Pattern::second_row;
      const int writer = second ? at - Pattern::second_row : at;
      const int value = problem.at(i - lane + writer);
      reference.values.push_back(static_cast<Type>(second ? ~value : value));
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(int);
  }
};

}  // namespace warpscope
