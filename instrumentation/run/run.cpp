#include "instrumentation/run/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "instrumentation/run/cuda_run.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/run/emulated_programs.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {

namespace {

TraceHeader make_header(const RunRequest& request, const Plan& plan, bool cuda) {
  const KernelInfo& kernel = *plan.kernel;
  const std::string path = kernel.source.empty()
                               ? fmt::format("kernels/{}/{}.cuh", folder(kernel.family), kernel.id)
                               : std::string(kernel.source);
  return {.kernel = std::string(kernel.id),
          .title = std::string(kernel.title),
          .size = plan.size,
          .input = request.input.kind,
          .seed = request.input.seed,
          .parameters = {{"type", plan.type}, {"op", plan.op}},
          .machine = cuda ? "cuda" : "emulator",
          .device = cuda ? cuda_status().device : "emulator",
          .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .source_file = path.substr(path.rfind('/') + 1),
          .source = std::string(embedded_text(path))};
}

Error stopped() {
  return {ErrorKind::failed, "The run was stopped before its end; nothing was recorded."};
}

Result<std::pair<Trace, Outcome>> emulate(const RunRequest& request, const Plan& plan,
                                          const Setup& setup, std::stop_token stop) {
  for (const auto& program : emulated_programs()) {
    if (program.id != plan.kernel->id || program.type != plan.type || program.op != plan.op)
      continue;
    TraceBuilder builder(make_header(request, plan, false));
    const auto seed = request.schedule.random ? std::optional(request.schedule.seed) : std::nullopt;
    EmulatorMachine machine(builder, std::string(plan.kernel->id), request.traced_block, seed,
                            std::move(stop));
    try {
      Outcome outcome = program.run(machine, setup, true);
      return std::pair(builder.build(), std::move(outcome));
    } catch (const RunStopped&) {
      return stopped();
    } catch (const std::bad_alloc&) {
      return Error{ErrorKind::usage,
                   fmt::format("There is not enough memory to record {} on {} elements; "
                               "take a smaller --size.",
                               plan.kernel->id, plan.size)};
    }
  }
  return Error{ErrorKind::usage, fmt::format("{} does not run for type={} op={}.", plan.kernel->id,
                                             plan.type, plan.op)};
}

Result<std::pair<Trace, Outcome>> run_on_gpu([[maybe_unused]] const RunRequest& request,
                                             [[maybe_unused]] const Plan& plan,
                                             [[maybe_unused]] const Setup& setup,
                                             [[maybe_unused]] std::stop_token stop) {
  if (!cuda_status().usable) {
    return Error{ErrorKind::unavailable,
                 cuda_status().problem + " --machine emulator works everywhere."};
  }
#ifdef WARPSCOPE_CUDA
  return run_traced(plan, setup, make_header(request, plan, true), request.traced_block,
                    std::move(stop));
#else
  return Error{ErrorKind::unavailable, cuda_status().problem};
#endif
}

bool gpu_answers() {
#ifdef WARPSCOPE_CUDA
  return cuda_status().usable && !cuda_lost();
#else
  return false;
#endif
}

}  // namespace

const CudaStatus& cuda_status() {
#ifdef WARPSCOPE_CUDA
  static const CudaStatus status = query_cuda();
#else
  static const CudaStatus status{.problem = "This Warpscope was built without CUDA."};
#endif
  return status;
}

Result<RunResult> run(const RunRequest& wanted, std::stop_token stop) {
  RunRequest request = wanted;
  if (request.machine == MachineKind::automatic) {
    request.machine = gpu_answers() ? MachineKind::cuda : MachineKind::emulator;
  }
  const auto plan = make_plan(request);
  if (!plan) return plan.error();
  auto input = make_input(request.input, plan->type, plan->size);
  if (!input) return input.error();
  const Setup setup{std::move(input).value(), plan->size, plan->grid, plan->block};
  auto made = request.machine == MachineKind::cuda
                  ? run_on_gpu(request, plan.value(), setup, std::move(stop))
                  : emulate(request, plan.value(), setup, std::move(stop));
  if (!made) return made.error();
  auto& [trace, outcome] = made.value();
  return RunResult{std::make_shared<const Trace>(std::move(trace)), std::move(outcome.output),
                   std::move(outcome.mismatch)};
}

Result<BenchResult> bench(const BenchRequest& request, [[maybe_unused]] std::stop_token stop) {
  RunRequest native = request.run;
  native.machine = MachineKind::cuda;
  const auto plan = make_plan(native);
  if (!plan) return plan.error();
  if (!cuda_status().usable) {
    return Error{
        ErrorKind::unavailable,
        cuda_status().problem + " Timing needs a GPU; recorded runs lie in assets/measurements."};
  }
#ifdef WARPSCOPE_CUDA
  auto input = make_input(native.input, plan->type, plan->size);
  if (!input) return input.error();
  const Setup setup{std::move(input).value(), plan->size, plan->grid, plan->block};
  return run_timed(plan.value(), setup, request.warmup, request.repetitions, std::move(stop));
#else
  return Error{ErrorKind::unavailable, cuda_status().problem};
#endif
}

}  // namespace warpscope
