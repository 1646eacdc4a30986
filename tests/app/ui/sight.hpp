#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "app/ui/theme.hpp"

namespace warpscope::test {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Sight {
  const char* name;
  Matrix seen;  ///< linear red, green, blue as they are seen
};
/// Machado, Oliveira, Fernandes 2009, severity 1.
inline constexpr std::array<Sight, 4> sights{{
    {"full colour", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
}};

inline Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  }
  return result;
}

inline Vector linear(Color color) {
  const auto channel = [](std::uint8_t value) {
    const double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {channel(color.r), channel(color.g), channel(color.b)};
}

/// CIE L*a*b* of linear sRGB, white D65.
inline Vector lab(Vector rgb) {
  for (double& channel : rgb) channel = std::clamp(channel, 0.0, 1.0);
  constexpr Matrix to_xyz{{{0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047},
                           {0.2126, 0.7152, 0.0722},
                           {0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883}}};
  const auto f = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const Vector xyz = times(to_xyz, rgb);
  return {116 * f(xyz[1]) - 16, 500 * (f(xyz[0]) - f(xyz[1])), 200 * (f(xyz[1]) - f(xyz[2]))};
}

/// CIE 1976 colour difference as an eye of this kind sees it; about 2.3 is just noticeable.
inline double distance(Color a, Color b, const Sight& sight) {
  const Vector p = lab(times(sight.seen, linear(a))), q = lab(times(sight.seen, linear(b)));
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// "#56b4e9"
inline std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

}  // namespace warpscope::test
