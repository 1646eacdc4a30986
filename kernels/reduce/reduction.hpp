#pragma once

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_element.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of every reduction, once for all machines: one result per block.
template <class Kernel, class T, template <class> class Op>
struct Reduction {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    const auto in = machine.template upload<KernelElement<Kernel, T>>("in", problem);
    const auto out = machine.template allocate<T>("out", problem.grid);
    machine.launch(Kernel{}, problem.grid, problem.block,
                   Kernel::shared_count(problem.block) * sizeof(T), in, out, Op<T>{});
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    return mismatch_of(output, reference(problem));
  }

  static Reference reference(const Problem<T>& problem) {
    const auto grid = static_cast<std::size_t>(problem.grid);
    std::vector<bool> seen(grid);
    Reference result{std::vector<double>(grid), {}};
    std::vector<double> magnitude(grid);
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const std::size_t b = block_of(problem, i);
      const auto x = static_cast<double>(problem.at(i));
      result.values[b] = seen[b] ? Op<double>{}(result.values[b], x) : x;
      seen[b] = true;
      magnitude[b] += std::abs(x);
    }
    if constexpr (std::is_integral_v<T>) {
      for (double& value : result.values) value = static_cast<double>(wrap(value));
    } else if (std::is_same_v<Op<T>, Add<T>>) {
      // Error of a sum in any order: at most (n - 1) roundings of the sum of magnitudes; a tree
      // makes log2 of that, the margin covers grid-stride loops.
      const double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
      const double depth = std::log2(static_cast<double>(problem.size)) +
                           static_cast<double>(problem.size) / (problem.grid * problem.block);
      for (const double m : magnitude) result.tolerance.push_back(unit * depth * m);
    }
    return result;
  }

  /// What must cross the memory bus: the input once, the output once.
  static std::uint64_t bytes(const Problem<T>& problem) {
    return (static_cast<std::uint64_t>(problem.size) + static_cast<std::uint64_t>(problem.grid)) *
           sizeof(T);
  }
  static std::uint64_t operations(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) - 1;
  }

 private:
  static std::size_t block_of(const Problem<T>& problem, std::int64_t i) {
    if constexpr (Kernel::info.max_grid > 0) {
      const std::int64_t threads = std::int64_t{problem.grid} * problem.block;
      return static_cast<std::size_t>(i / Kernel::info.elements_per_thread % threads /
                                      problem.block);
    }
    return static_cast<std::size_t>(
        i / (std::int64_t{problem.block} * Kernel::info.elements_per_thread));
  }
  /// Sums below 2^53 are exact in double; the machine keeps their low 32 bits.
  static T wrap(double value) {
    return static_cast<T>(static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
  }
};

}  // namespace warpscope
