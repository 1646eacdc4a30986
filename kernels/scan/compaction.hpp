#pragma once

#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/problem.hpp"
#include "kernels/scan/compact.cuh"
#include "kernels/scan/large_scan.hpp"

namespace warpscope {

/// Host side of the compaction: marks, scans the marks, scatters. The result has a place for each
/// element, 0 where none was kept, and ends with their count.
template <class T>
struct Compaction {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto in = machine.template upload<T>("in", problem);
    const auto keep = machine.template allocate<int>("keep", problem.size);
    const auto place = machine.template allocate<int>("place", problem.size);
    const auto kept = machine.template allocate<T>("kept", problem.size);
    const auto count = machine.template allocate<int>("count", 1);
    machine.clear(kept);
    machine.launch(CompactMark{}, problem.grid, problem.block, 0, in, keep, below(problem));
    launch_large_scan<int>(machine, keep.read_only(), place, problem.size, problem.block);
    machine.launch(Compact{}, problem.grid, problem.block, 0, in, keep.read_only(),
                   place.read_only(), kept, count);
    std::vector<T> all = machine.download(kept);
    for (const int kept_in_all : machine.download(count))
      all.push_back(static_cast<T>(kept_in_all));
    return all;
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const T value = problem.at(i);
      if (value < below(problem)) reference.values.push_back(static_cast<double>(value));
    }
    const auto count = static_cast<double>(reference.values.size());
    reference.values.resize(static_cast<std::size_t>(problem.size));
    reference.values.push_back(count);
    return mismatch_of(output, reference);
  }

  /// All elements in, all places out.
  static std::uint64_t bytes(const Problem<T>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(T);
  }

 private:
  static T below(const Problem<T>& problem) { return static_cast<T>(problem.number("below")); }
};

}  // namespace warpscope
