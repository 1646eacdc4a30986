#pragma once

#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// A library's way, on the stream of timing/cuda_stream.hpp. Only where built with CUDA.
[[nodiscard]] Result<MadeSubject> make_library(const RivalRequest& request);

}  // namespace warpscope
