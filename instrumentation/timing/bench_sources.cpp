#include "instrumentation/timing/bench_sources.hpp"

#include "instrumentation/language/message.hpp"
#include "instrumentation/timing/processor_rivals.hpp"
#ifdef WARPSCOPE_CUDA
#include "instrumentation/timing/cuda_clock.hpp"
#include "instrumentation/timing/cuda_rivals.hpp"
#include "instrumentation/timing/kernel_subject.hpp"
#include "instrumentation/timing/limits.hpp"
#endif

namespace warpscope {

Result<std::unique_ptr<Clock>> make_gpu_clock() {
  if (!cuda_status().usable) {
    return Error{ErrorKind::unavailable,
                 tr("{} Timing needs a GPU; recorded runs lie in assets/measurements.",
                    cuda_status().problem)};
  }
#ifdef WARPSCOPE_CUDA
  return make_cuda_clock();
#else
  return Error{ErrorKind::unavailable, std::string(tr(std::string_view(cuda_status().problem)))};
#endif
}

Result<MadeSubject> make_subject(const BenchItem& item) {
  if (item.subject == TimedKind::processor) return make_processor(item.rival);
#ifdef WARPSCOPE_CUDA
  if (item.conflict_free) return make_conflict_free(item.run);
  if (item.subject == TimedKind::kernel) return make_kernel(item.run, item.check_all);
  return item.subject == TimedKind::library ? make_library(item.rival) : make_limit(item.rival);
#else
  return Error{ErrorKind::unavailable,
               tr("{0} needs a GPU. {1}", item.id(), tr(std::string_view(cuda_status().problem)))};
#endif
}

}  // namespace warpscope
