#pragma once

#include <stop_token>

#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {

/// The CUDA machines behind plain C++: built only where there is a toolkit, so that all other code
/// stays free of CUDA's headers. Device errors come back as ErrorKind::failed, naming the kernel.

[[nodiscard]] CudaStatus query_cuda();
/// The GPU failed for good in this process.
[[nodiscard]] bool cuda_lost();
[[nodiscard]] Result<std::pair<Trace, Outcome>> run_traced(const Plan& plan, const Setup& setup,
                                                           TraceHeader header, int traced_block,
                                                           std::stop_token stop);
[[nodiscard]] Result<BenchResult> run_timed(const Plan& plan, const Setup& setup, int warmup,
                                            int repetitions, std::stop_token stop);

}  // namespace warpscope
