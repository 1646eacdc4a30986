#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/latency_hiding.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of latency_hiding. Of dependent loads, data holds where to go on; of independent ones,
/// the input.
template <class Order>
struct LatencyHidingProgram {
  static int loads(const Problem<int>& problem) {
    return latency_hiding_loads * problem.number("rounds");
  }
  /// Elements from one load of a thread to its next: about 3/8 of all, an odd number of warps' parts.
  static int jump(const Problem<int>& problem) {
    constexpr int warp = 32;
    const std::int64_t parts = problem.size / warp;
    return parts > 1 ? static_cast<int>((parts * 3 / 8) | 1) * warp : 0;
  }
  static std::vector<int> data(const Problem<int>& problem) {
    const auto count = static_cast<int>(problem.size);
    std::vector<int> values(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      values[static_cast<std::size_t>(i)] =
          Order::chases ? jumped(i, jump(problem), count) : problem.at(i);
    }
    return values;
  }

  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const auto in = machine.template upload<int>("in", problem);
    const auto links = machine.upload("data", data(problem));
    const auto out = machine.template allocate<int>("out", problem.size);
    machine.launch(LatencyHiding{}, problem.grid, problem.block, 0, in, links.read_only(), out,
                   problem.number("rounds"), problem.number("arithmetic"), jump(problem), Order{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    const std::vector<int> values = data(problem);
    const auto count = static_cast<int>(problem.size);
    Reference reference;
    for (int i = 0; i < count; ++i) {
      int sum = problem.at(i), at = i;
      for (int load = 0; load < loads(problem); ++load) {
        const int value = values[static_cast<std::size_t>(at)];
        for (int a = problem.number("arithmetic"); a > 0; --a) sum = tripled_and_added(sum, value);
        at = jumped(at, jump(problem), count);
      }
      reference.values.push_back(sum);
    }
    return mismatch_of(output, reference);
  }

  /// Each load counts: large arrays do not stay in caches.
  static std::uint64_t bytes(const Problem<int>& problem) {
    return static_cast<std::uint64_t>(problem.size) * sizeof(int) *
           static_cast<std::uint64_t>(2 + loads(problem));
  }
  static std::uint64_t operations(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) *
           static_cast<std::uint64_t>(loads(problem) * problem.number("arithmetic"));
  }
};

}  // namespace warpscope
