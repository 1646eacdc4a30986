#include "kernels/fft/spectrum.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/problem.hpp"

namespace warpscope {

namespace {

using Number = std::complex<double>;

/// Exact where the angle is a multiple of a right one.
Number root_of_unity(std::int64_t k, std::int64_t n, FftDirection direction) {
  const double sign = direction == FftDirection::forward ? -1 : 1;
  const std::int64_t quarters = 4 * k / n % 4;
  if (4 * k % n == 0) {
    constexpr double cosines[] = {1, 0, -1, 0}, sines[] = {0, 1, 0, -1};
    return {cosines[quarters], sign * sines[quarters]};
  }
  const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
  return {std::cos(angle), sign * std::sin(angle)};
}

}  // namespace

FftDirection fft_direction(const std::string& name) {
  return name == "inverse" ? FftDirection::inverse : FftDirection::forward;
}

Twiddles twiddles(std::int64_t n, FftDirection direction, std::int64_t count) {
  Twiddles table;
  for (std::int64_t k = 0; k < count; ++k) {
    const Number root = root_of_unity(k, n, direction);
    table.re.push_back(static_cast<float>(root.real()));
    table.im.push_back(static_cast<float>(root.imag()));
  }
  return table;
}

std::vector<Number> transformed(const std::vector<Number>& signal, FftDirection direction) {
  const std::size_t n = signal.size();
  if (n < 2) return signal;
  std::vector<Number> even, odd;
  for (std::size_t i = 0; i < n; i += 2) {
    even.push_back(signal[i]);
    odd.push_back(signal[i + 1]);
  }
  even = transformed(even, direction);
  odd = transformed(odd, direction);
  std::vector<Number> result(n);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const Number turned = odd[k] * root_of_unity(static_cast<std::int64_t>(k),
                                                 static_cast<std::int64_t>(n), direction);
    result[k] = even[k] + turned;
    result[k + n / 2] = even[k] - turned;
  }
  return result;
}

double fft_tolerance(std::int64_t n, double length) {
  constexpr double unit = std::numeric_limits<float>::epsilon() / 2;
  constexpr double eta = 7 * unit;  // 1 + 4 √2 = 6.66, and what is of second order
  const int stages = std::countr_zero(static_cast<std::uint64_t>(n));
  return stages * eta * std::sqrt(static_cast<double>(n)) * length;
}

Sentence fft_mismatch(const std::vector<float>& input, std::int64_t n, FftDirection direction,
                      const std::vector<float>& output) {
  const std::size_t size = input.size() / 2;
  const auto length = static_cast<std::size_t>(n);
  Reference reference{std::vector<double>(2 * size), std::vector<double>(2 * size)};
  for (std::size_t first = 0; first < size; first += length) {
    std::vector<Number> signal;
    double squares = 0;
    for (std::size_t i = first; i < first + length; ++i) {
      signal.emplace_back(input[i], input[size + i]);
      squares += std::norm(signal.back());
    }
    const double tolerance = fft_tolerance(n, std::sqrt(squares));
    const std::vector<Number> exact = transformed(signal, direction);
    for (std::size_t k = 0; k < length; ++k) {
      reference.values[first + k] = exact[k].real();
      reference.values[size + first + k] = exact[k].imag();
      reference.tolerance[first + k] = reference.tolerance[size + first + k] = tolerance;
    }
  }
  return mismatch_of(output, reference);
}

}  // namespace warpscope
