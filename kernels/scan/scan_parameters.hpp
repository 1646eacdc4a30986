#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array scan_parameters{
    type_int_or_float, Parameter{"op", "add", tr_noop("that combines two elements")}};

}  // namespace warpscope
