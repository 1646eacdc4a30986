#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;
using test::do_nothing;
using test::launch;
using test::LaunchForTest;

struct RefusedLaunch {
  LaunchForTest shape;
  int error = 0;
  const char* says = "";
};

struct LaunchCalls : CudaRuntime {
  static const void* kernel() { return reinterpret_cast<const void*>(&do_nothing); }
  int try_launch(const LaunchForTest& shape) {
    return launch(shape, do_nothing, this, {}, kernel());
  }
};

TEST_F(LaunchCalls, RunsEveryThread) {
  int count = 0;
  EXPECT_EQ(launch(
                {.grid = {2, 3, 1}, .block = {4, 1, 2}},
                [](void* counter) { ++*static_cast<int*>(counter); }, &count),
            0);
  EXPECT_EQ(count, 48);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(LaunchCalls, WrongConfigurationsAreRefusedByTheirReason) {
  constexpr int value = cudaErrorInvalidValue;
  for (const RefusedLaunch& wrong :
       {RefusedLaunch{{.grid = {0, 1, 1}}, value, "grid of (0, 1, 1)"},
        RefusedLaunch{{.block = {1, 0, 1}}, value, "blocks of (1, 0, 1)"},
        RefusedLaunch{{.block = {32, 33, 1}}, value, "1,056 threads"},
        RefusedLaunch{{.block = {1, 1, 65}}, value, "(1, 1, 65)"},
        RefusedLaunch{{.block = {1U << 31U, 1U << 31U, 4}}, value, "4) threads"},
        RefusedLaunch{{.block = {static_cast<std::uint32_t>(-1), 1, 1}}, value, "or -1, 1, 1)"},
        RefusedLaunch{{.grid = {static_cast<std::uint32_t>(-2), 1, 1}}, value, "or -2, 1, 1)"},
        RefusedLaunch{{.shared_bytes = static_cast<std::size_t>(-4)},
                      value,
                      "-4 bytes (as a size_t 18,446,744,073,709,551,612)"},
        RefusedLaunch{{.grid = {1, 65536, 1}}, value, "(1, 65,536, 1)"},
        RefusedLaunch{{.grid = {0x80000000U, 1, 1}}, value, "2,147,483,648"},
        RefusedLaunch{{.shared_bytes = 49153}, value, "call cudaFuncSetAttribute"},
        RefusedLaunch{{.shared_bytes = 232449}, value, "232,448 are the most"},
        RefusedLaunch{{.grid = {100000, 1, 1}, .cooperative = true},
                      cudaErrorCooperativeLaunchTooLarge,
                      "the device holds 4,224"}}) {
    EXPECT_EQ(try_launch(wrong.shape), wrong.error) << wrong.says;
    expect_finding(FindingKind::wrong_call, {wrong.says});
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), wrong.error);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  }
  for (const LaunchForTest& right :
       {LaunchForTest{.block = {1024, 1, 1}}, LaunchForTest{.block = {1, 1, 64}},
        LaunchForTest{.grid = {1, 1, 2}, .cooperative = true},
        LaunchForTest{.shared_bytes = 49152}})
    EXPECT_EQ(try_launch(right), 0);
  expect_no_finding();
}

TEST_F(LaunchCalls, MoreSharedMemoryIsToBeAskedFor) {
  EXPECT_EQ(cudaFuncSetAttribute(kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, 232448),
            cudaSuccess);
  EXPECT_EQ(dynamic_shared_limit_of(kernel()), 232448);
  EXPECT_EQ(try_launch({.shared_bytes = 232448}), 0);
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel()), cudaSuccess);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 232448);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
  expect_no_finding();
  for (const int bytes : {-1, 232449}) {
    EXPECT_EQ(cudaFuncSetAttribute(kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
              cudaErrorInvalidValue);
    expect_finding(FindingKind::wrong_call, {std::to_string(bytes), "0 to 232,448"});
  }
  EXPECT_EQ(cudaFuncSetAttribute(nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 4),
            cudaErrorInvalidDeviceFunction);
}

void add_to(int* sum, int number, double half) { *sum += number + static_cast<int>(2 * half); }
void call_add_to(const void* kernel, void** parameters) {
  reinterpret_cast<void (*)(int*, int, double)>(const_cast<void*>(kernel))(
      *static_cast<int**>(parameters[0]), *static_cast<int*>(parameters[1]),
      *static_cast<double*>(parameters[2]));
}

struct LaunchByAddress : LaunchCalls {
  int result = 0, *sum = &result, number = 5;
  double half = 0.5;
  std::array<void*, 3> arguments{&sum, &number, &half};
  static const void* known() {
    constexpr std::array<std::size_t, 3> bytes{sizeof(int*), sizeof(int), sizeof(double)};
    const auto* const kernel = reinterpret_cast<const void*>(&add_to);
    ws_register_kernel(kernel, call_add_to, bytes.data(), 3);
    return kernel;
  }
};

TEST_F(LaunchByAddress, PassesTheArguments) {
  EXPECT_EQ(cudaLaunchKernel(known(), dim3(2), dim3(3), arguments.data(), 0, nullptr), cudaSuccess);
  EXPECT_EQ(result, 36);
  EXPECT_EQ(cudaLaunchCooperativeKernel(known(), dim3(1), dim3(1), arguments.data(), 0, nullptr),
            cudaSuccess);
  EXPECT_EQ(result, 42);
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  EXPECT_EQ(cudaLaunchKernelExC(&config, known(), arguments.data()), cudaSuccess);
  EXPECT_EQ(result, 48);
  expect_no_finding();
}

TEST_F(LaunchByAddress, UnknownFunctionsAreRefused) {
  EXPECT_EQ(cudaLaunchKernel(&result, dim3(1), dim3(1), arguments.data(), 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  expect_finding(FindingKind::wrong_call, {"no known kernel", "without a cast"});
  EXPECT_EQ(cudaLaunchKernel(nullptr, dim3(1), dim3(1), nullptr, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  expect_finding(FindingKind::wrong_call, {"a null pointer"});
  EXPECT_EQ(cudaLaunchKernel(known(), dim3(1), dim3(1), nullptr, 0, nullptr),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"no argument 1", "takes 3"});
  EXPECT_EQ(cudaLaunchKernel(known(), dim3(1), dim3(1025), arguments.data(), 0, nullptr),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(result, 0);
}

struct CountParameters {
  void (*call)(int*) = nullptr;  // as in launch_frame, the first is what is called
  int* counter = nullptr;
};
void count_up(void* arguments) { ++*static_cast<CountParameters*>(arguments)->counter; }

TEST_F(LaunchByAddress, ACapturedGraphRunsWhenItIsLaunched) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  int count = 0;
  std::byte* const memory = device(4);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  {
    CountParameters parameters{.counter = &count};
    EXPECT_EQ(launch({.stream = stream}, count_up, &parameters,
                     {{&parameters.counter, sizeof parameters.counter}}),
              0);
    parameters.counter = nullptr;  // what the launch was given is gone
    EXPECT_EQ(cudaLaunchKernel(known(), dim3(1), dim3(1), arguments.data(), 0, stream),
              cudaSuccess);
    number = 1000;
    EXPECT_EQ(cudaMemsetAsync(memory, 1, 4, stream), cudaSuccess);
    EXPECT_EQ(cudaMemcpyAsync(&half, memory, 4, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  }
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(count, 0);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 4U);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(result, 12);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaErrorInvalidResourceHandle);
  expect_finding(FindingKind::wrong_call, {"a graph", "destroyed"});
}

}  // namespace
}  // namespace warpscope
