#include "app/panes/heat/heat_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

/// Mostly 1, here and there a conflict.
HeatMap some_map(int banks, std::size_t accesses) {
  std::mt19937 random(3);
  std::vector<std::uint8_t> cells(static_cast<std::size_t>(banks) * accesses);
  for (auto& cell : cells) {
    cell = random() % 997 == 0 ? static_cast<std::uint8_t>(2 + random() % 31) : 1;
  }
  return {banks, std::move(cells)};
}

TEST(HeatMap, CountsWavefrontsPerBankOfSharedAccessesOnly) {
  test::TraceMaker make(32);
  const int data = make.shared("data", 2048);
  const int out = make.global("out", 64);
  const test::Lanes x = make.load(data, 10, all_lanes, [](int lane) { return 16 * lane; });
  make.store(
      out, 11, all_lanes, [](int lane) { return lane; }, x);
  make.load(data, 12, all_lanes, [](int) { return 5; });
  make.barrier("add");
  const Trace trace = make.take();
  const HeatMap map(trace, BankModel::cc5);
  ASSERT_EQ(map.accesses(), 3U);
  EXPECT_EQ(map.most(), 16);
  for (int bank = 0; bank < 32; ++bank) {
    EXPECT_EQ(map.at(bank, 0), bank % 16 == 0 ? 16 : 0) << bank;
    EXPECT_EQ(map.at(bank, 1), 0) << "global memory has no banks";
    EXPECT_EQ(map.at(bank, 2), bank == 5 ? 1 : 0) << "a broadcast is one word";
  }
  const HeatMap old(trace, BankModel::cc1);
  EXPECT_EQ(old.banks(), 16);
  EXPECT_EQ(old.at(0, 0), 32) << "16 words of each half-warp";
}

TEST(HeatMap, ATraceWithoutAccessesIsEmpty) {
  const HeatMap map(Trace{}, BankModel::cc5);
  EXPECT_EQ(map.accesses(), 0U);
  EXPECT_EQ(map.most(), 0);
}

TEST(HeatMap, CoarserLevelsHideNoConflict) {
  for (const std::size_t accesses : {1U, 2U, 3U, 255U, 256U, 1000U}) {
    const HeatMap map = some_map(4, accesses);
    ASSERT_EQ(map.level(map.levels() - 1).columns, 1U);
    for (int level = 1; level < map.levels(); ++level) {
      const HeatMap::Level& coarse = map.level(level);
      for (std::size_t bank = 0; bank < 4; ++bank) {
        std::vector<int> most(coarse.columns);
        for (std::size_t i = 0; i < accesses; ++i) {
          most[i >> level] = std::max(most[i >> level], map.at(static_cast<int>(bank), i));
        }
        for (std::size_t c = 0; c < coarse.columns; ++c) {
          EXPECT_EQ(coarse.cells[bank * coarse.columns + c], most[c]);
        }
      }
    }
  }
}

TEST(HeatMap, WorstIsTheFirstOfTheLargest) {
  const HeatMap map(2, {1, 7, 7, 2, 0, 0, 3, 0});
  EXPECT_EQ(map.worst(0, 0, 4), 1U);
  EXPECT_EQ(map.worst(0, 2, 4), 2U);
  EXPECT_EQ(map.worst(1, 0, 9), 2U);
  EXPECT_EQ(map.worst(1, 0, 2), 0U) << "nothing there: the first";
}

TEST(HeatCut, HoldsTheWindowAtTheFinestLevelWithRoom) {
  constexpr std::size_t accesses = 50'000;
  const HeatMap map = some_map(2, accesses);
  std::mt19937 random(9);
  HeatCut last;
  int kept = 0;
  for (int round = 0; round < 2000; ++round) {
    const double span = 8 * std::pow(accesses / 8.0, static_cast<double>(random() % 1000) / 999);
    const double from = (accesses - span) * static_cast<double>(random() % 1000) / 999;
    const HeatWindow window{from, from + span};
    for (const float pixels : {100.0F, 900.0F, 4000.0F}) {
      const HeatCut cut = heat_cut(map, window, pixels, last);
      kept += cut == last ? 1 : 0;
      last = cut;
      const double columns = span / std::ldexp(1.0, cut.level);
      EXPECT_LE(columns, 2 * pixels);
      EXPECT_LE(columns, 3072.0);
      if (cut.level > 0) {
        EXPECT_GT(2 * columns, std::min(2 * pixels, 3072.0F));
      }
      EXPECT_LE(cut.count, widest_cut);
      EXPECT_LE(cut.first + cut.count, map.level(cut.level).columns);
      EXPECT_LE(std::ldexp(static_cast<double>(cut.first), cut.level), window.from);
      const auto end = std::ldexp(static_cast<double>(cut.first + cut.count), cut.level);
      EXPECT_GE(end, std::min(window.to, static_cast<double>(accesses)));
    }
  }
  EXPECT_GT(kept, 100);
}

TEST(HeatCut, PanningNeedsAnotherOneOnlyNowAndThen) {
  const HeatMap map = some_map(2, 100'000);
  HeatWindow window{0, 2000};
  HeatCut cut;
  int changes = 0, frames = 0;
  for (; window.to < 100'000; window = {window.from + 40, window.to + 40}, ++frames) {
    const HeatCut next = heat_cut(map, window, 1000, cut);
    changes += next == cut ? 0 : 1;
    cut = next;
  }
  EXPECT_LT(changes, frames / 15);
}

}  // namespace
}  // namespace warpscope
