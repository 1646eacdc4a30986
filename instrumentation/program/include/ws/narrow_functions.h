// The functions of one type of 16 bits; cuda_fp16.h and cuda_bf16.h include this file, each with its own names:
//   WS_NARROW, WS_NARROW2      the types
//   WS_NARROW_FORMAT           ws::narrow<…>
//   WS_NARROW_NAME             half or bfloat16, as in __float2half; WS_NARROW2_NAME: half2 or bfloat162
//   WS_NARROW_RAW, WS_NARROW2_RAW
#pragma GCC system_header

#define WS_JOIN_(a, b) a##b
#define WS_JOIN(a, b) WS_JOIN_(a, b)
#define WS_FROM(prefix) WS_JOIN(prefix, WS_NARROW_NAME)             // __float2half
#define WS_TO(suffix) WS_JOIN(WS_JOIN(__, WS_NARROW_NAME), suffix)  // __half2float
#define WS_NARROW_NAMED_(before, name, after) before##name##after
#define WS_NARROW_NAMED(before, name, after) WS_NARROW_NAMED_(before, name, after)

struct WS_NARROW_RAW {
  unsigned short x;
};
struct WS_NARROW2_RAW {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) WS_NARROW {
  unsigned short __x;

  WS_NARROW() = default;
  WS_INLINE constexpr WS_NARROW(const WS_NARROW_RAW& raw) : __x(raw.x) {}
  WS_INLINE WS_NARROW(float v) : __x(WS_NARROW_FORMAT::from(static_cast<double>(v))) {}
  WS_INLINE WS_NARROW(double v) : __x(WS_NARROW_FORMAT::from(v)) {}
  WS_INLINE WS_NARROW(short v) : WS_NARROW(static_cast<double>(v)) {}
  WS_INLINE WS_NARROW(unsigned short v) : WS_NARROW(static_cast<double>(v)) {}
  WS_INLINE WS_NARROW(int v) : WS_NARROW(static_cast<double>(v)) {}
  WS_INLINE WS_NARROW(unsigned int v) : WS_NARROW(static_cast<double>(v)) {}
  WS_INLINE WS_NARROW(long v) : WS_NARROW(::ws::sticky_double(static_cast<long long>(v))) {}
  WS_INLINE WS_NARROW(unsigned long v)
      : WS_NARROW(::ws::sticky_double(static_cast<unsigned long long>(v))) {}
  WS_INLINE WS_NARROW(long long v) : WS_NARROW(::ws::sticky_double(v)) {}
  WS_INLINE WS_NARROW(unsigned long long v) : WS_NARROW(::ws::sticky_double(v)) {}

  WS_INLINE double ws_value() const { return WS_NARROW_FORMAT::to_double(__x); }
  WS_INLINE operator WS_NARROW_RAW() const {
    WS_NARROW_RAW raw;
    raw.x = __x;
    return raw;
  }
  WS_INLINE operator float() const { return static_cast<float>(ws_value()); }
  WS_INLINE constexpr operator bool() const { return (__x & 0x7fffu) != 0; }
  WS_INLINE operator signed char() const {
    return ::ws::to_small_integer<::ws::rz, signed char>(ws_value());
  }
  WS_INLINE operator unsigned char() const {
    return ::ws::to_small_integer<::ws::rz, unsigned char>(ws_value());
  }
  WS_INLINE operator char() const { return ::ws::to_small_integer<::ws::rz, char>(ws_value()); }
  WS_INLINE operator short() const { return ::ws::to_small_integer<::ws::rz, short>(ws_value()); }
  WS_INLINE operator unsigned short() const {
    return ::ws::to_small_integer<::ws::rz, unsigned short>(ws_value());
  }
  WS_INLINE operator int() const { return ::ws::to_integer<::ws::rz, int>(ws_value(), 0); }
  WS_INLINE operator unsigned int() const {
    return ::ws::to_integer<::ws::rz, unsigned int>(ws_value(), 0u);
  }
  WS_INLINE operator long() const {
    return ::ws::to_integer<::ws::rz, long>(ws_value(), ::ws::limits_of<long>::lowest);
  }
  WS_INLINE operator unsigned long() const {
    return ::ws::to_integer<::ws::rz, unsigned long>(ws_value(), 1ul << 63);
  }
  WS_INLINE operator long long() const {
    return ::ws::to_integer<::ws::rz, long long>(ws_value(), ::ws::limits_of<long long>::lowest);
  }
  WS_INLINE operator unsigned long long() const {
    return ::ws::to_integer<::ws::rz, unsigned long long>(ws_value(), 1ull << 63);
  }
};

struct __attribute__((aligned(4))) WS_NARROW2 {
  WS_NARROW x, y;

  WS_NARROW2() = default;
  WS_INLINE constexpr WS_NARROW2(const WS_NARROW& a, const WS_NARROW& b) : x(a), y(b) {}
  WS_INLINE WS_NARROW2(const WS_NARROW2_RAW& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
  WS_INLINE WS_NARROW2(const WS_NARROW2& other) {
    *reinterpret_cast<::ws::word4*>(this) = *reinterpret_cast<const ::ws::word4*>(&other);
  }
  WS_INLINE WS_NARROW2& operator=(const WS_NARROW2& other) {
    *reinterpret_cast<::ws::word4*>(this) = *reinterpret_cast<const ::ws::word4*>(&other);
    return *this;
  }
  WS_INLINE operator WS_NARROW2_RAW() const {
    WS_NARROW2_RAW raw;
    raw.x = x.__x;
    raw.y = y.__x;
    return raw;
  }
};

namespace ws {
WS_INLINE double value_of(const WS_NARROW& v) { return v.ws_value(); }
WS_INLINE float single_of(const WS_NARROW& v) { return static_cast<float>(v.ws_value()); }
template <>
struct narrow_of<WS_NARROW> {
  static WS_INLINE WS_NARROW bits(unsigned short b) {
    WS_NARROW v;
    v.__x = b;
    return v;
  }
  static WS_INLINE WS_NARROW rounded(double value, rounding mode = rn) {
    return bits(WS_NARROW_FORMAT::from(value, mode));
  }
};
template <>
struct scalar_of<WS_NARROW> {
  static constexpr enum ws_scalar value = WS_NARROW_SCALAR;
};
}  // namespace ws
#define WS_ROUND(value) ::ws::narrow_of<WS_NARROW>::rounded(value)
#define WS_VALUE(v) ::ws::value_of(v)

// Conversions.
WS_INLINE WS_NARROW WS_FROM(__double2)(double a) { return WS_ROUND(a); }
WS_INLINE WS_NARROW WS_FROM(__float2)(float a) { return WS_ROUND(static_cast<double>(a)); }
WS_INLINE float WS_TO(2float)(WS_NARROW a) { return ::ws::single_of(a); }
#define WS_NARROW_CONVERSIONS(mode)                                                                \
  WS_INLINE WS_NARROW WS_NARROW_NAMED(__float2, WS_NARROW_NAME, _##mode)(float a) {                \
    return ::ws::narrow_of<WS_NARROW>::rounded(static_cast<double>(a), ::ws::mode);                \
  }                                                                                                \
  WS_FROM_INTEGER(short, short, double, mode)                                                      \
  WS_FROM_INTEGER(ushort, unsigned short, double, mode)                                            \
  WS_FROM_INTEGER(int, int, double, mode)                                                          \
  WS_FROM_INTEGER(uint, unsigned int, double, mode)                                                \
  WS_FROM_INTEGER(ll, long long, ::ws::sticky_double, mode)                                        \
  WS_FROM_INTEGER(ull, unsigned long long, ::ws::sticky_double, mode)                              \
  WS_TO_INTEGER(int, int, (::ws::to_integer<::ws::mode, int>(WS_VALUE(a), 0)), mode)               \
  WS_TO_INTEGER(uint, unsigned int, (::ws::to_integer<::ws::mode, unsigned int>(WS_VALUE(a), 0u)), \
                mode)                                                                              \
  WS_TO_INTEGER(                                                                                   \
      ll, long long,                                                                               \
      (::ws::to_integer<::ws::mode, long long>(WS_VALUE(a), ::ws::limits_of<long long>::lowest)),  \
      mode)                                                                                        \
  WS_TO_INTEGER(ull, unsigned long long,                                                           \
                (::ws::to_integer<::ws::mode, unsigned long long>(WS_VALUE(a), 1ull << 63)), mode) \
  WS_TO_INTEGER(short, short, (::ws::to_small_integer<::ws::mode, short>(WS_VALUE(a))), mode)      \
  WS_TO_INTEGER(ushort, unsigned short,                                                            \
                (::ws::to_small_integer<::ws::mode, unsigned short>(WS_VALUE(a))), mode)
#define WS_FROM_INTEGER(name, T, widen, mode)                                      \
  WS_INLINE WS_NARROW WS_NARROW_NAMED(__##name##2, WS_NARROW_NAME, _##mode)(T a) { \
    return ::ws::narrow_of<WS_NARROW>::rounded(widen(a), ::ws::mode);              \
  }
#define WS_TO_INTEGER(name, T, expression, mode)                                   \
  WS_INLINE T WS_NARROW_NAMED(__, WS_NARROW_NAME, 2##name##_##mode)(WS_NARROW a) { \
    return expression;                                                             \
  }
WS_NARROW_CONVERSIONS(rn)
WS_NARROW_CONVERSIONS(rz)
WS_NARROW_CONVERSIONS(ru)
WS_NARROW_CONVERSIONS(rd)
WS_TO_INTEGER(char, signed char, (::ws::to_small_integer<::ws::rz, signed char>(WS_VALUE(a))), rz)
WS_TO_INTEGER(uchar, unsigned char, (::ws::to_small_integer<::ws::rz, unsigned char>(WS_VALUE(a))),
              rz)
#undef WS_NARROW_CONVERSIONS
#undef WS_FROM_INTEGER
#undef WS_TO_INTEGER
WS_INLINE short WS_TO(_as_short)(WS_NARROW a) { return static_cast<short>(a.__x); }
WS_INLINE unsigned short WS_TO(_as_ushort)(WS_NARROW a) { return a.__x; }
WS_INLINE WS_NARROW WS_FROM(__short_as_)(short a) {
  return ::ws::narrow_of<WS_NARROW>::bits(static_cast<unsigned short>(a));
}
WS_INLINE WS_NARROW WS_FROM(__ushort_as_)(unsigned short a) {
  return ::ws::narrow_of<WS_NARROW>::bits(a);
}

// Pairs.
WS_INLINE WS_NARROW2 WS_JOIN(make_, WS_NARROW2_NAME)(WS_NARROW a, WS_NARROW b) {
  return WS_NARROW2(a, b);
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__float2, WS_NARROW2_NAME, _rn)(float a) {
  const WS_NARROW both = WS_ROUND(static_cast<double>(a));
  return WS_NARROW2(both, both);
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__floats2, WS_NARROW2_NAME, _rn)(float a, float b) {
  return WS_NARROW2(WS_ROUND(static_cast<double>(a)), WS_ROUND(static_cast<double>(b)));
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__float22, WS_NARROW2_NAME, _rn)(float2 a) {
  return WS_NARROW2(WS_ROUND(static_cast<double>(a.x)), WS_ROUND(static_cast<double>(a.y)));
}
WS_INLINE float2 WS_NARROW_NAMED(__, WS_NARROW2_NAME, 2float2)(WS_NARROW2 a) {
  return float2(::ws::single_of(a.x), ::ws::single_of(a.y));
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__, WS_NARROW_NAME, WS_NARROW2_TAIL)(WS_NARROW a) {
  return WS_NARROW2(a, a);
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__halves2, WS_NARROW2_NAME, )(WS_NARROW a, WS_NARROW b) {
  return WS_NARROW2(a, b);
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__lows2, WS_NARROW2_NAME, )(WS_NARROW2 a, WS_NARROW2 b) {
  return WS_NARROW2(a.x, b.x);
}
WS_INLINE WS_NARROW2 WS_NARROW_NAMED(__highs2, WS_NARROW2_NAME, )(WS_NARROW2 a, WS_NARROW2 b) {
  return WS_NARROW2(a.y, b.y);
}
WS_INLINE WS_NARROW2 __lowhigh2highlow(WS_NARROW2 a) { return WS_NARROW2(a.y, a.x); }
WS_INLINE WS_NARROW WS_FROM(__low2)(WS_NARROW2 a) { return a.x; }
WS_INLINE WS_NARROW WS_FROM(__high2)(WS_NARROW2 a) { return a.y; }
WS_INLINE WS_NARROW2 WS_JOIN(__low2, WS_NARROW2_NAME)(WS_NARROW2 a) { return WS_NARROW2(a.x, a.x); }
WS_INLINE WS_NARROW2 WS_JOIN(__high2, WS_NARROW2_NAME)(WS_NARROW2 a) {
  return WS_NARROW2(a.y, a.y);
}
WS_INLINE float __low2float(WS_NARROW2 a) { return ::ws::single_of(a.x); }
WS_INLINE float __high2float(WS_NARROW2 a) { return ::ws::single_of(a.y); }

// Arithmetic.
namespace ws {
WS_INLINE bool is_nan(WS_NARROW a) { return (a.__x & 0x7fffu) > WS_NARROW_FORMAT::infinity; }
WS_INLINE WS_NARROW nan_of(WS_NARROW) { return narrow_of<WS_NARROW>::bits(0x7fff); }
WS_INLINE WS_NARROW in_unit(WS_NARROW a) {
  const double v = value_of(a);
  return v > 0 ? v < 1 ? a : narrow_of<WS_NARROW>::rounded(1.0) : narrow_of<WS_NARROW>::bits(0);
}
WS_INLINE WS_NARROW not_below_zero(WS_NARROW a) {
  return is_nan(a) ? nan_of(a) : value_of(a) > 0 ? a : narrow_of<WS_NARROW>::bits(0);
}
// The zero with the sign + is the greater one.
WS_INLINE WS_NARROW greater_of(WS_NARROW a, WS_NARROW b) {
  if (is_nan(a)) return is_nan(b) ? nan_of(a) : b;
  if (is_nan(b)) return a;
  const double x = value_of(a), y = value_of(b);
  return x > y || (x == y && (a.__x >> 15) == 0) ? a : b;
}
WS_INLINE WS_NARROW lesser_of(WS_NARROW a, WS_NARROW b) {
  if (is_nan(a)) return is_nan(b) ? nan_of(a) : b;
  if (is_nan(b)) return a;
  const double x = value_of(a), y = value_of(b);
  return x < y || (x == y && (a.__x >> 15) != 0) ? a : b;
}
}  // namespace ws
WS_INLINE WS_NARROW __hadd(WS_NARROW a, WS_NARROW b) { return WS_ROUND(WS_VALUE(a) + WS_VALUE(b)); }
WS_INLINE WS_NARROW __hsub(WS_NARROW a, WS_NARROW b) { return WS_ROUND(WS_VALUE(a) - WS_VALUE(b)); }
WS_INLINE WS_NARROW __hmul(WS_NARROW a, WS_NARROW b) { return WS_ROUND(WS_VALUE(a) * WS_VALUE(b)); }
WS_INLINE WS_NARROW __hdiv(WS_NARROW a, WS_NARROW b) { return WS_ROUND(WS_VALUE(a) / WS_VALUE(b)); }
WS_INLINE WS_NARROW __hadd_rn(WS_NARROW a, WS_NARROW b) { return __hadd(a, b); }
WS_INLINE WS_NARROW __hsub_rn(WS_NARROW a, WS_NARROW b) { return __hsub(a, b); }
WS_INLINE WS_NARROW __hmul_rn(WS_NARROW a, WS_NARROW b) { return __hmul(a, b); }
WS_INLINE WS_NARROW __hadd_sat(WS_NARROW a, WS_NARROW b) { return ::ws::in_unit(__hadd(a, b)); }
WS_INLINE WS_NARROW __hsub_sat(WS_NARROW a, WS_NARROW b) { return ::ws::in_unit(__hsub(a, b)); }
WS_INLINE WS_NARROW __hmul_sat(WS_NARROW a, WS_NARROW b) { return ::ws::in_unit(__hmul(a, b)); }
WS_INLINE WS_NARROW __hfma(WS_NARROW a, WS_NARROW b, WS_NARROW c) {
  return WS_ROUND(::ws::odd_sum(WS_VALUE(a) * WS_VALUE(b), WS_VALUE(c)));
}
WS_INLINE WS_NARROW __hfma_sat(WS_NARROW a, WS_NARROW b, WS_NARROW c) {
  return ::ws::in_unit(__hfma(a, b, c));
}
WS_INLINE WS_NARROW __hfma_relu(WS_NARROW a, WS_NARROW b, WS_NARROW c) {
  return ::ws::not_below_zero(__hfma(a, b, c));
}
WS_INLINE WS_NARROW __hneg(WS_NARROW a) {
  return ::ws::is_nan(a)
             ? ::ws::nan_of(a)
             : ::ws::narrow_of<WS_NARROW>::bits(static_cast<unsigned short>(a.__x ^ 0x8000u));
}
WS_INLINE WS_NARROW __habs(WS_NARROW a) {
  return ::ws::narrow_of<WS_NARROW>::bits(static_cast<unsigned short>(a.__x & 0x7fffu));
}
WS_INLINE WS_NARROW __hmax(WS_NARROW a, WS_NARROW b) { return ::ws::greater_of(a, b); }
WS_INLINE WS_NARROW __hmin(WS_NARROW a, WS_NARROW b) { return ::ws::lesser_of(a, b); }
WS_INLINE WS_NARROW __hmax_nan(WS_NARROW a, WS_NARROW b) {
  return ::ws::is_nan(a) || ::ws::is_nan(b) ? ::ws::nan_of(a) : ::ws::greater_of(a, b);
}
WS_INLINE WS_NARROW __hmin_nan(WS_NARROW a, WS_NARROW b) {
  return ::ws::is_nan(a) || ::ws::is_nan(b) ? ::ws::nan_of(a) : ::ws::lesser_of(a, b);
}
WS_INLINE bool __hisnan(WS_NARROW a) { return ::ws::is_nan(a); }
WS_INLINE int __hisinf(WS_NARROW a) {
  return (a.__x & 0x7fffu) != WS_NARROW_FORMAT::infinity ? 0 : a.__x >> 15 ? -1 : 1;
}

#define WS_COMPARISON(name, op)                                        \
  WS_INLINE bool __h##name(WS_NARROW a, WS_NARROW b) {                 \
    return !__hisnan(a) && !__hisnan(b) && WS_VALUE(a) op WS_VALUE(b); \
  }                                                                    \
  WS_INLINE bool __h##name##u(WS_NARROW a, WS_NARROW b) {              \
    return __hisnan(a) || __hisnan(b) || WS_VALUE(a) op WS_VALUE(b);   \
  }                                                                    \
  WS_COMPARISON_OF_PAIRS(name, name)                                   \
  WS_COMPARISON_OF_PAIRS(name##u, name##u)
#define WS_COMPARISON_OF_PAIRS(name, scalar)                                                    \
  WS_INLINE WS_NARROW2 __h##name##2(WS_NARROW2 a, WS_NARROW2 b) {                               \
    return WS_NARROW2(WS_ROUND(__h##scalar(a.x, b.x) ? 1.0 : 0.0),                              \
                      WS_ROUND(__h##scalar(a.y, b.y) ? 1.0 : 0.0));                             \
  }                                                                                             \
  WS_INLINE unsigned int __h##name##2_mask(WS_NARROW2 a, WS_NARROW2 b) {                        \
    return (__h##scalar(a.x, b.x) ? 0xffffu : 0u) | (__h##scalar(a.y, b.y) ? 0xffff0000u : 0u); \
  }                                                                                             \
  WS_INLINE bool __hb##name##2(WS_NARROW2 a, WS_NARROW2 b) {                                    \
    return __h##scalar(a.x, b.x) && __h##scalar(a.y, b.y);                                      \
  }
WS_COMPARISON(eq, ==)
WS_COMPARISON(ne, !=)
WS_COMPARISON(le, <=)
WS_COMPARISON(ge, >=)
WS_COMPARISON(lt, <)
WS_COMPARISON(gt, >)
#undef WS_COMPARISON
#undef WS_COMPARISON_OF_PAIRS

#define WS_OF_PAIRS_1(name, scalar) \
  WS_INLINE WS_NARROW2 name(WS_NARROW2 a) { return WS_NARROW2(scalar(a.x), scalar(a.y)); }
#define WS_OF_PAIRS_2(name, scalar)                        \
  WS_INLINE WS_NARROW2 name(WS_NARROW2 a, WS_NARROW2 b) {  \
    return WS_NARROW2(scalar(a.x, b.x), scalar(a.y, b.y)); \
  }
#define WS_OF_PAIRS_3(name, scalar)                                     \
  WS_INLINE WS_NARROW2 name(WS_NARROW2 a, WS_NARROW2 b, WS_NARROW2 c) { \
    return WS_NARROW2(scalar(a.x, b.x, c.x), scalar(a.y, b.y, c.y));    \
  }
WS_OF_PAIRS_2(__hadd2, __hadd)
WS_OF_PAIRS_2(__hsub2, __hsub)
WS_OF_PAIRS_2(__hmul2, __hmul)
WS_OF_PAIRS_2(__h2div, __hdiv)
WS_OF_PAIRS_2(__hadd2_rn, __hadd)
WS_OF_PAIRS_2(__hsub2_rn, __hsub)
WS_OF_PAIRS_2(__hmul2_rn, __hmul)
WS_OF_PAIRS_2(__hadd2_sat, __hadd_sat)
WS_OF_PAIRS_2(__hsub2_sat, __hsub_sat)
WS_OF_PAIRS_2(__hmul2_sat, __hmul_sat)
WS_OF_PAIRS_3(__hfma2, __hfma)
WS_OF_PAIRS_3(__hfma2_sat, __hfma_sat)
WS_OF_PAIRS_3(__hfma2_relu, __hfma_relu)
WS_OF_PAIRS_1(__hneg2, __hneg)
WS_OF_PAIRS_1(__habs2, __habs)
WS_OF_PAIRS_2(__hmax2, __hmax)
WS_OF_PAIRS_2(__hmin2, __hmin)
WS_OF_PAIRS_2(__hmax2_nan, __hmax_nan)
WS_OF_PAIRS_2(__hmin2_nan, __hmin_nan)
WS_INLINE WS_NARROW2 __hisnan2(WS_NARROW2 a) {
  return WS_NARROW2(WS_ROUND(__hisnan(a.x) ? 1.0 : 0.0), WS_ROUND(__hisnan(a.y) ? 1.0 : 0.0));
}
// a * b + c of complex numbers, by four fused steps.
WS_INLINE WS_NARROW2 __hcmadd(WS_NARROW2 a, WS_NARROW2 b, WS_NARROW2 c) {
  const WS_NARROW real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return WS_NARROW2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

// Functions.
#define WS_NARROW_FUNCTION(name, expression) \
  WS_INLINE WS_NARROW h##name(WS_NARROW a) { \
    const double v = WS_VALUE(a);            \
    return WS_ROUND(expression);             \
  }                                          \
  WS_OF_PAIRS_1(h2##name, h##name)
WS_NARROW_FUNCTION(trunc, ::trunc(v))
WS_NARROW_FUNCTION(ceil, ::ceil(v))
WS_NARROW_FUNCTION(floor, ::floor(v))
WS_NARROW_FUNCTION(rint, ::rint(v))
WS_NARROW_FUNCTION(sqrt, ::sqrt(v))
WS_NARROW_FUNCTION(rsqrt, 1 / ::sqrt(v))
WS_NARROW_FUNCTION(rcp, 1 / v)
WS_NARROW_FUNCTION(log, ::log(v))
WS_NARROW_FUNCTION(log2, ::log2(v))
WS_NARROW_FUNCTION(log10, ::log10(v))
WS_NARROW_FUNCTION(exp, ::exp(v))
WS_NARROW_FUNCTION(exp2, ::exp2(v))
WS_NARROW_FUNCTION(exp10, ::exp10(v))
WS_NARROW_FUNCTION(cos, ::cos(v))
WS_NARROW_FUNCTION(sin, ::sin(v))
WS_NARROW_FUNCTION(tanh, ::tanh(v))
WS_NARROW_FUNCTION(tanh_approx, ::tanh(v))
#undef WS_NARROW_FUNCTION
#undef WS_OF_PAIRS_1
#undef WS_OF_PAIRS_2
#undef WS_OF_PAIRS_3

// Operators.
#define WS_OPERATORS(T, add, sub, mul, div, neg, one)                 \
  WS_INLINE T operator+(const T& a, const T& b) { return add(a, b); } \
  WS_INLINE T operator-(const T& a, const T& b) { return sub(a, b); } \
  WS_INLINE T operator*(const T& a, const T& b) { return mul(a, b); } \
  WS_INLINE T operator/(const T& a, const T& b) { return div(a, b); } \
  WS_INLINE T& operator+=(T& a, const T& b) { return a = add(a, b); } \
  WS_INLINE T& operator-=(T& a, const T& b) { return a = sub(a, b); } \
  WS_INLINE T& operator*=(T& a, const T& b) { return a = mul(a, b); } \
  WS_INLINE T& operator/=(T& a, const T& b) { return a = div(a, b); } \
  WS_INLINE T& operator++(T& a) { return a = add(a, one); }           \
  WS_INLINE T& operator--(T& a) { return a = sub(a, one); }           \
  WS_INLINE T operator++(T& a, int) {                                 \
    const T before(a);                                                \
    a = add(before, one);                                             \
    return before;                                                    \
  }                                                                   \
  WS_INLINE T operator--(T& a, int) {                                 \
    const T before(a);                                                \
    a = sub(before, one);                                             \
    return before;                                                    \
  }                                                                   \
  WS_INLINE T operator+(const T& a) { return a; }                     \
  WS_INLINE T operator-(const T& a) { return neg(a); }
WS_OPERATORS(WS_NARROW, __hadd, __hsub, __hmul, __hdiv, __hneg, WS_ROUND(1.0))
WS_OPERATORS(WS_NARROW2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2,
             WS_NARROW2(WS_ROUND(1.0), WS_ROUND(1.0)))
#undef WS_OPERATORS
#define WS_COMPARE(T, before, after)                  \
  WS_INLINE bool operator==(const T& a, const T& b) { \
    return WS_NARROW_NAMED(before, eq, after)(a, b);  \
  }                                                   \
  WS_INLINE bool operator!=(const T& a, const T& b) { \
    return WS_NARROW_NAMED(before, neu, after)(a, b); \
  }                                                   \
  WS_INLINE bool operator<(const T& a, const T& b) {  \
    return WS_NARROW_NAMED(before, lt, after)(a, b);  \
  }                                                   \
  WS_INLINE bool operator>(const T& a, const T& b) {  \
    return WS_NARROW_NAMED(before, gt, after)(a, b);  \
  }                                                   \
  WS_INLINE bool operator<=(const T& a, const T& b) { \
    return WS_NARROW_NAMED(before, le, after)(a, b);  \
  }                                                   \
  WS_INLINE bool operator>=(const T& a, const T& b) { \
    return WS_NARROW_NAMED(before, ge, after)(a, b);  \
  }
WS_COMPARE(WS_NARROW, __h, )
WS_COMPARE(WS_NARROW2, __hb, 2)
#undef WS_COMPARE

#if defined(__CUDACC__)
// Words of a warp, and atomics.
WS_SHUFFLES(WS_NARROW)
namespace ws {
// A pair travels as one word.
WS_INLINE unsigned int pair_bits(WS_NARROW2 v) {
  return v.x.__x | static_cast<unsigned int>(v.y.__x) << 16;
}
template <>
WS_INLINE WS_NARROW2 pair_from<WS_NARROW2>(unsigned int bits) {
  WS_NARROW2 v;
  v.x.__x = static_cast<unsigned short>(bits);
  v.y.__x = static_cast<unsigned short>(bits >> 16);
  return v;
}
}  // namespace ws
#define WS_SHUFFLE_PAIR(name, T)                                                           \
  WS_INLINE WS_NARROW2 name(unsigned int mask, WS_NARROW2 value, T lane, int width = 32) { \
    return ::ws::pair_from<WS_NARROW2>(name(mask, ::ws::pair_bits(value), lane, width));   \
  }
WS_SHUFFLE_PAIR(__shfl_sync, int)
WS_SHUFFLE_PAIR(__shfl_up_sync, unsigned int)
WS_SHUFFLE_PAIR(__shfl_down_sync, unsigned int)
WS_SHUFFLE_PAIR(__shfl_xor_sync, int)
#undef WS_SHUFFLE_PAIR
WS_ATOMIC(atomicAdd, WS_NARROW, ws_atomic_add)
// Each half on its own, as documented.
WS_YIELDING WS_INLINE WS_NARROW2 atomicAdd(WS_NARROW2* address, WS_NARROW2 value) {
  const WS_NARROW low = ::ws::atomic<WS_NARROW>(ws_atomic_add, &address->x, value.x);
  return WS_NARROW2(low, ::ws::atomic<WS_NARROW>(ws_atomic_add, &address->y, value.y));
}
#endif

#undef WS_ROUND
#undef WS_VALUE
#undef WS_JOIN
#undef WS_JOIN_
#undef WS_FROM
#undef WS_TO
#undef WS_NARROW_NAMED
#undef WS_NARROW_NAMED_
#undef WS_NARROW
#undef WS_NARROW2
#undef WS_NARROW_RAW
#undef WS_NARROW2_RAW
#undef WS_NARROW_FORMAT
#undef WS_NARROW_NAME
#undef WS_NARROW2_NAME
#undef WS_NARROW2_TAIL
#undef WS_NARROW_SCALAR
