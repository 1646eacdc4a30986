// Numbers of 16 bits: __half has 10 bits of fraction and 5 of exponent, __nv_bfloat16 7 and 8. They are computed in
// double and rounded once, which gives what arithmetic of their own would give.
#pragma once
#pragma GCC system_header

#include "ws/rounding.h"

namespace ws {

template <int fraction, int exponent>
struct narrow {
  static constexpr int bias = (1 << (exponent - 1)) - 1;
  static constexpr unsigned int infinity = ((1u << exponent) - 1) << fraction;

  static WS_WHOLE unsigned short from(double value, rounding mode = rn) {
    const unsigned long long bits = bit_cast<unsigned long long>(value);
    const unsigned int sign = static_cast<unsigned int>(bits >> 63) << 15;
    const int wide = static_cast<int>(bits >> 52 & 0x7ff);
    unsigned long long significand = bits & ((1ull << 52) - 1);
    if (wide == 0x7ff) {
      return static_cast<unsigned short>(significand != 0 ? 0x7fffu : sign | infinity);
    }
    if (wide == 0 && significand == 0) return static_cast<unsigned short>(sign);
    if (wide != 0) significand |= 1ull << 52;
    const int e = wide - 1023;
    const bool away = mode == ru ? sign == 0 : mode == rd ? sign != 0 : false;
    if (e > bias) {
      return static_cast<unsigned short>(sign | (mode == rn || away ? infinity : infinity - 1));
    }
    const bool normal = e >= 1 - bias;
    const int drop = 52 - fraction + (normal ? 0 : 1 - bias - e);
    unsigned int kept = 0;
    unsigned long long rest = 1, middle = 2;  // less than half of the smallest
    if (drop < 64) {
      kept = static_cast<unsigned int>(significand >> drop);
      rest = significand & ((1ull << drop) - 1);
      middle = 1ull << (drop - 1);
    }
    if (mode == rn ? rest > middle || (rest == middle && (kept & 1u)) : away && rest != 0) kept++;
    if (normal) kept += static_cast<unsigned int>(e - 1 + bias) << fraction;
    if (kept >= infinity && !(mode == rn || away)) kept = infinity - 1;
    return static_cast<unsigned short>(sign | kept);
  }
  static WS_WHOLE double to_double(unsigned short bits) {
    const unsigned int e = (bits & infinity) >> fraction;
    const unsigned long long f = bits & ((1u << fraction) - 1);
    const unsigned long long sign = static_cast<unsigned long long>(bits >> 15) << 63;
    if (e == 0) {
      // 2^(1 - bias - fraction), as a double.
      const double unit =
          bit_cast<double>(static_cast<unsigned long long>(1024 - bias - fraction) << 52);
      return bit_cast<double>(sign | bit_cast<unsigned long long>(static_cast<double>(f) * unit));
    }
    const unsigned long long wide =
        e == (1u << exponent) - 1 ? 0x7ffull : e - static_cast<unsigned int>(bias) + 1023u;
    return bit_cast<double>(sign | wide << 52 | f << (52 - fraction));
  }
};

// product + c with the last bit set if it is not exact: then rounding it once more rounds the exact sum.
WS_WHOLE double odd_sum(double product, double c) {
  const double sum = product + c;
  const double from_c = sum - product;
  const double error = (product - (sum - from_c)) + (c - from_c);
  const unsigned long long bits = bit_cast<unsigned long long>(sum);
  if (!(error < 0 || error > 0) || (bits & 1u) != 0) return sum;
  return bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

template <class T>
struct narrow_of;  // how to make a __half or a __nv_bfloat16
template <class T>
T pair_from(unsigned int bits);

// Large integers as a double that rounds to the same narrow number: below its 53 bits a sticky one.
WS_WHOLE double sticky_double(unsigned long long a) {
  if (a < 1ull << 53) return static_cast<double>(a);
  return static_cast<double>(a >> 11 | ((a & 0x7ffu) != 0 ? 1u : 0u)) * 2048.0;
}
WS_WHOLE double sticky_double(long long a) {
  return a < 0 ? -sticky_double(0ull - static_cast<unsigned long long>(a))
               : sticky_double(static_cast<unsigned long long>(a));
}
// To integers of 8 and 16 bits.
template <rounding mode, class To>
WS_WHOLE To to_small_integer(double a) {
  typedef limits_of<To> limits;
  const int whole = to_integer<mode, int>(a, 0);
  return whole > limits::highest  ? limits::highest
         : whole < limits::lowest ? limits::lowest
                                  : static_cast<To>(whole);
}

}  // namespace ws
