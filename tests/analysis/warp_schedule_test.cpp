#include "instrumentation/analysis/warp_schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/schedule_checks.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::cycles_in, test::expect_sound;

TEST(WarpSchedule, OfTheBookIsFullWithFiftyWarps) {
  const BlockStream loads = load_chain(100);
  const MachineModel& machine = book_machine();
  const auto busy = [&](int warps) {
    return throughput(loads, machine, {.warps = warps}, 50'000).busy;
  };
  EXPECT_EQ(busy(50), 1);
  EXPECT_NEAR(busy(49), 0.98, 1e-3);
  EXPECT_NEAR(busy(25), 0.5, 1e-3);
  EXPECT_EQ(busy(64), 1);
}

TEST(WarpSchedule, OfTheBookIsFullWithThirteenWarpsIfEveryFourthInstructionLoads) {
  const BlockStream loads = load_chain(1000);
  const MachineModel& machine = book_machine();
  const auto busy = [&](int warps, bool waits) {
    const ScheduleRequest request{.warps = warps, .arithmetic = 3, .arithmetic_waits = waits};
    return throughput(loads, machine, request, 50'000).busy;
  };
  EXPECT_NEAR(busy(13, false), 1, 1e-3);
  EXPECT_NEAR(busy(12, false), 192.0 / 200, 2e-3);
  // Arithmetic that needs the value takes a fourteenth.
  EXPECT_NEAR(busy(13, true), 208.0 / 212, 2e-3);
  EXPECT_NEAR(busy(14, true), 1, 1e-3);
}

TEST(WarpSchedule, DrawsTheBooksWarps) {
  const MachineModel& machine = book_machine();
  const ScheduleRequest request{.warps = 50, .rounds = 1};
  const BlockStream loads = load_chain(10);
  const WarpSchedule schedule = schedule_warps(loads, machine, request);
  expect_sound(schedule, loads, machine, request);
  // When the fiftieth warp has made its access, the first one's value is there.
  EXPECT_EQ(schedule.warps[49].at(1).end, 200U);
  EXPECT_EQ(schedule.warps[0].at(1).state, WarpState::memory);
  EXPECT_EQ(schedule.warps[0].at(2).begin, 200U);
  EXPECT_EQ(schedule.warps[0].at(2).access, 1U);
}

/// Streams of loads that need one another, on every machine: what the closed formula says.
void expect_closed_formula(const MachineModel& machine, const LoadLoop& loop, double below) {
  const BlockStream loads = load_chain(500);
  for (const int warps : {1, 2, 5, 16, 31, 32}) {
    const ScheduleRequest request{
        .warps = warps, .arithmetic = loop.arithmetic, .arithmetic_waits = loop.arithmetic_waits};
    const auto issues = static_cast<std::uint32_t>(warps * (loop.arithmetic + 1) * 200);
    const double busy = throughput(loads, machine, request, issues).busy;
    const double formula = loop_utilisation(machine, loop, warps);
    EXPECT_LE(busy, formula + 0.005) << machine.capability << ", " << warps << " warps";
    EXPECT_GE(busy, formula - below) << machine.capability << ", " << warps << " warps, "
                                     << loop.arithmetic << " " << loop.arithmetic_waits;
  }
}
TEST(WarpSchedule, UsesWhatTheClosedFormulaSays) {
  for (MachineModel machine : machine_models()) {
    machine.memory(Space::global).pipe_cycles = 0;  // the formula knows no bandwidth
    for (const bool waits : {true, false}) {
      for (const int arithmetic : {0, 1, 3, 10, 40}) {
        const LoadLoop loop{.arithmetic = arithmetic, .arithmetic_waits = waits};
        // Chains of slow arithmetic get in one another's way a little.
        expect_closed_formula(machine, loop, 0.15);
        MachineModel quick = machine;
        quick.arithmetic_latency = quick.issue_cycles;
        expect_closed_formula(quick, loop, 0.01);
      }
    }
  }
}

TEST(WarpSchedule, CountsCyclesOfOneWarpByHand) {
  MachineModel machine = machine_model(BankModel::cc5);
  machine.memory(Space::global) = {100, 1};
  machine.memory(Space::shared) = {20, 1};
  machine.arithmetic_latency = 4;
  test::TraceMaker make;
  const int in = make.global("in", 32), data = make.shared("data", 1024);
  make.fill(in, std::vector<std::uint32_t>(32, 77));
  const auto x = make.load(in, 1, all_lanes, test::own);
  make.store(
      data, 2, all_lanes, [](int lane) { return 32 * lane; }, x);  // 32 wavefronts
  make.load(data, 3, all_lanes, test::own);
  make.barrier("end");
  const Trace trace = make.take();
  const BlockStream stream =
      block_stream(trace, summarize(trace, BankModel::cc5), dataflow(trace), 0, LoadWait::each);
  const ScheduleRequest request{.warps = 1, .arithmetic = 2, .rounds = 1};
  const WarpSchedule schedule = schedule_warps(stream, machine, request);
  expect_sound(schedule, stream, machine, request);
  std::vector<std::uint32_t> issues;
  for (const WarpSpan& span : schedule.warps[0]) {
    if (span.state == WarpState::issue) issues.push_back(span.begin);
  }
  // Load at 0 + 2 * 4; 4 sectors: its value comes after 100 + 3. Then two additions, the store, which
  // takes the pipe for 32 cycles. The load's arithmetic does not wait for it, the load does, and the
  // barrier for the load.
  const std::vector<std::uint32_t> expected{0, 4, 8, 111, 115, 119, 120, 124, 151, 171};
  EXPECT_EQ(issues, expected);
  EXPECT_EQ(cycles_in(schedule.warps[0], WarpState::issue), 10U);
  // 0..8 and 111..119 with gaps of 3; 120..124: a gap of 3, then 3 more until 128.
  EXPECT_EQ(cycles_in(schedule.warps[0], WarpState::arithmetic), 3U * 6);
  EXPECT_EQ(cycles_in(schedule.warps[0], WarpState::memory), 102U + 23 + 19);
  EXPECT_EQ(schedule.cycles, 172U);
}

/// Random blocks of loads, stores and barriers.
Trace random_block(std::mt19937& random) {
  const int warps = 1 + static_cast<int>(random() % 8);
  test::TraceMaker make(32 * warps);
  const int in = make.global("in", 4096), data = make.shared("data", 2048);
  std::vector<std::uint32_t> values(4096);
  for (std::uint32_t& value : values) value = random() % 2000;
  make.fill(in, values);
  for (int step = 0; step < 4; ++step) {
    for (int warp = 0; warp < warps; ++warp) {
      make.warp(warp);
      test::Lanes held{};
      for (std::uint32_t i = 0; i < random() % 5; ++i) {
        const auto stride = static_cast<int>(1 + random() % 40);
        const auto index = [&](int lane) { return lane * stride + warp; };
        switch (random() % 4) {
          case 0: held = make.load(in, 1, all_lanes, index); break;
          case 1: held = make.load(data, 2, all_lanes, index); break;
          case 2: make.store(data, 3, random() | 1U, index, held); break;
          default:
            make.load(in, 4, all_lanes, [&](int lane) { return static_cast<int>(held[lane]); });
        }
      }
    }
    if (random() % 3 != 0) make.barrier("step", step);
  }
  make.warp(0);
  make.load(in, 5, all_lanes, test::own);
  return make.take();
}

TEST(WarpSchedule, KeepsItsRulesInRandomBlocks) {
  std::mt19937 random(20261124);
  for (int i = 0; i < 150; ++i) {
    const Trace trace = random_block(random);
    const BankModel banks = all_bank_models[random() % all_bank_models.size()];
    const BlockStream stream =
        block_stream(trace, summarize(trace, banks), dataflow(trace), 0,
                     random() % 2 == 0 ? LoadWait::use : LoadWait::each, 20 + random() % 200);
    const ScheduleRequest request{.warps = 1 + static_cast<int>(random() % 40),
                                  .arithmetic = static_cast<int>(random() % 6),
                                  .arithmetic_waits = random() % 2 == 0,
                                  .most_issues = 1 + static_cast<std::uint32_t>(random() % 3000)};
    const MachineModel& machine = machine_model(banks);
    const WarpSchedule schedule = schedule_warps(stream, machine, request);
    expect_sound(schedule, stream, machine, request);
    EXPECT_LE(schedule.issues, request.most_issues + 3);
    if (HasFatalFailure()) return;
  }
}

TEST(WarpSchedule, LosesNoThroughputToMoreWarps) {
  std::mt19937 random(7);
  for (int i = 0; i < 12; ++i) {
    const Trace trace = random_block(random);
    const BankModel banks = all_bank_models[random() % all_bank_models.size()];
    const BlockStream stream = block_stream(trace, summarize(trace, banks), dataflow(trace), 0,
                                            i % 2 == 0 ? LoadWait::use : LoadWait::each);
    const auto block = static_cast<int>(stream.warps.size());
    double before = 0;
    for (int blocks = 1; blocks <= 4; ++blocks) {
      const double busy =
          throughput(stream, machine_model(banks), {.warps = blocks * block, .arithmetic = 2}).busy;
      EXPECT_GE(busy, before * 0.99) << "block " << i << ", " << blocks << " of them";
      before = busy;
    }
  }
}

TEST(WarpSchedule, LosesNoThroughputToMoreWarpsOfOneKind) {
  for (const MachineModel& machine : machine_models()) {
    for (const int arithmetic : {0, 3, 20}) {
      double before = 0;
      for (int warps = 1; warps <= machine.max_warps; ++warps) {
        const double busy =
            throughput(load_chain(200), machine, {.warps = warps, .arithmetic = arithmetic}, 20'000)
                .busy;
        EXPECT_GE(busy, before * 0.995) << machine.capability << ", " << warps << " warps";
        before = busy;
      }
    }
  }
}

TEST(WarpSchedule, TellsWaitingForAPipeFromNotBeingChosen) {
  MachineModel machine = book_machine();
  machine.memory(Space::global) = {200, 40};  // a sector takes up the pipe for 40 cycles
  const BlockStream loads = load_chain(1);
  const auto waits = [&](int arithmetic) {
    return schedule_warps(loads, machine, {.warps = 2, .arithmetic = arithmetic, .rounds = 1})
        .warps[1];
  };
  // The second load finds the pipe taken, though no scheduler keeps it from issuing after 4 cycles.
  EXPECT_EQ(cycles_in(waits(0), WarpState::ready), 0U);
  EXPECT_EQ(waits(0).front().end, 40U);
  EXPECT_EQ(waits(0).front().state, WarpState::memory);
  // Arithmetic needs no pipe: only the scheduler is taken.
  EXPECT_EQ(waits(1).front().state, WarpState::ready);
  EXPECT_EQ(waits(1).front().end, 8U) << "the arithmetic and the load of the first";
}

TEST(WarpSchedule, KeepsLittlesLaw) {
  // Bytes under way, on average, are bytes per cycle times cycles under way.
  const MachineModel& machine = machine_model(BankModel::cc5);
  for (const int warps : {1, 7, 64}) {
    const Throughput sum = throughput(load_chain(50), machine, {.warps = warps});
    EXPECT_NEAR(sum.bytes_under_way, sum.bytes_per_cycle * machine.memory(Space::global).latency,
                1e-6 * sum.bytes_under_way);
  }
}

TEST(WarpSchedule, NeverExceedsTheBandwidth) {
  test::TraceMaker make(1024);
  const int in = make.global("in", 1 << 16);
  for (int warp = 0; warp < 32; ++warp) {
    make.warp(warp);
    for (int i = 0; i < 8; ++i) {
      make.load(in, 1, all_lanes, [&](int lane) { return 32 * lane + warp; });
    }
  }
  const Trace trace = make.take();
  for (const BankModel banks : all_bank_models) {
    const BlockStream stream =
        block_stream(trace, summarize(trace, banks), dataflow(trace), 0, LoadWait::use);
    const MachineModel& machine = machine_model(banks);
    const Throughput sum = throughput(stream, machine, {.warps = 32});
    EXPECT_LE(sum.bytes_per_cycle, machine.bytes_per_cycle * 1.01);
    EXPECT_GT(sum.bytes_per_cycle, machine.bytes_per_cycle * 0.9);
    EXPECT_LE(sum.busy, 1);
    const LittleLine line = little_line(stream, machine, {});
    EXPECT_EQ(line.limit, Space::global);
    EXPECT_NEAR(line.at(1000), sum.busy, 0.02);
  }
}

TEST(LittleLine, IsTheClosedFormulaOfLoadAfterLoad) {
  const MachineModel& machine = book_machine();
  for (const int arithmetic : {0, 3, 7}) {
    const LittleLine line = little_line(load_chain(400), machine, {.arithmetic = arithmetic});
    const LoadLoop loop{.arithmetic = arithmetic};
    EXPECT_EQ(line.most, 1);
    EXPECT_NEAR(line.warps(), warps_that_hide(machine, loop), 0.1) << arithmetic;
    EXPECT_NEAR(line.at(10), loop_utilisation(machine, loop, 10), 0.01);
  }
}

TEST(WarpSchedule, OfNothingIsEmpty) {
  const MachineModel& machine = machine_model(BankModel::cc5);
  EXPECT_EQ(schedule_warps({}, machine, {}).cycles, 0U);
  EXPECT_EQ(schedule_warps(load_chain(0), machine, {.warps = 3}).cycles, 0U);
  EXPECT_EQ(throughput({}, machine, {}).busy, 0);
  EXPECT_EQ(little_line({}, machine, {}).warps(), 0);
}

TEST(WarpSchedule, SaysWhenItIsCut) {
  const MachineModel& machine = machine_model(BankModel::cc5);
  const BlockStream loads = load_chain(1000);
  EXPECT_TRUE(schedule_warps(loads, machine, {.warps = 4, .most_issues = 100}).cut);
  EXPECT_FALSE(schedule_warps(loads, machine, {.warps = 4, .rounds = 1}).cut);
}

}  // namespace
}  // namespace warpscope
