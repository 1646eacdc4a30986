#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array fft_parameters{
    Parameter{.name = "direction",
              .values = "forward inverse",
              .meaning = tr_noop("inverse: the other sign of the angle, and no division by n")}};

/// Small numbers of both signs, as samples of a signal.
inline constexpr ValueRange fft_range{.first = -9, .last = 9};
inline constexpr std::int64_t max_fft_size = std::int64_t{1} << 26;
inline constexpr std::int64_t max_emulated_fft_size = std::int64_t{1} << 16;

}  // namespace warpscope
