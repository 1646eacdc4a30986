#include "instrumentation/program/machine/global_races.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace warpscope {
namespace {

constexpr std::uintptr_t memory = 0x200000010000;
constexpr int of_four_bytes = 2;
constexpr std::uint32_t first_site = 7, second_site = 9;

/// Two warps.
class GlobalRacesTest : public testing::Test {
 protected:
  GlobalRacesTest() { races.begin_block(64); }

  GlobalRaces::Race one(int thread, bool store, std::uint32_t site, std::uintptr_t at = memory) {
    races.begin_instruction(thread / 32, site, store);
    return races.touch(at, of_four_bytes, thread % 32);
  }
  GlobalRaces::Race load(int thread, std::uint32_t site = first_site) {
    return one(thread, false, site);
  }
  GlobalRaces::Race store(int thread, std::uint32_t site = second_site) {
    return one(thread, true, site);
  }

  GlobalRaces races;
};

TEST_F(GlobalRacesTest, AWriteAndWhatFollowsIt) {
  EXPECT_FALSE(store(3, first_site));
  EXPECT_FALSE(load(3));
  const auto race = load(40, second_site);
  ASSERT_TRUE(race);
  EXPECT_EQ(race.other_thread, 3);
  EXPECT_EQ(race.other_site, first_site);
  EXPECT_FALSE(race.both_write);
}

TEST_F(GlobalRacesTest, AReadAndAWriteAfterIt) {
  EXPECT_FALSE(load(40));
  EXPECT_FALSE(load(41));
  const auto race = store(3);
  ASSERT_TRUE(race);
  EXPECT_EQ(race.other_thread, 41);
  EXPECT_FALSE(race.both_write);
}

TEST_F(GlobalRacesTest, TwoReadsDoNotRaceAndTwoWritesDo) {
  EXPECT_FALSE(load(3));
  EXPECT_FALSE(load(40));
  races.barrier();
  EXPECT_FALSE(store(3));
  const auto race = store(40);
  ASSERT_TRUE(race);
  EXPECT_TRUE(race.both_write);
}

TEST_F(GlobalRacesTest, AReadByAnotherWarpIsKeptBesideManyByTheWritersOwn) {
  EXPECT_FALSE(load(40));
  for (int lane = 0; lane < 32; ++lane) EXPECT_FALSE(load(lane));
  races.syncwarp(0, all_lanes);
  const auto race = store(3);
  ASSERT_TRUE(race);
  EXPECT_EQ(race.other_thread, 40);
}

TEST_F(GlobalRacesTest, ABarrierOrders) {
  EXPECT_FALSE(store(3));
  races.barrier();
  EXPECT_FALSE(load(40));
}

TEST_F(GlobalRacesTest, ASyncwarpOrdersItsLanesOnly) {
  EXPECT_FALSE(store(3));
  races.syncwarp(0, 0x000000ff);
  EXPECT_FALSE(load(5));
  EXPECT_TRUE(load(9));
  races.syncwarp(0, all_lanes);
  EXPECT_FALSE(load(9));
  EXPECT_TRUE(load(40));
}

TEST_F(GlobalRacesTest, LanesOfOneInstructionDoNotRace) {
  races.begin_instruction(0, first_site, true);
  EXPECT_FALSE(races.touch(memory, of_four_bytes, 1));
  EXPECT_FALSE(races.touch(memory, of_four_bytes, 2));
}

TEST_F(GlobalRacesTest, BothHaveToTell) {
  EXPECT_FALSE(store(3));
  races.tell(3);
  EXPECT_TRUE(load(40));
  races.tell(40);
  EXPECT_FALSE(load(40));
  EXPECT_TRUE(load(41));
  races.barrier();
  EXPECT_FALSE(store(3));
  EXPECT_TRUE(load(40)) << "both told before that store";
}

TEST_F(GlobalRacesTest, PiecesOfOtherSizesAndOtherPlacesAreOthers) {
  EXPECT_FALSE(store(3));
  races.begin_instruction(1, second_site, false);
  EXPECT_FALSE(races.touch(memory + 4, of_four_bytes, 0));
  EXPECT_FALSE(races.touch(memory, 0, 0));
}

TEST_F(GlobalRacesTest, AnotherBlockKnowsNothing) {
  EXPECT_FALSE(store(3));
  races.begin_block(1024);
  EXPECT_FALSE(load(40));
}

class GlobalRacesOfMuch : public testing::TestWithParam<std::uintptr_t> {};

TEST_P(GlobalRacesOfMuch, EveryPieceIsRemembered) {
  GlobalRaces races;
  races.begin_block(64);
  constexpr std::uintptr_t pieces = 20000;
  const auto at = [](std::uintptr_t piece) { return memory + 4 * piece * GetParam(); };
  for (std::uintptr_t piece = 0; piece < pieces; ++piece) {
    races.begin_instruction(0, first_site, true);
    ASSERT_FALSE(races.touch(at(piece), of_four_bytes, static_cast<int>(piece % 32)));
  }
  for (std::uintptr_t piece = 0; piece < pieces; ++piece) {
    races.begin_instruction(1, second_site, false);
    const auto race = races.touch(at(piece), of_four_bytes, 0);
    ASSERT_TRUE(race) << piece;
    ASSERT_EQ(race.other_thread, static_cast<int>(piece % 32));
  }
}

TEST_P(GlobalRacesOfMuch, TooMuchIsForgotten) {
  GlobalRaces races;
  races.begin_block(64);
  for (std::uintptr_t piece = 0; piece < 2'000'000; ++piece) {
    races.begin_instruction(0, first_site, true);
    ASSERT_FALSE(races.touch(memory + 4 * piece * GetParam(), of_four_bytes, 0));
  }
  races.begin_instruction(1, second_site, false);
  EXPECT_FALSE(races.touch(memory, of_four_bytes, 0));
  EXPECT_TRUE(races.touch(memory + 4 * 1'999'999 * GetParam(), of_four_bytes, 0));
}

INSTANTIATE_TEST_SUITE_P(Strides, GlobalRacesOfMuch, testing::Values(1, 2, 16, 33, 1024));

}  // namespace
}  // namespace warpscope
