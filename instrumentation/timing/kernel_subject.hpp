#pragma once

#include "instrumentation/run/run.hpp"
#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// A native kernel with all that its host program launches, as one CUDA graph: so the time is the
/// device's, without the host's gaps from launch to launch. Everything is uploaded before. Each set
/// is a run of the host program with buffers of its own and another seed; there are two, so that no
/// run repeats the data of the one before, three where all is small (up to 64 MB, next to the cache),
/// one where the memory holds no second. The result is checked up to 2^22 numbers of the
/// input and 2^29 operations: above, the reference would take longer than the measuring.
/// Only where built with CUDA. ErrorKind::unavailable: it does not fit, or this device cannot launch
/// it. ErrorKind::usage: the request is not legal. ErrorKind::failed: the device is lost.
[[nodiscard]] Result<MadeSubject> make_kernel(const RunRequest& request);

}  // namespace warpscope
