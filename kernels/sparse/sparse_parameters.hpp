#pragma once

#include <array>

#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array spmv_parameters{
    Parameter{"rows", "banded random power_law", "where the matrix has entries"}};

/// Whole numbers that an entry from 1 to 9 may be multiplied with: the sums are exact.
inline constexpr ValueRange exact_factors{.first = 0, .last = 99, .strict = true};

}  // namespace warpscope
