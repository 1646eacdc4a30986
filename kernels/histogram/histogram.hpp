#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/histogram/histogram256_tagged.cuh"
#include "kernels/histogram/histogram_global_atomic.cuh"
#include "kernels/histogram/histogram_merge.cuh"
#include "kernels/histogram/histogram_parameters.hpp"
#include "kernels/histogram/histogram_privatized.cuh"
#include "kernels/histogram/histogram_shared_atomic.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

// Host sides of the histograms, once for all machines. Elements are bytes. All but the last load them
// one by one: the slides load four at once, which is faster, but it is the counters that are to be
// looked at here.

/// What all of them have in common: how often each value occurs, times `weight`.
template <int Bins, std::uint32_t weight = 1>
struct HistogramResult {
  static Sentence mismatch(const Problem<std::uint8_t>& problem,
                           const std::vector<std::uint32_t>& output) {
    Reference reference{std::vector<double>(Bins)};
    for (std::int64_t i = 0; i < problem.size; ++i) reference.values[problem.at(i)] += weight;
    return mismatch_of(output, reference);
  }

  /// What must cross the memory bus: the input once, the bins once.
  static std::uint64_t bytes(const Problem<std::uint8_t>& problem) {
    return static_cast<std::uint64_t>(problem.size) + Bins * sizeof(std::uint32_t);
  }
  static std::uint64_t operations(const Problem<std::uint8_t>& problem) {
    return static_cast<std::uint64_t>(problem.size);
  }
};

/// A kernel that adds to bins in global memory, which the host clears. What else it takes follows.
template <class Machine, class Kernel, class... Arguments>
std::vector<std::uint32_t> count_into_bins(Machine& machine, const Problem<std::uint8_t>& problem,
                                           const Kernel& kernel, std::size_t shared_bytes,
                                           Arguments... arguments) {
  const auto in = machine.template upload<std::uint8_t>("in", problem);
  const auto bins = machine.template allocate<std::uint32_t>("bins", few_bins);
  machine.clear(bins);
  machine.launch(kernel, problem.grid, problem.block, shared_bytes, in, bins, arguments...);
  return machine.download(bins);
}

struct GlobalAtomicHistogram : HistogramResult<few_bins> {
  template <class Machine>
  static std::vector<std::uint32_t> run(Machine& machine, const Problem<std::uint8_t>& problem) {
    return count_into_bins(machine, problem, HistogramGlobalAtomic{}, 0);
  }
};

template <std::uint32_t weight>
struct SharedAtomicHistogram : HistogramResult<few_bins, weight> {
  template <class Machine>
  static std::vector<std::uint32_t> run(Machine& machine, const Problem<std::uint8_t>& problem) {
    return count_into_bins(machine, problem, HistogramSharedAtomic{},
                           few_bins * sizeof(std::uint32_t), Weight<weight>{});
  }
};

/// Of a kernel that counts in bytes.
template <class Kernel>
struct ByteCounterHistogram : HistogramResult<few_bins> {
  template <class Machine>
  static std::vector<std::uint32_t> run(Machine& machine, const Problem<std::uint8_t>& problem) {
    return count_into_bins(machine, problem, Kernel{}, Kernel::shared_bytes,
                           problem.number("per_thread"));
  }
};

struct PrivatizedHistogram : HistogramResult<byte_bins> {
  template <class Machine>
  static std::vector<std::uint32_t> run(Machine& machine, const Problem<std::uint8_t>& problem) {
    const auto in = machine.template upload<Vec4<std::uint32_t>>("in", problem);
    const auto bins = machine.template allocate<std::uint32_t>("bins", byte_bins);
    machine.clear(bins);
    machine.launch(HistogramPrivatized{}, problem.grid, problem.block,
                   HistogramPrivatized::shared_count * sizeof(std::uint32_t), in, bins);
    return machine.download(bins);
  }
};

/// Two launches: a table for each block, then their sum.
struct TaggedHistogram : HistogramResult<byte_bins> {
  template <class Machine>
  static std::vector<std::uint32_t> run(Machine& machine, const Problem<std::uint8_t>& problem) {
    const auto in = machine.template upload<std::uint8_t>("in", problem);
    const auto partial = machine.template allocate<std::uint32_t>(
        "partial", std::int64_t{problem.grid} * byte_bins, byte_bins);
    const auto bins = machine.template allocate<std::uint32_t>("bins", byte_bins);
    machine.launch(Histogram256Tagged{}, problem.grid, problem.block,
                   Histogram256Tagged::warps * byte_bins * sizeof(std::uint32_t), in, partial,
                   problem.number("per_thread"));
    machine.launch(HistogramMerge{}, 1, byte_bins, 0, partial, bins, problem.grid);
    return machine.download(bins);
  }
};

}  // namespace warpscope
