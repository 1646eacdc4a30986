#pragma once

#include <cstdint>

#include "kernels/problem.hpp"

namespace warpscope {

/// Numbers that a generator of cuRAND's library draws in its legacy order.
struct CurandSequence {
  bool philox = false;  ///< else XORWOW
  bool normal = false;  ///< else uniform: Philox's floats, XORWOW's words
  std::uint64_t seed = 0;
  std::int64_t count = 0;
  [[nodiscard]] bool of_words() const { return !philox && !normal; }
};

/// They are those of 65,536 threads with Philox, which give four each in turn, or of 4,096 with
/// XORWOW, which give one, or a pair of normal numbers.
[[nodiscard]] Reference curand_reference(const CurandSequence& sequence);

}  // namespace warpscope
