#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "instrumentation/run/cuda_programs.cuh"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/timing/device/sections.cuh"

namespace warpscope {
namespace {

/// What a program of the catalogue launches, without running it.
std::vector<NativeLaunch> launches_of(const Program<NativeMachine>& program, const Plan& plan) {
  const auto setup = make_setup({}, plan);
  if (!setup) throw DeviceError{cudaErrorInvalidValue, setup.error().message};
  NativeMachine machine(NativeMode::record);
  static_cast<void>(program.run(machine, setup.value(), false));
  return machine.launches();
}

Plan plan_of(const Program<NativeMachine>& program) {
  RunRequest request{.kernel = std::string(program.id), .machine = MachineKind::cuda};
  for (const auto& [name, value] : program.choices) {
    request.parameters[std::string(name)] = std::string(value);
  }
  const auto plan = make_plan(request);
  if (!plan) throw DeviceError{cudaErrorInvalidValue, plan.error().message};
  return plan.value();
}

cudaFuncAttributes attributes_of(const void* function) {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), "asking what a kernel needs");
  return attributes;
}

/// Different kernels of the catalogue, by rising registers.
struct RealKernel {
  NativeLaunch launch;
  cudaFuncAttributes attributes{};
};
std::vector<RealKernel> real_kernels() {
  std::vector<RealKernel> kernels;
  for (const Program<NativeMachine>& program : cuda_programs<NativeMachine>()) {
    for (const NativeLaunch& launch : launches_of(program, plan_of(program))) {
      const bool known = std::ranges::any_of(
          kernels, [&](const RealKernel& each) { return each.launch.kernel == launch.kernel; });
      if (!known) kernels.push_back({launch, attributes_of(launch.function)});
    }
  }
  std::ranges::stable_sort(kernels, {},
                           [](const RealKernel& each) { return each.attributes.numRegs; });
  return kernels;
}

/// `count` of them, from the fewest registers to the most.
std::vector<RealKernel> spread(const std::vector<RealKernel>& kernels, std::size_t count) {
  if (kernels.size() <= count) return kernels;
  std::vector<RealKernel> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(kernels[i * (kernels.size() - 1) / (count - 1)]);
  }
  return chosen;
}

void add_occupancy(const RealKernel& kernel, int block, int dynamic, DeviceRecord& record) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.launch.function, block,
                                                      static_cast<std::size_t>(dynamic)),
        "asking how many blocks fit");
  record.occupancy.push_back(
      {.kernel = std::string(kernel.launch.kernel),
       .registers = kernel.attributes.numRegs,
       .static_shared_bytes = static_cast<std::int64_t>(kernel.attributes.sharedSizeBytes),
       .block = block,
       .dynamic_shared_bytes = dynamic,
       .blocks = blocks});
}

}  // namespace

void measure_resources(DeviceRecord& record) {
  for (const Program<NativeMachine>& program : cuda_programs<NativeMachine>()) {
    const Plan plan = plan_of(program);
    KernelResources resources{.kernel = std::string(program.id)};
    for (const auto& [name, value] : program.choices) {
      resources.parameters[std::string(name)] = std::string(value);
    }
    for (const NativeLaunch& launch : launches_of(program, plan)) {
      const cudaFuncAttributes attributes = attributes_of(launch.function);
      resources.launched = launch.kernel;
      resources.registers = attributes.numRegs;
      resources.static_shared_bytes = static_cast<std::int64_t>(attributes.sharedSizeBytes);
      resources.local_bytes = static_cast<std::int64_t>(attributes.localSizeBytes);
      resources.most_threads = attributes.maxThreadsPerBlock;
      resources.block = launch.block;
      resources.dynamic_shared_bytes = static_cast<std::int64_t>(launch.shared_bytes);
      record.resources.push_back(resources);
    }
  }
}

void measure_occupancy(DeviceRecord& record) {
  constexpr std::size_t count = 16;
  constexpr std::array block_sizes{32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
  int most = 0;
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
        "asking the device for what it is");
  for (const RealKernel& kernel : spread(real_kernels(), count)) {
    const int largest = most - static_cast<int>(kernel.attributes.sharedSizeBytes);
    check(cudaFuncSetAttribute(kernel.launch.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               largest),
          "raising a kernel's shared memory");
    constexpr int kib = 1024;
    for (const int dynamic : {0, 1000, 4 * kib, 12 * kib, 24 * kib, 48 * kib, 96 * kib, largest}) {
      if (dynamic > largest) continue;
      for (const int block : block_sizes) {
        if (block <= kernel.attributes.maxThreadsPerBlock) {
          add_occupancy(kernel, block, dynamic, record);
        }
      }
    }
    // As it was, for what runs after it.
    check(cudaFuncSetAttribute(kernel.launch.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               kernel.attributes.maxDynamicSharedSizeBytes),
          "lowering a kernel's shared memory");
  }
}

}  // namespace warpscope
