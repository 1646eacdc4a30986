#include "app/stage/network/network_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "kernels/catalogue.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::first_lanes;
using test::Lanes;
using test::TraceMaker;

NetworkLayout layout_of(const Document& document) {
  return NetworkLayout(*document.trace, document.flow);
}

/// Comparators of each step that has any.
std::vector<std::uint32_t> comparator_counts(const NetworkLayout& layout) {
  std::vector<std::uint32_t> counts;
  for (const NetworkGroup& group : layout.groups()) {
    if (group.comparators > 0) counts.push_back(group.comparators);
  }
  return counts;
}

/// One warp compares cells `lane` and `lane + 4` of eight, and exchanges them if `exchange` says
/// so.
Trace one_step(std::uint32_t exchange) {
  TraceMaker make;
  const int data = make.shared("data", 8);
  make.store(
      data, 1, first_lanes(8), [](int lane) { return lane; }, Lanes{8, 2, 7, 4, 5, 6, 3, 1});
  make.barrier("load");
  const auto low = [](int lane) { return lane; };
  const auto high = [](int lane) { return lane + 4; };
  const Lanes left = make.load(data, 2, first_lanes(4), low);
  const Lanes right = make.load(data, 3, first_lanes(4), high);
  if (exchange != 0) {
    make.store(data, 4, exchange, low, right);
    make.store(data, 5, exchange, high, left);
  }
  make.barrier("compare");
  return make.take();
}

TEST(NetworkLayout, BitonicSortHasAllComparatorsWhetherTheyExchangeOrNot) {
  const auto document = emulated("bitonic_shared", 32, 16);
  const NetworkLayout layout = layout_of(*document);
  EXPECT_EQ(layout.wires().size(), 32U);
  EXPECT_EQ(comparator_counts(layout), std::vector<std::uint32_t>(15, 16));
  EXPECT_EQ(layout.comparators(), 240U);
  ASSERT_FALSE(layout.carried().empty());
  for (const std::uint16_t array : layout.carried()) {
    EXPECT_NE(document->trace->arrays[array].name.find("values"), std::string::npos);
  }
}

TEST(NetworkLayout, OddEvenMergeHasFewerComparatorsThatAllPointOneWay) {
  const auto document = emulated("odd_even_merge", 16, 8);
  const NetworkLayout layout = layout_of(*document);
  EXPECT_EQ(layout.comparators(), 63U);  // (L² - L + 4) N / 4 - 1 with L = 4
  for (const NetworkOp& op : layout.ops()) {
    EXPECT_NE(op.order, NetworkOrder::larger_low);
  }
}

TEST(NetworkLayout, PhasesOfASortBeginWhereComparatorsGrowLonger) {
  const auto document = emulated("bitonic_shared", 16, 8);
  const NetworkLayout layout = layout_of(*document);
  std::vector<std::uint32_t> lengths;
  for (const NetworkPhase& phase : layout.phases()) {
    if (layout.groups()[phase.first].comparators > 0) lengths.push_back(phase.count);
  }
  EXPECT_EQ(lengths, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(NetworkLayout, GlobalSortRunsOverSeveralLaunchesOnTheSameWires) {
  const auto document = emulated("bitonic_global", 32, 8);
  const NetworkLayout layout = layout_of(*document);
  ASSERT_EQ(layout.bands().size(), 1U);
  EXPECT_GT(document->trace->launches.size(), 2U);
  for (const NetworkOp& op : layout.ops()) {
    EXPECT_NE(op.kind, NetworkKind::move) << "an element left its wire";
  }
  EXPECT_GT(layout.comparators(), 40U);
}

TEST(NetworkLayout, ExchangeIsToldFromTheValuesAndOrderFromWhatIsLeft) {
  for (const std::uint32_t exchange : {0U, 0b0101U, 0b1111U}) {
    const Trace trace = one_step(exchange);
    const Dataflow flow = dataflow(trace);
    const NetworkLayout layout(trace, flow);
    ASSERT_EQ(layout.comparators(), 4U) << exchange;
    for (const NetworkOp& op : layout.ops()) {
      if (!op.is_comparator()) continue;
      EXPECT_EQ(op.exchanged, (exchange >> op.lane & 1U) != 0);
      EXPECT_EQ(op.low, op.lane);
      EXPECT_EQ(op.high, op.lane + 4);
      const std::uint32_t low = value_at(trace, flow, {}, op.after[0])[0];
      const std::uint32_t high = value_at(trace, flow, {}, op.after[1])[0];
      EXPECT_EQ(op.order, low < high ? NetworkOrder::larger_high : NetworkOrder::larger_low);
    }
  }
}

// A pair that stays in order is told from reads that nothing was made of.
TEST(NetworkLayout, FindsNoPairInOrderWhereEdgesAreLeftOut) {
  const Trace trace = one_step(0);
  Dataflow flow = dataflow(trace);
  flow.cut_nodes = 1;
  EXPECT_EQ(NetworkLayout(trace, flow).comparators(), 0U);
}

TEST(NetworkLayout, ButterflyIsNoComparator) {
  TraceMaker make;
  const int data = make.shared("data", 8);
  make.store(
      data, 1, first_lanes(8), [](int lane) { return lane; }, Lanes{1, 2, 3, 4, 50, 60, 70, 80});
  make.barrier("load");
  const auto low = [](int lane) { return lane; };
  const auto high = [](int lane) { return lane + 4; };
  const Lanes left = make.load(data, 2, first_lanes(4), low);
  const Lanes right = make.load(data, 3, first_lanes(4), high);
  Lanes sum{}, difference{};
  for (int i = 0; i < 4; ++i) {
    sum[i] = left[i] + right[i];
    difference[i] = right[i] - left[i];
  }
  make.store(data, 4, first_lanes(4), low, sum);
  make.store(data, 5, first_lanes(4), high, difference);
  make.barrier("butterfly");
  const Trace trace = make.take();
  const NetworkLayout layout(trace, dataflow(trace));
  EXPECT_EQ(layout.comparators(), 0U);
  EXPECT_EQ(std::ranges::count(layout.ops(), NetworkKind::join, &NetworkOp::kind), 8);
}

TEST(NetworkLayout, ComparatorsOfOneSubColumnDoNotMeet) {
  const auto document = emulated("bitonic_shared", 128, 64);
  const NetworkLayout layout = layout_of(*document);
  for (const NetworkGroup& group : layout.groups()) {
    std::vector<std::int32_t> until(group.subs, -1);
    for (const NetworkOp& op : layout.ops(group)) {
      if (!op.is_comparator()) continue;
      ASSERT_LT(op.sub, group.subs);
      EXPECT_GT(op.low, until[op.sub]);
      until[op.sub] = op.high;
    }
  }
  EXPECT_EQ(std::ranges::max(layout.groups(), {}, &NetworkGroup::subs).subs, 64U);
}

TEST(NetworkLayout, ValuesOfWiresFollowTheAccess) {
  const Trace trace = one_step(0b0001);
  const Dataflow flow = dataflow(trace);
  const NetworkLayout layout(trace, flow);
  const auto value = [&](std::int32_t wire, std::uint32_t access, bool arrived) {
    return value_at(trace, flow, {}, layout.word_at(wire, access, arrived))[0];
  };
  EXPECT_EQ(value(0, 2, true), 8U);
  EXPECT_EQ(value(0, 3, false), 8U);
  EXPECT_EQ(value(0, 3, true), 5U);
  EXPECT_EQ(value(4, 3, true), 5U);  // until it is stored to as well
  EXPECT_EQ(value(4, 4, true), 8U);
  EXPECT_EQ(value(1, 4, true), 2U);
}

TEST(NetworkLayout, ArraysThatAreWrittenTogetherHaveWiresOfTheirOwn) {
  const auto document = emulated("cyclic_reduction");
  const NetworkLayout layout = layout_of(*document);
  std::size_t shared = 0;
  for (const NetworkBand& band : layout.bands()) {
    std::size_t here = 0;
    for (const std::uint16_t array : band.arrays) {
      here += document->trace->arrays[array].space == Space::shared ? 1 : 0;
    }
    EXPECT_LE(here, 2U);  // an unknown may take the place of its right side
    shared += here;
  }
  EXPECT_GE(shared, 4U);
}

TEST(NetworkLayout, DoubleBufferIsOneSetOfWires) {
  const auto document = emulated("scan_hillis_steele", 32, 32);
  const NetworkLayout layout = layout_of(*document);
  EXPECT_EQ(layout.bands().size(), 1U);
  EXPECT_LE(layout.wires().size(), 33U);
}

// After an odd number of stages the spectrum lies in the other half than the signal did.
TEST(NetworkLayout, EitherHalfOfADoubleBufferMayBeStored) {
  for (const int threads : {8, 16}) {
    const auto document = emulated("fft_stockham", 2 * threads, threads);
    const NetworkLayout layout = layout_of(*document);
    EXPECT_EQ(layout.bands().size(), 1U) << threads;
    EXPECT_EQ(layout.wires().size(), 2U * threads) << threads;
  }
}

TEST(NetworkLayout, PadsHaveNoWires) {
  for (const int threads : {32, 256}) {
    const auto document = emulated("fft_padded", 2 * threads, threads);
    const NetworkLayout layout = layout_of(*document);
    EXPECT_EQ(layout.bands().size(), 1U) << threads;
    EXPECT_EQ(layout.wires().size(), 2U * threads) << threads;
  }
}

// The imaginary parts are made of the same places as the real ones: a butterfly is two lines.
TEST(NetworkLayout, ComplexNumbersShareWires) {
  for (const char* kernel : {"fft_stockham", "fft_bit_reversed"}) {
    const auto document = emulated(kernel, 16, 8);
    const NetworkLayout layout = layout_of(*document);
    EXPECT_EQ(layout.bands().size(), 1U) << kernel;
    EXPECT_EQ(layout.wires().size(), 16U) << kernel;
    for (const std::int32_t array : layout.carried()) {
      EXPECT_TRUE(document->trace->arrays[array].name.ends_with("im")) << kernel;
    }
    std::vector<std::int32_t> reach;  // of the butterflies of each stage
    for (const NetworkGroup& group : layout.groups()) {
      if (document->trace->steps[group.step].name != "butterflies") continue;
      std::int32_t longest = 0;
      for (const NetworkOp& op : layout.ops(group)) longest = std::max(longest, op.high - op.low);
      EXPECT_EQ(group.count, 16U) << kernel;
      reach.push_back(longest);
    }
    if (std::string(kernel) == "fft_bit_reversed") {
      EXPECT_EQ(reach, (std::vector<std::int32_t>{1, 2, 4, 8}));
    }
    EXPECT_EQ(reach.size(), 4U);
  }
}

// Systems of equations and flagged sums also make several numbers at a time, but not alike.
TEST(NetworkLayout, OtherArraysKeepTheirWires) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = emulated(std::string(kernel->id));
    const NetworkLayout layout = layout_of(*document);
    if (layout.comparators() > 0 || kernel->family->folder == "fft") continue;
    EXPECT_TRUE(layout.carried().empty()) << kernel->id;
  }
}

TEST(NetworkLayout, EveryOperationOfEveryKernelLiesOnWiresAndAfterItsSources) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = emulated(std::string(kernel->id));
    const NetworkLayout layout = layout_of(*document);
    const auto wires = static_cast<std::int32_t>(layout.wires().size());
    std::uint32_t last = 0;
    for (std::uint32_t g = 0; g < layout.groups().size(); ++g) {
      const NetworkGroup& group = layout.groups()[g];
      EXPECT_LE(last, group.begin) << kernel->id;
      last = group.begin;
      for (const NetworkOp& op : layout.ops(group)) {
        ASSERT_EQ(op.group, g) << kernel->id;
        ASSERT_TRUE(0 <= op.low && op.low <= op.target && op.target <= op.high) << kernel->id;
        ASSERT_LT(op.high, wires) << kernel->id;
        ASSERT_LE(op.begin, op.end) << kernel->id;
      }
    }
  }
}

TEST(NetworkLayout, NothingComesOfAnEmptyTrace) {
  const Trace trace;
  const NetworkLayout layout(trace, dataflow(trace));
  EXPECT_TRUE(layout.groups().empty());
  EXPECT_TRUE(layout.wires().empty());
}

}  // namespace
}  // namespace warpscope
