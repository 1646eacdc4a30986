#include "app/panes/heat/word_map.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

/// Warp 1 writes words 0 … 31, warp 0 reads words 0 and 1 and then writes word 0.
Trace two_writers_of_words() {
  test::TraceMaker make(64);
  const int data = make.shared("data", 64);
  make.warp(1);
  make.store(
      data, 3, all_lanes, [](int lane) { return lane; }, test::Lanes{});
  make.barrier("load");
  make.warp(0);
  make.load(data, 4, 3, [](int lane) { return lane; });
  make.store(
      data, 5, 1, [](int) { return 0; }, test::Lanes{});
  return make.take();
}

std::vector<int> row_of(const HeatMap& map, int row) {
  std::vector<int> cells;
  for (std::size_t a = 0; a < map.accesses(); ++a) cells.push_back(map.at(row, a));
  return cells;
}

TEST(WordMap, TellsWhenWordsAreWrittenAndRead) {
  const Trace trace = two_writers_of_words();
  const WordRows rows = word_rows(trace);
  ASSERT_EQ(rows.rows, 64);
  ASSERT_EQ(rows.words, 1U);
  const HeatMap use = word_map(trace, HeatRows::use, rows);
  EXPECT_EQ(row_of(use, 0), (std::vector{3, 2, 3}));
  EXPECT_EQ(row_of(use, 1), (std::vector{3, 2, 1}));
  EXPECT_EQ(row_of(use, 2), (std::vector{3, 1, 1}));
  EXPECT_EQ(row_of(use, 40), (std::vector{0, 0, 0}));
  const HeatMap writer = word_map(trace, HeatRows::writer, rows);
  EXPECT_EQ(row_of(writer, 0), (std::vector{2, 2, 1})) << "warp 1, then warp 0";
  EXPECT_EQ(row_of(writer, 5), (std::vector{2, 2, 2}));
  const HeatMap age = word_map(trace, HeatRows::age, rows);
  EXPECT_EQ(age.at(0, 0), 32) << "just now";
  EXPECT_LT(age.at(0, 1), 32);
  EXPECT_EQ(age.at(0, 2), 32);
  EXPECT_LT(age.at(5, 2), age.at(5, 1)) << "older";
  EXPECT_GE(age.at(5, 2), 1) << "written at all";
}

TEST(WordMap, EachLaunchBeginsWithNothing) {
  const Trace trace = test::several_launches();
  const HeatMap use = word_map(trace, HeatRows::use, word_rows(trace));
  for (const Launch& launch : trace.launches) {
    const std::uint32_t first = trace.steps[launch.first_step].first_access;
    const Access& access = trace.accesses[first];
    for (int row = 0; row < use.banks(); ++row) {
      const bool shared = trace.arrays[access.array].space == Space::shared;
      EXPECT_NE(use.at(row, first), WordUse::holds);
      EXPECT_TRUE(shared || use.at(row, first) == WordUse::unwritten);
    }
  }
}

TEST(WordMap, AgreesWithTheReplay) {
  const auto document = test::emulated("bitonic_shared", 512, 256);
  const Trace& trace = *document->trace;
  const WordRows rows = word_rows(trace);
  ASSERT_EQ(rows.words, 4U) << "1024 words in 256 rows";
  const HeatMap writer = word_map(trace, HeatRows::writer, rows);
  for (std::uint32_t a = 0; a < trace.accesses.size(); a += 37) {
    const SharedState state = document->replay.at(a + 1);
    for (int row = 0; row < rows.rows; ++row) {
      std::uint32_t latest = 0;
      for (std::uint32_t w = 0; w < rows.words; ++w) {
        latest = std::max(latest, state.writer.at(rows.first_word(row) + w));
      }
      const int expected = latest == 0 ? 0 : trace.accesses[latest - 1].warp + 1;
      ASSERT_EQ(writer.at(row, a), expected) << "row " << row << ", access " << a;
    }
  }
}

TEST(WordMap, LongTracesGetFewerRows) {
  Trace trace = two_writers_of_words();
  trace.arrays[0].count = 12288;
  const WordRows short_one = word_rows(trace);
  EXPECT_EQ(short_one.words, 64U);
  EXPECT_EQ(short_one.rows, 192);
  trace.accesses.resize(1'000'000, trace.accesses.back());
  const WordRows long_one = word_rows(trace);
  EXPECT_EQ(long_one.rows, 12);
  EXPECT_EQ(long_one.words, 1024U);
  EXPECT_EQ(word_rows(Trace{}).rows, 0);
}

}  // namespace
}  // namespace warpscope
