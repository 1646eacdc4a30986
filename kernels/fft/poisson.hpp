#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// u without its mean, which a right side says nothing about.
[[nodiscard]] std::vector<float> without_mean(const std::vector<float>& u);

/// 2 - 2 cos(2πk/n) for k below n. The eigenvalue of the wave (k, l) is the k-th and the l-th.
[[nodiscard]] std::vector<float> poisson_eigenvalues(std::int64_t n);

/// By how much floats may be off that solve for the right side of `u`, n × n numbers without mean.
/// Lengths of whole arrays: roundings of the right side, and of both transforms of 2 log2(n) stages
/// each (fft_tolerance); those before the division grow by 1 / the smallest eigenvalue.
[[nodiscard]] double poisson_tolerance(const std::vector<float>& u, std::int64_t n);

/// What is wrong with a result: n × n numbers that should be `u`, then how far they are off.
[[nodiscard]] Sentence poisson_mismatch(const std::vector<float>& u, std::int64_t n,
                                        const std::vector<float>& result);

}  // namespace warpscope
