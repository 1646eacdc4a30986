#pragma once

#include <array>
#include <numeric>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/scan_segmented.cuh"

namespace warpscope {

/// 1 where a segment begins, for as many elements as it takes until they repeat.
[[nodiscard]] inline std::vector<int> segment_heads(std::string_view kind) {
  const auto heads = [](const auto& lengths) {
    std::vector<int> flags;
    for (const int length : lengths) {
      flags.push_back(1);
      flags.insert(flags.end(), static_cast<std::size_t>(length) - 1, 0);
    }
    return flags;
  };
  if (kind == "every4") return heads(std::array{4});
  if (kind == "every16") return heads(std::array{16});
  if (kind == "none") return {0};
  return heads(std::array{3, 1, 5, 2, 7});
}

/// Host side of the segmented scan: makes the flags.
template <class T>
struct SegmentedScan {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto in = machine.template upload<T>("in", problem);
    const auto heads = machine.template upload<int>(
        "heads",
        Problem<int>{.input = segment_heads(problem.choice("heads")), .count = problem.size});
    const auto out = machine.template allocate<T>("out", problem.size);
    machine.launch(ScanSegmented{}, problem.grid, problem.block,
                   ScanSegmented::shared_bytes<T>(problem.block), in, heads, out, Add<T>{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    const std::vector<int> heads = segment_heads(problem.choice("heads"));
    const auto begins = [&](std::int64_t i) {
      return i % problem.block == 0 || heads[static_cast<std::size_t>(i) % heads.size()] != 0;
    };
    return mismatch_of(output, scan_reference(problem, problem.block, true, begins));
  }

  /// Numbers and flags in, numbers out.
  static std::uint64_t bytes(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) * (2 * sizeof(T) + sizeof(int));
  }
  static std::uint64_t operations(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) - 1;
  }
};

}  // namespace warpscope
