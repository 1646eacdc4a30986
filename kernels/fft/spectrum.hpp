#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// Which sign the angle has: e^(-2πi jk/n) forward, e^(+2πi jk/n) inverse. Neither divides by n.
enum class FftDirection : std::uint8_t { forward, inverse };
[[nodiscard]] FftDirection fft_direction(const std::string& name);

/// e^(∓2πi k/n) for k below `count`, real and imaginary parts apart: made on the host, so that all
/// machines multiply by the same numbers.
struct Twiddles {
  std::vector<float> re, im;
};
[[nodiscard]] Twiddles twiddles(std::int64_t n, FftDirection direction, std::int64_t count);

/// The discrete Fourier transform of 2^k numbers in double precision, by halves: those at even and
/// those at odd places.
[[nodiscard]] std::vector<std::complex<double>> transformed(
    const std::vector<std::complex<double>>& signal, FftDirection direction);

/// How far each number of a transform in float may lie off, if the input's squares add up to
/// `length` squared. Each of the log2(n) stages multiplies what is there by at most 1 + η, with η =
/// u + 4 √2 u, of a rounded factor and a rounded product and sum, u = 2^-24; the length of the exact
/// result is √n times the input's (N. Higham, Accuracy and Stability of Numerical Algorithms, 24.1).
/// A stage of radix 4, with one product and two sums of each number, stays below two of these.
[[nodiscard]] double fft_tolerance(std::int64_t n, double length);

/// What is wrong with `batch` transforms, one after another: real parts of all, then imaginary ones,
/// both in input and output. Empty: nothing.
[[nodiscard]] Sentence fft_mismatch(const std::vector<float>& input, std::int64_t n,
                                    FftDirection direction, const std::vector<float>& output);

}  // namespace warpscope
