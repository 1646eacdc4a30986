#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of the vectors, once for all machines. Element: what the kernel loads at a time.
/// Vector i is the input's numbers 4 i to 4 i + 3, however they lie in memory.
template <class Kernel, class Element, bool FieldsApart>
struct Vectors {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const std::int64_t count = problem.size / 4;
    const std::int64_t columns = sizeof(Element) > sizeof(float) ? 0 : FieldsApart ? count : 4;
    const auto in = machine.template upload<Element>(
        "in", FieldsApart ? fields_apart(problem) : problem, columns);
    const auto out = machine.template allocate<float>("out", count);
    machine.launch(Kernel{}, problem.grid, problem.block,
                   static_cast<std::size_t>(problem.block) * sizeof(Vec4<float>), in, out);
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    return mismatch_of(output, reference(problem));
  }

  /// Four multiply-adds round four times, each by at most eps / 2 of the sum of magnitudes.
  static Reference reference(const Problem<float>& problem) {
    constexpr double unit = 4 * static_cast<double>(std::numeric_limits<float>::epsilon());
    Reference result;
    for (std::int64_t i = 0; i < problem.size / 4; ++i) {
      const std::int64_t first = i / problem.block * problem.block;
      const std::int64_t next = first + (i - first + 1) % problem.block;
      double sum = 0, magnitude = 0;
      for (std::int64_t field = 0; field < 4; ++field) {
        const double product = static_cast<double>(problem.at(4 * i + field)) *
                               static_cast<double>(problem.at(4 * next + field));
        sum += product;
        magnitude += std::abs(product);
      }
      result.values.push_back(sum);
      result.tolerance.push_back(unit * magnitude);
    }
    return result;
  }

  /// What must cross the memory bus: each vector once, a number for each.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return static_cast<std::uint64_t>(problem.size + problem.size / 4) * sizeof(float);
  }

 private:
  static Problem<float> fields_apart(const Problem<float>& problem) {
    const std::int64_t count = problem.size / 4;
    Problem<float> apart = problem;
    apart.input.clear();
    apart.input.reserve(static_cast<std::size_t>(problem.size));
    for (std::int64_t field = 0; field < 4; ++field) {
      for (std::int64_t i = 0; i < count; ++i) apart.input.push_back(problem.at(4 * i + field));
    }
    return apart;
  }
};

}  // namespace warpscope
