#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::string_view sort_inputs =
    "random wide special ones ramp alternating reversed";

/// Of a network it is enough to know what it does with zeros and ones: see zeros_ones in input.cpp.
inline constexpr std::string_view network_inputs =
    "random wide special ones ramp alternating reversed zeros_ones";

inline constexpr std::array network_parameters{
    Parameter{"direction", "ascending descending", tr_noop("in which the keys are sorted")}};

inline constexpr std::array radix_parameters{
    Parameter{.name = "bits",
              .values = "32 8 4 1",
              .meaning = tr_noop("low bits of the key that count, one pass each"),
              .low = 1,
              .high = 32,
              .why = tr_noop("a key has 32 bits")},
    Parameter{"first", "lowest highest",
              tr_noop("bit that the passes begin with; highest does not sort")}};

}  // namespace warpscope
