#pragma once

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

/// A complex number in registers; arrays keep real and imaginary parts apart.
template <class T>
struct Complex {
  T re, im;
};

/// a · b with four products: two of them rounded, two taken up by a multiply-add.
template <class T>
constexpr Complex<T> times(Complex<T> a, Complex<T> b) {
  return {multiply_add(a.re, b.re, -(a.im * b.im)), multiply_add(a.re, b.im, a.im * b.re)};
}

}  // namespace warpscope
