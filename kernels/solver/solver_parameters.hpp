#pragma once

#include <string_view>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::string_view tridiagonal_inputs = "dominant poisson random singular";

inline constexpr Parameter iterations{.name = "iterations",
                                      .values = "16 4 32 64",
                                      .meaning = tr_noop("to make"),
                                      .low = 1,
                                      .high = 64,
                                      .why = tr_noop("each is two launches of the recording")};

}  // namespace warpscope
