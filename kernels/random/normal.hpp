#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/random/philox.hpp"

namespace warpscope {

// Normal numbers of uniform ones. Logarithm, sine and cosine are polynomials of multiply_add, because
// those of libraries differ in the last place: so all machines draw the same numbers, to the bit.

/// The natural logarithm of a normal number above 0, less than one last place off.
constexpr float log_of(float x) {
  // x = 2^exponent · m with m from 2/3 to 4/3, where log m = f - f²/2 + f³ · (1/3 - f/4 + …).
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t exponent = (bits - 0x3f2aaaabU) & 0xff800000U;
  const float f = std::bit_cast<float>(bits - exponent) - 1;
  float p = -0x1.f0a9eep-4F;
  p = multiply_add(p, f, 0x1.12f598p-3F);
  p = multiply_add(p, f, -0x1.f9b330p-4F);
  p = multiply_add(p, f, 0x1.21249ap-3F);
  p = multiply_add(p, f, -0x1.55678cp-3F);
  p = multiply_add(p, f, 0x1.99ad6cp-3F);
  p = multiply_add(p, f, -0x1.fffff0p-3F);
  p = multiply_add(p, f, 0x1.55554cp-2F);
  p = multiply_add(p, f, -0.5F);
  const float square = f * f;
  const float log_of_m = multiply_add(p, square, f);
  constexpr float log_2 = 0x1.62e430p-1F;
  return multiply_add(static_cast<float>(static_cast<std::int32_t>(exponent) >> 23), log_2,
                      log_of_m);
}

/// Sine and cosine of an angle from 0 to 2π, less than 1.2 last places off.
constexpr Vec2<float> sine_and_cosine(float angle) {
  constexpr float per_quarter = 0x1.45f306p-1F;                                   // 2 / π
  constexpr float quarter[] = {0x1.921fb6p+0F, -0x1.777p-25F, -0x1.4b9ee6p-38F};  // π / 2
  const auto turns = static_cast<int>(multiply_add(angle, per_quarter, 0.5F));
  const auto quarters = static_cast<float>(turns);
  // r + rest = angle - quarters · π / 2, which one float would round too early.
  const float near = multiply_add(-quarters, quarter[0], angle);
  const float r = multiply_add(-quarters, quarter[1], near);
  const float lost = multiply_add(-quarters, quarter[1], near - r);  // exact
  const float rest = multiply_add(-quarters, quarter[2], lost);
  const float z = r * r;

  float sine = 0x1.6dbcfcp-19F;
  sine = multiply_add(sine, z, -0x1.a013a4p-13F);
  sine = multiply_add(sine, z, 0x1.11110ep-7F);
  sine = multiply_add(sine, z, -0x1.555556p-3F);
  const float cube = z * r;
  sine = multiply_add(sine, cube, rest) + r;

  float cosine = 0x1.9bd786p-16F;
  cosine = multiply_add(cosine, z, -0x1.6c12d0p-10F);
  cosine = multiply_add(cosine, z, 0x1.555554p-5F);
  cosine = multiply_add(cosine, z, -0.5F);
  const float fall = multiply_add(cosine, z, -r * rest);
  cosine = 1 + fall;

  const bool odd = turns % 2 != 0;
  const float x = odd ? cosine : sine, y = odd ? sine : cosine;
  return {(turns & 2) != 0 ? -x : x, ((turns + 1) & 2) != 0 ? -y : y};
}

/// A word as an angle up to 2π, as cuRAND rounds it on a GPU.
constexpr float angle_of(std::uint32_t word) {
  constexpr float unit = 2.3283064e-10F * 6.2831855F;  // 2π / 2^32
  return multiply_add(static_cast<float>(word), unit, unit / 2);
}

/// Two numbers with the mean 0 and the deviation 1 of two words, by the formulas of cuRAND's
/// curand_normal2(): G. Box and M. Muller, A note on the generation of random normal deviates, 1958.
/// Only its sine and cosine differ: on a GPU they are __sincosf(), up to 2^-21 off.
constexpr Vec2<float> normals_of(std::uint32_t a, std::uint32_t b) {
  const float radius = square_root(-2 * log_of(uniform_of(a)));
  const Vec2<float> direction = sine_and_cosine(angle_of(b));
  return {radius * direction.x, radius * direction.y};
}

/// What a number should be, and how far the arithmetic of float may lie off.
struct ExactNumber {
  double value = 0, tolerance = 0;
};

/// normals_of() in double precision.
[[nodiscard]] std::array<ExactNumber, 2> exact_normals(std::uint32_t a, std::uint32_t b);

}  // namespace warpscope
