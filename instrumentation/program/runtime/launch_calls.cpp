#include "instrumentation/program/runtime/launches.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/call_text.hpp"
#include "instrumentation/program/runtime/emulated_device.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/kernel_facts.hpp"
#include "instrumentation/program/runtime/modelled_time.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// Launches: their configuration is checked here, and the machine runs them.

namespace warpscope {
namespace {

/// How to call a kernel of which only the address is known.
struct KnownKernel {
  void (*call)(const void* kernel, void** parameters) = nullptr;
  std::vector<std::size_t> parameter_bytes;
};
struct Kernels {
  std::map<const void*, KnownKernel> known;
  std::map<const void*, int> dynamic_limit;  // by cudaFuncSetAttribute
};
Kernels& kernels() {
  static auto* const all = new Kernels;
  return *all;
}

struct Refusal {
  int error = 0;
  Sentence why;  // a sentence without its subject: "asks for ...: ..."
};

/// A negative int that became unsigned is told as what it was, too.
Sentence dimension(uint32_t size) {
  if (size <= INT32_MAX) return say("{0}", Grouped(size));
  // Translators: "4,294,967,295 or -1": a number that was negative.
  return say("{0} or {1}", Grouped(size), static_cast<std::int32_t>(size));
}
Sentence dimensions(const uint32_t (&size)[3]) {
  return say("({0}, {1}, {2})", dimension(size[0]), dimension(size[1]), dimension(size[2]));
}

/// The limits of compute capability 9.0. Whatever is beyond them, or empty, is a wrong value under CUDA 13, as an H100
/// answered.
Refusal check_configuration(const ws_launch_config& config, const void* kernel) {
  const cudaDeviceProp device = emulated_device();
  // Two dimensions cannot overflow, a third one can.
  const std::uint64_t area = std::uint64_t{config.block[0]} * config.block[1];
  const std::uint64_t depth = config.block[2];
  const std::uint64_t threads = depth != 0 && area > UINT64_MAX / depth ? UINT64_MAX : area * depth;
  const auto zero = [](const uint32_t(&size)[3]) {
    return size[0] == 0 || size[1] == 0 || size[2] == 0;
  };
  const auto too_large = [](const uint32_t(&size)[3], const int(&most)[3]) {
    return size[0] > static_cast<uint32_t>(most[0]) || size[1] > static_cast<uint32_t>(most[1]) ||
           size[2] > static_cast<uint32_t>(most[2]);
  };
  if (zero(config.grid)) {
    return {
        cudaErrorInvalidValue,
        say("has a grid of {} blocks: launch one at least, or nothing when there is nothing to do",
            dimensions(config.grid))};
  }
  if (zero(config.block)) {
    return {cudaErrorInvalidValue, say("has blocks of {} threads: each dimension is at least 1",
                                       dimensions(config.block))};
  }
  const bool was_negative = std::ranges::any_of(config.block, [](std::uint32_t size) {
    return size > static_cast<std::uint32_t>(INT32_MAX);
  });
  if (threads > static_cast<std::uint64_t>(device.maxThreadsPerBlock) && !was_negative) {
    return {cudaErrorInvalidValue,
            say("has blocks of {0} threads: a block has {1} at most, so launch more and smaller "
                "blocks",
                Grouped(threads), Grouped(1024))};
  }
  if (too_large(config.block, device.maxThreadsDim)) {
    return {cudaErrorInvalidValue, say("has blocks of {0} threads: {1} is the most",
                                       dimensions(config.block), dimensions({1024, 1024, 64}))};
  }
  if (too_large(config.grid, device.maxGridSize)) {
    return {cudaErrorInvalidValue,
            say("has a grid of {0} blocks: {1} is the most, so use x for the longest",
                dimensions(config.grid), dimensions({2'147'483'647, 65'535, 65'535}))};
  }
  const std::size_t declared = static_shared_bytes(kernel);
  const Sentence asked = bytes_text(config.shared_bytes);
  const Sentence asks =
      declared > 0 ? say("asks for {0} of dynamic shared memory beside the {1} that it declares",
                         asked, Grouped(declared))
                   : say("asks for {} of dynamic shared memory", asked);
  if (declared > most_shared || config.shared_bytes > most_shared - declared)
    return {cudaErrorInvalidValue,
            say("{0}: {1} are the most of a block", asks, Grouped(most_shared))};
  const std::size_t wanted = declared + config.shared_bytes;
  const auto allowed = static_cast<std::size_t>(dynamic_shared_limit_of(kernel));
  if (wanted > most_shared_without_asking && config.shared_bytes > allowed) {
    return {cudaErrorInvalidValue, say("{0}: for more than {1} call cudaFuncSetAttribute with "
                                       "cudaFuncAttributeMaxDynamicSharedMemorySize first",
                                       asks, Grouped(most_shared_without_asking))};
  }
  if (config.cooperative != 0) {
    const auto at_once =
        static_cast<std::uint64_t>(blocks_at_once(static_cast<int>(threads), wanted)) *
        static_cast<std::uint64_t>(device.multiProcessorCount);
    const std::uint64_t blocks = std::uint64_t{config.grid[0]} * config.grid[1] * config.grid[2];
    if (blocks > at_once) {
      return {
          cudaErrorCooperativeLaunchTooLarge,
          say("is cooperative and has {0} blocks: all must run at once, and the device holds {1} "
              "of this size",
              Grouped(blocks), Grouped(at_once))};
    }
  }
  return {};
}

bool poisons(int error) {
  return error == cudaErrorIllegalAddress || error == cudaErrorAssert ||
         error == cudaErrorIllegalInstruction || error == cudaErrorMisalignedAddress ||
         error == cudaErrorLaunchFailure || error == cudaErrorLaunchTimeout;
}

/// What a launch passes to its kernel. `owner` keeps it alive; null: it lives as long as the call.
struct LaunchArguments {
  LaunchCall call;
  const ws_parameter* parameters = nullptr;
  int count = 0;
  std::shared_ptr<void> owner;
};

/// A copy for a launch that runs later.
LaunchArguments keep(const LaunchArguments& given) {
  if (given.owner != nullptr) return given;
  struct Kept {
    std::vector<std::max_align_t> words;
    std::vector<ws_parameter> parameters;
  };
  auto kept = std::make_shared<Kept>();
  const auto* const begin = static_cast<const std::byte*>(given.call.arguments);
  const auto offset = [&](const ws_parameter& parameter) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(parameter.address) - begin);
  };
  std::size_t bytes = sizeof(void*);  // what to call comes first, see launch_frame in ws/launch.h
  for (int i = 0; i < given.count; ++i)
    bytes = std::max(bytes, offset(given.parameters[i]) + given.parameters[i].bytes);
  kept->words.resize(bytes / sizeof(std::max_align_t) + 1);
  std::memcpy(kept->words.data(), given.call.arguments, bytes);
  for (int i = 0; i < given.count; ++i) {
    const auto* const copy = reinterpret_cast<const std::byte*>(kept->words.data());
    kept->parameters.push_back({copy + offset(given.parameters[i]), given.parameters[i].bytes});
  }
  return {{.thunk = given.call.thunk, .arguments = kept->words.data()},
          kept->parameters.data(),
          given.count,
          kept};
}

cudaError_t run_now(const HostCall& call, const ws_launch_config& config, const void* kernel,
                    const char* name, const LaunchArguments& given) {
  ModelledTime::the().launch_begins();
  const int error = run_launch(config, kernel, name, given.call, given.parameters, given.count);
  ModelledTime::the().launch_ends(std::uint64_t{config.grid[0]} * config.grid[1] * config.grid[2] *
                                  config.block[0] * config.block[1] * config.block[2]);
  if (error != 0)
    HostErrors::the().failed_launch(say("the launch of {}", kernel_name(kernel, name)), call.place,
                                    error, poisons(error));
  return cudaSuccess;  // what a kernel does wrong comes out later
}

/// Checks and runs a launch, or keeps it for its graph or until what its stream waits for is done. What it returns is what is wrong with the launch itself.
cudaError_t launch(const HostCall& call, const ws_launch_config& config, const void* kernel,
                   const char* name, const LaunchArguments& given) {
  auto* const stream = static_cast<cudaStream_t>(config.stream);
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  if (const Refusal refusal = check_configuration(config, kernel); refusal.error != 0) {
    report_host(FindingKind::wrong_call, call.place,
                say("the launch of {0} {1}", kernel_name(kernel, name), refusal.why));
    return refuse_launch(stream, static_cast<cudaError_t>(refusal.error));
  }
  if (!keeps_work(stream)) {
    const WorkTicket ticket = begin_work(call, stream);
    const WorkOrder::Scope scope(ticket);
    return run_now(call, config, kernel, name, given);
  }
  return do_in_stream(
      call, stream, [=, kept = keep(given), kept_name = std::string(name != nullptr ? name : "")] {
        return run_now(call, config, kernel, kept_name.c_str(), kept);
      });
}

// A launch by the kernel's address.

/// With its own copy of the arguments, behind pointers as the call of the kernel wants them.
struct AddressedLaunch {
  const void *kernel = nullptr, *kernel_at_speed = nullptr;
  using Call = void (*)(const void* kernel, void** parameters);
  Call call = nullptr, call_at_speed = nullptr;
  std::vector<std::vector<std::max_align_t>> values;
  std::vector<void*> pointers;
  std::vector<ws_parameter> parameters;
};

void call_addressed(void* arguments) {
  auto* const launch = static_cast<AddressedLaunch*>(arguments);
  launch->call(launch->kernel, launch->pointers.data());
}
void call_addressed_at_speed(void* arguments) {
  auto* const launch = static_cast<AddressedLaunch*>(arguments);
  launch->call_at_speed(launch->kernel_at_speed, launch->pointers.data());
}

cudaError_t launch_address(const HostCall& call, const ws_launch_config& config, const void* kernel,
                           void** arguments) {
  const auto found = kernels().known.find(kernel);
  if (found == kernels().known.end()) {
    report_host(FindingKind::wrong_call, call.place,
                say("{0} is given {1}, which is no known kernel: pass the __global__ function "
                    "itself, without "
                    "a cast",
                    call.function,
                    kernel == nullptr ? say("a null pointer")
                                      : Sentence(std::string(kernel_name(kernel)))));
    return cudaErrorInvalidDeviceFunction;
  }
  const KnownKernel& known = found->second;
  auto made = std::make_shared<AddressedLaunch>();
  made->kernel = kernel;
  made->call = known.call;
  made->kernel_at_speed = function_at_speed(kernel);
  made->call_at_speed = reinterpret_cast<AddressedLaunch::Call>(
      const_cast<void*>(function_at_speed(reinterpret_cast<const void*>(known.call))));
  LaunchCall launched{.thunk = call_addressed, .arguments = made.get()};
  if (made->kernel_at_speed != nullptr && made->call_at_speed != nullptr) {
    launched.thunk_at_speed = call_addressed_at_speed;
    launched.arguments_at_speed = made.get();
  }
  for (std::size_t i = 0; i < known.parameter_bytes.size(); ++i) {
    if (arguments == nullptr || arguments[i] == nullptr) {
      report_host(FindingKind::wrong_call, call.place,
                  say("{0} is given no argument {1} for {2}, which takes {3}: pass an array of "
                      "pointers to all of them",
                      call.function, i + 1, kernel_name(kernel), known.parameter_bytes.size()));
      return cudaErrorInvalidValue;
    }
    const std::size_t bytes = known.parameter_bytes[i];
    auto& value = made->values.emplace_back(bytes / sizeof(std::max_align_t) + 1);
    std::memcpy(value.data(), arguments[i], bytes);
    made->pointers.push_back(value.data());
    made->parameters.push_back({value.data(), bytes});
  }
  return launch(
      call, config, kernel, nullptr,
      {launched, made->parameters.data(), static_cast<int>(made->parameters.size()), made});
}

ws_launch_config configuration(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                               bool cooperative) {
  return {.grid = {grid.x, grid.y, grid.z},
          .block = {block.x, block.y, block.z},
          .shared_bytes = shared_bytes,
          .stream = stream,
          .cooperative = cooperative ? 1 : 0};
}

cudaError_t unknown_function(const HostCall& call) {
  report_host(FindingKind::wrong_call, call.place,
              say("{} is given a null pointer: pass the __global__ function", call.function));
  return cudaErrorInvalidDeviceFunction;
}

cudaError_t occupancy(const HostCall& call, int* blocks, const void* kernel, int block_size,
                      std::size_t shared_bytes) {
  if (kernel == nullptr) return unknown_function(call);
  if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
  *blocks = shared_bytes > most_shared  // the sum must not wrap
                ? 0
                : blocks_at_once(block_size, shared_bytes + static_shared_bytes(kernel));
  return cudaSuccess;
}

}  // namespace

int dynamic_shared_limit_of(const void* kernel) {
  const auto found = kernels().dynamic_limit.find(kernel);
  return found == kernels().dynamic_limit.end() ? 0 : found->second;
}

void forget_function_settings() { kernels().dynamic_limit.clear(); }

extern "C" {

int ws_launch(const ws_launch_config* config, const void* kernel, const char* name,
              void (*thunk)(void* arguments), void* arguments, const ws_parameter* parameters,
              int parameter_count) {
  const HostCall call{"a launch", __builtin_return_address(0)};
  if (on_device())
    unsupported_at(call.place, say("a launch in a kernel (dynamic parallelism)"),
                   say("launch from the host's code"));
  if (refused_in_host_function(call)) return cudaErrorNotPermitted;
  const std::lock_guard lock(runtime_mutex());
  HostErrors& errors = HostErrors::the();
  if (errors.sticky() != 0) {
    errors.left_work_out();
    errors.repeat(false);
    return errors.sticky();
  }
  errors.went_on(call, true);
  const cudaError_t error =
      launch(call, *config, kernel, name,
             {{.thunk = thunk, .arguments = arguments}, parameters, parameter_count, nullptr});
  if (error != cudaSuccess)
    errors.failed_launch(say("the launch of {}", kernel_name(kernel, name)), call.place, error,
                         false);
  return error != cudaSuccess ? error : errors.sticky();
}

void ws_register_kernel(const void* kernel, void (*call)(const void* kernel, void** parameters),
                        const size_t* parameter_bytes, int parameter_count) {
  const std::lock_guard lock(runtime_mutex());
  kernels().known[kernel] = {
      .call = call, .parameter_bytes = {parameter_bytes, parameter_bytes + parameter_count}};
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  const HostCall call{"cudaLaunchKernel", __builtin_return_address(0)};
  return serve(call, [&] {
    return launch_address(call, configuration(grid, block, shared_bytes, stream, false), kernel,
                          arguments);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  const HostCall call{"cudaLaunchCooperativeKernel", __builtin_return_address(0)};
  return serve(call, [&] {
    return launch_address(call, configuration(grid, block, shared_bytes, stream, true), kernel,
                          arguments);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) {
  const HostCall call{"cudaLaunchKernelExC", __builtin_return_address(0)};
  return serve(call, [&] {
    if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr))
      return cudaErrorInvalidValue;
    bool cooperative = false;
    for (unsigned int i = 0; i < config->numAttrs; ++i) {
      const cudaLaunchAttribute& attribute = config->attrs[i];
      if (attribute.id == cudaLaunchAttributeCooperative)
        cooperative = attribute.val.cooperative != 0;
      const auto& cluster = attribute.val.clusterDim;
      if (attribute.id == cudaLaunchAttributeClusterDimension &&
          (cluster.x > 1 || cluster.y > 1 || cluster.z > 1))
        unsupported_at(call.place, say("a cluster of blocks"),
                       say("launch without cudaLaunchAttributeClusterDimension"));
    }
    return launch_address(call,
                          configuration(config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                        config->stream, cooperative),
                          kernel, arguments);
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  const HostCall call{"cudaFuncGetAttributes", __builtin_return_address(0)};
  return serve(call, [&] {
    if (kernel == nullptr) return unknown_function(call);
    if (attributes == nullptr) return cudaErrorInvalidValue;
    *attributes = {};
    attributes->sharedSizeBytes = static_shared_bytes(kernel);
    attributes->maxThreadsPerBlock = emulated_device().maxThreadsPerBlock;
    attributes->numRegs = assumed_registers;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    const int limit = dynamic_shared_limit_of(kernel);
    const int left =
        static_cast<int>(most_shared_without_asking -
                         std::min(most_shared_without_asking, attributes->sharedSizeBytes));
    attributes->maxDynamicSharedSizeBytes = limit > 0 ? limit : left;
    attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  const HostCall call{"cudaFuncSetAttribute", __builtin_return_address(0)};
  return serve(call, [&] {
    if (kernel == nullptr) return unknown_function(call);
    if (attribute < cudaFuncAttributeMaxDynamicSharedMemorySize ||
        attribute >= cudaFuncAttributeMax)
      return cudaErrorInvalidValue;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    const auto most =
        static_cast<int>(most_shared - std::min(most_shared, static_shared_bytes(kernel)));
    if (value < 0 || value > most) {
      report_host(
          FindingKind::wrong_call, call.place,
          say("cudaFuncSetAttribute allows {0} {1} bytes of dynamic shared memory: 0 to {2} "
              "are possible",
              kernel_name(kernel), value, Grouped(most)));
      return cudaErrorInvalidValue;
    }
    kernels().dynamic_limit[kernel] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  const HostCall call{"cudaFuncSetCacheConfig", __builtin_return_address(0)};
  return serve(call, [&] { return kernel != nullptr ? cudaSuccess : unknown_function(call); });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig) {
  const HostCall call{"cudaFuncSetSharedMemConfig", __builtin_return_address(0)};
  return serve(call, [&] { return kernel != nullptr ? cudaSuccess : unknown_function(call); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes) {
  const HostCall call{"cudaOccupancyMaxActiveBlocksPerMultiprocessor", __builtin_return_address(0)};
  return serve(call, [&] { return occupancy(call, blocks, kernel, block_size, shared_bytes); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes,
                                                                   unsigned int) {
  const HostCall call{"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
                      __builtin_return_address(0)};
  return serve(call, [&] { return occupancy(call, blocks, kernel, block_size, shared_bytes); });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size) {
  const HostCall call{"cudaOccupancyAvailableDynamicSMemPerBlock", __builtin_return_address(0)};
  return serve(call, [&] {
    if (kernel == nullptr) return unknown_function(call);
    if (bytes == nullptr || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
    const std::size_t declared = static_shared_bytes(kernel);
    if (blocks_at_once(block_size, declared) < blocks) return cudaErrorInvalidValue;
    const cudaDeviceProp device = emulated_device();
    const std::size_t share = device.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks) /
                              128 * 128;  // in the steps in which it is given
    *bytes = std::min(share - device.reservedSharedMemPerBlock, most_shared) - declared;
    return cudaSuccess;
  });
}
}

}  // namespace warpscope
