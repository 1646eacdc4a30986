#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// x := x + alpha (A x - f), from x = 0. Jacobi's method is the one with A = B - E, f = -g and
/// alpha = 1.
struct Iteration {
  std::vector<double> a;  ///< row by row
  std::vector<double> f;
  double alpha = 1;
  std::string_view matrix;  ///< that multiplies the error in each iteration: "E + alpha A"

  [[nodiscard]] std::size_t size() const { return f.size(); }
};

/// Where the iteration is after `count` times, and how far floats may be off.
struct IterationResult {
  std::vector<double> x;
  /// Absolute, per unknown: every rounding of every iteration, carried on by |E + αA|.
  std::vector<double> tolerance;
  bool may_overflow = false;   ///< some number on the way may exceed what a float holds
  bool must_overflow = false;  ///< some unknown certainly does
};
[[nodiscard]] IterationResult iterate(const Iteration& iteration, int count);

/// The largest entry of A x - f. Infinite where x is not finite.
[[nodiscard]] double residual_norm(const Iteration& iteration, std::span<const double> x);

/// The smallest of three norms of E + αA: rows, columns, and the Euclidean one (by the power
/// method, a little too small). Below 1 the iteration converges whatever f is.
[[nodiscard]] double iteration_norm(const Iteration& iteration);

/// What is wrong with a result of floats; empty: nothing. Where floats may overflow, only whether
/// they are finite is looked at.
[[nodiscard]] Sentence iteration_mismatch(const Iteration& iteration, int count,
                                          const std::vector<double>& x);
/// Whether the iteration diverges, in a sentence.
[[nodiscard]] std::vector<Sentence> iteration_remarks(const Iteration& iteration, int count,
                                                      std::span<const double> x);

}  // namespace warpscope
