#pragma once

#include <cstdint>
#include <vector>

namespace warpscope {

/// What a family's host program is given. `input` is repeated until it fills `size` elements, so
/// that benchmarks need not hold as much on the host as on the device.
template <class T>
struct Problem {
  std::vector<T> input;
  std::int64_t size = 0;
  int grid = 1;
  int block = 1;

  [[nodiscard]] T at(std::int64_t i) const {
    return input[static_cast<std::size_t>(i) % input.size()];
  }
};

/// What a result should be, in higher precision, and how far it may lie off.
struct Reference {
  std::vector<double> values;
  std::vector<double> tolerance;  ///< absolute, per value; empty: exact
};

}  // namespace warpscope
