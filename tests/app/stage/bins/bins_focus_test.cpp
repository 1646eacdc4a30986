#include "app/stage/bins/bins_focus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "app/stage/bins/bins_picture.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::Shown;
using test::small_stage;

std::vector<FallingLane> lanes_of(std::initializer_list<std::int64_t> bins) {
  std::vector<FallingLane> lanes;
  for (const std::int64_t bin : bins) {
    lanes.push_back({.lane = static_cast<int>(lanes.size()), .bin = bin, .cell = bin});
  }
  return lanes;
}

TEST(ChooseBins, HoldsThoseThatLanesWantThenThoseBetweenThem) {
  EXPECT_EQ(choose_bins(lanes_of({7, 3, 5}), 256, 6),
            (std::vector<std::int64_t>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(choose_bins(lanes_of({200, 3, 5}), 256, 4), (std::vector<std::int64_t>{3, 4, 5, 200}));
  EXPECT_EQ(choose_bins(lanes_of({255, 0}), 256, 4), (std::vector<std::int64_t>{0, 253, 254, 255}));
  EXPECT_EQ(choose_bins({}, 256, 3), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(choose_bins(lanes_of({9}), 10, 40).size(), 10U);
}

TEST(ChooseBins, OfMoreThanHaveRoomKeepsTheBusiest) {
  const auto chosen = choose_bins(lanes_of({10, 20, 30, 40, 40}), 256, 2);
  EXPECT_EQ(chosen.size(), 2U);
  EXPECT_EQ(std::ranges::count(chosen, 40), 1);
}

TEST(BinsMap, IsAsHighAsItsCountsAndMarksWhereLanesGo) {
  std::vector<float> shares(256, 0);
  shares[10] = 1;
  shares[20] = 0.5F;
  const std::vector<std::int64_t> large{9, 10, 11};
  const FocusMap map = bins_map(shares, lanes_of({20}), large);
  EXPECT_EQ(map.time(10, 0), MapTime::done);
  EXPECT_EQ(map.time(20, 0), MapTime::none);
  EXPECT_EQ(map.time(20, map.rows - 1), MapTime::now);
  EXPECT_EQ(map.time(30, map.rows - 1), MapTime::later);
  ASSERT_EQ(map.large.size(), 1U);
  EXPECT_EQ(map.large[0].first, 9U);
  EXPECT_EQ(map.large[0].end, 12U);
  for (std::uint32_t column = 0; column < 512; ++column) {
    const std::int64_t bin = bin_of_column(column, 4096);
    EXPECT_EQ(bin / 8, column);
  }
}

TEST(BinsPictureFocus, WritesTheCountsOfTheBinsAtWork) {
  const auto document = emulated("histogram256_tagged", 3840, 192);
  BinsPicture picture;
  picture.on_document(*document);
  Shown shown{.area = small_stage};
  // Above the numbers of the bins, which stand lowest, or below each of several rows.
  const auto counts = [](const RecordingCanvas& canvas) {
    float lowest = 0;
    for (const auto& text : canvas.texts()) {
      if (text.style.face == Face::mono) lowest = std::max(lowest, text.rect.y);
    }
    return std::ranges::count_if(canvas.texts(), [&](const auto& text) {
      return text.style.face == Face::mono && text.text.size() == 1 && text.text != "0" &&
             text.rect.y < lowest - 10;
    });
  };
  const Trace& trace = *document->trace;
  std::uint32_t access = 150;  // counts are known, and this one does not hide any
  while (trace.accesses[access].operation != Operation::load) ++access;
  const auto large = shown.draw(picture, *document, access);
  shown.look.set(StageFocus::off);
  const auto whole = shown.draw(picture, *document, access);
  EXPECT_TRUE(large.says("whole picture"));
  EXPECT_TRUE(whole.says("group at work"));
  EXPECT_GT(counts(large), 8);
  EXPECT_EQ(counts(whole), 0);
}

TEST(BinsPictureFocus, AClickOnTheMapGoesToALaneOfTheBin) {
  const auto document = emulated("histogram256_tagged", 3840, 192);
  BinsPicture picture;
  picture.on_document(*document);
  Shown shown{.area = small_stage, .seconds = 10};
  shown.pointer = {.at = {40, 14}, .inside = true, .pressed = true, .down = true};
  (void)shown.draw(picture, *document, 0);
  ASSERT_TRUE(shown.wishes.seek);
  const Trace& trace = *document->trace;
  const Counters counters = find_counters(trace, document->flow, trace.launches.front());
  EXPECT_FALSE(falling_lanes(trace, counters, *shown.wishes.seek).empty());
  shown.pointer = {.at = {300, 200}, .inside = true, .wheel = -1};
  (void)shown.draw(picture, *document, 0);
  EXPECT_EQ(shown.wishes.command, "stage.focus");
}

}  // namespace
}  // namespace warpscope
