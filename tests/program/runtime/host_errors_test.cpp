#include <cstring>

#include "instrumentation/program/runtime/host_errors.hpp"
#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;
using test::do_nothing;
using test::launch;
using test::trap;

struct HostErrorsTest : CudaRuntime {
  void fail_a_launch() { EXPECT_NE(launch({}, trap, this), 0); }
  /// Whether the end of the program finds an error that nobody asked about.
  [[nodiscard]] std::string unchecked() {
    forget_findings();
    report_unchecked_errors();
    const auto all = found();
    if (all.empty()) return {};
    EXPECT_EQ(all.size(), 1U);
    EXPECT_EQ(all.back().kind, FindingKind::unchecked_error);
    return all.back().message.english();
  }
};

TEST_F(HostErrorsTest, NamesAndTextsAreCudas) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(77)), "unrecognized error code");
  // Every error of the header has words, and they stand in order.
  for (const cudaError_t error :
       {cudaErrorInvalidValue, cudaErrorMissingConfiguration, cudaErrorInvalidDeviceFunction,
        cudaErrorNotReady, cudaErrorLaunchFailure, cudaErrorCooperativeLaunchTooLarge,
        cudaErrorStreamCaptureImplicit, cudaErrorUnknown})
    EXPECT_EQ(std::strncmp(error_name(error), "cudaError", 9), 0) << error;
}

TEST_F(HostErrorsTest, TheLastErrorIsForgottenWhenAskedFor) {
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(HostErrorsTest, AFailedKernelPoisonsTheDevice) {
  std::byte* const memory = device(4);
  fail_a_launch();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaMemset(memory, 0, 4), cudaErrorLaunchFailure);
  EXPECT_EQ(launch({}, do_nothing, this), cudaErrorLaunchFailure);
  // What needs no device is answered, as on a GPU.
  int number = -1;
  EXPECT_EQ(cudaGetDevice(&number), cudaSuccess);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(launch({}, do_nothing, this), 0);
}

TEST_F(HostErrorsTest, ALaunchThatNobodyAsksAboutIsFound) {
  EXPECT_NE(launch({.block = {2000, 1, 1}}, do_nothing, this), 0);
  expect_finding(FindingKind::wrong_call, {"the launch of scale", "2,000 threads", "1,024"});
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);  // as on a GPU: it never began
  // Words for the same error of another call are no question about this one.
  EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
  EXPECT_EQ(unchecked(),
            "the launch of scale failed with cudaErrorInvalidValue (invalid argument), and the "
            "program never asked: call cudaGetLastError() after a launch");
  EXPECT_EQ(unchecked(), "");  // once
}

TEST_F(HostErrorsTest, ALaunchThatIsAskedAboutIsNot) {
  EXPECT_NE(launch({.block = {2000, 1, 1}}, do_nothing, this), 0);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(unchecked(), "");
  static_cast<void>(cudaGetLastError());
  fail_a_launch();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT_EQ(unchecked(), "");
}

TEST_F(HostErrorsTest, ACopyAfterAFailedKernelIsNoQuestion) {
  fail_a_launch();
  int mine = 0;
  EXPECT_EQ(cudaMemcpy(&mine, &mine, 4, cudaMemcpyDefault), cudaErrorLaunchFailure);
  EXPECT_NE(unchecked().find("the launch of scale failed with cudaErrorLaunchFailure"),
            std::string::npos);
}

TEST_F(HostErrorsTest, AFailedCallIsUncheckedIfTheProgramGoesOn) {
  int mine = 0;
  EXPECT_EQ(cudaMemset(&mine, 0, 4), cudaErrorInvalidValue);
  EXPECT_EQ(launch({}, do_nothing, this), 0);
  EXPECT_NE(unchecked().find("cudaMemset returned cudaErrorInvalidValue"), std::string::npos);
  // It may have looked at the result if it stops there, tries again, or prints the error.
  EXPECT_EQ(cudaMemset(&mine, 1, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(unchecked(), "");
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, static_cast<std::size_t>(-1)), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  EXPECT_EQ(launch({}, do_nothing, this), 0);
  EXPECT_EQ(unchecked(), "");
  EXPECT_EQ(cudaMemset(&mine, 2, 4), cudaErrorInvalidValue);
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_EQ(launch({}, do_nothing, this), 0);
  EXPECT_EQ(unchecked(), "");
}

TEST_F(HostErrorsTest, ACallThatFailsInALoopHidesNoOther) {
  int mine = 0;
  for (int k = 0; k < 1000; ++k) {
    EXPECT_EQ(cudaMemset(&mine, k, 4), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  }
  EXPECT_EQ(unchecked(), "");
  EXPECT_EQ(cudaMemset(&mine, 0, 8), cudaErrorInvalidValue);
  EXPECT_EQ(launch({}, do_nothing, this), 0);
  EXPECT_NE(unchecked().find("cudaMemset returned cudaErrorInvalidValue"), std::string::npos);
  // One of them that nobody asked about is enough.
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(cudaMemset(&mine, k, 12), cudaErrorInvalidValue);
    if (k == 1) {
      EXPECT_EQ(launch({}, do_nothing, this), 0);
    }
  }
  EXPECT_NE(unchecked().find("cudaMemset returned cudaErrorInvalidValue"), std::string::npos);
}

void call_from_a_kernel(void*) { static_cast<void>(cudaDeviceSynchronize()); }

TEST_F(HostErrorsTest, AKernelCannotCallTheRuntime) {
  EXPECT_NE(launch({}, call_from_a_kernel, this), 0);
  const auto all = found();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(
      all[0].message.english().find("cudaDeviceSynchronize() in a kernel, which is not emulated"),
      std::string::npos)
      << all[0].message.english();
}

}  // namespace
}  // namespace warpscope
