#include "instrumentation/run/device.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <stdexcept>

#include "instrumentation/run/run_stopped.hpp"
#include "tests/support/failing_device.hpp"

namespace warpscope {
namespace {

using test::FailingDevice;

RunRequest request(const char* kernel, MachineKind machine) {
  RunRequest wanted;
  wanted.kernel = kernel;
  wanted.machine = machine;
  return wanted;
}

/// A GPU whose driver throws what no driver should.
class ThrowingDevice final : public Device {
 public:
  [[nodiscard]] const CudaStatus& status() const override { return state; }
  [[nodiscard]] std::pair<Trace, Outcome> trace(const Plan&, const Setup&, TraceHeader, int,
                                                std::stop_token) override {
    if (lacks_memory) throw std::bad_alloc();
    throw std::runtime_error("seven is no number");
  }
  CudaStatus state{.built = true, .usable = true, .device = "Odd GPU"};
  bool lacks_memory = true;
};

/// A GPU on which somebody asks to stop while a kernel runs.
class PatientDevice final : public Device {
 public:
  [[nodiscard]] const CudaStatus& status() const override { return state; }
  [[nodiscard]] std::pair<Trace, Outcome> trace(const Plan&, const Setup&, TraceHeader, int,
                                                std::stop_token stop) override {
    ask();
    if (stop.stop_requested()) throw RunStopped{};
    return {};
  }
  CudaStatus state{.built = true, .usable = true, .device = "Patient GPU"};
  std::function<void()> ask;
};

TEST(Device, TakesTheMachinesPlaceWhileItsScopeLives) {
  FailingDevice failing({"", false});
  const std::string own = cuda_status().device;
  {
    const DeviceScope scope(failing);
    EXPECT_EQ(cuda_status().device, "Fragile GPU");
    EXPECT_TRUE(cuda_status().usable);
  }
  EXPECT_EQ(cuda_status().device, own);
}

TEST(Device, AFailureNamesKernelDeviceAndError) {
  FailingDevice failing({"launching the kernel: too many resources requested", false});
  const DeviceScope scope(failing);
  const auto failed = run(request("reduce_strided", MachineKind::cuda));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::failed);
  EXPECT_EQ(failed.error().message,
            "reduce_strided failed on Fragile GPU while launching the kernel: too many resources "
            "requested. Try a smaller size, or --machine emulator.");
  EXPECT_FALSE(device_lost()) << "the next run may go well";
  EXPECT_FALSE(run(request("reduce_strided", MachineKind::automatic)));
  EXPECT_EQ(failing.runs, 2);
}

TEST(Device, OneThatIsLostIsNotAskedAgainAndTheEmulatorTakesOver) {
  FailingDevice failing({"waiting for the kernel: an illegal memory access", true});
  const DeviceScope scope(failing);
  const auto first = run(request("scan_blelloch", MachineKind::automatic));
  ASSERT_FALSE(first);
  EXPECT_NE(first.error().message.find("scan_blelloch failed on Fragile GPU while waiting"),
            std::string::npos)
      << first.error().message;
  EXPECT_NE(first.error().message.find("until Warpscope is started again"), std::string::npos);
  EXPECT_TRUE(device_lost());

  const auto second = run(request("reduce_strided", MachineKind::cuda));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::unavailable);
  EXPECT_NE(second.error().message.find("failed in an earlier run"), std::string::npos);
  EXPECT_EQ(failing.runs, 1);

  const auto third = run(request("reduce_strided", MachineKind::automatic));
  ASSERT_TRUE(third) << third.error().message;
  EXPECT_EQ(third->trace->header.machine, "emulator");
}

TEST(Device, WhatItThrowsBesidesAFaultIsASentence) {
  ThrowingDevice odd;
  const DeviceScope scope(odd);
  const auto hungry = run(request("reduce_strided", MachineKind::cuda));
  ASSERT_FALSE(hungry);
  EXPECT_EQ(hungry.error().kind, ErrorKind::unavailable);
  EXPECT_NE(hungry.error().message.find("not enough memory to record reduce_strided"),
            std::string::npos)
      << hungry.error().message;
  odd.lacks_memory = false;
  const auto broken = run(request("reduce_strided", MachineKind::cuda));
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind, ErrorKind::failed);
  EXPECT_NE(broken.error().message.find("seven is no number"), std::string::npos);
}

TEST(Device, IsToldThatTheRunIsToStop) {
  PatientDevice patient;
  const DeviceScope scope(patient);
  std::stop_source stop;
  patient.ask = [&] { stop.request_stop(); };
  const auto stopped = run(request("reduce_strided", MachineKind::cuda), stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "The run was stopped before its end; nothing was recorded.");
  EXPECT_FALSE(device_lost());
}

TEST(Device, OneThatIsNotThereSaysWhatWorks) {
  FailingDevice none({"", false});
  none.state.usable = false;
  none.state.problem = "This machine has no NVIDIA driver.";
  const DeviceScope scope(none);
  const auto refused = run(request("reduce_strided", MachineKind::cuda));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(refused.error().message,
            "This machine has no NVIDIA driver. --machine emulator works everywhere.");
  EXPECT_EQ(none.runs, 0);
}

}  // namespace
}  // namespace warpscope
