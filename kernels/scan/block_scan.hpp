#pragma once

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Scans of segments: `begins(i)` says whether one begins at element i, and none is longer than
/// `longest`. Sums below 2^53 are exact in double; ints keep their low 32 bits.
template <class T, class Begins>
[[nodiscard]] Reference scan_reference(const Problem<T>& problem, std::int64_t longest,
                                       bool inclusive, const Begins& begins) {
  const double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
  const double depth = 2 * std::log2(static_cast<double>(longest)) + 1;
  Reference result;
  double sum = 0;
  double magnitude = 0;
  for (std::int64_t i = 0; i < problem.size; ++i) {
    if (begins(i)) sum = magnitude = 0;
    const auto x = static_cast<double>(problem.at(i));
    magnitude += std::abs(x);
    const double value = inclusive ? sum + x : sum;
    if constexpr (std::is_integral_v<T>) {
      const auto low = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
      result.values.push_back(static_cast<double>(static_cast<std::int32_t>(low)));
    } else {
      result.values.push_back(value);
      result.tolerance.push_back(unit * depth * magnitude);
    }
    sum += x;
  }
  return result;
}

/// The same of segments that are all so long.
template <class T>
[[nodiscard]] Reference scan_reference(const Problem<T>& problem, std::int64_t segment,
                                       bool inclusive) {
  return scan_reference(problem, segment, inclusive,
                        [segment](std::int64_t i) { return i % segment == 0; });
}

/// How a block of a scan's kernel is launched, and how many elements it scans.
template <class Kernel>
[[nodiscard]] Extent launched_block(int block) {
  if constexpr (Kernel::info.square_block) return {Kernel::side(block), Kernel::side(block)};
  return block;
}
template <class Kernel>
[[nodiscard]] std::int64_t segment_of(int block) {
  if constexpr (Kernel::info.square_block) return Kernel::side(block);
  return std::int64_t{block} * Kernel::info.elements_per_thread;
}

/// Host side of every scan of one block's segment, once for all machines.
template <class Kernel, class T>
struct BlockScan {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto in = machine.template upload<T>("in", problem);
    const auto out = machine.template allocate<T>("out", problem.size);
    machine.launch(Kernel{}, problem.grid, launched_block<Kernel>(problem.block),
                   Kernel::shared_count(problem.block) * sizeof(T), in, out, Add<T>{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    return mismatch_of(
        output, scan_reference(problem, segment_of<Kernel>(problem.block), Kernel::inclusive));
  }

  static std::uint64_t bytes(const Problem<T>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(T);
  }
  static std::uint64_t operations(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) - 1;
  }
};

}  // namespace warpscope
