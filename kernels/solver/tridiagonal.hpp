#pragma once

#include <span>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// Equations a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = f[i]; a.front() and c.back() are 0.
template <class Number>
struct Tridiagonal {
  std::vector<Number> a, b, c, f;
};

/// The Thomas algorithm: elimination on one thread, without pivoting, in 2 n steps and 8 n - 7
/// operations. What the solvers on the GPU are held against.
template <class Number>
[[nodiscard]] std::vector<Number> thomas(Tridiagonal<Number> system) {
  auto& [a, b, c, f] = system;
  const std::size_t n = b.size();
  for (std::size_t i = 1; i < n; ++i) {
    const Number k = a[i] / b[i - 1];
    b[i] = b[i] - k * c[i - 1];
    f[i] = f[i] - k * f[i - 1];
  }
  std::vector<Number> x(n);
  x[n - 1] = f[n - 1] / b[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) x[i] = (f[i] - c[i] * x[i + 1]) / b[i];
  return x;
}

/// How far x is from solving the system: ‖Ax - f‖ / (‖A‖ ‖x‖ + ‖f‖) in the maximum norm, the
/// relative change of A and f that would make x exact. Infinite where x is not finite.
/// Source: Higham, Accuracy and Stability of Numerical Algorithms, theorem 7.1.
[[nodiscard]] double backward_error(const Tridiagonal<double>& system, std::span<const double> x);

/// The most that cyclic reduction in float, in either form, leaves on n equations that are
/// diagonally dominant: some roundings in each of its log2 n steps.
[[nodiscard]] double backward_error_bound(std::size_t n);

/// Why elimination without pivoting may fail on the system: "is not diagonally dominant (row 7:
/// |2| < |1| + |3|), so that …". Empty where nothing speaks against it. Rows count from 0.
[[nodiscard]] Sentence doubt(const Tridiagonal<double>& system);

/// What is wrong with the solutions of systems that are beyond doubt; empty: nothing. `x` holds the
/// solutions one after another.
[[nodiscard]] Sentence solution_mismatch(const std::vector<Tridiagonal<double>>& systems,
                                         std::span<const double> x);
/// What became of the doubtful systems: a sentence about the worst of them.
[[nodiscard]] std::vector<Sentence> solution_remarks(
    const std::vector<Tridiagonal<double>>& systems, std::span<const double> x);

}  // namespace warpscope
