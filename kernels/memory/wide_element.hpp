#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

/// An int as an element of another width and back. Wide elements hold it several times, so that
/// each of their words must arrive; narrow ones keep its low bits.
template <class T>
struct WideElement {
  using Type = T;
  static constexpr T of(int value) { return static_cast<T>(value); }
  static constexpr int value(T element) { return static_cast<int>(element); }
};
template <>
struct WideElement<Vec2<int>> {
  using Type = Vec2<int>;
  static constexpr Type of(int value) { return {value, ~value}; }
  static constexpr int value(Type element) { return element.x & ~element.y; }
};
template <>
struct WideElement<Vec4<int>> {
  using Type = Vec4<int>;
  static constexpr Type of(int value) { return {value, ~value, value, ~value}; }
  static constexpr int value(Type element) {
    return element.x & ~element.y & element.z & ~element.w;
  }
};

}  // namespace warpscope
