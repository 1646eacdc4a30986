// min and max for numbers, as CUDA overloads them in the global namespace.
#pragma once
#pragma GCC system_header

#include <math.h>

#include "ws/function.h"

WS_INLINE constexpr int min(int a, int b) {
  return static_cast<int>(a) < static_cast<int>(b) ? static_cast<int>(a) : static_cast<int>(b);
}
WS_INLINE constexpr int max(int a, int b) {
  return static_cast<int>(a) > static_cast<int>(b) ? static_cast<int>(a) : static_cast<int>(b);
}
WS_INLINE constexpr unsigned int min(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>(a) < static_cast<unsigned int>(b) ? static_cast<unsigned int>(a)
                                                                     : static_cast<unsigned int>(b);
}
WS_INLINE constexpr unsigned int max(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>(a) > static_cast<unsigned int>(b) ? static_cast<unsigned int>(a)
                                                                     : static_cast<unsigned int>(b);
}
WS_INLINE constexpr unsigned int min(int a, unsigned int b) {
  return static_cast<unsigned int>(a) < static_cast<unsigned int>(b) ? static_cast<unsigned int>(a)
                                                                     : static_cast<unsigned int>(b);
}
WS_INLINE constexpr unsigned int max(int a, unsigned int b) {
  return static_cast<unsigned int>(a) > static_cast<unsigned int>(b) ? static_cast<unsigned int>(a)
                                                                     : static_cast<unsigned int>(b);
}
WS_INLINE constexpr unsigned int min(unsigned int a, int b) {
  return static_cast<unsigned int>(a) < static_cast<unsigned int>(b) ? static_cast<unsigned int>(a)
                                                                     : static_cast<unsigned int>(b);
}
WS_INLINE constexpr unsigned int max(unsigned int a, int b) {
  return static_cast<unsigned int>(a) > static_cast<unsigned int>(b) ? static_cast<unsigned int>(a)
                                                                     : static_cast<unsigned int>(b);
}
WS_INLINE constexpr long min(long a, long b) {
  return static_cast<long>(a) < static_cast<long>(b) ? static_cast<long>(a) : static_cast<long>(b);
}
WS_INLINE constexpr long max(long a, long b) {
  return static_cast<long>(a) > static_cast<long>(b) ? static_cast<long>(a) : static_cast<long>(b);
}
WS_INLINE constexpr unsigned long min(unsigned long a, unsigned long b) {
  return static_cast<unsigned long>(a) < static_cast<unsigned long>(b)
             ? static_cast<unsigned long>(a)
             : static_cast<unsigned long>(b);
}
WS_INLINE constexpr unsigned long max(unsigned long a, unsigned long b) {
  return static_cast<unsigned long>(a) > static_cast<unsigned long>(b)
             ? static_cast<unsigned long>(a)
             : static_cast<unsigned long>(b);
}
WS_INLINE constexpr unsigned long min(long a, unsigned long b) {
  return static_cast<unsigned long>(a) < static_cast<unsigned long>(b)
             ? static_cast<unsigned long>(a)
             : static_cast<unsigned long>(b);
}
WS_INLINE constexpr unsigned long max(long a, unsigned long b) {
  return static_cast<unsigned long>(a) > static_cast<unsigned long>(b)
             ? static_cast<unsigned long>(a)
             : static_cast<unsigned long>(b);
}
WS_INLINE constexpr unsigned long min(unsigned long a, long b) {
  return static_cast<unsigned long>(a) < static_cast<unsigned long>(b)
             ? static_cast<unsigned long>(a)
             : static_cast<unsigned long>(b);
}
WS_INLINE constexpr unsigned long max(unsigned long a, long b) {
  return static_cast<unsigned long>(a) > static_cast<unsigned long>(b)
             ? static_cast<unsigned long>(a)
             : static_cast<unsigned long>(b);
}
WS_INLINE constexpr long long min(long long a, long long b) {
  return static_cast<long long>(a) < static_cast<long long>(b) ? static_cast<long long>(a)
                                                               : static_cast<long long>(b);
}
WS_INLINE constexpr long long max(long long a, long long b) {
  return static_cast<long long>(a) > static_cast<long long>(b) ? static_cast<long long>(a)
                                                               : static_cast<long long>(b);
}
WS_INLINE constexpr unsigned long long min(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(a) < static_cast<unsigned long long>(b)
             ? static_cast<unsigned long long>(a)
             : static_cast<unsigned long long>(b);
}
WS_INLINE constexpr unsigned long long max(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(a) > static_cast<unsigned long long>(b)
             ? static_cast<unsigned long long>(a)
             : static_cast<unsigned long long>(b);
}
WS_INLINE constexpr unsigned long long min(long long a, unsigned long long b) {
  return static_cast<unsigned long long>(a) < static_cast<unsigned long long>(b)
             ? static_cast<unsigned long long>(a)
             : static_cast<unsigned long long>(b);
}
WS_INLINE constexpr unsigned long long max(long long a, unsigned long long b) {
  return static_cast<unsigned long long>(a) > static_cast<unsigned long long>(b)
             ? static_cast<unsigned long long>(a)
             : static_cast<unsigned long long>(b);
}
WS_INLINE constexpr unsigned long long min(unsigned long long a, long long b) {
  return static_cast<unsigned long long>(a) < static_cast<unsigned long long>(b)
             ? static_cast<unsigned long long>(a)
             : static_cast<unsigned long long>(b);
}
WS_INLINE constexpr unsigned long long max(unsigned long long a, long long b) {
  return static_cast<unsigned long long>(a) > static_cast<unsigned long long>(b)
             ? static_cast<unsigned long long>(a)
             : static_cast<unsigned long long>(b);
}
WS_INLINE float min(float a, float b) {
  return fminf(static_cast<float>(a), static_cast<float>(b));
}
WS_INLINE float max(float a, float b) {
  return fmaxf(static_cast<float>(a), static_cast<float>(b));
}
WS_INLINE double min(double a, double b) {
  return fmin(static_cast<double>(a), static_cast<double>(b));
}
WS_INLINE double max(double a, double b) {
  return fmax(static_cast<double>(a), static_cast<double>(b));
}
WS_INLINE double min(float a, double b) {
  return fmin(static_cast<double>(a), static_cast<double>(b));
}
WS_INLINE double max(float a, double b) {
  return fmax(static_cast<double>(a), static_cast<double>(b));
}
WS_INLINE double min(double a, float b) {
  return fmin(static_cast<double>(a), static_cast<double>(b));
}
WS_INLINE double max(double a, float b) {
  return fmax(static_cast<double>(a), static_cast<double>(b));
}
#define WS_NAMED(name, T, function) \
  WS_INLINE constexpr T name(T a, T b) { return function(a, b); }
WS_NAMED(umin, unsigned int, min)
WS_NAMED(umax, unsigned int, max)
WS_NAMED(llmin, long long, min)
WS_NAMED(llmax, long long, max)
WS_NAMED(ullmin, unsigned long long, min)
WS_NAMED(ullmax, unsigned long long, max)
#undef WS_NAMED
