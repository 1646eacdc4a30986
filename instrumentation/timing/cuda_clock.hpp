#pragma once

#include <memory>

#include "instrumentation/timing/measure.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The time between two events on timing_stream(), around what a start enqueues. Before them a
/// kernel reads a scratch array of twice the L2 cache, and so
/// - no run finds in the cache what the run before, or its own preparation, left there, and none
///   pays for writing that back: a read leaves nothing behind that must be written;
/// - the GPU is busy while the host enqueues, so that its slowness is not in the time.
/// Only where built with CUDA. ErrorKind::failed: the device is lost or full.
[[nodiscard]] Result<std::unique_ptr<Clock>> make_cuda_clock();

}  // namespace warpscope
