#pragma once

#include <array>

#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array reduction_parameters{
    type_int_or_float, Parameter{"op", "add min max", "that combines two elements"}};

}  // namespace warpscope
