#include "instrumentation/analysis/summary.hpp"

#include <gtest/gtest.h>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::first_lanes;
using test::Lanes;
using test::TraceMaker;

Trace one_global_load(ElementType type, std::uint32_t mask, int stride, int offset = 0) {
  TraceMaker make;
  const int in = make.global("in", 8192, type);
  make.load(in, 5, mask, [=](int lane) { return offset + stride * lane; });
  return make.take();
}

void expect_sectors(const Trace& trace, int actual, int ideal) {
  EXPECT_EQ(sectors(trace, trace.accesses.front()), actual);
  EXPECT_EQ(ideal_sectors(trace, trace.accesses.front()), ideal);
}

TEST(CoalescingTest, NeighbouringWordsFillFourSectors) {
  expect_sectors(one_global_load({}, all_lanes, 1), 4, 4);
}

TEST(CoalescingTest, MisalignedWordsTouchOneSectorMore) {
  expect_sectors(one_global_load({}, all_lanes, 1, 1), 5, 4);
}

TEST(CoalescingTest, StridesSpreadOverSectors) {
  expect_sectors(one_global_load({}, all_lanes, 2), 8, 4);
  expect_sectors(one_global_load({}, all_lanes, 8), 32, 4);
  expect_sectors(one_global_load({}, all_lanes, 200), 32, 4);
}

TEST(CoalescingTest, OneElementForAllLanesIsOneSector) {
  expect_sectors(one_global_load({}, all_lanes, 0), 1, 1);
}

TEST(CoalescingTest, WidthsAndMasksCount) {
  expect_sectors(one_global_load({Scalar::f32, 4}, all_lanes, 1), 16, 16);
  expect_sectors(one_global_load({Scalar::u8, 1}, all_lanes, 1), 1, 1);
  expect_sectors(one_global_load({}, first_lanes(8), 1), 1, 1);
}

TEST(CoalescingTest, OrderOfLanesDoesNotMatter) {
  TraceMaker make;
  const int in = make.global("in", 32);
  make.load(in, 5, all_lanes, [](int lane) { return 31 - lane; });
  make.load(in, 6, all_lanes, [](int lane) { return lane * 7 % 32; });
  const Trace trace = make.take();
  for (const Access& access : trace.accesses) EXPECT_EQ(sectors(trace, access), 4);
}

TEST(CoalescingTest, OtherSpacesHaveNoSectors) {
  TraceMaker make;
  make.load(make.shared("data", 32), 5, all_lanes, [](int lane) { return lane; });
  expect_sectors(make.take(), 0, 0);
}

/// Load from global, a conflicting exchange in shared memory, a shuffle and a result.
Trace small_kernel() {
  TraceMaker make(32);
  const int in = make.global("in", 32);
  const int out = make.global("out", 1);
  const int data = make.shared("data", 64);
  const int registers = make.registers();
  Lanes x = make.load(in, 10, all_lanes, [](int lane) { return lane; });
  make.store(
      data, 10, all_lanes, [](int lane) { return 2 * lane; }, x);
  make.barrier("load");
  x = make.load(data, 12, first_lanes(16), [](int lane) { return 4 * lane; });
  x = make.shuffle(
      registers, 13, all_lanes, [](int lane) { return lane ^ 1; }, x);
  make.atomic_add(
      data, 14, first_lanes(4), [](int) { return 0; }, x);
  make.step("mix");
  make.store(
      out, 16, first_lanes(1), [](int) { return 0; }, x);
  return make.take();
}

TEST(SummaryTest, TotalsAreApartBySpaceAndOperation) {
  const Totals totals = summarize(small_kernel(), BankModel::cc5).totals;
  EXPECT_EQ(totals.global_load.requests, 1U);
  EXPECT_EQ(totals.global_load.sectors, 4U);
  EXPECT_EQ(totals.global_load.ideal, 4U);
  EXPECT_EQ(totals.global_store.sectors, 1U);
  EXPECT_EQ(totals.shared_store.requests, 1U);
  EXPECT_EQ(totals.shared_store.wavefronts, 2U);
  EXPECT_EQ(totals.shared_store.conflicts(), 1U);
  EXPECT_EQ(totals.shared_load.wavefronts, 2U);
  EXPECT_EQ(totals.shared_load.ideal, 1U);
  EXPECT_EQ(totals.shared_atomic.requests, 1U);
  EXPECT_EQ(totals.shared_atomic.wavefronts, 4U);
  EXPECT_EQ(totals.shuffles, 1U);
  EXPECT_EQ(totals.barriers, 1U);
  EXPECT_EQ(totals.steps, 3U);
  EXPECT_EQ(totals.max_degree, 4);
  EXPECT_EQ(totals.active_lanes, 32U + 32 + 16 + 32 + 4 + 1);
  EXPECT_EQ(totals.lane_slots, 6U * 32);
}

TEST(SummaryTest, LinesAreOrderedAndSumToTheTotals) {
  const Summary summary = summarize(small_kernel(), BankModel::cc5);
  ASSERT_EQ(summary.lines.size(), 6U);
  EXPECT_EQ(summary.lines[0].line, 10U);
  EXPECT_EQ(summary.lines[0].space, Space::shared);
  EXPECT_EQ(summary.lines[0].operation, Operation::store);
  EXPECT_EQ(summary.lines[0].max_degree, 2);
  EXPECT_EQ(summary.lines[1].space, Space::global);
  EXPECT_EQ(summary.lines[1].wavefronts, 4U);
  EXPECT_EQ(summary.lines[3].space, Space::registers);
  EXPECT_EQ(summary.lines[3].wavefronts, 0U);
  std::uint64_t requests = 0;
  for (const LineCost& line : summary.lines) requests += line.requests;
  EXPECT_EQ(requests, summary.accesses.size());
}

TEST(SummaryTest, EveryAccessHasItsCost) {
  const Summary summary = summarize(small_kernel(), BankModel::cc5);
  ASSERT_EQ(summary.accesses.size(), 6U);
  EXPECT_EQ(summary.accesses[0].sectors, 4);
  EXPECT_EQ(summary.accesses[0].wavefronts, 0);
  EXPECT_EQ(summary.accesses[1].wavefronts, 2);
  EXPECT_EQ(summary.accesses[1].ideal, 1);
  EXPECT_EQ(summary.accesses[1].degree, 2);
  EXPECT_EQ(summary.accesses[3].wavefronts, 0);
}

TEST(CoalescingTest, TwelveBytesAreThreeRequests) {
  const Trace trace = one_global_load({Scalar::f32, 3}, all_lanes, 1);
  const GlobalRequest request = global_request(trace, trace.accesses.front());
  EXPECT_EQ(request.requests, 3);
  EXPECT_EQ(request.sectors, 3 * 12);  // each piece touches all twelve
  EXPECT_EQ(request.ideal, 12);
  EXPECT_EQ(request.bytes, 384);
  EXPECT_EQ(summarize(trace, BankModel::cc5).totals.global_load.requests, 3U);
  for (const ElementType type : {ElementType{Scalar::u8, 1}, ElementType{Scalar::f32, 2},
                                 ElementType{Scalar::f32, 4}, ElementType{Scalar::f64, 1}}) {
    const Trace whole = one_global_load(type, all_lanes, 1);
    EXPECT_EQ(global_request(whole, whole.accesses.front()).requests, 1) << type.name();
  }
}

TEST(SummaryTest, ConstantAccessesCostAPassPerWord) {
  TraceMaker make;
  const int table = make.constant("table", 64);
  make.load(table, 3, all_lanes, [](int) { return 5; });
  make.load(table, 4, all_lanes, [](int lane) { return 2 * lane; });
  make.load(table, 5, first_lanes(12), [](int lane) { return lane % 7; });
  const Summary summary = summarize(make.take(), BankModel::cc5);
  const SharedTotals& totals = summary.totals.constant_load;
  EXPECT_EQ(totals.requests, 3U);
  EXPECT_EQ(totals.wavefronts, 1U + 32 + 7);
  EXPECT_EQ(totals.ideal, 3U);
  EXPECT_EQ(summary.accesses[1].wavefronts, 32);
  EXPECT_EQ(summary.accesses[2].ideal, 1);
  ASSERT_EQ(summary.lines.size(), 3U);
  EXPECT_EQ(summary.lines[2].space, Space::constant);
  EXPECT_EQ(summary.lines[2].wavefronts, 7U);
  EXPECT_EQ(summary.lines[2].max_degree, 7);
  EXPECT_EQ(summary.totals.shared_load.requests, 0U);
  EXPECT_EQ(summary.totals.global_load.requests, 0U);
}

TEST(SummaryTest, GlobalAtomicsAreApartFromStores) {
  TraceMaker make;
  const int bins = make.global("bins", 256);
  make.store(
      bins, 3, all_lanes, [](int lane) { return lane; }, Lanes{});
  make.atomic_add(
      bins, 4, all_lanes, [](int lane) { return 8 * lane; }, Lanes{});
  const Totals totals = summarize(make.take(), BankModel::cc5).totals;
  EXPECT_EQ(totals.global_store.requests, 1U);
  EXPECT_EQ(totals.global_store.sectors, 4U);
  EXPECT_EQ(totals.global_atomic.requests, 1U);
  EXPECT_EQ(totals.global_atomic.sectors, 32U);
  EXPECT_EQ(totals.global_atomic.ideal, 4U);
}

TEST(SummaryTest, LinesOfTwoSourcesStayApart) {
  TraceMaker make;
  const int data = make.shared("data", 64);
  const auto own = [](int lane) { return lane; };
  make.load(data, 7, all_lanes, own);
  make.launch(32, "helper");
  make.load(data, 7, all_lanes, [](int lane) { return 2 * lane; });
  make.load(data, 3, all_lanes, own);
  make.launch(32);
  make.load(data, 7, all_lanes, own);
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  ASSERT_EQ(summary.lines.size(), 3U);
  EXPECT_EQ(summary.lines[0].source, 0U);
  EXPECT_EQ(summary.lines[0].requests, 2U);
  EXPECT_EQ(summary.lines[0].wavefronts, 2U);
  EXPECT_EQ(summary.lines[1].source, 1U);
  EXPECT_EQ(summary.lines[1].line, 3U);
  EXPECT_EQ(summary.lines[2].source, 1U);
  EXPECT_EQ(summary.lines[2].line, 7U);
  EXPECT_EQ(summary.lines[2].wavefronts, 2U);
}

TEST(SummaryTest, ALineIsDividedByItsArraysAndCallers) {
  test::TraceMaker make(32);
  const int a = make.global("d_a", 64), b = make.global("d_b", 64), tile = make.shared("tile", 64);
  make.load(a, 3, all_lanes, test::own);
  make.load(b, 3, all_lanes, [](int lane) { return 2 * lane; });
  make.load(tile, 3, all_lanes, test::own);
  make.launch(32);
  make.load(b, 3, all_lanes, test::own);
  make.load(b, 3, all_lanes, test::own);
  Trace trace = make.take();
  for (Access& access : trace.accesses) access.location = trace.accesses.front().location;
  const auto called = static_cast<std::uint32_t>(trace.locations.size());
  trace.locations.push_back({0, 9});
  trace.locations.push_back({0, 3, static_cast<std::int32_t>(called), "load"});
  trace.accesses.back().location = called + 1;
  trace.launches[0].names = {{a, "in"}};
  trace.launches[1].names = {{b, "in"}};  // buffers change their places
  const auto sites = costs_of_sites(trace, BankModel::cc5);
  ASSERT_EQ(sites.size(), 4U);
  EXPECT_EQ(sites[0].array, "tile");
  EXPECT_EQ(sites[0].cost.space, Space::shared);
  EXPECT_EQ(sites[1].array, "in");
  EXPECT_EQ(sites[1].caller, -1);
  EXPECT_EQ(sites[1].cost.requests, 2U) << "of both launches";
  EXPECT_EQ(sites[2].array, "in");
  EXPECT_EQ(sites[2].caller, static_cast<std::int32_t>(called));
  EXPECT_EQ(sites[2].cost.requests, 1U);
  EXPECT_EQ(sites[3].array, "d_b");
  EXPECT_EQ(sites[3].cost.wavefronts, 8U);
  EXPECT_EQ(sites[3].cost.ideal, 4U);
}

TEST(SummaryTest, TheSitesOfALineAddUpToIt) {
  const Trace trace = test::several_launches();
  const auto sites = costs_of_sites(trace, BankModel::cc1);
  for (const LineCost& line : summarize(trace, BankModel::cc1).lines) {
    std::uint64_t requests = 0, wavefronts = 0;
    for (const auto& [cost, array, caller] : sites) {
      const bool own_line = cost.source == line.source && cost.line == line.line &&
                            cost.space == line.space && cost.operation == line.operation;
      if (!own_line) continue;
      requests += cost.requests;
      wavefronts += cost.wavefronts;
    }
    EXPECT_EQ(requests, line.requests) << line.line;
    EXPECT_EQ(wavefronts, line.wavefronts) << line.line;
  }
}

TEST(SummaryTest, TheModelChangesTheCost) {
  const Trace trace = small_kernel();
  EXPECT_EQ(summarize(trace, BankModel::cc3x8).totals.shared_store.conflicts(), 0U);
  EXPECT_EQ(summarize(trace, BankModel::cc1).totals.shared_store.conflicts(), 2U);
}

TEST(SummaryTest, TheTotalsOfALaunchAreThoseOfItsOwnTrace) {
  const Trace all = test::several_launches();
  const auto totals = totals_of_launches(all, BankModel::cc1);
  ASSERT_EQ(totals.size(), all.launches.size());
  std::uint64_t wavefronts = 0;
  for (std::size_t k = 0; k < totals.size(); ++k) {
    const Totals alone = summarize(only_launch(all, k), BankModel::cc1).totals;
    EXPECT_EQ(totals[k].shared_load.wavefronts, alone.shared_load.wavefronts) << k;
    EXPECT_EQ(totals[k].shared_store.requests, alone.shared_store.requests) << k;
    EXPECT_EQ(totals[k].global_load.sectors, alone.global_load.sectors) << k;
    EXPECT_EQ(totals[k].global_atomic.sectors, alone.global_atomic.sectors) << k;
    EXPECT_EQ(totals[k].constant_load.wavefronts, alone.constant_load.wavefronts) << k;
    EXPECT_EQ(totals[k].barriers, alone.barriers) << k;
    EXPECT_EQ(totals[k].steps, alone.steps) << k;
    EXPECT_EQ(totals[k].active_lanes, alone.active_lanes) << k;
    EXPECT_EQ(totals[k].lane_slots, alone.lane_slots) << k;
    EXPECT_EQ(totals[k].max_degree, alone.max_degree) << k;
    wavefronts += totals[k].shared_load.wavefronts;
  }
  EXPECT_EQ(wavefronts, summarize(all, BankModel::cc1).totals.shared_load.wavefronts);
  EXPECT_GT(wavefronts, 0U);
}

TEST(SummaryTest, TheTotalsOfLaunchesAddUpToThoseOfTheTrace) {
  const Trace all = test::several_launches();
  const Totals whole = summarize(all, BankModel::cc1).totals;
  Totals sum;
  for (const Totals& totals : totals_of_launches(all, BankModel::cc1)) add(sum, totals);
  EXPECT_GT(sum.shared_load.ideal, 0U);
  EXPECT_EQ(sum.shared_load.ideal, whole.shared_load.ideal);
  EXPECT_EQ(sum.shared_store.wavefronts, whole.shared_store.wavefronts);
  EXPECT_EQ(sum.shared_atomic.requests, whole.shared_atomic.requests);
  EXPECT_EQ(sum.global_load.sectors, whole.global_load.sectors);
  EXPECT_EQ(sum.global_store.ideal, whole.global_store.ideal);
  EXPECT_EQ(sum.global_atomic.requests, whole.global_atomic.requests);
  EXPECT_EQ(sum.constant_load.wavefronts, whole.constant_load.wavefronts);
  EXPECT_EQ(sum.shuffles, whole.shuffles);
  EXPECT_EQ(sum.barriers, whole.barriers);
  EXPECT_EQ(sum.steps, whole.steps);
  EXPECT_EQ(sum.active_lanes, whole.active_lanes);
  EXPECT_EQ(sum.lane_slots, whole.lane_slots);
  EXPECT_EQ(sum.max_degree, whole.max_degree);
}

TEST(SummaryTest, AnEmptyTraceCostsNothing) {
  const Summary summary = summarize(Trace{}, BankModel::cc5);
  EXPECT_TRUE(summary.lines.empty());
  EXPECT_EQ(summary.totals.lane_slots, 0U);
}

TEST(SourceLineTest, StripsBlanksAndKnowsItsBounds) {
  const SourceFile source{"kernel.cuh", "first\n  \tsecond;  \n\n   \nlast"};
  EXPECT_EQ(source_line(source, 1), "first");
  EXPECT_EQ(source_line(source, 2), "second;");
  EXPECT_EQ(source_line(source, 3), "");
  EXPECT_EQ(source_line(source, 4), "");
  EXPECT_EQ(source_line(source, 5), "last");
  EXPECT_EQ(source_line(source, 6), "");
  EXPECT_EQ(source_line(source, 0), "");
  EXPECT_EQ(source_line({}, 1), "");
}

}  // namespace
}  // namespace warpscope
