#include "instrumentation/analysis/machine_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace warpscope {
namespace {

TEST(MachineModel, SaysWhereEachFigureIsFrom) {
  for (const MachineModel& machine : machine_models()) {
    for (const std::string_view source :
         {machine.issue_source, machine.arithmetic_source, machine.bandwidth_source,
          machine.memory(Space::shared).source, machine.memory(Space::global).source,
          machine.memory(Space::registers).source, machine.memory(Space::constant).source,
          machine.memory(Space::local).source}) {
      EXPECT_GE(source.size(), 20U) << machine.capability;
    }
    EXPECT_GT(machine.memory(Space::global).latency, machine.memory(Space::shared).latency);
    EXPECT_GT(machine.memory(Space::shared).latency, machine.arithmetic_latency);
    EXPECT_EQ(machine.memory(Space::global).pipe_cycles, 32 / machine.bytes_per_cycle);
  }
}

/// What the table says of 9.0 is what an H200 measured, but for the last digits.
TEST(MachineModel, OfAnH200IsThatOfItsRecord) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/assets/measurements/h200/device.json");
  if (!file) GTEST_SKIP() << "there is no record";
  const auto record = nlohmann::json::parse(file);
  const auto find = [](const auto& list, const char* key, const char* name, std::int64_t bytes) {
    for (const auto& row : list) {
      if (row.at(key) == name && (bytes == 0 || row.at("bytes") == bytes)) return row;
    }
    ADD_FAILURE() << "no " << name;
    return nlohmann::json();
  };
  const auto latency = [&](const char* memory, std::int64_t bytes) {
    return find(record.at("latencies"), "memory", memory, bytes).at("cycles").get<double>();
  };
  const auto operation = [&](const char* name) {
    return find(record.at("operations"), "operation", name, 0).at("latency").get<double>();
  };
  const MachineModel& machine = machine_model(BankModel::cc5);
  EXPECT_NEAR(machine.memory(Space::shared).latency, latency("shared", 4096), 1);
  EXPECT_NEAR(machine.memory(Space::constant).latency, latency("constant", 1024), 1);
  EXPECT_NEAR(machine.memory(Space::global).latency, latency("global", 1 << 30), 20);
  EXPECT_NEAR(machine.memory(Space::local).latency, latency("local", 4096), 1);
  // A sector of 32 bytes takes so much of a pass of the L1 cache.
  EXPECT_NEAR(32 / machine.memory(Space::local).pipe_cycles,
              find(record.at("memories"), "memory", "local", 0).at("bytes_per_cycle").get<double>(),
              1);
  EXPECT_NEAR(machine.memory(Space::registers).latency, operation("shuffle"), 1);
  EXPECT_NEAR(machine.arithmetic_latency, operation("fp32_multiply_add"), 0.5);
  EXPECT_NEAR(
      machine.bytes_per_cycle,
      find(record.at("memories"), "memory", "global", 0).at("bytes_per_cycle").get<double>(), 0.5);
}

TEST(MachineModel, FollowsTheBanks) {
  EXPECT_EQ(machine_model(BankModel::cc1).capability, "1.3");
  EXPECT_EQ(machine_model(BankModel::cc2).capability, "2.0");
  EXPECT_EQ(machine_model(BankModel::cc3x4).capability, "3.5");
  EXPECT_EQ(machine_model(BankModel::cc3x8).capability, "3.5");
  EXPECT_EQ(machine_model(BankModel::cc5).capability, "9.0");
}

/// What the CUDA C Programming Guide 5.0 (multiprocessor level) derives from its own figures: 6 warps
/// hide 22 cycles of arithmetic on 1.x, 22 on 2.x, and 44 hide 11 cycles on 3.x.
TEST(MachineModel, NeedsTheWarpsThatTheGuideNamesForArithmetic) {
  const auto warps = [](BankModel banks) {
    const MachineModel& machine = machine_model(banks);
    return std::ceil(static_cast<double>(machine.arithmetic_latency * machine.schedulers) /
                     machine.issue_cycles);
  };
  EXPECT_EQ(warps(BankModel::cc1), 6);
  EXPECT_EQ(warps(BankModel::cc2), 22);
  EXPECT_EQ(warps(BankModel::cc3x4), 44);
}

TEST(LatencyOfTheBook, OfLoadAfterLoadIsHiddenByFiftyWarps) {
  const MachineModel& machine = book_machine();
  EXPECT_EQ(warps_that_hide(machine, {}), 50);
  EXPECT_EQ(loop_utilisation(machine, {}, 50), 1);
  EXPECT_EQ(loop_utilisation(machine, {}, 49), 0.98);
}

/// Every fourth instruction loads: 200 / 16 = 12.5, so 13 warps. That holds if the arithmetic goes on
/// while the load is under way. If it needs the value, it begins only after the 200 cycles: a round
/// takes 212, and 13 warps fill 208 of them.
TEST(LatencyOfTheBook, OfEveryFourthInstructionIsHiddenByThirteenWarpsIfArithmeticDoesNotWait) {
  const MachineModel& machine = book_machine();
  const LoadLoop goes_on{.arithmetic = 3, .arithmetic_waits = false}, waits{.arithmetic = 3};
  EXPECT_EQ(warps_that_hide(machine, goes_on), 12.5);
  EXPECT_EQ(loop_utilisation(machine, goes_on, 13), 1);
  EXPECT_LT(loop_utilisation(machine, goes_on, 12), 1);
  EXPECT_EQ(warps_that_hide(machine, waits), 13.25);
  EXPECT_EQ(loop_utilisation(machine, waits, 13), 208.0 / 212);
  EXPECT_EQ(loop_utilisation(machine, waits, 14), 1);
}

/// If latency counts from the end of the load's issue instead of its begin, a round takes
/// latency + (arithmetic + 1) * issue.
TEST(LoadLoop, IsTheUsualFormulaWithTheLatencyCountedFromTheIssuesEnd) {
  MachineModel machine = book_machine();
  machine.memory(Space::global).latency = 200 + machine.issue_cycles;
  for (int k = 0; k <= 40; ++k) {
    for (int warps = 0; warps <= 64; ++warps) {
      const double issue = (k + 1) * 4.0;
      const double expected = std::min(1.0, warps * issue / (200 + issue));
      EXPECT_DOUBLE_EQ(loop_utilisation(machine, {.arithmetic = k}, warps), expected);
    }
  }
}

TEST(LoadLoop, SpreadsWarpsOverSchedulers) {
  const MachineModel& machine = machine_model(BankModel::cc5);
  const double one = loop_utilisation(machine, {}, 1);
  EXPECT_DOUBLE_EQ(one, 1.0 / machine.memory(Space::global).latency / 4);
  for (int warps = 1; warps <= 64; ++warps) {
    EXPECT_NEAR(loop_utilisation(machine, {}, warps), warps * one, 1e-12);
  }
  // Chains of arithmetic alone: each instruction takes a slot in four, and no scheduler is full.
  const LoadLoop chain{.arithmetic = 100'000'000};
  EXPECT_NEAR(loop_utilisation(machine, chain, 5), 5 / 16.0, 1e-4);
  // The fifth warp of a scheduler finds no slot that is left, wherever others have some.
  EXPECT_NEAR(loop_utilisation(machine, chain, 15), 15 / 16.0, 1e-4);
  EXPECT_NEAR(loop_utilisation(machine, chain, 17), 1, 1e-4);
}

TEST(LittlesLaw, IsLatencyTimesBandwidth) {
  MachineModel machine = machine_model(BankModel::cc5);
  machine.memory(Space::global).latency = 500;
  machine.bytes_per_cycle = 16;
  EXPECT_EQ(bytes_under_way(machine), 8000);
}

}  // namespace
}  // namespace warpscope
