#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/problem.hpp"

namespace warpscope {

/// 0, 1, 2, …: the values that tell where the sorted keys came from.
template <class T>
[[nodiscard]] std::vector<T> places(std::int64_t count) {
  std::vector<T> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), T{});
  return all;
}

/// The result of a sort as one list; empty while a benchmark measures.
template <class Machine, class Buffer>
[[nodiscard]] auto keys_then_values(Machine& machine, Buffer keys, Buffer values) {
  auto all = machine.download(keys);
  const auto more = machine.download(values);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Empty where the first half of `output` holds the keys of each `length` elements of the problem
/// in order, and the second half their places: each place once, each with its key. Equal keys may
/// stand in any order. Else a sentence about the first that is wrong.
[[nodiscard]] Sentence pairs_mismatch(const Problem<int>& problem, const std::vector<int>& output,
                                      std::int64_t length, bool ascending);

}  // namespace warpscope
