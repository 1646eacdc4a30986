#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/sort/bitonic_global.cuh"
#include "kernels/sort/bitonic_merge.cuh"
#include "kernels/sort/bitonic_shared.cuh"
#include "kernels/sort/odd_even_merge.cuh"
#include "kernels/sort/sorted_pairs.hpp"

namespace warpscope {

/// Host side of the comparator networks: the keys of the result, then their values, which are the
/// places that the keys came from.
template <class Kernel>
struct NetworkSort {
  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const auto in_keys = machine.upload("in_keys", problem.slice(0, problem.size));
    const auto in_values = machine.upload("in_values", places<int>(problem.size));
    auto keys = machine.template allocate<int>("keys", problem.size);
    auto values = machine.template allocate<int>("values", problem.size);
    const bool up = ascending(problem);
    const auto bytes = static_cast<std::size_t>(4 * problem.block) * sizeof(int);

    if constexpr (std::is_same_v<Kernel, OddEvenMerge>) {
      machine.launch(Kernel{}, problem.grid, problem.block, bytes, in_keys, in_values, keys, values,
                     up);
    } else {
      machine.launch(BitonicShared{}, problem.grid, problem.block, bytes, in_keys, in_values, keys,
                     values, up, 2, static_cast<int>(sorted_length(problem)));
    }
    if constexpr (std::is_same_v<Kernel, BitonicGlobal>) merge(machine, problem, keys, values);
    return keys_then_values(machine, keys, values);
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    return pairs_mismatch(problem, output, sorted_length(problem), ascending(problem));
  }

  /// What must cross the memory bus: keys and values in and out.
  static std::uint64_t bytes(const Problem<int>& problem) {
    return 4 * static_cast<std::uint64_t>(problem.size) * sizeof(int);
  }

 private:
  static bool ascending(const Problem<int>& problem) {
    return problem.choice("direction") == "ascending";
  }
  static std::int64_t tile(const Problem<int>& problem) { return std::int64_t{2} * problem.block; }
  static std::int64_t sorted_length(const Problem<int>& problem) {
    return std::is_same_v<Kernel, BitonicGlobal> ? problem.size : tile(problem);
  }

  /// From sorted tiles on. Each launch goes from one pair of arrays to the other, so that a
  /// benchmark may repeat it.
  template <class Machine, class Buffer>
  static void merge(Machine& machine, const Problem<int>& problem, Buffer& keys, Buffer& values) {
    auto other_keys = machine.template allocate<int>("other_keys", problem.size);
    auto other_values = machine.template allocate<int>("other_values", problem.size);
    const auto launch = [&](const auto& kernel, int block, int shared_count, auto... sizes) {
      machine.launch(kernel, problem.grid, block,
                     static_cast<std::size_t>(shared_count) * sizeof(int), keys, values, other_keys,
                     other_values, ascending(problem), static_cast<int>(sizes)...);
      std::swap(keys, other_keys);
      std::swap(values, other_values);
    };
    for (std::int64_t size = 2 * tile(problem); size <= problem.size; size *= 2) {
      for (std::int64_t stride = size / 2; stride >= tile(problem); stride /= 2) {
        launch(BitonicGlobal{}, problem.block, 0, size, stride, problem.size);
      }
      const auto within = static_cast<int>(tile(problem));
      if (problem.block == BitonicGlobal::info.full_speed_block) {
        launch(BitonicMerge{}, within / BitonicMerge::per_thread,
               BitonicMerge::shared_count(within), size, problem.size);
      } else {
        launch(BitonicShared{}, problem.block, BitonicShared::shared_count(problem.block), size,
               problem.size);
      }
    }
  }
};

}  // namespace warpscope
