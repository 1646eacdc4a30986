#pragma once

#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// A limit of the device (timing/rivals.hpp), on the stream of timing/cuda_stream.hpp. Only where
/// built with CUDA.
[[nodiscard]] Result<MadeSubject> make_limit(const RivalRequest& request);

}  // namespace warpscope
