#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;

/// What the answers are is in capture_rules.cu; here is what the program's author is told.
struct CaptureCalls : CudaRuntime {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t event = nullptr, back = nullptr;
  cudaGraph_t graph = nullptr;

  void SetUp() override {
    CudaRuntime::SetUp();
    for (cudaStream_t* const stream : {&first, &second})
      ASSERT_EQ(cudaStreamCreate(stream), cudaSuccess);
    for (cudaEvent_t* const made : {&event, &back}) ASSERT_EQ(cudaEventCreate(made), cudaSuccess);
  }
  void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    ASSERT_EQ(cudaStreamBeginCapture(first, mode), cudaSuccess);
  }
  void expect_end(cudaError_t error) {
    graph = reinterpret_cast<cudaGraph_t>(8);
    EXPECT_EQ(cudaStreamEndCapture(first, &graph), error);
    EXPECT_EQ(graph == nullptr, error != cudaSuccess);
    forget_findings();
  }
  void fork() {
    EXPECT_EQ(cudaEventRecord(event, first), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(second, event, 0), cudaSuccess);
  }
  void join() {
    EXPECT_EQ(cudaEventRecord(back, second), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(first, back, 0), cudaSuccess);
  }
};

TEST_F(CaptureCalls, ForkedWorkRunsInEachLaunchOfTheGraphAndAtNoOtherTime) {
  std::byte* const memory = managed(8);
  auto* const values = reinterpret_cast<unsigned char*>(memory);
  values[0] = values[1] = 0;
  cudaGraphExec_t executable = nullptr;
  begin();
  fork();
  EXPECT_EQ(cudaMemsetAsync(memory, 5, 1, first), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory + 1, 6, 1, second), cudaSuccess);
  join();
  EXPECT_EQ(cudaMemcpyAsync(memory + 2, memory, 2, cudaMemcpyDefault, first), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(values[0] + values[1], 0);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 3U);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  for (int k = 0; k < 2; ++k) {
    values[1] = 0;
    EXPECT_EQ(cudaGraphLaunch(executable, second), cudaSuccess);
    EXPECT_EQ(values[2], 5);
    EXPECT_EQ(values[3], 6);
  }
  expect_no_finding();
}

TEST_F(CaptureCalls, AGraphLaunchedIntoACaptureIsOneNodeOfIt) {
  std::byte* const memory = managed(4);
  cudaGraphExec_t inner = nullptr, outer = nullptr;
  begin();
  EXPECT_EQ(cudaMemsetAsync(memory, 7, 1, first), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(memory + 1, memory, 1, cudaMemcpyDefault, first), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&inner, graph, 0), cudaSuccess);
  begin();
  EXPECT_EQ(cudaGraphLaunch(inner, first), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(memory + 2, memory + 1, 1, cudaMemcpyDefault, first), cudaSuccess);
  expect_end(cudaSuccess);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 2U);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&outer, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(outer, first), cudaSuccess);
  EXPECT_EQ(memory[2], std::byte{7});
  expect_no_finding();
}

TEST_F(CaptureCalls, WhatBreaksACaptureIsToldWithAWayOut) {
  struct Break {
    std::function<cudaError_t()> call;
    cudaError_t error;
    std::vector<std::string> told;
  };
  std::byte* const memory = device(8);
  ASSERT_EQ(cudaEventRecord(back, second), cudaSuccess);
  const std::vector<Break> breaks{
      {[&] { return cudaStreamSynchronize(first); },
       cudaErrorStreamCaptureUnsupported,
       {"cudaStreamSynchronize", "captured", "launch its graph"}},
      {[&] { return cudaMemcpy(memory, memory + 4, 4, cudaMemcpyDefault); },
       cudaErrorStreamCaptureImplicit,
       {"cudaMemcpy", "legacy default stream", "cudaStreamNonBlocking"}},
      {[&] { return cudaMalloc(reinterpret_cast<void**>(&graph), 4); },
       cudaErrorStreamCaptureUnsupported,
       {"cudaMalloc", "cudaStreamCaptureModeRelaxed"}},
      {[&] { return cudaStreamWaitEvent(first, back, 0); },
       cudaErrorStreamCaptureIsolation,
       {"cudaStreamWaitEvent", "of no capture"}},
      {[&] {
         cudaEventRecord(event, first);
         return cudaEventQuery(event);
       },
       cudaErrorCapturedEvent,
       {"cudaEventQuery", "recorded in a capture"}},
      {[&] { return cudaStreamQuery(second); },
       cudaErrorStreamCaptureUnsupported,
       {"cudaStreamQuery", "cudaStreamCaptureModeRelaxed"}},
  };
  for (const Break& broken : breaks) {
    begin();
    EXPECT_EQ(broken.call(), broken.error) << broken.told[0];
    expect_finding(FindingKind::wrong_call, broken.told);
    EXPECT_EQ(cudaMemsetAsync(memory, 0, 4, first), cudaErrorStreamCaptureInvalidated);
    expect_end(cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(cudaMemsetAsync(memory, 0, 4, first), cudaSuccess);
  }
  begin();
  fork();
  EXPECT_EQ(cudaMemsetAsync(memory, 0, 4, second), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(first, &graph), cudaErrorStreamCaptureUnjoined);
  expect_finding(FindingKind::wrong_call, {"cudaStreamEndCapture", "record an event"});
}

TEST_F(CaptureCalls, ACallThatIsGivenSomethingWrongLeavesItsCaptureAsItWas) {
  std::byte* const memory = device(8);
  begin();
  EXPECT_EQ(cudaFreeAsync(memory, first), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaFreeAsync", "a graph allocates"});
  EXPECT_EQ(cudaMemsetAsync(memory, 0, 9, first), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"cudaMemsetAsync", "9 bytes"});
  EXPECT_EQ(cudaStreamWaitEvent(first, back, 0), cudaSuccess);  // which was never recorded
  EXPECT_EQ(cudaEventRecord(event, first), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(second, event, 0), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaStreamWaitEvent", "recorded in a capture"});
}

TEST_F(CaptureCalls, ACaptureEndsWithItsStreamOrByAnotherThread) {
  std::byte* const memory = device(4);
  begin();
  EXPECT_EQ(cudaStreamDestroy(first), cudaSuccess);
  expect_finding(FindingKind::wrong_call, {"cudaStreamDestroy", "end the capture first"});
  EXPECT_EQ(cudaMemset(memory, 0, 4), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&first), cudaSuccess);
  begin(cudaStreamCaptureModeThreadLocal);
  std::thread([this] { expect_end(cudaErrorStreamCaptureWrongThread); }).join();
  EXPECT_EQ(cudaMemset(memory, 0, 4), cudaSuccess);
  expect_end(cudaErrorIllegalState);
}

TEST_F(CaptureCalls, MemoryOfAGraphLivesFromItsNodeOn) {
  void* memory = nullptr;
  cudaGraphExec_t executable = nullptr;
  begin();
  EXPECT_EQ(cudaMallocAsync(&memory, 4, first), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory, 1, 4, first), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaMemset(memory, 0, 4), cudaErrorInvalidValue);
  expect_finding(FindingKind::use_after_free, {"only a launch of the graph"});
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaSuccess);
  EXPECT_EQ(cudaMemset(memory, 0, 4), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaGraphLaunch", "still allocated", "AutoFree"});
  EXPECT_EQ(cudaFreeAsync(memory, second), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  expect_no_finding();
}

// A host function that waits for what the host does next.
struct HostFunctions : CaptureCalls {
  std::atomic<bool> goes_on = false;
  static void wait(void* flag) {
    while (!*static_cast<std::atomic<bool>*>(flag)) std::this_thread::yield();
  }
  void hold(cudaStream_t stream) {
    goes_on = false;
    EXPECT_EQ(cudaLaunchHostFunc(stream, wait, &goes_on), cudaSuccess);
  }
};

TEST_F(HostFunctions, WhatComesBehindOneWaitsForItAndNothingElseDoes) {
  auto* const memory = reinterpret_cast<unsigned char*>(managed(4));
  memory[0] = memory[1] = memory[2] = memory[3] = 0;
  cudaStream_t apart = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking), cudaSuccess);
  hold(first);
  EXPECT_EQ(cudaMemsetAsync(memory, 1, 1, first), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event, first), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory + 1, 1, 1, second), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(apart, event, 0), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory + 2, 1, 1, apart), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory + 3, 1, 1, nullptr), cudaSuccess);
  EXPECT_EQ(memory[0] + memory[2] + memory[3], 0);
  EXPECT_EQ(memory[1], 1);
  for (const cudaStream_t stream : {first, apart, cudaStream_t{}})
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
  EXPECT_EQ(cudaStreamQuery(second), cudaSuccess);
  goes_on = true;
  EXPECT_EQ(cudaStreamSynchronize(apart), cudaSuccess);
  EXPECT_EQ(memory[0] + memory[2], 2);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(memory[3], 1);
  EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
  expect_no_finding();
}

TEST_F(HostFunctions, CopiesOfPageableMemoryTakeWhatIsThereAtTheCall) {
  auto* const memory = reinterpret_cast<unsigned char*>(managed(4));
  unsigned char mine = 3, result = 0;
  hold(first);
  EXPECT_EQ(cudaMemcpyAsync(memory, &mine, 1, cudaMemcpyDefault, first), cudaSuccess);
  mine = 4;
  std::thread([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    goes_on = true;
  }).detach();
  EXPECT_EQ(cudaMemcpyAsync(&result, memory, 1, cudaMemcpyDefault, first), cudaSuccess);
  EXPECT_EQ(result, 3);  // a copy to pageable memory has ended when its call has
}

TEST_F(HostFunctions, MayCallNothingOfCuda) {
  static std::atomic<int> answer;
  EXPECT_EQ(cudaLaunchHostFunc(
                first, [](void*) { answer = cudaStreamSynchronize(nullptr); }, nullptr),
            cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(first), cudaSuccess);
  EXPECT_EQ(answer, cudaErrorNotPermitted);
  expect_finding(FindingKind::wrong_call, {"cudaStreamSynchronize", "host function"});
}

TEST_F(HostFunctions, WorkBehindOneThatHasLostItsMemoryPoisonsTheDevice) {
  std::byte* const memory = device(4);
  hold(first);
  EXPECT_EQ(cudaFreeAsync(memory, first), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory, 0, 4, first), cudaSuccess);
  goes_on = true;
  EXPECT_EQ(cudaStreamSynchronize(first), cudaErrorIllegalAddress);
  expect_finding(FindingKind::use_after_free, {"cudaMemsetAsync", "freed"});
}

TEST_F(HostFunctions, ThoseOfAGraphWaitForWhatIsBeforeThem) {
  auto* const memory = reinterpret_cast<unsigned char*>(managed(4));
  memory[0] = memory[1] = 0;
  cudaGraphExec_t executable = nullptr;
  begin();
  EXPECT_EQ(cudaMemsetAsync(memory, 1, 1, first), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(first, wait, &goes_on), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory + 1, 1, 1, first), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, second), cudaSuccess);
  EXPECT_EQ(memory[0], 1);
  EXPECT_EQ(memory[1], 0);
  EXPECT_EQ(cudaStreamQuery(second), cudaErrorNotReady);
  goes_on = true;
  EXPECT_EQ(cudaStreamSynchronize(second), cudaSuccess);
  EXPECT_EQ(memory[1], 1);
  expect_no_finding();
}

TEST_F(HostFunctions, AGraphWhoseMemoryIsLeftIsRefusedThoughItsLaunchIsStillToBeDone) {
  void* memory = nullptr;
  cudaGraphExec_t executable = nullptr;
  begin();
  EXPECT_EQ(cudaMallocAsync(&memory, 4, first), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  hold(first);
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaGraphLaunch", "still allocated"});
  EXPECT_EQ(cudaFreeAsync(memory, first), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaSuccess);
  goes_on = true;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  expect_no_finding();
}

TEST_F(HostFunctions, AGraphIsLaunchedAgainBehindItself) {
  struct Counted {
    std::atomic<int> calls = 0;
    std::atomic<bool> goes_on = false;
  } counted;
  const auto count_and_wait = [](void* data) {
    auto& here = *static_cast<Counted*>(data);
    ++here.calls;
    wait(&here.goes_on);
  };
  cudaStream_t apart = nullptr;
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking), cudaSuccess);
  begin();
  EXPECT_EQ(cudaLaunchHostFunc(first, count_and_wait, &counted), cudaSuccess);
  expect_end(cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiateWithFlags(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, first), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, apart), cudaSuccess);
  EXPECT_LE(counted.calls, 1);
  counted.goes_on = true;
  EXPECT_EQ(cudaStreamSynchronize(apart), cudaSuccess);
  EXPECT_EQ(counted.calls, 2);
}

TEST_F(HostFunctions, ManyThreadsMayGiveWorkWhileOneWaits) {
  constexpr int threads = 4, rounds = 200;
  auto* const memory = reinterpret_cast<unsigned char*>(managed(threads));
  hold(first);
  std::vector<std::thread> all;
  for (int k = 0; k < threads; ++k) {
    memory[k] = 0;
    all.emplace_back([&, k] {
      for (int round = 1; round <= rounds; ++round)
        EXPECT_EQ(cudaMemsetAsync(memory + k, round, 1, k % 2 == 0 ? first : second), cudaSuccess);
    });
  }
  for (std::thread& thread : all) thread.join();
  goes_on = true;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int k = 0; k < threads; ++k) EXPECT_EQ(memory[k], rounds);
}

}  // namespace
}  // namespace warpscope
