#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/memory/bank_stride.cuh"
#include "kernels/memory/wide_element.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// Host side of bank_stride for elements of one type.
template <class T>
struct BankStrideProgram {
  template <class Machine>
  static std::vector<int> run(Machine& machine, const Problem<int>& problem) {
    const int stride = problem.number("stride"), offset = problem.number("offset");
    const auto in = machine.template upload<int>("in", problem);
    const auto out = machine.template allocate<int>("out", problem.size);
    const int count = BankStride::shared_count(problem.block, stride, offset);
    machine.launch(BankStride{}, problem.grid, problem.block,
                   static_cast<std::size_t>(count) * sizeof(T), in, out, stride, offset,
                   problem.number("rounds"), WideElement<T>{});
    return machine.download(out);
  }

  /// Each lane reads what it wrote. With stride 0 a block has written one element many times: all
  /// read the same, and it is one of those that were written.
  static Sentence mismatch(const Problem<int>& problem, const std::vector<int>& output) {
    const bool one_element = problem.number("stride") == 0;
    Reference reference;
    for (std::int64_t i = 0; i < problem.size; ++i) {
      const std::int64_t first = i / problem.block * problem.block;
      std::int64_t writer = i;
      if (one_element && std::ssize(output) == problem.size) {
        const int read = output[static_cast<std::size_t>(first)];
        for (writer = first; writer < first + problem.block - 1; ++writer) {
          if (kept(problem.at(writer)) == read) break;
        }
      }
      reference.values.push_back(kept(problem.at(writer)));
    }
    return mismatch_of(output, reference);
  }

  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(int);
  }

 private:
  /// What is left of a number in an element of this type.
  static int kept(int value) { return WideElement<T>::value(WideElement<T>::of(value)); }
};

}  // namespace warpscope
