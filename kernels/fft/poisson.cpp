#include "kernels/fft/poisson.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "instrumentation/language/say.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

namespace {

constexpr double float_rounding = std::numeric_limits<float>::epsilon() / 2;  // relative

double eigenvalue_along(std::int64_t k, std::int64_t n) {
  const double sine = std::sin(std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  return 4 * sine * sine;  // 2 - 2 cos, without the difference of near numbers
}

/// The length of 4u - left - right - above - below.
double length_of_right_side(const std::vector<float>& u, std::size_t n) {
  double squares = 0;
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) {
      const auto at = [&](std::size_t row, std::size_t column) {
        return static_cast<double>(u[row % n * n + column % n]);
      };
      const double f =
          4 * at(y, x) - at(y, x + 1) - at(y, x + n - 1) - at(y + 1, x) - at(y + n - 1, x);
      squares += f * f;
    }
  }
  return std::sqrt(squares);
}

}  // namespace

std::vector<float> without_mean(const std::vector<float>& u) {
  const double mean = std::accumulate(u.begin(), u.end(), 0.0) / static_cast<double>(u.size());
  std::vector<float> rest;
  rest.reserve(u.size());
  for (const float value : u) rest.push_back(static_cast<float>(value - mean));
  return rest;
}

std::vector<float> poisson_eigenvalues(std::int64_t n) {
  std::vector<float> eigenvalues;
  for (std::int64_t k = 0; k < n; ++k) {
    eigenvalues.push_back(static_cast<float>(eigenvalue_along(std::min(k, n - k), n)));
  }
  return eigenvalues;
}

double poisson_tolerance(const std::vector<float>& u, std::int64_t n) {
  double squares = 0, largest = 0;
  for (const float value : u) {
    const auto number = static_cast<double>(value);
    squares += number * number;
    largest = std::max(largest, std::abs(number));
  }
  // Three sums of at most 4, and a multiply-add of at most 8 times the largest number.
  const double right_side = static_cast<double>(n) * 17 * float_rounding * largest;
  const int stages = 2 * std::countr_zero(static_cast<std::uint64_t>(n));
  const double transform = 7 * float_rounding * stages;  // relative, as in fft_tolerance
  const double before =
      right_side + transform * length_of_right_side(u, static_cast<std::size_t>(n));
  // Eigenvalue, their sum, quotient and product: four roundings. u's own mean: one.
  const double after =
      (4 * float_rounding + transform) * std::sqrt(squares) + float_rounding * largest;
  return 1.01 * (before / eigenvalue_along(1, n) + after);
}

Sentence poisson_mismatch(const std::vector<float>& u, std::int64_t n,
                          const std::vector<float>& result) {
  if (result.size() != 2 * u.size()) {
    return say("The result has {0} values, but should have {1}.", result.size(), 2 * u.size());
  }
  Reference reference{{u.begin(), u.end()}, std::vector<double>(u.size(), poisson_tolerance(u, n))};
  for (std::size_t i = 0; i < u.size(); ++i) {
    reference.values.push_back(static_cast<double>(std::abs(result[i] - u[i])));
    reference.tolerance.push_back(0);
  }
  return mismatch_of(result, reference);
}

}  // namespace warpscope
