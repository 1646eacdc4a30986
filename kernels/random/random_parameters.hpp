#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// The input's first number is the seed.
inline constexpr ValueRange seeds{.first = 0, .last = 2147483647, .strict = true};

inline constexpr Parameter distribution{"distribution", "uniform normal",
                                        tr_noop("normal: Box and Muller's, as curand_normal()")};

inline constexpr std::array philox_parameters{distribution};

inline constexpr Parameter readings{.name = "readings",
                                    .values = "1 2 4 8",
                                    .meaning = tr_noop("that each sensor gives"),
                                    .low = 1,
                                    .high = 64,
                                    .why = tr_noop("each is a row of the output")};

inline constexpr std::array sensor_parameters{
    distribution,
    Parameter{"states", "arrays structs",
              tr_noop("an array for each word, or the words of a thread together")},
    readings};

inline constexpr std::array monte_carlo_parameters{
    Parameter{.name = "launches",
              .values = "8 4 12 16",
              .meaning = tr_noop("each doubles the points"),
              .low = 1,
              .high = 16,
              .why = tr_noop("the last one draws half of all points")}};

}  // namespace warpscope
