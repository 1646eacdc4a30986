#include "instrumentation/run/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/device.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/run/emulated_programs.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/what_if.hpp"
#include "instrumentation/trace/guarded.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

namespace {

TraceHeader make_header(const RunRequest& request, const Plan& plan, bool cuda) {
  const KernelInfo& kernel = *plan.kernel;
  TraceHeader header{
      .kernel = std::string(kernel.id),
      .title = std::string(kernel.title),
      .size = plan.size,
      .input = request.input.kind.empty() ? input_kinds(kernel).front() : request.input.kind,
      .seed = request.input.seed,
      .parameters = plan.parameters,
      .machine = cuda ? "cuda" : "emulator",
      .device = cuda ? cuda_status().device : "emulator",
      .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
      .highest_lane_wins = !cuda && request.schedule.highest_lane_wins};
  if (request.what_if.drop_barrier > 0) {
    header.parameters["without_barrier"] = fmt::format("line {}", request.what_if.drop_barrier);
  }
  return header;
}

Error never_reached(int line) {
  return {ErrorKind::usage, tr("Nothing was changed: no thread reaches the barrier of line {} in "
                               "this run. Choose another "
                               "barrier, or other parameters.",
                               line)};
}

Result<std::pair<Trace, Outcome>> emulate(const RunRequest& request, const Plan& plan,
                                          const Setup& setup, std::stop_token stop) {
  const auto* program = find_program(emulated_programs(), plan.kernel->id, plan.parameters);
  if (program == nullptr) {
    return Error{ErrorKind::failed, fmt::format("{} has no program for {}; this is a fault of "
                                                "Warpscope.",
                                                plan.kernel->id, plan.parameters)};
  }
  TraceBuilder builder(make_header(request, plan, false));
  EmulatorOptions options{.highest_lane_wins = request.schedule.highest_lane_wins,
                          .drop_barrier = request.what_if.drop_barrier};
  if (request.schedule.random) options.schedule_seed = request.schedule.seed;
  EmulatorMachine machine(builder, plan.traced_block, options, std::move(stop));
  machine.drop_in(source_of(*plan.kernel).name);
  Outcome outcome = program->run(machine, setup, true);
  if (options.drop_barrier > 0 && !machine.dropped()) return never_reached(options.drop_barrier);
  add_remarks(builder, outcome);
  return std::pair(builder.build(), std::move(outcome));
}

bool gpu_answers() { return cuda_status().usable && !device_lost(); }

}  // namespace

void add_remarks(TraceBuilder& builder, const Outcome& outcome) {
  for (const Sentence& remark : outcome.remarks) {
    builder.finding({}, {.kind = FindingKind::numerics, .thread = -1, .message = remark});
  }
}

const CudaStatus& cuda_status() { return device().status(); }

namespace {

Result<RunResult> record(RunRequest request, std::stop_token stop) {
  if (request.machine == MachineKind::automatic) {
    const bool on_gpu = request.what_if.drop_barrier == 0 && gpu_answers();
    request.machine = on_gpu ? MachineKind::cuda : MachineKind::emulator;
  }
  const auto plan = make_plan(request);
  if (!plan) return plan.error();
  const auto made_setup = make_setup(request.input, plan.value());
  if (!made_setup) return made_setup.error();
  const Setup& setup = made_setup.value();
  auto made = request.machine == MachineKind::cuda
                  ? run_traced(plan.value(), setup, make_header(request, plan.value(), true),
                               plan.value().traced_block, std::move(stop))
                  : emulate(request, plan.value(), setup, std::move(stop));
  if (!made) return made.error();
  auto& [trace, outcome] = made.value();
  if (request.what_if.pad > 0) {
    Result<Trace> padded = pad_shared(trace, request.what_if.pad);
    if (!padded) return padded.error();
    trace = std::move(padded).value();
  }
  if (!request.what_if.layouts.empty()) {
    Result<Trace> moved = relaid(trace, request.what_if.layouts);
    if (!moved) return moved.error();
    trace = std::move(moved).value();
  }
  return RunResult{std::make_shared<const Trace>(std::move(trace)), std::move(outcome.output),
                   outcome.mismatch.english(), outcome.mismatch};
}

}  // namespace

Result<RunResult> run(const RunRequest& request, std::stop_token stop) {
  return guarded("record " + request.kernel, [&]() -> Result<RunResult> {
    try {
      return record(request, std::move(stop));
    } catch (const RunStopped&) {
      return Error{ErrorKind::failed,
                   tr("The run was stopped before its end; nothing was recorded.")};
    } catch (const KernelFault& fault) {
      const KernelInfo* kernel = kernel_of(request.kernel);
      const Sentence title = kernel == nullptr ? Sentence(request.kernel) : said_title(*kernel);
      return Error{
          ErrorKind::usage,
          tr("{0} cannot run like this: {1}. Choose a smaller block, or other parameters.",
             request.kernel, fault.what()),
          say("{0} cannot run like this: {1}. Choose a smaller block, or other parameters.", title,
              fault.what())};
    }
  });
}

}  // namespace warpscope
