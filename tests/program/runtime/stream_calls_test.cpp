#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;
using test::do_nothing;
using test::launch;

TEST_F(CudaRuntime, StreamsLiveFromCreationToDestruction) {
  cudaStream_t stream = nullptr;
  unsigned int flags = 7;
  int priority = 7;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -100), cudaSuccess);
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, static_cast<unsigned int>(cudaStreamNonBlocking));
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(priority, -5);
  EXPECT_EQ(launch({.stream = stream}, do_nothing, this), 0);
  for (const cudaStream_t known : {stream, cudaStream_t{}, cudaStreamLegacy, cudaStreamPerThread}) {
    EXPECT_EQ(cudaStreamSynchronize(known), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(known), cudaSuccess);
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  expect_finding(FindingKind::wrong_call, {"cudaStreamSynchronize", "a stream", "destroyed"});
  EXPECT_EQ(launch({.stream = stream}, do_nothing, this), cudaErrorInvalidResourceHandle);
  expect_finding(FindingKind::wrong_call, {"a launch", "a stream"});
  EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
}

TEST_F(CudaRuntime, CallbacksAreCalled) {
  int calls = 0;
  EXPECT_EQ(cudaLaunchHostFunc(
                nullptr, [](void* count) { ++*static_cast<int*>(count); }, &calls),
            cudaSuccess);
  EXPECT_EQ(cudaStreamAddCallback(
                nullptr,
                [](cudaStream_t, cudaError_t status, void* count) {
                  if (status == cudaSuccess) ++*static_cast<int*>(count);
                },
                &calls, 0),
            cudaSuccess);
  EXPECT_EQ(calls, 2);
}

struct EventCalls : CudaRuntime {
  cudaEvent_t start = nullptr, end = nullptr;
  void SetUp() override {
    CudaRuntime::SetUp();
    ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  }
  template <class Work>
  float milliseconds(Work work) {
    float time = -1;
    EXPECT_EQ(cudaEventRecord(start, nullptr), cudaSuccess);
    work();
    EXPECT_EQ(cudaEventRecord(end, nullptr), cudaSuccess);
    EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&time, start, end), cudaSuccess);
    return time;
  }
};

TEST_F(EventCalls, TimesFollowTheModelAndNoClock) {
  EXPECT_FLOAT_EQ(milliseconds([] {}), 0.001F);
  EXPECT_TRUE(modelled_time_was_asked());
  EXPECT_FLOAT_EQ(milliseconds([this] { launch({}, do_nothing, this); }),
                  milliseconds([this] { launch({}, do_nothing, this); }));
  EXPECT_NEAR(milliseconds([this] { launch({}, do_nothing, this); }), 0.004, 1e-4);
  std::byte* const memory = device(250'000);
  std::vector<std::byte> mine(250'000);
  EXPECT_NEAR(
      milliseconds([&] { cudaMemcpy(memory, mine.data(), mine.size(), cudaMemcpyHostToDevice); }),
      0.019, 1e-4);
  EXPECT_NEAR(milliseconds([&] { cudaMemset(memory, 0, 250'000); }), 0.00308, 1e-4);
  // The longer of instructions and bytes: 3,000,000,000 bytes are a millisecond.
  static const auto work = [](void*) { model_kernel_work(1000, 3'000'000'000); };
  EXPECT_NEAR(milliseconds([this] { launch({}, +work, this); }), 1.004, 1e-4);
}

TEST_F(EventCalls, OnlyRecordedEventsHaveATime) {
  float time = -1;
  EXPECT_EQ(cudaEventQuery(start), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(start, nullptr), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&time, start, end), cudaErrorInvalidResourceHandle);
  expect_finding(FindingKind::wrong_call, {"never recorded", "cudaEventRecord"});
  cudaEvent_t timeless = nullptr;
  EXPECT_EQ(cudaEventCreateWithFlags(&timeless, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(timeless, nullptr), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&time, start, timeless), cudaErrorInvalidResourceHandle);
  expect_finding(FindingKind::wrong_call, {"keeps no time", "cudaEventDisableTiming"});
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end, nullptr), cudaErrorInvalidResourceHandle);
  expect_finding(FindingKind::wrong_call, {"an event", "destroyed"});
  EXPECT_EQ(cudaEventDestroy(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(time, -1);
}

}  // namespace
}  // namespace warpscope
