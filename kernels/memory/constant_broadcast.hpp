#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/constant_broadcast.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of constant_broadcast. The table is the squares, so that neighbours differ.
struct ConstantBroadcastProgram {
  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    std::vector<int> squares;
    for (int k = 0; k < constant_table; ++k) squares.push_back(square(k));
    const auto in = machine.template upload<int>("in", problem);
    const auto table = machine.constant("table", squares);
    const auto out = machine.template allocate<int>("out", problem.size);
    machine.launch(ConstantBroadcast{}, problem.grid, problem.block, 0, in, table, out,
                   problem.number("words"));
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    const int words = problem.number("words");
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const int lane = static_cast<int>(i % problem.block) % words;
      reference.values.push_back(Add<int>{}(problem.at(i), square(lane)));
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(int);
  }

 private:
  static int square(int k) { return k * k; }
};

}  // namespace warpscope
