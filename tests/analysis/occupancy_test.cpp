// Worked by hand, for the generations of the lectures, which NVIDIA's present calculator has
// forgotten; that one holds the others: tests/gpu/occupancy_test.cpp.
#include "instrumentation/analysis/occupancy.hpp"

#include <gtest/gtest.h>

#include <climits>

namespace warpscope {
namespace {

const MultiprocessorLimits& machine(int major, int minor) {
  const MultiprocessorLimits* found = find_multiprocessor(major, minor);
  EXPECT_NE(found, nullptr) << major << '.' << minor;
  return found != nullptr ? *found : all_multiprocessors().front();
}

std::vector<OccupancyLimit> binding(const Occupancy& occupancy) {
  std::vector<OccupancyLimit> limits;
  for (std::size_t i = 0; i < occupancy_limits; ++i) {
    if (occupancy.binds(static_cast<OccupancyLimit>(i))) {
      limits.push_back(static_cast<OccupancyLimit>(i));
    }
  }
  return limits;
}

TEST(Occupancy, TheListNamesEachCapabilityOnceAndRises) {
  const auto machines = all_multiprocessors();
  ASSERT_EQ(machines.size(), capability_names.size());
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const std::string name =
        std::to_string(machines[i].major) + '.' + std::to_string(machines[i].minor);
    EXPECT_EQ(name, capability_names[i]);
    EXPECT_EQ(find_multiprocessor(machines[i].major, machines[i].minor), &machines[i]);
    EXPECT_EQ(machines[i].splits.back(), machines[i].shared) << name;
    EXPECT_EQ(machines[i].shared_and_l1 > 0, machines[i].splits.size() > 1) << name;
    EXPECT_GE(machines[i].shared, machines[i].block_shared_opt_in) << name;
    if (i > 0) {
      EXPECT_LT(std::pair(machines[i - 1].major, machines[i - 1].minor),
                std::pair(machines[i].major, machines[i].minor));
    }
  }
  EXPECT_EQ(find_multiprocessor(4, 0), nullptr);
}

// G80: 8192 registers. 256 threads of 10 are 2560, three blocks fill the 24 warp slots. One register
// more makes 2816, and the third block has no room: a third of the warps is gone.
TEST(Occupancy, OnG80OneRegisterMoreCostsAThirdOfTheWarps) {
  const Occupancy ten = occupancy_of(machine(1, 0), {.threads = 256, .registers = 10});
  EXPECT_EQ(ten.blocks, 3);
  EXPECT_EQ(ten.warps(), 24);
  EXPECT_EQ(ten.block_registers, 2560);
  EXPECT_EQ(binding(ten), (std::vector{OccupancyLimit::warps, OccupancyLimit::registers}));
  const Occupancy eleven = occupancy_of(machine(1, 0), {.threads = 256, .registers = 11});
  EXPECT_EQ(eleven.blocks, 2);
  EXPECT_EQ(eleven.warps(), 16);
  EXPECT_EQ(binding(eleven), std::vector{OccupancyLimit::registers});
  // GT200 has twice as many: four blocks, all 32 slots.
  EXPECT_EQ(occupancy_of(machine(1, 3), {.threads = 256, .registers = 11}).warps(), 32);
}

// At most 8 blocks, as the book says: with 64 threads that is 16 of 24 warps, however little they
// need.
TEST(Occupancy, OnG80EightBlocksAreTheMost) {
  const Occupancy found = occupancy_of(machine(1, 1), {.threads = 64, .registers = 4});
  EXPECT_EQ(found.blocks, 8);
  EXPECT_EQ(found.warps(), 16);
  EXPECT_EQ(binding(found), std::vector{OccupancyLimit::blocks});
}

// 1.x gives slots to pairs of warps, and registers for both: 96 threads are 3 warps in 4 slots.
TEST(Occupancy, On1xOddWarpsWasteASlotAndRegisters) {
  const Occupancy found = occupancy_of(machine(1, 0), {.threads = 96, .registers = 16});
  EXPECT_EQ(found.block_warps, 3);
  EXPECT_EQ(found.block_warp_slots, 4);
  EXPECT_EQ(found.block_registers, 4 * 32 * 16);
  EXPECT_EQ(found.wasted_registers, 32 * 16);
  EXPECT_EQ(found.blocks, 4);  // 8192 / 2048
  EXPECT_EQ(found.warps(), 12);
}

// One byte above 4 KiB takes a whole unit more.
TEST(Occupancy, On1xSharedMemoryIsGivenInUnitsOf512Bytes) {
  const Occupancy found =
      occupancy_of(machine(1, 3), {.threads = 64, .registers = 8, .dynamic_shared = 4 * 1024 + 1});
  EXPECT_EQ(found.block_shared, 4608);
  EXPECT_EQ(found.wasted_shared, 511);
  EXPECT_EQ(found.blocks, 3);  // 16384 / 4608
  EXPECT_EQ(binding(found), std::vector{OccupancyLimit::shared});
}

// Fermi: a warp's registers in units of 64, but of 128 for a few counts, such as 21:
// 21 * 32 = 672 become 768, so that 32768 / 2 / 768 = 21 warps fit into each half.
TEST(Occupancy, OnFermiSomeCountsOfRegistersAreRoundedTwiceAsFar) {
  const Occupancy found = occupancy_of(machine(2, 0), {.threads = 192, .registers = 21});
  EXPECT_EQ(found.block_registers, 6 * 768);
  EXPECT_EQ(found.blocks, 7);  // 42 warps for 6 each
  EXPECT_EQ(occupancy_of(machine(2, 0), {.threads = 192, .registers = 20}).blocks, 8);
}

// The split of Fermi's and Kepler's 64 KiB: 12 KiB a block are 4 blocks of 48 KiB, one of 16.
TEST(Occupancy, TheSplitOfSharedMemoryAndCacheFeedsIt) {
  OccupancyRequest request{.threads = 128, .registers = 20, .dynamic_shared = 12 * 1024};
  for (const auto& [major, minor] : {std::pair{2, 0}, {3, 0}}) {
    request.split = 48 * 1024;
    EXPECT_EQ(occupancy_of(machine(major, minor), request).blocks, 4);
    request.split = 16 * 1024;
    EXPECT_EQ(occupancy_of(machine(major, minor), request).blocks, 1);
  }
  request.split = 32 * 1024;
  EXPECT_EQ(occupancy_of(machine(3, 0), request).blocks, 2);
  // One that is too small for a block is not taken: before 7.0 the largest is, then the next one.
  request.dynamic_shared = 20 * 1024;
  request.split = 16 * 1024;
  EXPECT_EQ(occupancy_of(machine(3, 5), request).shared, 48 * 1024);
  EXPECT_EQ(occupancy_of(machine(7, 0), request).shared, 32 * 1024);
}

TEST(Occupancy, Kepler37HasTwiceTheRegistersOf35) {
  const OccupancyRequest request{.threads = 256, .registers = 64};
  EXPECT_EQ(occupancy_of(machine(3, 5), request).warps(), 32);
  EXPECT_EQ(occupancy_of(machine(3, 7), request).warps(), 64);
}

// H200: 256 threads of 40 registers: 8 warps of 1280, 6 blocks of 10240 in 65536.
TEST(Occupancy, OnAnH200) {
  const Occupancy found = occupancy_of(machine(9, 0), {.threads = 256, .registers = 40});
  EXPECT_EQ(found.blocks, 6);
  EXPECT_DOUBLE_EQ(found.share(), 0.75);
  EXPECT_EQ(found.block_shared, 1024) << "the driver's, of a kernel that has none";
  EXPECT_EQ(binding(found), std::vector{OccupancyLimit::registers});
}

TEST(Occupancy, SaysWhyNothingRuns) {
  const auto obstacle = [](int major, const OccupancyRequest& request) {
    const Occupancy found = occupancy_of(machine(major, 0), request);
    EXPECT_EQ(found.blocks, 0);
    EXPECT_TRUE(binding(found).empty());
    return found.obstacle;
  };
  EXPECT_EQ(obstacle(9, {.threads = 0}), OccupancyObstacle::no_threads);
  EXPECT_EQ(obstacle(1, {.threads = 1024, .registers = 4}), OccupancyObstacle::block_threads);
  EXPECT_EQ(obstacle(2, {.threads = 32, .registers = 64}), OccupancyObstacle::thread_registers);
  EXPECT_EQ(obstacle(9, {.threads = 1024, .registers = 65}), OccupancyObstacle::block_registers);
  EXPECT_EQ(obstacle(9, {.static_shared = 48 * 1024 + 1}), OccupancyObstacle::static_shared);
  EXPECT_EQ(obstacle(9, {.dynamic_shared = 227 * 1024 + 1}), OccupancyObstacle::block_shared);
}

TEST(Occupancy, SaysAllThatIsBeyondTheLimits) {
  const OccupancyRequest request{.threads = 1024, .registers = 4, .dynamic_shared = 227 * 1024};
  const Occupancy found = occupancy_of(machine(1, 0), request);
  EXPECT_EQ(found.obstacle, OccupancyObstacle::block_threads);
  EXPECT_EQ(obstacles_of(machine(1, 0), request, found),
            (std::vector{OccupancyObstacle::block_threads, OccupancyObstacle::block_shared}));
  const Occupancy fits = occupancy_of(machine(9, 0), {.threads = 256});
  EXPECT_TRUE(obstacles_of(machine(9, 0), {.threads = 256}, fits).empty());
}

TEST(Occupancy, PercentOfSharedMemoryChoosesASplit) {
  EXPECT_EQ(preferred_split(machine(9, 0), -1), 228 * 1024);
  EXPECT_EQ(preferred_split(machine(9, 0), 0), 0);
  EXPECT_EQ(preferred_split(machine(9, 0), 50), 132 * 1024);
  EXPECT_EQ(preferred_split(machine(7, 5), 50), 32 * 1024);
  EXPECT_EQ(preferred_split(machine(5, 0), 50), 64 * 1024);
}

TEST(Occupancy, CurvesCoverWhatABlockMayHave) {
  const OccupancyRequest request{.threads = 256, .registers = 40, .dynamic_shared = 2048};
  const MultiprocessorLimits& h200 = machine(9, 0);
  const auto threads = occupancy_over_threads(h200, request);
  ASSERT_EQ(threads.size(), 32U);
  EXPECT_EQ(threads[7].value, 225);
  EXPECT_EQ(threads[7].last, 256);
  EXPECT_EQ(threads[7].occupancy.blocks, occupancy_of(h200, request).blocks);
  const auto registers = occupancy_over_registers(h200, request);
  ASSERT_EQ(registers.size(), 255U);
  EXPECT_EQ(registers[39].occupancy, occupancy_of(h200, request));
  for (std::size_t i = 1; i < registers.size(); ++i) {
    EXPECT_LE(registers[i].occupancy.blocks, registers[i - 1].occupancy.blocks);
  }
  const auto shared = occupancy_over_shared(h200, request);
  EXPECT_EQ(shared[16].value, 2048 - 127);
  EXPECT_EQ(shared[16].last, 2048);
  EXPECT_EQ(shared[16].occupancy.blocks, occupancy_of(h200, request).blocks);
  EXPECT_EQ(shared.back().last, 227 * 1024);
  EXPECT_EQ(shared.back().occupancy.blocks, 1);
}

/// The point of a curve for a value; nullptr: it lies beyond.
const OccupancyPoint* point_at(const std::vector<OccupancyPoint>& points, int value) {
  for (const OccupancyPoint& point : points) {
    if (point.value <= value && value <= point.last) return &point;
  }
  return nullptr;
}

TEST(Occupancy, CurvesSayAtEachValueWhatTheModelSays) {
  for (const MultiprocessorLimits& each : all_multiprocessors()) {
    SCOPED_TRACE(testing::Message() << each.major << '.' << each.minor);
    for (const int value : {1, 31, 32, 33, 64, 65, 97, 127, 255, 511, 512}) {
      OccupancyRequest request{.threads = value, .registers = 25, .static_shared = 100};
      const auto same = [&](const std::vector<OccupancyPoint>& points, int at) {
        const OccupancyPoint* point = point_at(points, at);
        const Occupancy found = occupancy_of(each, request);
        if (point == nullptr) {
          EXPECT_EQ(found.blocks, 0) << at << " lies beyond the curve";
          return;
        }
        EXPECT_EQ(point->occupancy.blocks, found.blocks) << at;
        EXPECT_EQ(point->occupancy.obstacle, found.obstacle) << at;
      };
      same(occupancy_over_threads(each, request), value);
      request.threads = 96;
      request.registers = value / 2 + 1;
      same(occupancy_over_registers(each, request), request.registers);
      request.registers = 25;
      request.dynamic_shared = value * 97;
      same(occupancy_over_shared(each, request), request.dynamic_shared);
    }
  }
}

TEST(Occupancy, MeasuredRowsThatDifferAreTold) {
  const std::vector<MeasuredOccupancy> rows{{"right", 40, 0, 256, 0, 6},
                                            {"wrong", 40, 0, 256, 0, 5}};
  const auto differing = differing_occupancies(machine(9, 0), rows);
  ASSERT_EQ(differing.size(), 1U);
  EXPECT_EQ(differing[0].kernel, "wrong");
}

}  // namespace
}  // namespace warpscope
