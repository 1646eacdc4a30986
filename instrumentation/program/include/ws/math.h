// Mathematics that CUDA has beyond the C library, and the fast forms. Errors lie within those that CUDA documents
// for its functions; the fast forms are as exact as the others.
#pragma once
#pragma GCC system_header

#include <math.h>

#include "ws/rounding.h"

namespace ws {
constexpr double pi = 3.141592653589793238462643383279502884;
constexpr double sqrt_half = 0.707106781186547524400844362104849039;

// sin and cos of pi*x: exact where x is a multiple of a half.
WS_WHOLE double sin_pi(double x) {
  const double r = x - 2 * ::rint(x / 2);  // -1 … 1, exact
  const double a = ::fabs(r);
  const double value = a <= 0.25   ? ::sin(pi * a)
                       : a <= 0.75 ? ::cos(pi * (0.5 - a))
                                   : ::sin(pi * (1 - a));
  return ::copysign(a == 0 || a == 1 ? 0 * x
                    : r < 0          ? -value
                                     : value,
                    a == 0 || a == 1         ? x
                    : (r < 0) == (value < 0) ? 1.0
                                             : -1.0);
}
WS_WHOLE double cos_pi(double x) {
  const double r = ::fabs(x - 2 * ::rint(x / 2));
  if (r == 0.5) return 0;
  return r <= 0.25 ? ::cos(pi * r) : r <= 0.75 ? ::sin(pi * (0.5 - r)) : -::cos(pi * (1 - r));
}

// exp(x*x) * erfc(x)
inline WS_UNHOOKED double erfc_scaled(double x) {
  if (x < 0) {
    const double square = static_cast<double>(expl(static_cast<long double>(x) * x));
    return 2 * square - erfc_scaled(-x);
  }
  if (x < 10) {
    return static_cast<double>(expl(static_cast<long double>(x) * x) *
                               erfcl(static_cast<long double>(x)));
  }
  // Laplace's continued fraction.
  double tail = 0;
  for (int k = 60; k > 0; k--) tail = 0.5 * k / (x + tail);
  return 0.56418958354775628695 / (x + tail);
}

// Acklam's start, then Halley's steps for erfc(x/sqrt 2)/2 = p.
inline WS_UNHOOKED double normal_quantile(double p) {
  if (!(p >= 0 && p <= 1)) return __builtin_nan("");
  if (p == 0) return -__builtin_inf();
  if (p == 1) return __builtin_inf();
  double x;
  if (p < 0.02425 || p > 1 - 0.02425) {
    const double q = ::sqrt(-2 * ::log(p < 0.5 ? p : 1 - p));
    x = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q -
           2.549732539343734) *
              q +
          4.374664141464968) *
             q +
         2.938163982698783) /
        ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q +
          3.754408661907416) *
             q +
         1);
    if (p > 0.5) x = -x;
  } else {
    const double q = p - 0.5, r = q * q;
    x = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
           1.383577518672690e+02) *
              r -
          3.066479806614716e+01) *
             r +
         2.506628277459239) *
        q /
        (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
           6.680131188771972e+01) *
              r -
          1.328068155288572e+01) *
             r +
         1);
  }
  for (int step = 0; step < 2; step++) {
    const long double lx = x;
    const long double error =
        p < 0.5 ? 0.5L * erfcl(-lx * 0.707106781186547524400844362104849039L) - p
                : (1 - p) - 0.5L * erfcl(lx * 0.707106781186547524400844362104849039L);
    const long double u = error * 2.506628274631000502415765284811L * expl(lx * lx / 2);
    if (!(u == u)) break;
    x = static_cast<double>(lx - u / (1 + lx * u / 2));
  }
  return x;
}
// erfc(x) = p, also for p so small that p/2 loses nothing.
inline WS_UNHOOKED double erfc_inverse(double p) {
  if (!(p >= 0 && p <= 2)) return __builtin_nan("");
  if (p == 1) return 0;
  return -normal_quantile(p / 2) * sqrt_half;
}
// erf(x) = p. Near 0 by Newton's steps on erf itself, which loses nothing there.
inline WS_UNHOOKED double erf_inverse(double p) {
  if (!(p >= -1 && p <= 1)) return __builtin_nan("");
  const double a = ::fabs(p);
  if (a == 0) return p;
  double x;
  if (a < 0.5) {
    long double at = a * 0.886226925452758013649083741671L;
    for (int step = 0; step < 5; step++) {
      at -= (erfl(at) - a) * 0.886226925452758013649083741671L * expl(at * at);
    }
    x = static_cast<double>(at);
  } else {
    x = erfc_inverse(1 - a);
  }
  return ::copysign(x, p);
}

inline WS_UNHOOKED double normal_distribution(double x) {
  return static_cast<double>(
      0.5L * erfcl(-static_cast<long double>(x) * 0.707106781186547524400844362104849039L));
}
inline WS_UNHOOKED double normal_inverse(double p) {
  if (p > 0.25 && p < 0.75) return 2 * sqrt_half * erf_inverse(2 * p - 1);
  return normal_quantile(p);
}

// Modified Bessel functions: the power series, which has no cancellation.
inline WS_UNHOOKED double bessel_i(int order, double x) {
  const long double quarter = static_cast<long double>(x) * x / 4;
  if (::fabs(x) > 700) return order == 1 && x < 0 ? -__builtin_inf() : __builtin_inf();
  long double term = 1, sum = 1;
  for (int k = 1; k < 2000 && term > sum * 1e-20L; k++) {
    term *= quarter / (static_cast<long double>(k) * (k + order));
    sum += term;
  }
  return static_cast<double>(order == 0 ? sum : sum * x / 2);
}
}  // namespace ws

// A double's function, and for floats the double's result rounded: with and without the f, as CUDA overloads them.
#define WS_FUNCTION_1(name, expression)                  \
  WS_INLINE double name(double x) { return expression; } \
  WS_INLINE float name##f(float single) {                \
    const double x = single;                             \
    return static_cast<float>(expression);               \
  }                                                      \
  WS_INLINE float name(float single) { return name##f(single); }
WS_FUNCTION_1(rsqrt, 1 / ::sqrt(x))
WS_FUNCTION_1(rcbrt, 1 / ::cbrt(x))
WS_FUNCTION_1(sinpi, ::ws::sin_pi(x))
WS_FUNCTION_1(cospi, ::ws::cos_pi(x))
WS_FUNCTION_1(erfinv, ::ws::erf_inverse(x))
WS_FUNCTION_1(erfcinv, ::ws::erfc_inverse(x))
WS_FUNCTION_1(erfcx, ::ws::erfc_scaled(x))
WS_FUNCTION_1(normcdf, ::ws::normal_distribution(x))
WS_FUNCTION_1(normcdfinv, ::ws::normal_inverse(x))
WS_FUNCTION_1(cyl_bessel_i0, ::ws::bessel_i(0, x))
WS_FUNCTION_1(cyl_bessel_i1, ::ws::bessel_i(1, x))
#undef WS_FUNCTION_1

// Whole templates, so that integers find the double's.
WS_INLINE float exp10(float x) { return exp10f(x); }
WS_INLINE float j0(float x) { return j0f(x); }
WS_INLINE float j1(float x) { return j1f(x); }
WS_INLINE float jn(int n, float x) { return jnf(n, x); }
WS_INLINE float y0(float x) { return y0f(x); }
WS_INLINE float y1(float x) { return y1f(x); }
WS_INLINE float yn(int n, float x) { return ynf(n, x); }

// sincos of the C library would store where no hook sees it.
WS_INLINE void ws_sincos(double x, double* sine, double* cosine) {
  const double s = ::sin(x), c = ::cos(x);
  *sine = s;
  *cosine = c;
}
WS_INLINE void ws_sincosf(float x, float* sine, float* cosine) {
  const float s = sinf(x), c = cosf(x);
  *sine = s;
  *cosine = c;
}
WS_INLINE void ws_sincos(float x, float* sine, float* cosine) { ws_sincosf(x, sine, cosine); }
#define sincos(x, sine, cosine) ws_sincos(x, sine, cosine)
#define sincosf(x, sine, cosine) ws_sincosf(x, sine, cosine)
WS_INLINE void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
WS_INLINE void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
WS_INLINE void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

WS_INLINE double norm3d(double a, double b, double c) { return ::hypot(::hypot(a, b), c); }
WS_INLINE double norm4d(double a, double b, double c, double d) {
  return ::hypot(::hypot(a, b), ::hypot(c, d));
}
WS_INLINE double rhypot(double a, double b) { return 1 / ::hypot(a, b); }
WS_INLINE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
WS_INLINE double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
WS_INLINE float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
WS_INLINE float norm4df(float a, float b, float c, float d) {
  return static_cast<float>(norm4d(a, b, c, d));
}
WS_INLINE float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
WS_INLINE float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
WS_INLINE float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(rnorm4d(a, b, c, d));
}
WS_YIELDING WS_INLINE double norm(int count, const double* values) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum = ::hypot(sum, values[i]);
  return sum;
}
WS_YIELDING WS_INLINE float normf(int count, const float* values) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum = ::hypot(sum, static_cast<double>(values[i]));
  return static_cast<float>(sum);
}
WS_YIELDING WS_INLINE double rnorm(int count, const double* values) {
  return 1 / norm(count, values);
}
WS_YIELDING WS_INLINE float rnormf(int count, const float* values) {
  return 1 / normf(count, values);
}

// Fast forms.
WS_INLINE float __sinf(float x) { return sinf(x); }
WS_INLINE float __cosf(float x) { return cosf(x); }
WS_INLINE float __tanf(float x) { return tanf(x); }
WS_INLINE float __tanhf(float x) { return tanhf(x); }
WS_INLINE float __expf(float x) { return expf(x); }
WS_INLINE float __exp10f(float x) { return exp10f(x); }
WS_INLINE float __exp2f(float x) { return exp2f(x); }
WS_INLINE float __logf(float x) { return logf(x); }
WS_INLINE float __log2f(float x) { return log2f(x); }
WS_INLINE float __log10f(float x) { return log10f(x); }
WS_INLINE float __powf(float x, float y) { return exp2f(y * log2f(x)); }
WS_INLINE void __sincosf(float x, float* sine, float* cosine) { ws_sincosf(x, sine, cosine); }
WS_INLINE float __frsqrt_rn(float x) {
  return static_cast<float>(1 / ::sqrt(static_cast<double>(x)));
}
WS_INLINE float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
// Documented: 0 for large divisors.
WS_WHOLE float __fdividef(float x, float y) {
  if (fabsf(y) > 8.507059173023461586e37f && fabsf(y) < __builtin_inff()) return x * 0.0f;
  return x / y;
}
WS_INLINE float fdividef(float x, float y) { return x / y; }
WS_INLINE double fdivide(double x, double y) { return x / y; }
WS_INLINE float fdivide(float x, float y) { return x / y; }
WS_INLINE float saturate(float x) { return __saturatef(x); }
