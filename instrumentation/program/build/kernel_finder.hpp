#pragma once

#include <string>
#include <string_view>

#include "instrumentation/program/build/cuda_code.hpp"

namespace warpscope {

/// The declaration of a function that tells by its type which function of a kernel template a launch means; empty: it
/// cannot be told. The ranges are the brackets of both kinds of parameters.
[[nodiscard]] std::string kernel_finder(const CudaCode& code, std::string_view name,
                                        CudaCode::Range template_parameters,
                                        CudaCode::Range parameters);

/// The type of a kernel's parameter, without its name and default argument.
[[nodiscard]] std::string parameter_type(const CudaCode& code, CudaCode::Range parameter);

}  // namespace warpscope
