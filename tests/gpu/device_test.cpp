// `bench --device` gives figures that can be: on any GPU, whatever its speed.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "instrumentation/run/run.hpp"
#include "instrumentation/timing/device/measure_device.hpp"
#include "instrumentation/timing/device_operations.hpp"

namespace warpscope {
namespace {

class DeviceSections : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_status().usable) GTEST_SKIP() << cuda_status().problem;
  }
  static DeviceRecord measured(DeviceSection section) {
    auto record = measure_device(std::array{section});
    EXPECT_TRUE(record) << record.error().message;
    if (!record) return {};
    for (const SkippedSection& each : record->skipped) ADD_FAILURE() << each.section << each.why;
    const auto again = parse_device_record(device_json(record.value()), "measured");
    EXPECT_TRUE(again) << again.error().message;
    return record.value();
  }
};

TEST_F(DeviceSections, Operations) {
  std::map<std::string, OperationFigure> found;
  for (const OperationFigure& each : measured(DeviceSection::operations).operations) {
    found[each.operation] = each;
    // Latency is of one chain, so that a full multiprocessor can only be faster.
    EXPECT_LT(each.cycles, each.latency * 1.5) << each.operation;
  }
  for (const DeviceOperation& each : device_operations()) {
    EXPECT_EQ(found.count(std::string(each.id)), 1U) << each.id;
  }
  EXPECT_EQ(found.size(), device_operations().size());
  // 128 or 64 lanes a multiprocessor, in every GPU since compute capability 5.0.
  EXPECT_GT(found["fp32_add"].cycles, 0.2);
  EXPECT_LT(found["fp32_add"].cycles, 0.6);
  EXPECT_GT(found["fp32_divide"].cycles, 3 * found["fp32_multiply"].cycles);
  EXPECT_NEAR(found["shared_load"].cycles, 1, 0.3);
  EXPECT_NEAR(found["shared_load_2"].cycles, 2, 0.5);
  EXPECT_NEAR(found["shared_load_32"].cycles, 32, 3);
}

TEST_F(DeviceSections, LatenciesGrowWithTheDistance) {
  const DeviceRecord record = measured(DeviceSection::latencies);
  std::map<std::string, double> least, most;
  for (const LatencyFigure& each : record.latencies) {
    if (!least.contains(each.memory)) least[each.memory] = each.cycles;
    least[each.memory] = std::min(least[each.memory], each.cycles);
    most[each.memory] = std::max(most[each.memory], each.cycles);
  }
  for (const MeasuredMemory& memory : device_memories()) {
    EXPECT_TRUE(least.contains(std::string(memory.id))) << memory.id;
  }
  EXPECT_LT(least["shared"], most["first_level"]);
  EXPECT_LT(most["first_level"] * 2, least["second_level"]);
  EXPECT_LT(most["second_level"] * 1.3, most["global"]);
  EXPECT_NEAR(least["global"], most["first_level"], 0.2 * most["first_level"]);
}

TEST_F(DeviceSections, Memories) {
  std::map<std::string, double> found;
  for (const MemoryFigure& each : measured(DeviceSection::memories).memories) {
    found[each.memory] = each.bytes_per_cycle;
  }
  EXPECT_EQ(found.size(), device_memories().size());
  EXPECT_NEAR(found["shared"], 128, 30);
  EXPECT_GT(found["first_level"], found["second_level"]);
  EXPECT_GT(found["second_level"], found["global"]);
}

TEST_F(DeviceSections, MoreWarpsHideMore) {
  const DeviceRecord record = measured(DeviceSection::hiding);
  std::map<int, std::map<int, double>> loads;
  for (const HidingFigure& each : record.hiding) {
    loads[each.arithmetic][each.warps] = each.loads_per_cycle;
  }
  ASSERT_GE(loads.size(), 4U);
  for (const auto& [arithmetic, by_warps] : loads) {
    ASSERT_TRUE(by_warps.contains(1));
    ASSERT_TRUE(by_warps.contains(8));
    EXPECT_GT(by_warps.at(8), 4 * by_warps.at(1)) << arithmetic;
  }
  EXPECT_LT(loads.rbegin()->second.at(1), loads.begin()->second.at(1));
}

TEST_F(DeviceSections, StampsFollowOneAnother) {
  const DeviceRecord record = measured(DeviceSection::stamps);
  std::set<int> amounts;
  for (const StampedBlock& block : record.stamps) {
    amounts.insert(block.arithmetic);
    std::map<int, std::int64_t> at;
    for (const Stamp& stamp : block.stamps) {
      if (at.contains(stamp.warp)) {
        // Loads alone have the reading of the clock between them.
        EXPECT_GE(stamp.begin, at[stamp.warp]);
        if (block.arithmetic > 0) {
          EXPECT_EQ(stamp.begin, at[stamp.warp]);
        }
      }
      at[stamp.warp] = stamp.end;
      // Multiply-adds on one another's results take at least two cycles each.
      if (stamp.what == "arithmetic") {
        EXPECT_GE(stamp.end - stamp.begin, 2 * block.arithmetic);
      }
      if (stamp.what == "load") {
        EXPECT_GT(stamp.end - stamp.begin, 100);
      }
    }
    EXPECT_EQ(static_cast<int>(at.size()), block.warps);
  }
  EXPECT_EQ(amounts, (std::set{0, 4, 16, 64, 256}));
}

TEST_F(DeviceSections, Copies) {
  const DeviceRecord record = measured(DeviceSection::copies);
  std::map<bool, double> best;
  for (const CopyFigure& each : record.copies) {
    if (each.direction != "to_device") continue;
    best[each.pinned] = std::max(best[each.pinned], each.gigabytes_per_second);
  }
  EXPECT_GT(best[true], best[false] * 0.9) << "pinned memory is not slower";
}

TEST_F(DeviceSections, StreamsOverlap) {
  const DeviceRecord record = measured(DeviceSection::streams);
  ASSERT_EQ(record.streams.size(), 4U);
  for (const StreamRun& run : record.streams) {
    EXPECT_EQ(static_cast<int>(run.spans.size()), 3 * run.chunks);
    const double longest = std::max({run.copy_in_ms, run.kernel_ms, run.copy_out_ms});
    EXPECT_GT(run.device_ms, 0.8 * longest);
  }
  EXPECT_LT(record.streams.back().device_ms, record.streams.front().device_ms);
}

TEST_F(DeviceSections, Kernels) {
  const DeviceRecord resources = measured(DeviceSection::resources);
  EXPECT_GT(resources.resources.size(), 70U);
  for (const KernelResources& each : resources.resources) {
    EXPECT_GT(each.registers, 0) << each.kernel;
    EXPECT_GE(each.most_threads, each.block) << each.kernel;
  }
  const DeviceRecord occupancy = measured(DeviceSection::occupancy);
  std::map<std::string, int> kernels;
  for (const OccupancyFigure& each : occupancy.occupancy) {
    ++kernels[each.kernel];
    EXPECT_LE(each.blocks * each.block, occupancy.device.threads_per_multiprocessor);
  }
  EXPECT_EQ(kernels.size(), 16U);
}

}  // namespace
}  // namespace warpscope
