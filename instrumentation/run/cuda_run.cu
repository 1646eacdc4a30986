#include <fstream>
#include <iterator>
#include <regex>
#include <utility>

#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/cuda_run.hpp"

namespace warpscope {

namespace {

template <class Machine>
Outcome run_on(Machine& machine, const Plan& plan, const Setup& setup, bool check_result) {
  const auto* program = find_program(cuda_programs<Machine>(), plan.kernel->id, plan.parameters);
  if (program == nullptr) throw DeviceError{cudaErrorInvalidValue, "no such program is built"};
  return program->run(machine, setup, check_result);
}

DeviceFault fault_of(const DeviceError& error) {
  cudaGetLastError();  // a launch error is not sticky
  return {error.what, cudaDeviceSynchronize() != cudaSuccess};
}

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// "580.159.04"; empty where the driver does not say it there.
std::string driver_release() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string words((std::istreambuf_iterator<char>(file)), {});
  const std::regex release(R"(Kernel Module.*?(\d+\.\d+(\.\d+)?))");
  std::smatch found;
  return std::regex_search(words, found, release) ? found[1].str() : "";
}

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
  status.driver = driver_release();
  if (status.driver.empty()) status.driver = version(driver);
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

class CudaDevice final : public Device {
 public:
  const CudaStatus& status() const override { return status_; }
  std::pair<Trace, Outcome> trace(const Plan& plan, const Setup& setup, TraceHeader header,
                                  int traced_block, std::stop_token stop) override {
    try {
      TraceBuilder builder(std::move(header));
      TracedMachine machine(builder, traced_block, std::move(stop));
      Outcome outcome = run_on(machine, plan, setup, true);
      add_remarks(builder, outcome);
      return std::pair(builder.build(), std::move(outcome));
    } catch (const DeviceError& error) {
      throw fault_of(error);
    }
  }

 private:
  const CudaStatus status_ = query_cuda();
};

}  // namespace

Device& cuda_device() {
  static CudaDevice device;
  return device;
}

}  // namespace warpscope
