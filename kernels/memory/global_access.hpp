#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/memory/global_offset.cuh"
#include "kernels/memory/global_stride.cuh"
#include "kernels/problem.hpp"

namespace warpscope {

/// The input, repeated until it fills so many numbers.
inline Problem<float> lengthened(const Problem<float>& problem, std::int64_t count) {
  Problem<float> longer = problem;
  longer.count = count;
  return longer;
}

/// Host side of global_stride: element i of the result is element i * stride of the input.
template <class Element>
struct GlobalStrideProgram {
  static constexpr std::int64_t floats = sizeof(Element) / 4;

  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const int stride = problem.number("stride");
    const auto in =
        machine.template upload<Element>("in", lengthened(problem, problem.size * stride * floats));
    const auto out = machine.template allocate<Element>("out", problem.size);
    machine.launch(GlobalStride{}, problem.grid, problem.block, 0, in, out, stride);
    const std::vector<Element> elements = machine.download(out);
    std::vector<float> numbers(elements.size() * floats);
    std::memcpy(numbers.data(), elements.data(), elements.size() * sizeof(Element));
    return numbers;
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    const int stride = problem.number("stride");
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      for (std::int64_t k = 0; k < floats; ++k) {
        reference.values.push_back(static_cast<double>(problem.at(i * stride * floats + k)));
      }
    }
    return mismatch_of(output, reference);
  }

  /// What is wanted: each loaded element and its copy. Sectors that only strides need do not count.
  static std::uint64_t bytes(const Problem<float>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(Element);
  }
};

/// Host side of global_offset: element i of the result is element i + offset of the input.
struct GlobalOffsetProgram {
  template <class Machine>
  static std::vector<float> run(Machine& machine, const Problem<float>& problem) {
    const auto in =
        machine.template upload<float>("in", lengthened(problem, problem.size + most_offset));
    const auto out = machine.template allocate<float>("out", problem.size);
    machine.launch(GlobalOffset{}, problem.grid, problem.block, 0, in, out,
                   problem.number("offset"));
    return machine.download(out);
  }

  static Sentence mismatch(const Problem<float>& problem, const std::vector<float>& output) {
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      reference.values.push_back(static_cast<double>(problem.at(i + problem.number("offset"))));
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<float>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(float);
  }
};

}  // namespace warpscope
