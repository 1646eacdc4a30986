#include <gtest/gtest.h>

#include <algorithm>

#include "app/panes/timing/label_spread.hpp"
#include "app/panes/timing/log_axis.hpp"
#include "app/panes/timing/timing_ladder.hpp"
#include "app/panes/timing/timing_limits.hpp"
#include "app/panes/timing/wavefront_points.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/timing_samples.hpp"

namespace warpscope {
namespace {

using test::limited_record;
using test::timed;

LadderRequest request(std::string_view kernel) { return {.kernel = find_kernel(kernel).value()}; }

TEST(LogAxis, EqualRatiosAreEqualDistances) {
  const LogAxis axis{1, 10000};
  EXPECT_FLOAT_EQ(axis.share(1), 0);
  EXPECT_FLOAT_EQ(axis.share(10), 0.25F);
  EXPECT_FLOAT_EQ(axis.share(10000), 1);
  EXPECT_FLOAT_EQ(axis.share(0), 0);
  EXPECT_FLOAT_EQ(axis.share(-3), 0);
}

TEST(LogAxis, TicksAreRoundAndNoMoreThanAskedFor) {
  EXPECT_EQ((LogAxis{1.5, 30}.ticks(8)), (std::vector<double>{2, 5, 10, 20}));
  EXPECT_EQ((LogAxis{1, 10000}.ticks(5)), (std::vector<double>{1, 10, 100, 1000, 10000}));
  EXPECT_EQ((LogAxis{1, 10000}.ticks(3)), (std::vector<double>{1, 100, 10000}));
  EXPECT_EQ((LogAxis{1.5, 9}.ticks(1)).size(), 1U);
}

TEST(LogAxis, ARangeShowsAllThatIsPositive) {
  LogRange range;
  EXPECT_FALSE(range.any());
  for (const double value : {0.0, -1.0, 5.0, 500.0}) range.add(value);
  const LogAxis axis = range.axis();
  EXPECT_LT(axis.low, 5);
  EXPECT_GT(axis.low, 1);
  EXPECT_GT(axis.high, 500);
  LogRange one;
  one.add(7);
  EXPECT_NEAR(one.axis().share(7), 0.5F, 1e-5);
}

TEST(LabelSpread, LabelsThatHaveRoomStayWhereTheyAre) {
  const std::vector<float> wanted{50, 10, 90};
  EXPECT_EQ(spread_labels(wanted, 15, 0, 100), wanted);
}

TEST(LabelSpread, NoTwoAreNearerThanTheDistanceAndAllStayInside) {
  const std::vector<float> wanted{98, 99, 97, 20, 21, 3};
  const std::vector<float> places = spread_labels(wanted, 10, 5, 100);
  std::vector<float> sorted = places;
  std::ranges::sort(sorted);
  EXPECT_GE(sorted.front(), 5);
  EXPECT_LE(sorted.back(), 100.01F);
  for (std::size_t i = 1; i < sorted.size(); ++i) EXPECT_GE(sorted[i] - sorted[i - 1], 9.99F);
  EXPECT_LT(places[2], places[0]) << "the order is kept";
  EXPECT_LT(places[0], places[1]);
  EXPECT_FLOAT_EQ((places[3] + places[4]) / 2, 20.5F) << "two that touch share the shift";
}

TEST(LabelSpread, WithoutRoomTheyLieCloser) {
  const std::vector<float> places = spread_labels(std::vector<float>(5, 50.0F), 30, 0, 40);
  EXPECT_FLOAT_EQ(places.front(), 0);
  EXPECT_FLOAT_EQ(places.back(), 40);
  EXPECT_TRUE(spread_labels({}, 10, 0, 40).empty());
}

TEST(TimingLadder, RivalsOfThePresentKernelFollowTheKernels) {
  const std::vector<TimingRecord> records{limited_record()};
  const Ladder ladder = make_ladder(records, 0, request("reduce_strided"));
  ASSERT_EQ(ladder.rungs.size(), 5U);
  EXPECT_EQ(ladder.rungs[3].of.id, "cub_reduce");
  EXPECT_EQ(ladder.rungs[3].of.subject, TimedKind::library);
  EXPECT_EQ(ladder.rungs[4].of.subject, TimedKind::processor);
  EXPECT_EQ(ladder.size, 1 << 26) << "rivals and limits do not decide the size";
  EXPECT_TRUE(make_ladder(records, 0, request("scan_blelloch")).rungs.empty());
}

TEST(TimingLadder, CeilingFractionAndRatioComeFromTheRecord) {
  const std::vector<TimingRecord> records{limited_record()};
  const Ladder ladder = make_ladder(records, 0, request("reduce_strided"));
  const Rung& strided = *ladder.find("reduce_strided");
  EXPECT_NEAR(*strided.ceiling, 4000, 1e-6);
  EXPECT_EQ(strided.bounded->kernel, "limit_read");
  EXPECT_NEAR(*strided.fraction, 0.25, 1e-9);
  EXPECT_NEAR(*strided.ratio, 1.25 / 4, 1e-9);
  EXPECT_NEAR(ladder.most[0], 4000, 1e-6) << "the ceiling is within the bars' scale";
  ASSERT_EQ(ladder.ceilings.size(), 4U);
  EXPECT_NEAR(ladder.ceilings[1].rate, 4000, 1e-6);
  EXPECT_DOUBLE_EQ(*ladder.launch_ms, 0.002);
}

TEST(TimingLadder, ProductsAreCountedInOperations) {
  std::vector<TimingRecord> records{limited_record()};
  BenchResult product = timed("matmul_tiled", 1024, 1);
  product.bytes = 3 * 4 * 1024 * 1024;
  product.operations = 2ULL * 1024 * 1024 * 1024;
  BenchResult transposition = timed("transpose_naive", 1024, 1);
  records[0].results.push_back(product);
  records[0].results.push_back(transposition);
  EXPECT_EQ(make_ladder(records, 0, request("matmul_tiled")).amount, Amount::operations);
  const Ladder ladder = make_ladder(records, 0, request("transpose_naive"));
  EXPECT_EQ(ladder.amount, Amount::bytes);
  EXPECT_NEAR(*ladder.find("matmul_tiled")->ceiling, 16000, 1e-6) << "the FP32 peak";
  EXPECT_EQ(ladder.find("matmul_tiled")->bounded->kernel, "limit_fp32");
}

TEST(TimingLimits, TheRoofIsTheLowerOfMemoryAndArithmetic) {
  const TimingRecord record = limited_record();
  const auto roof = roof_of(record, record.results.front());
  ASSERT_TRUE(roof);
  EXPECT_NEAR(roof->corner(), 4, 1e-9);
  EXPECT_NEAR(roof->at(1), 4000, 1e-6);
  EXPECT_NEAR(roof->at(40), 16000, 1e-6);
  EXPECT_EQ(roof->memory->kernel, "limit_read");
  TimingRecord bare = record;
  std::erase_if(bare.results, [](const BenchResult& r) { return r.subject == TimedKind::limit; });
  EXPECT_FALSE(roof_of(bare, bare.results.front()));
  EXPECT_FALSE(bound_of(bare, bare.results.front()));
  EXPECT_FALSE(launch_ms(bare));
}

TEST(TimingLimits, SkippedSizesAreThoseOfTheFamily) {
  const TimingRecord record = limited_record();
  EXPECT_EQ(skipped_of(record, *kernel_of("reduce_strided")->family).size(), 1U);
  EXPECT_TRUE(skipped_of(record, *kernel_of("scan_blelloch")->family).empty());
}

/// A kernel whose time follows its wavefronts but for a constant.
TimingRecord strides() {
  TimingRecord record{.device = "GPU"};
  for (const int stride : {1, 2, 4, 8}) {
    record.results.push_back(timed("bank_stride", 1 << 20, 1 + stride,
                                   {{"stride", std::to_string(stride)}, {"width", "4"}}));
    record.results.back().wavefronts = 1000ULL * static_cast<std::uint64_t>(stride);
  }
  return record;
}

TEST(WavefrontPoints, OfOneKernelWithDifferingParameters) {
  const std::vector<TimingRecord> records{strides()};
  LadderRequest asked = request("bank_stride");
  asked.parameters = {{"stride", "4"}, {"width", "4"}};
  const WavefrontPoints found = wavefront_points(make_ladder(records, 0, asked), asked);
  ASSERT_EQ(found.points.size(), 4U);
  EXPECT_TRUE(found.one_kernel);
  EXPECT_NEAR(*found.correlation, 1, 1e-9);
  EXPECT_EQ(found.points[0].name, "stride 1") << "what is the same in all is not said";
  EXPECT_TRUE(found.points[2].present);
  EXPECT_EQ(std::ranges::count(found.points, true, &WavefrontPoint::present), 1);
}

TEST(WavefrontPoints, ElseOfTheFamily) {
  std::vector<TimingRecord> records{limited_record()};
  for (BenchResult& result : records[0].results) {
    if (result.subject == TimedKind::kernel && result.size == 1 << 26) result.wavefronts = 100;
  }
  const LadderRequest asked = request("reduce_strided");
  const WavefrontPoints found = wavefront_points(make_ladder(records, 0, asked), asked);
  EXPECT_EQ(found.points.size(), 3U);
  EXPECT_FALSE(found.one_kernel);
  EXPECT_FALSE(found.correlation) << "all have the same wavefronts";
}

}  // namespace
}  // namespace warpscope
