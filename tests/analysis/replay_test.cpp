#include "instrumentation/analysis/replay.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <random>

#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::all;
using test::first_lanes;
using test::Lanes;
using test::own;
using test::TraceMaker;

std::uint32_t word(const SharedState& state, std::size_t index) {
  std::uint32_t value = 0;
  std::memcpy(&value, state.bytes.data() + 4 * index, 4);
  return value;
}

TEST(ReplayTest, BeginsWithZeroedMemoryThatNobodyWrote) {
  TraceMaker make;
  make.store(make.shared("data", 32), 3, all_lanes, own, all(9));
  const Trace trace = make.take();
  const SharedState state = Replay(trace).at(0);
  EXPECT_EQ(state.bytes, std::vector<std::uint8_t>(128, 0));
  EXPECT_EQ(state.writer, std::vector<std::uint32_t>(32, 0));
}

TEST(ReplayTest, StoresObeyTheMaskAndNameTheirAccess) {
  TraceMaker make;
  const int data = make.shared("data", 32);
  make.store(data, 3, all_lanes, own, all(9));
  make.load(data, 4, all_lanes, own);
  make.store(data, 5, 0b1010, own, all(7));
  const Trace trace = make.take();
  const SharedState state = Replay(trace).at(3);
  EXPECT_EQ(word(state, 0), 9U);
  EXPECT_EQ(word(state, 1), 7U);
  EXPECT_EQ(state.writer[0], 1U);
  EXPECT_EQ(state.writer[3], 3U);
}

TEST(ReplayTest, SubWordElementsLeaveTheirNeighboursAlone) {
  TraceMaker make;
  const int bytes = make.shared("bytes", 8, {Scalar::u8, 1});
  make.store(bytes, 3, first_lanes(8), own, all(0x11));
  make.store(
      bytes, 4, first_lanes(1), [](int) { return 2; }, all(0x22));
  const Trace trace = make.take();
  EXPECT_EQ(word(Replay(trace).at(2), 0), 0x11221111U);
}

TEST(ReplayTest, WideElementsTakeAllTheirWords) {
  TraceMaker make;
  const int wide = make.shared("wide", 2, {Scalar::i32, 4});
  make.store(wide, 3, 0b10, own, all(40));
  const Trace trace = make.take();
  const SharedState state = Replay(trace).at(1);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(word(state, 4 + k), 40 + k);
  EXPECT_EQ(state.writer[7], 1U);
  EXPECT_EQ(state.writer[3], 0U);
}

TEST(ReplayTest, AtomicsAddLaneByLane) {
  TraceMaker make;
  const int bins = make.shared("bins", 2);
  make.store(bins, 3, first_lanes(2), own, all(0xffffffff));
  make.atomic_add(
      bins, 4, all_lanes, [](int) { return 1; }, all(1));
  const Trace trace = make.take();
  EXPECT_EQ(word(Replay(trace).at(2), 1), 31U);  // wrapped
}

TEST(ReplayTest, FloatAtomicsAddAsFloats) {
  TraceMaker make;
  const int sum = make.shared("sum", 1, {Scalar::f32, 1});
  make.atomic_add(
      sum, 4, first_lanes(3), [](int) { return 0; }, all(std::bit_cast<std::uint32_t>(0.5F)));
  const Trace trace = make.take();
  EXPECT_EQ(word(Replay(trace).at(1), 0), std::bit_cast<std::uint32_t>(1.5F));
}

TEST(ReplayTest, LanesOutOfBoundsWriteNothing) {
  TraceMaker make;
  make.store(make.shared("data", 4), 3, first_lanes(3), own, all(5));
  Trace trace = make.take();
  trace.indices = {-1, 4, 2};
  const SharedState state = Replay(trace).at(1);
  EXPECT_EQ(state.writer, (std::vector<std::uint32_t>{0, 0, 1, 0}));
}

TEST(ReplayTest, EveryLaunchBeginsAfresh) {
  TraceMaker make;
  const int data = make.shared("data", 2);
  make.store(data, 3, 0b01, own, all(5));
  make.barrier("first");
  make.launch(32);
  make.store(data, 3, 0b10, own, all(6));
  const Trace trace = make.take();
  const Replay replay(trace);
  EXPECT_EQ(word(replay.at(1), 0), 5U);
  EXPECT_EQ(word(replay.at(2), 0), 0U);
  EXPECT_EQ(word(replay.at(2), 1), 6U);
}

/// More accesses than a few key frames, over two launches.
Trace long_trace() {
  TraceMaker make;
  const int data = make.shared("data", 64);
  std::mt19937 random(3);
  for (std::uint32_t i = 0; i < 3 * Replay::interval; ++i) {
    if (i == Replay::interval + 77) make.launch(32);
    const auto shift = static_cast<int>(random() % 32);
    make.store(
        data, 3, static_cast<std::uint32_t>(random()) | 1U, [=](int lane) { return lane + shift; },
        all(i));
    if (i % 100 == 0) make.barrier("some");
  }
  return make.take();
}

TEST(ReplayTest, SeekingAnywhereEqualsPlayingFromTheStart) {
  const Trace trace = long_trace();
  const Replay replay(trace);
  SharedState played = replay.at(0);
  SharedState sought = played;
  std::uint32_t from = 0;
  std::mt19937 random(4);
  for (std::uint32_t step = 0; step < trace.accesses.size(); ++step) {
    replay.seek(played, step, step + 1);
    if (random() % 64 != 0) continue;
    const SharedState direct = replay.at(step + 1);
    ASSERT_EQ(direct.bytes, played.bytes) << step;
    ASSERT_EQ(direct.writer, played.writer) << step;
    const auto away = static_cast<std::uint32_t>(random() % trace.accesses.size());
    replay.seek(sought, from, away);
    replay.seek(sought, away, from = step + 1);
    ASSERT_EQ(sought.bytes, played.bytes) << step;
  }
}

TEST(ReplayInvariantTest, HoldsForARecordedRun) { EXPECT_EQ(replay_violation(long_trace()), ""); }

TEST(ReplayInvariantTest, IgnoresBytesThatWereNeverWritten) {
  TraceMaker make;
  const int bytes = make.shared("bytes", 16, {Scalar::u8, 1});
  make.store(bytes, 3, 0b10, own, all(5));
  make.barrier("one");
  Trace trace = make.take();
  trace.snapshots[0] = std::vector<std::uint8_t>(16, 0xee);
  trace.snapshots[0][1] = 5;
  EXPECT_EQ(replay_violation(trace), "");
}

TEST(ReplayInvariantTest, NamesTheFirstDifference) {
  TraceMaker make;
  const int data = make.shared("data", 32);
  make.store(data, 3, all_lanes, own, all(5));
  make.barrier("load");
  make.store(data, 4, all_lanes, own, all(6));
  make.barrier("add", 2);
  Trace trace = make.take();
  trace.snapshots[1][4 * 7] = 99;
  const std::string sentence = replay_violation(trace);
  EXPECT_NE(sentence.find("step 2 (add)"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("data[7]"), std::string::npos) << sentence;
}

TEST(ReplayInvariantTest, NamesASnapshotOfTheWrongSize) {
  TraceMaker make;
  make.store(make.shared("data", 32), 3, all_lanes, own, all(5));
  make.barrier("load");
  Trace trace = make.take();
  trace.snapshots[0].resize(4);
  EXPECT_NE(replay_violation(trace).find("4 bytes"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
