#pragma once

#include <array>

#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array scan_parameters{type_int_or_float,
                                            Parameter{"op", "add", "that combines two elements"}};

}  // namespace warpscope
