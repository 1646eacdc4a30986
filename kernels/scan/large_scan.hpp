#pragma once

#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/scan_block_sums.cuh"
#include "kernels/scan/scan_distribute.cuh"

namespace warpscope {

/// Launches the exclusive scan of n elements: segments of `2 block`, and their sums by the same way,
/// one level more for each power of that.
template <class T, class Machine, class In, class Out>
void launch_large_scan(Machine& machine, In in, Out out, std::int64_t n, int block) {
  const std::int64_t segment = 2 * std::int64_t{block};
  const auto segments = static_cast<int>((n + segment - 1) / segment);
  const auto sums = machine.template allocate<T>("sums", segments);
  machine.launch(ScanBlockSums{}, segments, block, ScanBlockSums::shared_count(block) * sizeof(T),
                 in, out, sums, Add<T>{});
  if (segments == 1) return;
  const auto scanned = machine.template allocate<T>("scanned sums", segments);
  launch_large_scan<T>(machine, sums.read_only(), scanned, segments, block);
  machine.launch(ScanDistribute{}, segments - 1, 2 * block, 0, out, scanned.read_only(), Add<T>{});
}

/// Host side of the scan of any number of elements: segments, their sums, distribution.
template <class T>
struct LargeScan {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto in = machine.template upload<T>("in", problem);
    const auto out = machine.template allocate<T>("out", problem.size);
    launch_large_scan<T>(machine, in, out, problem.size, problem.block);
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    return mismatch_of(output, scan_reference(problem, problem.size, false));
  }

  static std::uint64_t bytes(const Problem<T>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(T);
  }
  static std::uint64_t operations(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) - 1;
  }
};

}  // namespace warpscope
