#pragma once

#include <memory>

#include "instrumentation/timing/bench.hpp"

namespace warpscope {

/// The clock of the GPU. ErrorKind::unavailable without one.
[[nodiscard]] Result<std::unique_ptr<Clock>> make_gpu_clock();
/// Kernel, library, processor or limit.
[[nodiscard]] Result<MadeSubject> make_subject(const BenchItem& item);

}  // namespace warpscope
