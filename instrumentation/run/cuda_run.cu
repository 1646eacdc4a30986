#include <algorithm>
#include <atomic>

#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/cuda_run.hpp"

namespace warpscope {

namespace {

/// After some errors a process can use its GPU no more.
std::atomic<bool> lost = false;

template <class Machine>
Outcome run_on(Machine& machine, const Plan& plan, const Setup& setup, bool check_result) {
  const auto* program = find_program(cuda_programs<Machine>(), plan.kernel->id, plan.parameters);
  if (program == nullptr) throw DeviceError{cudaErrorInvalidValue, "no such program is built"};
  return program->run(machine, setup, check_result);
}

Error device_error(const Plan& plan, const DeviceError& error) {
  cudaGetLastError();  // a launch error is not sticky
  if (cudaDeviceSynchronize() != cudaSuccess) lost = true;
  return {
      ErrorKind::failed,
      std::string(plan.kernel->id) + " failed on " + cuda_status().device + " while " + error.what +
          ". " +
          (lost ? "The GPU cannot be used until Warpscope is started again; the emulator goes on."
                : "Try a smaller size, or --machine emulator.")};
}

Error gpu_lost() {
  return {ErrorKind::unavailable,
          "The GPU failed in an earlier run and cannot be used until Warpscope is started again. "
          "--machine emulator works on."};
}

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double position = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace

bool cuda_lost() { return lost; }

CudaStatus query_cuda() {
  CudaStatus status;
  status.built = true;
  status.runtime = version(CUDART_VERSION);
  int driver = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0) {
    status.problem = "This machine has no NVIDIA driver.";
    return status;
  }
  status.driver = version(driver);
  int devices = 0;
  const cudaError_t code = cudaGetDeviceCount(&devices);
  if (code != cudaSuccess || devices == 0) {
    status.problem =
        std::string("The NVIDIA driver offers no GPU: ") + cudaGetErrorString(code) + ".";
    return status;
  }
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    status.problem = "The NVIDIA driver does not describe its GPU.";
    return status;
  }
  status.device = properties.name;
  status.compute = std::to_string(properties.major) + "." + std::to_string(properties.minor);
  status.usable = true;
  return status;
}

Result<std::pair<Trace, Outcome>> run_traced(const Plan& plan, const Setup& setup,
                                             TraceHeader header, int traced_block,
                                             std::stop_token) {
  if (lost) return gpu_lost();
  try {
    TraceBuilder builder(std::move(header));
    TracedMachine machine(builder, traced_block);
    Outcome outcome = run_on(machine, plan, setup, true);
    add_remarks(builder, outcome);
    return std::pair(builder.build(), std::move(outcome));
  } catch (const DeviceError& error) {
    return device_error(plan, error);
  }
}

Result<BenchResult> run_timed(const Plan& plan, const Setup& setup, int warmup, int repetitions,
                              std::stop_token) {
  if (lost) return gpu_lost();
  try {
    NativeMachine machine(warmup, repetitions);
    const Outcome outcome = run_on(machine, plan, setup, false);
    const auto& times = machine.milliseconds();
    BenchResult result{.kernel = std::string(plan.kernel->id),
                       .size = plan.size,
                       .block = plan.block,
                       .parameters = plan.parameters,
                       .repetitions = repetitions,
                       .median_ms = quantile(times, 0.5),
                       .first_quartile_ms = quantile(times, 0.25),
                       .third_quartile_ms = quantile(times, 0.75),
                       .bytes = outcome.bytes};
    result.gigabytes_per_second = static_cast<double>(result.bytes) / (result.median_ms * 1e6);
    return result;
  } catch (const DeviceError& error) {
    return device_error(plan, error);
  }
}

}  // namespace warpscope
