#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/random/normal.hpp"
#include "kernels/random/philox.hpp"
#include "kernels/random/xorwow.hpp"

namespace warpscope {

// What generators make of their words.

/// Four numbers of four words: those of four times curand_uniform().
struct UniformNumbers {
  constexpr Vec4<float> operator()(Words4 words) const {
    return {uniform_of(words.x), uniform_of(words.y), uniform_of(words.z), uniform_of(words.w)};
  }
};

/// In the order of curand_normal4().
struct NormalNumbers {
  constexpr Vec4<float> operator()(Words4 words) const {
    const Vec2<float> first = normals_of(words.x, words.y), second = normals_of(words.z, words.w);
    return {first.x, first.y, second.x, second.y};
  }
};

/// A whole number of each word.
struct UniformReadings {
  using Reading = int;
  constexpr Reading next(Xorwow& state) { return reading_of(state.draw()); }
};

/// Two of two words, given one by one as curand_normal() does. A last one that nobody wanted is lost,
/// where cuRAND's state would keep it.
class NormalReadings {
 public:
  using Reading = float;
  constexpr Reading next(Xorwow& state) {
    if (kept_) {
      kept_ = false;
      return second_;
    }
    const std::uint32_t a = state.draw();
    const std::uint32_t b = state.draw();
    const Vec2<float> pair = normals_of(a, b);
    second_ = pair.y;
    kept_ = true;
    return pair.x;
  }

 private:
  float second_ = 0;
  bool kept_ = false;
};

}  // namespace warpscope
