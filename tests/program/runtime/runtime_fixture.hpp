#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"
#include "instrumentation/program/run/program_hearing.hpp"
#include "instrumentation/program/runtime/cuda_api.hpp"

namespace warpscope::test {

/// Hears the machine of this process.
class OwnMachine {
 public:
  static OwnMachine& the() {
    static auto* const own = new OwnMachine;
    return *own;
  }
  const ProgramOutcome& outcome() {
    std::vector<std::byte> bytes;
    for (LogKind kind{}; (kind = reader_.next(bytes, true)) != LogKind::none;) {
      hearing_.hear(kind, bytes);
    }
    EXPECT_EQ(hearing_.damaged(), 0);
    return hearing_.outcome();
  }
  void forget() {
    static_cast<void>(outcome());
    machine().log = ProgramLog(ProgramOptions());
    hearing_ = ProgramHearing({});
  }

 private:
  OwnMachine() {
    const int log = make_log();
    EXPECT_TRUE(reader_.open(log));
    EXPECT_TRUE(LogWriter::the().attach(log));
  }
  LogReader reader_;
  ProgramHearing hearing_{{}};
};

inline std::vector<ProgramFinding> findings() { return OwnMachine::the().outcome().findings; }

/// The calls of one program: whatever a test did before is forgotten.
class CudaRuntime : public testing::Test {
 protected:
  void SetUp() override {
    OwnMachine::the();
    begin_program({});
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    static_cast<void>(cudaGetLastError());
    report_unchecked_errors();  // of tests before
    forget_findings();
  }

  /// The findings that were reported since the last forget_findings().
  [[nodiscard]] std::vector<ProgramFinding> found() const { return findings(); }
  void forget_findings() { OwnMachine::the().forget(); }
  /// Expects one finding that says all of these, and forgets it.
  void expect_finding(FindingKind kind, const std::vector<std::string>& parts) {
    const auto all = found();
    forget_findings();
    ASSERT_EQ(all.size(), 1U) << (all.empty() ? ""
                                              : all[0].message.english() + " | " +
                                                    all.back().message.english());
    EXPECT_EQ(all[0].kind, kind) << all[0].message.english();
    EXPECT_FALSE(all[0].message.is_data()) << "in one language: " << all[0].message.english();
    for (const std::string& part : parts)
      EXPECT_NE(all[0].message.english().find(part), std::string::npos)
          << "no \"" << part << "\" in: " << all[0].message.english();
  }
  void expect_no_finding() const {
    const auto all = found();
    EXPECT_TRUE(all.empty()) << all[0].message.english();
  }

  static std::byte* device(std::size_t bytes) {
    void* pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, bytes), cudaSuccess);
    return static_cast<std::byte*>(pointer);
  }
  static std::byte* pinned(std::size_t bytes) {
    void* pointer = nullptr;
    EXPECT_EQ(cudaMallocHost(&pointer, bytes), cudaSuccess);
    return static_cast<std::byte*>(pointer);
  }
  static std::byte* managed(std::size_t bytes) {
    void* pointer = nullptr;
    EXPECT_EQ(cudaMallocManaged(&pointer, bytes), cudaSuccess);
    return static_cast<std::byte*>(pointer);
  }
};

/// A launch as <<<…>>> makes one. `work(arguments)` runs in each thread.
struct LaunchForTest {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
};
inline int launch(const LaunchForTest& shape, void (*work)(void*), void* arguments,
                  const std::vector<ws_parameter>& parameters = {}, const void* kernel = nullptr) {
  const ws_launch_config config{.grid = {shape.grid[0], shape.grid[1], shape.grid[2]},
                                .block = {shape.block[0], shape.block[1], shape.block[2]},
                                .shared_bytes = shape.shared_bytes,
                                .stream = shape.stream,
                                .cooperative = shape.cooperative ? 1 : 0};
  return ws_launch(&config, kernel, "scale", work, arguments, parameters.data(),
                   static_cast<int>(parameters.size()));
}
inline void do_nothing(void*) {}
inline void trap(void*) { ws_trap(); }

}  // namespace warpscope::test
