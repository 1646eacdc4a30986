#pragma once

namespace warpscope {

// Those of CUDA's errors (cudaError_t) that a launch ends with.
inline constexpr int error_illegal_address = 700, error_misaligned_address = 716,
                     error_launch_failure = 719, error_cooperative_too_large = 720;

}  // namespace warpscope
