#pragma once

#include "instrumentation/run/run.hpp"
#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// A native kernel with everything that its host program launches, as one CUDA graph, so that the
/// time is the device's, without the host's gaps between launches. All data is uploaded before.
/// Each set is a run of the host program with buffers of its own and another seed. There are two,
/// so that no run repeats the data of the one before; three if all is small (up to 64 MB, next to
/// the cache); one if the memory holds no second. The result is checked if the task moves at most
/// 64 MiB and needs at most 2^28 operations: beyond that, the reference would take longer than the
/// measurement; `check_all` checks it all the same.
/// Built only with CUDA. ErrorKind::unavailable: it does not fit, or this device cannot launch it.
/// ErrorKind::usage: the request is not legal. ErrorKind::failed: the device is lost.
[[nodiscard]] Result<MadeSubject> make_kernel(const RunRequest& request, bool check_all = false);
/// The same kernel free of bank conflicts, if has_conflicts() says that it is built so. Its result
/// is wrong on purpose, and not checked.
[[nodiscard]] Result<MadeSubject> make_conflict_free(const RunRequest& request);

}  // namespace warpscope
