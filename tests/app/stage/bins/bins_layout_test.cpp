#include "app/stage/bins/bins_layout.hpp"

#include <gtest/gtest.h>

#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::first_lanes;
using test::Lanes;
using test::TraceMaker;

BinsLaunch first_launch(const Document& document) {
  return bins_launches(*document.trace, document.flow).front();
}

TEST(BinKinds, CountersAreCellsThatAreOnlyRaised) {
  struct Case {
    const char* kernel;
    std::int64_t size;
    int block;
    const char* counters;
    std::int64_t bins;
  };
  for (const Case& c : {Case{"histogram_global_atomic", 256, 128, "bins", 64},
                        Case{"histogram_shared_atomic", 512, 64, "table", 64},
                        Case{"histogram64_thread_major", 2048, 64, "counters", 64},
                        Case{"histogram64_bin_major", 2048, 64, "counters", 64},
                        Case{"histogram64_permuted16", 2048, 64, "counters", 64},
                        Case{"histogram64_permuted32", 2048, 128, "counters", 64},
                        Case{"histogram256_tagged", 768, 192, "tables", 256}}) {
    SCOPED_TRACE(c.kernel);
    const auto document = emulated(c.kernel, c.size, c.block);
    const BinsLaunch launch = first_launch(*document);
    ASSERT_EQ(launch.kind, BinsKind::counters);
    const Counters& counters = launch.counters;
    EXPECT_EQ(document->trace->arrays[static_cast<std::size_t>(counters.array)].name, c.counters);
    EXPECT_EQ(counters.bins, c.bins);
    const bool tagged = std::string(c.kernel) == "histogram256_tagged";
    EXPECT_EQ(counters.tag_bit, tagged ? 27U : 32U);
  }
}

TEST(BinKinds, SumsScansAndSortsAreNoCounters) {
  for (const char* kernel : {"reduce_strided", "reduce_sequential", "scan_hillis_steele",
                             "scan_blelloch", "bitonic_shared", "transpose_tiled"}) {
    const auto document = emulated(
        kernel, 256,
        kernel == std::string("scan_blelloch") || kernel == std::string("bitonic_shared") ? 128
                                                                                          : 256);
    EXPECT_NE(first_launch(*document).kind, BinsKind::counters) << kernel;
  }
}

TEST(BinKinds, ATicketThatIsDrawnOnceIsNoCounter) {
  const auto document = emulated("radix_onesweep", 512, 64);
  const Trace& trace = *document->trace;
  const auto launches = bins_launches(trace, document->flow);
  ASSERT_EQ(launches.front().kind, BinsKind::counters) << "the digits are counted";
  for (const BinsLaunch& launch : launches) {
    if (launch.kind != BinsKind::counters) continue;
    EXPECT_NE(trace.arrays[static_cast<std::size_t>(launch.counters.array)].name, "tickets");
  }
}

TEST(BinKinds, BucketsKeepTheOrderOfAScatter) {
  const auto document = emulated("radix_split", 128, 128);
  int scatters = 0;
  for (const BinsLaunch& launch : bins_launches(*document->trace, document->flow)) {
    if (launch.kind != BinsKind::scatter) continue;
    ++scatters;
    ASSERT_EQ(launch.scatter.buckets.size(), 2U);
    for (std::size_t i = 1; i < launch.scatter.copies.size(); ++i) {
      const Scatter::Copy& one = launch.scatter.copies[i - 1];
      const Scatter::Copy& two = launch.scatter.copies[i];
      const FlowNode& a = document->flow.nodes[one.node];
      const FlowNode& b = document->flow.nodes[two.node];
      const std::int32_t from_a = document->flow.edges[one.edge].index;
      const std::int32_t from_b = document->flow.edges[two.edge].index;
      const bool same = launch.scatter.bucket(a.index) == launch.scatter.bucket(b.index);
      if (same && from_a < from_b) {
        EXPECT_LT(a.index, b.index);
      }
    }
  }
  EXPECT_EQ(scatters, 7);  // keys below 100 differ in so many bits; else nothing moves
}

// The last launch of a compaction: who is kept, and where it goes. A stride is no compaction.
TEST(BinKinds, CompactionKeepsSomeSideBySide) {
  const auto document = emulated("compact", 64, 32);
  const auto launches = bins_launches(*document->trace, document->flow);
  const Scatter& scatter = launches.back().scatter;
  ASSERT_EQ(launches.back().kind, BinsKind::scatter);
  EXPECT_TRUE(scatter.compacts);
  EXPECT_EQ(scatter.copies.size(), 19U);
  EXPECT_EQ(scatter.end_place - scatter.first_place, scatter.end_source - scatter.first_source);
  for (std::size_t i = 0; i < scatter.copies.size(); ++i) {
    const FlowNode& node = document->flow.nodes[scatter.copies[i].node];
    EXPECT_EQ(node.index, static_cast<ElementIndex>(i)) << "in order, without gaps";
  }
  for (const char* kernel :
       {"global_stride", "transpose_naive", "vector_aos", "fft_bit_reversed"}) {
    const auto regular = emulated(kernel);
    for (const BinsLaunch& launch : bins_launches(*regular->trace, regular->flow)) {
      EXPECT_FALSE(launch.scatter.compacts) << kernel;
    }
  }
}

TEST(BinKinds, EquationsAreWrittenTogetherAndMadeFromNeighbours) {
  for (const char* kernel : {"cyclic_reduction", "parallel_cyclic_reduction"}) {
    const auto document = emulated(kernel, 64, kernel[0] == 'c' ? 32 : 64);
    const BinsLaunch launch = first_launch(*document);
    ASSERT_EQ(launch.kind, BinsKind::records) << kernel;
    std::string names;
    for (const int array : launch.records.arrays) {
      names += document->trace->arrays[static_cast<std::size_t>(array)].name;
    }
    EXPECT_EQ(names, kernel[0] == 'c' ? "abcfx" : "abcf");
    EXPECT_EQ(launch.records.records, 66);
  }
}

TEST(FallingLanes, LanesOfOneCellQueueAndAStoreKeepsOneOfThem) {
  TraceMaker make(32);
  const int table = make.shared("table", 4);
  const auto bin = [](int lane) { return lane % 2; };
  make.store(
      table, 1, first_lanes(4), [](int lane) { return lane; }, Lanes{});
  make.barrier("clear");
  Lanes ones{};
  ones.fill(1);
  make.atomic_add(table, 3, first_lanes(6), bin, ones);
  make.barrier("count");
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  const Counters counters = find_counters(trace, flow, trace.launches[0]);
  ASSERT_EQ(counters.array, table);
  const auto lanes = falling_lanes(trace, counters, 1);
  ASSERT_EQ(lanes.size(), 6U);
  EXPECT_EQ(lanes[4].bin, 0);
  EXPECT_EQ(lanes[4].order, 2);
  EXPECT_EQ(largest_crowd(lanes).lanes, 3);
  EXPECT_EQ(counters.most, 3);
}

TEST(Rounds, LanesThatWereOverwrittenTryAgain) {
  const auto document = emulated("histogram256_tagged", 768, 192);
  const Trace& trace = *document->trace;
  const Counters counters = first_launch(*document).counters;
  int repeated = 0;
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (access.array != counters.array || access.operation != Operation::store) continue;
    const Rounds rounds = rounds_at(trace, counters, a);
    const auto lanes = falling_lanes(trace, counters, a);
    std::uint32_t lost = 0;
    for (const FallingLane& lane : lanes) {
      if (lane.lost) lost |= 1U << static_cast<unsigned>(lane.lane);
    }
    if (trace.steps[access.step].name != "count") continue;
    EXPECT_EQ(lost, rounds.again) << a;
    EXPECT_EQ(largest_crowd(lanes).lanes, rounds.all - rounds.now + 1) << a;
    if (rounds.again != 0) ++repeated;
  }
  EXPECT_GT(repeated, 0);
}

TEST(BarsLayout, BarsLieSideBySideAndAreFoundAgain) {
  for (const std::int64_t bars : {1, 64, 256, 1000, 100'000}) {
    const Rect area{10, 10, 900, 400};
    const BarsLayout layout(area, bars, 18, bars / 2);
    EXPECT_TRUE(layout.shows(bars / 2));
    EXPECT_GE(layout.pitch(), BarsLayout::least_pitch);
    for (std::int64_t place = 0; place < layout.count(); ++place) {
      const std::int64_t bar = layout.shown(place);
      const Rect box = layout.bar(bar, 0, 1);
      ASSERT_GE(box.x, area.x);
      ASSERT_LE(box.right(), area.right() + 0.5F);
      ASSERT_LE(box.bottom(), area.bottom() + 0.5F);
      ASSERT_EQ(layout.hit(box.center()), bar);
    }
    EXPECT_FALSE(layout.hit({0, 0}));
  }
}

}  // namespace
}  // namespace warpscope
