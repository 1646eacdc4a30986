// The scan in a single pass, above all its look-back.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/emulator_machine.hpp"
#include "kernels/scan/scan_lookback.cuh"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

constexpr int tile_of_a_warp = 32 * ScanLookback::info.elements_per_thread;

/// Accesses of the trace to this array.
std::vector<Access> accesses_to(const Trace& trace, std::string_view array, Operation operation) {
  std::vector<Access> found;
  for (const Access& access : trace.accesses) {
    if (access.operation == operation && trace.arrays[access.array].name == array) {
      found.push_back(access);
    }
  }
  return found;
}

TEST(ScanLookback, ScansTheWholeArray) {
  for (const int block : {32, 64, 256, ScanLookback::info.max_block}) {
    for (const int tiles : {1, 2, 5}) {
      // Full-speed tiles are larger: then the last one is partial.
      const std::int64_t size =
          std::int64_t{tiles} * block * ScanLookback::info.elements_per_thread;
      const RunResult result = emulate(
          {.kernel = "scan_lookback", .size = size, .block = block, .input = {.kind = "ones"}});
      std::vector<double> expected(static_cast<std::size_t>(size));
      std::iota(expected.begin(), expected.end(), 0.0);
      EXPECT_EQ(result.output, expected) << tiles << " tiles of " << block;
      EXPECT_TRUE(result.trace->findings.empty())
          << result.trace->findings.front().message.english();
    }
  }
}

TEST(ScanLookback, TakesMoreTilesThanAWarpSeesAtOnce) {
  for (const std::string type : {"int", "float"}) {
    const RunResult result = emulate({.kernel = "scan_lookback",
                                      .size = 70 * tile_of_a_warp,
                                      .block = 32,
                                      .parameters = {{"type", type}},
                                      .traced_block = 69});
    EXPECT_EQ(result.mismatch, "");
    const auto looks = accesses_to(*result.trace, "status", Operation::load);
    ASSERT_EQ(looks.size(), 1U) << "the tile before has told all";
    EXPECT_EQ(looks.front().mask, all_lanes);
    EXPECT_EQ(result.trace->lane_indices(looks.front())[0], 68 * ScanLookback::apart);
    EXPECT_EQ(result.trace->lane_indices(looks.front())[31], 37 * ScanLookback::apart);
  }
}

TEST(ScanLookback, RecordedBlockHasItsOwnTile) {
  const RunResult result = emulate(
      {.kernel = "scan_lookback", .size = 4 * tile_of_a_warp, .block = 32, .traced_block = 2});
  const auto loads = accesses_to(*result.trace, "in", Operation::load);
  ASSERT_EQ(loads.size(), std::size_t{ScanLookback::Watched::rows});
  EXPECT_EQ(result.trace->lane_indices(loads.front())[0], 2 * tile_of_a_warp / 4);
  const auto told = accesses_to(*result.trace, "status", Operation::store);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].mask, 1U);
  EXPECT_EQ(result.trace->lane_value(told[0], 0)[0], std::uint32_t{ScanLookback::own_sum});
  EXPECT_EQ(result.trace->lane_value(told[1], 0)[0], std::uint32_t{ScanLookback::all_sums});
}

TEST(ScanLookback, ReadsAndWritesEveryElementOnce) {
  const int tile = 2 * tile_of_a_warp;
  const RunResult result = emulate({.kernel = "scan_lookback", .size = 4 * tile, .block = 64});
  const Summary summary = summarize(*result.trace, BankModel::cc5);
  const Trace& trace = *result.trace;
  int loaded = 0, stored = 0;
  for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
    const std::string& array = trace.arrays[trace.accesses[a].array].name;
    if (array == "in") loaded += summary.accesses[a].sectors;
    if (array == "out") stored += summary.accesses[a].sectors;
  }
  EXPECT_EQ(loaded, tile * 4 / 32) << "sectors of the traced tile";
  EXPECT_EQ(stored, tile * 4 / 32);
}

/// Blocks run in order on the emulator, so that no block finds another at work. Here one does: the
/// statuses are made, and a single block takes the ticket of the tile behind them.
class FoundAtWork {
 public:
  explicit FoundAtWork(std::vector<Vec2<int>> status) : status_(std::move(status)) {}

  void scan_behind() {
    const auto tile = std::ssize(status_);
    TraceBuilder builder(TraceHeader{});
    EmulatorMachine machine(builder, 0, {}, {});
    const auto fours = (tile + 1) * tile_of_a_warp / 4;
    std::vector<int> ones(static_cast<std::size_t>(4 * fours), 1);
    const Problem<int> problem{std::move(ones), 4 * fours, 4 * fours, 1, 32};
    const auto in = machine.upload<Vec4<int>>("in", problem);
    const auto out = machine.allocate<Vec4<int>>("out", fours);
    const auto tickets = machine.upload("tickets", std::vector<int>{static_cast<int>(tile)});
    status_.push_back({});
    std::vector<Vec2<int>> spaced(status_.size() * ScanLookback::apart);
    for (std::size_t i = 0; i < status_.size(); ++i) spaced[i * ScanLookback::apart] = status_[i];
    const auto status = machine.upload("status", spaced);
    machine.launch(ScanLookback{}, 1, 32, ScanLookback::shared_count(32) * sizeof(int), in, out,
                   tickets, status, Add<int>{}, ScanLookback::Watched{});
    const auto all = machine.download(out);
    first = all[static_cast<std::size_t>(tile * tile_of_a_warp / 4)].x;
    last = all.back().w;
    told = machine.download(status)[static_cast<std::size_t>(tile * ScanLookback::apart)];
    looks = accesses_to(builder.build(), "status", Operation::load);
  }

  int first = 0, last = 0;    ///< of the tile's results
  Vec2<int> told{};           ///< its status afterwards
  std::vector<Access> looks;  ///< loads of statuses

 private:
  std::vector<Vec2<int>> status_;
};

TEST(ScanLookback, AddsTheSumsOfTilesThatKnowNoMoreThanTheirOwn) {
  std::vector<Vec2<int>> status(70);
  for (int tile = 0; tile < 70; ++tile) {
    status[static_cast<std::size_t>(tile)] = {ScanLookback::own_sum, 1 << tile % 20};
  }
  status[2] = {ScanLookback::unknown, -7};  // lies before one that knows all: nobody asks
  status[3] = {ScanLookback::all_sums, 1000};
  int expected = 1000;
  for (int tile = 4; tile < 70; ++tile) expected += 1 << tile % 20;
  FoundAtWork block(status);
  block.scan_behind();
  EXPECT_EQ(block.first, expected);
  EXPECT_EQ(block.last, expected + tile_of_a_warp - 1);
  EXPECT_EQ(block.told.x, ScanLookback::all_sums);
  EXPECT_EQ(block.told.y, expected + tile_of_a_warp);
  ASSERT_EQ(block.looks.size(), 3U);
  EXPECT_EQ(block.looks[2].mask, lanes_below(70 - 64)) << "no tile lies before the first";
}

TEST(ScanLookback, StopsAtTheNearestTileThatKnowsAll) {
  std::vector<Vec2<int>> status(40, {ScanLookback::all_sums, -1});
  status[36] = {ScanLookback::all_sums, 500};
  for (const int tile : {37, 38, 39}) {
    status[static_cast<std::size_t>(tile)] = {ScanLookback::own_sum, tile};
  }
  FoundAtWork block(status);
  block.scan_behind();
  EXPECT_EQ(block.first, 500 + 37 + 38 + 39);
  EXPECT_EQ(block.looks.size(), 1U);
}

}  // namespace
}  // namespace warpscope
