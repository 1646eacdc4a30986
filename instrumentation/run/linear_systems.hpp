#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace warpscope {

// Systems of n linear equations as inputs. Kinds: "dominant" (random, the diagonal larger than the
// rest of its row), "poisson" (2 on the diagonal, -1 beside it), "random" (nothing promised),
// "singular" (as dominant, but the middle row is zero).

/// How many elements are made of an input of n; a longer one repeats them. At most 2^20, but whole
/// systems of `system` elements, one at least, so that what repeats them repeats systems.
[[nodiscard]] std::int64_t made_elements(std::int64_t n, std::int64_t system = 1);

/// Lower, main and upper diagonal and right side, n numbers each (InputShape::bands).
[[nodiscard]] std::vector<double> make_bands(const std::string& kind, std::int64_t n,
                                             std::mt19937_64& random);
/// The matrix row by row, then the right side (InputShape::system).
[[nodiscard]] std::vector<double> make_system(const std::string& kind, std::int64_t n,
                                              std::mt19937_64& random);

}  // namespace warpscope
