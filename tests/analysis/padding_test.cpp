#include "instrumentation/analysis/padding.hpp"

#include <gtest/gtest.h>

#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::Lanes;
using test::TraceMaker;

Trace padded(const Trace& trace, int every) {
  Result<Trace> result = pad_shared(trace, every);
  EXPECT_TRUE(result) << result.error().message;
  EXPECT_EQ(find_fault(result.value()), std::nullopt);
  EXPECT_EQ(replay_violation(result.value()), "");
  return std::move(result).value();
}

Lanes numbers() {
  Lanes values{};
  for (int lane = 0; lane < warp_lanes; ++lane) values[lane] = static_cast<std::uint32_t>(lane + 1);
  return values;
}

TEST(Padding, AStrideOf32BecomesFree) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 1024);
  maker.store(
      data, 3, all_lanes, [](int lane) { return 32 * lane; }, numbers());
  maker.barrier("fill");
  maker.load(data, 4, all_lanes, [](int lane) { return 32 * lane; });
  maker.barrier("read");
  const Trace trace = maker.take();
  EXPECT_EQ(summarize(trace, BankModel::cc5).totals.shared_load.wavefronts, 32U);

  const Trace other = padded(trace, 32);
  const Totals totals = summarize(other, BankModel::cc5).totals;
  EXPECT_EQ(totals.shared_load.wavefronts, 1U);
  EXPECT_EQ(totals.shared_store.wavefronts, 1U);
  EXPECT_EQ(other.arrays[0].count, 1024 + 31) << "none behind the last element";
  EXPECT_EQ(other.lane_indices(other.accesses[0])[31], 31 * 33);
  EXPECT_EQ(other.words, trace.words);
  EXPECT_EQ(other.header.parameters.at("padded"), "1 in 32");
  EXPECT_EQ(other.launches[0].shared_bytes, 4U * (1024 + 31));
}

TEST(Padding, AMatrixGetsOneMoreColumn) {
  TraceMaker maker(32);
  const int tile = maker.matrix("tile", 8, 16);
  maker.store(
      tile, 3, all_lanes, [](int lane) { return lane % 8 * 16 + lane / 8; }, numbers());
  maker.barrier("fill");
  const Trace other = padded(maker.take(), 32);
  EXPECT_EQ(other.arrays[0].columns, 17);
  EXPECT_EQ(other.arrays[0].count, 8 * 17);
  const auto indices = other.lane_indices(other.accesses[0]);
  EXPECT_EQ(indices[1], 17);
  EXPECT_EQ(indices[31], 7 * 17 + 3);
}

TEST(Padding, LaterArraysMakeRoomAndKeepTheirValues) {
  TraceMaker maker(32);
  const int first = maker.shared("first", 64);
  const int wide = maker.shared("wide", 40, {Scalar::f64, 1});
  const int out = maker.global("out", 64);
  maker.store(
      first, 3, all_lanes, [](int lane) { return 2 * lane; }, numbers());
  maker.store(
      wide, 4, all_lanes, [](int lane) { return lane; }, numbers());
  maker.barrier("fill");
  maker.load(wide, 5, all_lanes, [](int lane) { return lane; });
  maker.store(
      out, 6, all_lanes, [](int lane) { return 2 * lane; }, numbers());
  maker.barrier("copy");
  const Trace trace = maker.take();
  const Trace other = padded(trace, 16);
  EXPECT_EQ(other.arrays[0].count, 64 + 3);
  EXPECT_EQ(other.arrays[1].base, 4U * 67 + 4) << "aligned to its elements";
  EXPECT_EQ(other.arrays[1].count, 40 + 2);
  EXPECT_EQ(other.arrays[2], trace.arrays[2]) << "global memory stays";
  EXPECT_EQ(other.lane_indices(other.accesses.back())[31], 62);
  EXPECT_EQ(other.snapshots[0].size(), other.launches[0].shared_bytes);
}

TEST(Padding, LaunchesHaveArraysOfTheirOwn) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 64);
  maker.store(
      data, 3, all_lanes, [](int lane) { return lane; }, numbers());
  maker.barrier("fill");
  maker.launch(32, "second");
  const int more = maker.shared("more", 64);
  maker.store(
      more, 3, all_lanes, [](int lane) { return lane + 32; }, numbers());
  maker.barrier("fill");
  const Trace trace = maker.take();
  ASSERT_EQ(trace.arrays[1].base, 256U);
  const Trace other = padded(trace, 32);
  EXPECT_EQ(other.arrays[other.accesses[0].array].base, 0U);
  EXPECT_EQ(other.arrays[other.accesses[1].array].base, 0U) << "alone in its launch";
}

TEST(Padding, WhatLiesOutsideStaysOutside) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 64);
  maker.store(
      data, 3, 3U, [](int lane) { return lane; }, numbers());
  maker.barrier("fill");
  Trace trace = maker.take();
  trace.indices[0] = -5;
  trace.indices[1] = INT32_MAX;
  trace.findings.push_back({.kind = FindingKind::race,
                            .line = 3,
                            .array = 0,
                            .index = 40,
                            .message = say("Threads {0} and {1} use {2}.", 0, 1, "data[40]")});
  const Trace other = padded(trace, 32);
  EXPECT_EQ(other.indices[0], -5);
  EXPECT_GE(other.indices[1], other.arrays[0].count);
  EXPECT_EQ(other.findings[0].index, 41);
  EXPECT_EQ(other.findings[0].message.english(), "Threads 0 and 1 use data[41].");
}

TEST(Padding, RefusesMoreThanABlockCanHave) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 12000);
  maker.store(
      data, 3, all_lanes, [](int lane) { return lane; }, numbers());
  maker.barrier("fill");
  const Trace trace = maker.take();
  EXPECT_TRUE(pad_shared(trace, 64));
  const auto refused = pad_shared(trace, 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("49152"), std::string::npos) << refused.error().message;
}

TEST(Padding, IsTakenBackWhole) {
  TraceMaker maker(32);
  const int first = maker.shared("first", 100), tile = maker.matrix("tile", 8, 16);
  const int out = maker.global("out", 64);
  maker.store(
      first, 3, all_lanes, [](int lane) { return 3 * lane; }, numbers());
  maker.store(
      tile, 4, all_lanes, [](int lane) { return lane % 8 * 16 + lane / 8; }, numbers());
  maker.barrier("fill");
  maker.load(first, 5, all_lanes, [](int lane) { return 99 - lane; });
  maker.store(
      out, 6, all_lanes, [](int lane) { return 2 * lane; }, numbers());
  maker.barrier("copy");
  const Trace trace = maker.take();
  EXPECT_FALSE(without_padding(trace)) << "there is none";
  for (const int every : {1, 4, 16, 32}) {
    const Trace other = padded(trace, every);
    EXPECT_EQ(padding_of(other), every);
    const auto plain = without_padding(other);
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->indices, trace.indices) << every;
    EXPECT_EQ(replay_violation(*plain), "") << every;
    for (std::size_t a = 0; a < trace.arrays.size(); ++a) {
      EXPECT_EQ(plain->arrays[a].count, trace.arrays[a].count);
      EXPECT_EQ(plain->arrays[a].columns, trace.arrays[a].columns);
    }
    EXPECT_FALSE(padding_of(*plain));
  }
}

}  // namespace
}  // namespace warpscope
