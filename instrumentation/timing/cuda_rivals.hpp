#pragma once

#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// Makes a library's call ready, on the stream of timing/cuda_stream.hpp. Built only with CUDA.
[[nodiscard]] Result<MadeSubject> make_library(const RivalRequest& request);

}  // namespace warpscope
