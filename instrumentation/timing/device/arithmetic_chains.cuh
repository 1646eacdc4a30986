#pragma once

#include <cuda_fp16.h>

#include "instrumentation/timing/device/chain.cuh"

namespace warpscope {

// Operations of arithmetic, see chain.cuh. Those on integers are PTX, because the compiler would
// turn x + b + b into one addition; tests/gpu/device_instructions.py counts what the machine code holds.

inline constexpr int short_steps = 64;  ///< of what is one instruction
inline constexpr int long_steps = 8;  ///< of what is many: the loop must fit the instruction cache

template <int Steps>
struct OnFloat {
  using Value = float;
  static constexpr int operations = 1, steps = Steps;
  __device__ static float first(const Given&, unsigned seed, const unsigned*) {
    return 1.0F + static_cast<float>(seed) * 0.0009765625F;
  }
  __device__ static unsigned bits(float x) { return __float_as_uint(x); }
};
template <int Steps>
struct OnDouble {
  using Value = double;
  static constexpr int operations = 1, steps = Steps;
  __device__ static double first(const Given&, unsigned seed, const unsigned*) {
    return 1.0 + seed * 0.0009765625;
  }
  __device__ static unsigned bits(double x) {
    return static_cast<unsigned>(__double2loint(x) ^ __double2hiint(x));
  }
};
template <int Steps>
struct OnInt {
  using Value = unsigned;
  static constexpr int operations = 1, steps = Steps;
  __device__ static unsigned first(const Given& given, unsigned seed, const unsigned*) {
    return seed * 2654435761U + static_cast<unsigned>(given.large);
  }
  __device__ static unsigned bits(unsigned x) { return x; }
};
/// Two values, each made of both: no compiler finds a shorter way.
struct TwoInts {
  unsigned a = 0, b = 0;
};
struct OnTwoInts {
  using Value = TwoInts;
  static constexpr int operations = 2, steps = short_steps / 2;
  __device__ static TwoInts first(const Given& given, unsigned seed, const unsigned*) {
    return {seed * 2654435761U + 1, seed ^ static_cast<unsigned>(given.large)};
  }
  __device__ static unsigned bits(const TwoInts& x) { return x.a ^ x.b; }
};

struct Fp32Add : OnFloat<short_steps> {
  __device__ static void apply(float& x, const Given& given) { x = x + given.summand; }
};
struct Fp32Multiply : OnFloat<short_steps> {
  __device__ static void apply(float& x, const Given& given) { x = x * given.factor; }
};
struct Fp32MultiplyAdd : OnFloat<short_steps> {
  __device__ static void apply(float& x, const Given& given) {
    x = fmaf(x, given.factor, given.summand);
  }
};
struct Fp32Divide : OnFloat<long_steps> {
  __device__ static void apply(float& x, const Given& given) { x = __fdiv_rn(given.summand, x); }
};
struct Fp32DivideFast : OnFloat<long_steps> {
  __device__ static void apply(float& x, const Given& given) { x = __fdividef(given.summand, x); }
};
struct Fp32SquareRoot : OnFloat<long_steps> {
  __device__ static void apply(float& x, const Given&) { x = __fsqrt_rn(x); }
};
struct Fp32ReciprocalSquareRoot : OnFloat<short_steps> {
  __device__ static void apply(float& x, const Given&) {
    asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
  }
};
struct Fp32Sine : OnFloat<long_steps / 4> {
  __device__ static void apply(float& x, const Given&) { x = sinf(x); }
};
struct Fp32SineFast : OnFloat<short_steps / 2> {
  __device__ static void apply(float& x, const Given&) { x = __sinf(x); }
};
struct Fp32ExpFast : OnFloat<short_steps / 4> {
  __device__ static void apply(float& x, const Given&) { x = __expf(-x); }
};
struct Fp32LogFast : OnFloat<short_steps / 4> {
  __device__ static void apply(float& x, const Given&) { x = __logf(fabsf(x)); }
};

struct Fp64Add : OnDouble<short_steps> {
  __device__ static void apply(double& x, const Given& given) { x = x + given.wide_summand; }
};
struct Fp64Multiply : OnDouble<short_steps> {
  __device__ static void apply(double& x, const Given& given) { x = x * given.wide_factor; }
};
struct Fp64MultiplyAdd : OnDouble<short_steps> {
  __device__ static void apply(double& x, const Given& given) {
    x = fma(x, given.wide_factor, given.wide_summand);
  }
};
struct Fp64Divide : OnDouble<long_steps> {
  __device__ static void apply(double& x, const Given& given) { x = given.wide_summand / x; }
};

/// Two numbers of 16 bits at a time.
struct Half2MultiplyAdd {
  using Value = __half2;
  static constexpr int operations = 1, steps = short_steps;
  __device__ static __half2 first(const Given&, unsigned seed, const unsigned*) {
    return __float2half2_rn(1.0F + static_cast<float>(seed) * 0.0009765625F);
  }
  __device__ static void apply(__half2& x, const Given& given) {
    x = __hfma2(x, __float2half2_rn(given.factor), __float2half2_rn(given.summand));
  }
  __device__ static unsigned bits(const __half2& x) {
    return __float_as_uint(__low2float(x) + __high2float(x));
  }
};

struct IntAdd : OnTwoInts {
  __device__ static void apply(TwoInts& x, const Given&) {
    asm volatile("add.u32 %0, %0, %1; add.u32 %1, %1, %0;" : "+r"(x.a), "+r"(x.b));
  }
};
/// Picks each bit from two values by a third: the one instruction of all bitwise operations. Four values
/// in a ring, so that no two operations have three operands in all and become one.
struct IntBitwise {
  struct Value {
    unsigned a = 0, b = 0, c = 0, d = 0;
  };
  static constexpr int operations = 4, steps = short_steps / 4;
  __device__ static Value first(const Given& given, unsigned seed, const unsigned*) {
    const auto large = static_cast<unsigned>(given.large);
    return {seed * 2654435761U, seed ^ large, seed + large, ~seed};
  }
  __device__ static void apply(Value& x, const Given&) {
    asm volatile(
        "lop3.b32 %0, %0, %3, %2, 0xCA; lop3.b32 %1, %1, %0, %3, 0xCA;"
        "lop3.b32 %2, %2, %1, %0, 0xCA; lop3.b32 %3, %3, %2, %1, 0xCA;"
        : "+r"(x.a), "+r"(x.b), "+r"(x.c), "+r"(x.d));
  }
  __device__ static unsigned bits(const Value& x) { return x.a ^ x.b ^ x.c ^ x.d; }
};
struct IntMin : OnTwoInts {
  __device__ static void apply(TwoInts& x, const Given&) {
    asm volatile("min.s32 %0, %0, %1; max.s32 %1, %1, %0;" : "+r"(x.a), "+r"(x.b));
  }
};
struct IntMultiply : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    asm volatile("mul.lo.u32 %0, %0, %1;" : "+r"(x) : "r"(given.seven));
  }
};
struct IntMultiplyAdd : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(given.seven), "r"(given.large));
  }
};
/// By what changes, so that the divisor's reciprocal is part of it.
struct IntDivide : OnInt<long_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    asm volatile("div.u32 %0, %1, %0;" : "+r"(x) : "r"(given.large));
  }
};
/// With an addition, so that the divisor never is 0.
struct IntRemainder : OnInt<long_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    asm volatile("rem.u32 %0, %1, %0; add.u32 %0, %0, %2;"
                 : "+r"(x)
                 : "r"(given.large), "r"(given.seven));
  }
};
struct IntShift : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    asm volatile("shl.b32 %0, %0, %1;" : "+r"(x) : "r"(given.zero));
  }
};
/// Compares, and takes one of two values.
struct IntCompare : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    asm volatile("{.reg .pred less; setp.lt.s32 less, %0, %1; selp.s32 %0, %2, %0, less;}"
                 : "+r"(x)
                 : "r"(given.seven), "r"(given.large));
  }
};
struct IntCountBits : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given&) {
    asm volatile("popc.b32 %0, %0;" : "+r"(x));
  }
};
struct IntToFp32 : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given&) {
    x = __float_as_uint(__int2float_rn(static_cast<int>(x)));
  }
};
struct Fp32ToInt : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given&) {
    x = static_cast<unsigned>(__float2int_rz(__uint_as_float(x)));
  }
};

struct Shuffle : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    x = __shfl_xor_sync(0xFFFFFFFFU, x, given.one);
  }
};
/// With the comparison that makes the predicate.
struct Vote : OnInt<short_steps> {
  __device__ static void apply(unsigned& x, const Given& given) {
    x = __ballot_sync(0xFFFFFFFFU, x != static_cast<unsigned>(given.seven));
  }
};
struct Barrier : OnInt<short_steps> {
  static constexpr int latency_threads = chain_threads;
  __device__ static void apply(unsigned&, const Given&) { __syncthreads(); }
};

}  // namespace warpscope
