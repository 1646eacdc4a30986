// The modelled schedule keeps its rules for the blocks of every kernel.

#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"
#include "tests/support/kernel_runs.hpp"
#include "tests/support/schedule_checks.hpp"

namespace warpscope {
namespace {

BlockStream stream_of(const Trace& trace, BankModel banks, LoadWait wait) {
  return block_stream(trace, summarize(trace, banks), dataflow(trace), 0, wait);
}

TEST(WarpScheduleOfKernels, KeepsItsRules) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto trace = test::emulate_anyhow({.kernel = std::string(kernel->id)}).trace;
    if (trace->launches.empty()) continue;
    for (const LoadWait wait : {LoadWait::use, LoadWait::each}) {
      const BlockStream stream = stream_of(*trace, BankModel::cc5, wait);
      const MachineModel& machine = machine_model(BankModel::cc5);
      const int block = static_cast<int>(stream.warps.size());
      for (const int warps : {1, block, std::min(2 * block + 1, 64)}) {
        const ScheduleRequest request{.warps = warps, .arithmetic = 2, .most_issues = 20'000};
        const WarpSchedule schedule = schedule_warps(stream, machine, request);
        if (schedule.cycles == 0) continue;  // nothing for the first warps to do
        test::expect_sound(schedule, stream, machine, request);
        if (testing::Test::HasFailure()) {
          FAIL() << kernel->id << ", " << warps << " warps";
        }
      }
    }
  }
}

/// Blocks may get in one another's way when they end together; more than a tenth is a mistake.
TEST(WarpScheduleOfKernels, GainFromMoreBlocks) {
  for (const char* kernel : {"latency_hiding", "reduce_strided", "scan_blelloch", "matmul_tiled"}) {
    const auto trace = test::emulate_anyhow({.kernel = kernel}).trace;
    const BlockStream stream = stream_of(*trace, BankModel::cc5, LoadWait::use);
    const int block = static_cast<int>(stream.warps.size());
    double before = 0;
    for (int blocks = 1; blocks * block <= 64; ++blocks) {
      const double busy = throughput(stream, machine_model(BankModel::cc5),
                                     {.warps = blocks * block, .arithmetic = 3}, 10'000)
                              .busy;
      EXPECT_GE(busy, before * 0.9) << kernel << ", " << blocks;
      before = std::max(before, busy);
    }
    EXPECT_GT(before, 0.01) << kernel;
  }
}

TEST(WarpScheduleOfKernels, NeverExceedsLittlesLine) {
  const auto trace = test::emulate_anyhow({.kernel = "latency_hiding"}).trace;
  const BlockStream stream = stream_of(*trace, BankModel::cc5, LoadWait::use);
  const MachineModel& machine = machine_model(BankModel::cc5);
  const LittleLine line = little_line(stream, machine, {.arithmetic = 3});
  for (int warps = 4; warps <= 64; warps += 4) {
    const Throughput sum = throughput(stream, machine, {.warps = warps, .arithmetic = 3});
    EXPECT_LE(sum.busy, line.at(warps) * 1.02) << warps;
  }
}

}  // namespace
}  // namespace warpscope
