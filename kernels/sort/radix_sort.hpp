#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/sort/radix_float.cuh"
#include "kernels/sort/radix_scan.cuh"
#include "kernels/sort/radix_split.cuh"
#include "kernels/sort/sorted_pairs.hpp"

namespace warpscope {

/// Keys and values on their way through the passes, as a machine holds them.
template <class Numbers>
struct RadixPairs {
  Numbers keys;
  Numbers values;
};
template <class Numbers>
RadixPairs(Numbers, Numbers) -> RadixPairs<Numbers>;

/// Sorts stably by the given bits of unsigned keys, one after another; gives where the result lies.
/// Each launch goes from one array to another, so that a benchmark may repeat it.
template <class Machine, class Numbers>
[[nodiscard]] RadixPairs<Numbers> split_by_bits(Machine& machine, RadixPairs<Numbers> from,
                                                std::int64_t size, int grid, int block,
                                                const std::vector<int>& bits) {
  constexpr std::uint32_t most_threads = 1024;
  RadixPairs<Numbers> to{machine.template allocate<unsigned>("other_keys", size),
                         machine.template allocate<unsigned>("other_values", size)};
  const auto ones_before = machine.template allocate<int>("ones_before", size);
  const auto block_ones = machine.template allocate<int>("block_ones", grid);
  const auto before_block = machine.template allocate<int>("before_block", std::int64_t{grid} + 1);
  const int n = static_cast<int>(size);
  const auto wanted = std::bit_ceil(static_cast<std::uint32_t>(grid));
  const auto scanners = static_cast<int>(std::min(most_threads, wanted));
  const auto shared_bytes = [](int count) { return static_cast<std::size_t>(count) * sizeof(int); };
  for (const int bit : bits) {
    machine.launch(RadixBits{}, grid, block, shared_bytes(RadixBits::shared_count(block)),
                   from.keys, ones_before, block_ones, n, bit);
    machine.launch(RadixSums{}, 1, scanners, shared_bytes(RadixSums::shared_count(scanners)),
                   block_ones, before_block, grid);
    machine.launch(RadixSplit{}, grid, block, 0, from.keys, from.values, ones_before, before_block,
                   to.keys, to.values, n, bit);
    std::swap(from, to);
  }
  return from;
}

/// Host side of radix_split: the keys of the result, then the places that they came from.
struct RadixSort {
  template <class Machine>
  static std::vector<unsigned> run(Machine& machine, const Problem<int>& problem) {
    const auto keys = machine.upload("keys", unsigned_keys(problem));
    const auto values = machine.upload("values", places<unsigned>(problem.size));
    const auto sorted = split_by_bits(machine, RadixPairs{keys, values}, problem.size, problem.grid,
                                      problem.block, order_of_bits(problem));
    return keys_then_values(machine, sorted.keys, sorted.values);
  }

  /// Stable, so that one result is right. Fewer bits than 32 sort by the low ones alone.
  static Sentence mismatch(const Problem<int>& problem, const std::vector<unsigned>& output);

  /// What must cross the memory bus: keys and values in and out.
  static std::uint64_t bytes(const Problem<int>& problem) {
    return 4 * static_cast<std::uint64_t>(problem.size) * sizeof(unsigned);
  }

 private:
  static std::vector<unsigned> unsigned_keys(const Problem<int>& problem);
  static std::vector<int> order_of_bits(const Problem<int>& problem);
};

/// Host side of radix_float: the floats of the result, then the places that they came from.
struct RadixFloatSort {
  template <class Machine>
  static std::vector<double> run(Machine& machine, const Problem<float>& problem) {
    const int n = static_cast<int>(problem.size);
    const auto in = machine.template upload<float>("in", problem);
    const auto values = machine.upload("values", places<unsigned>(problem.size));
    const auto keys = machine.template allocate<unsigned>("keys", problem.size);
    const auto out = machine.template allocate<float>("out", problem.size);
    machine.launch(RadixFloat{}, problem.grid, problem.block, 0, in, keys, n);
    const auto sorted = split_by_bits(machine, RadixPairs{keys, values}, problem.size, problem.grid,
                                      problem.block, places<int>(32));
    machine.launch(RadixUnflip{}, problem.grid, problem.block, 0, sorted.keys, out, n);
    const std::vector<float> floats = machine.download(out);
    const std::vector<unsigned> origins = machine.download(sorted.values);
    std::vector<double> all(floats.begin(), floats.end());
    all.insert(all.end(), origins.begin(), origins.end());
    return all;
  }

  /// Bit by bit: NaNs and zeros have signs. Stable, so that one result is right.
  static Sentence mismatch(const Problem<float>& problem, const std::vector<double>& output);

  /// What must cross the memory bus: keys and values in and out.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 4 * static_cast<std::uint64_t>(problem.size) * sizeof(float);
  }
};

}  // namespace warpscope
