#pragma once

#include <span>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// A symmetric matrix whose eigenvalues are known: H D H, with the reflection H that `normal` (not
/// zero) is the normal of. D holds `first`, then ratio · first, then smaller ones of the same sign,
/// evenly down towards 0.
struct Eigenproblem {
  static constexpr double first = 8;
  double ratio = 0;
  std::vector<float> matrix;  ///< row by row
  std::vector<double> a1;     ///< the first eigenvector, of length 1

  [[nodiscard]] std::size_t size() const { return a1.size(); }
};
[[nodiscard]] Eigenproblem eigenproblem(std::span<const float> normal, double ratio);

/// Where the power method is after `count` iterations from v = 1, …, 1, in higher precision.
struct PowerResult {
  std::vector<double> v;  ///< of length 1
  double lambda = 0;      ///< Rayleigh's quotient of the vector before the last product
  double moved = 0;       ///< by the last iteration: as kernels/solver/power_method.cuh takes it
  /// By how much floats may be off: length of the error of v, and of lambda.
  double tolerance = 0, lambda_tolerance = 0;
};
[[nodiscard]] PowerResult power_iterations(const Eigenproblem& problem, int count);

/// What is wrong with a result: v, then lambda, then how many iterations it took, of at most
/// `most`. Empty: nothing.
[[nodiscard]] Sentence power_mismatch(const Eigenproblem& problem, int most,
                                      const std::vector<double>& result);
/// Whether the vector still moves, in a sentence.
[[nodiscard]] std::vector<Sentence> power_remarks(const Eigenproblem& problem, int most,
                                                  const std::vector<double>& result);

}  // namespace warpscope
