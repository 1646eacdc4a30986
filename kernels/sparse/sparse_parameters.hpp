#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array spmv_parameters{
    Parameter{"rows", "banded random power_law", tr_noop("where the matrix has entries")}};

/// What the task of a triangular system may be, whoever solves it.
inline constexpr std::array triangular_parameters{
    Parameter{"rows", "power_law random banded diamond slide", tr_noop("what each unknown needs")}};
inline constexpr std::array sptrsv_parameters{
    triangular_parameters[0],
    Parameter{"check", "no yes",
              tr_noop("whether L x is multiplied out again, to be held against b")}};

/// Whole numbers that an entry from 1 to 9 may be multiplied with: the sums are exact.
inline constexpr ValueRange exact_factors{.first = 0, .last = 99, .strict = true};

}  // namespace warpscope
