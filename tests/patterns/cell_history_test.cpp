#include "instrumentation/patterns/cell_history.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::first_lanes;
using test::Lanes;
using test::TraceMaker;

int own(int lane) { return lane; }

TEST(CellHistory, HoldsWhatReplayHolds) {
  const auto document = emulated("scan_blelloch", 256, 128);
  const Trace& trace = *document->trace;
  CellHistory history(trace, document->flow);
  const auto accesses = static_cast<std::uint32_t>(trace.accesses.size());
  for (const std::uint32_t moment : {accesses, 7U, accesses / 2, accesses / 2 + 1, 0U}) {
    history.seek(moment);
    EXPECT_EQ(history.moment(), moment);
    const SharedState state = document->replay.at(moment);
    for (std::size_t a = 0; a < trace.arrays.size(); ++a) {
      const Array& array = trace.arrays[a];
      if (array.space != Space::shared) continue;
      for (std::int64_t i = 0; i < array.count; ++i) {
        const std::size_t address = array.base + static_cast<std::size_t>(i) * 4;
        const auto value = history.value(static_cast<int>(a), i);
        ASSERT_EQ(!value.empty(), state.writer[address / 4] != 0) << moment << ' ' << i;
        if (value.empty()) continue;
        ASSERT_EQ(std::memcmp(value.data(), state.bytes.data() + address, 4), 0) << i;
      }
    }
  }
}

TEST(CellHistory, TellsReadsVersionsAndWhatComesNext) {
  TraceMaker make(32);
  const int in = make.global("in", 64);
  const int data = make.shared("data", 32);
  const Lanes x = make.load(in, 1, first_lanes(4), own);
  make.store(data, 2, first_lanes(4), own, x);
  make.store(data, 3, first_lanes(1), own, x);
  make.barrier("load");
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  CellHistory history(trace, flow);
  EXPECT_FALSE(history.at(in, 0).touched());
  const std::uint32_t first = history.next(data, 0);
  ASSERT_NE(first, FlowEdge::no_node);
  history.seek(1);
  EXPECT_EQ(history.at(in, 3).read, 1U);
  EXPECT_FALSE(history.at(in, 4).touched());
  EXPECT_FALSE(history.value(in, 3).empty());
  history.seek(2);
  EXPECT_EQ(history.at(data, 0).node, first + 1);
  EXPECT_EQ(flow.nodes[history.next(data, 0)].access, 2U);
  EXPECT_EQ(history.next(data, 1), FlowEdge::no_node);
  EXPECT_FALSE(history.at(data, -1).touched());
  EXPECT_FALSE(history.at(data, 1'000'000).touched());
}

TEST(CellHistory, SharedMemoryEndsWithItsLaunchAndGlobalMemoryStays) {
  TraceMaker make(32);
  const int out = make.global("out", 32);
  const int data = make.shared("data", 32);
  make.store(data, 1, all_lanes, own, Lanes{});
  make.store(out, 2, all_lanes, own, Lanes{});
  make.step("one");
  make.launch(32);
  make.store(data, 1, first_lanes(1), own, Lanes{});
  make.step("two");
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  CellHistory history(trace, flow);
  history.seek(3);
  EXPECT_TRUE(history.at(data, 0).touched());
  EXPECT_FALSE(history.at(data, 1).touched());
  EXPECT_TRUE(history.at(out, 1).touched());
}

TEST(CellHistory, JumpsAgreeWithStepsInALongTrace) {
  const auto document = emulated("bitonic_shared", 1024, 512);
  const Trace& trace = *document->trace;
  CellHistory jumping(trace, document->flow), stepping(trace, document->flow);
  const auto accesses = static_cast<std::uint32_t>(trace.accesses.size());
  const int array = trace.accesses[accesses / 2].array;
  for (std::uint32_t moment = 0; moment <= accesses; moment += 97) {
    stepping.seek(moment);
    jumping.seek(accesses - moment);
    jumping.seek(moment);
    for (std::int64_t i = 0; i < 64; ++i) {
      ASSERT_EQ(jumping.at(array, i).node, stepping.at(array, i).node) << moment;
      ASSERT_EQ(jumping.at(array, i).read, stepping.at(array, i).read) << moment;
    }
  }
}

TEST(CellHistory, ThoseOfADocumentShareWhatTheyAreMadeFromButNotTheirMoment) {
  DocumentPtr other;
  {
    const auto document = emulated("scan_blelloch", 64, 32);
    other = with_model(*document, BankModel::cc1);
  }
  CellHistory first = other->cell_history(), second = other->cell_history();
  const auto accesses = static_cast<std::uint32_t>(other->trace->accesses.size());
  first.seek(accesses);
  second.seek(accesses / 2);
  EXPECT_EQ(first.moment(), accesses);
  EXPECT_EQ(second.moment(), accesses / 2);
  CellHistory alone(*other->trace, other->flow);
  alone.seek(accesses / 2);
  for (std::size_t a = 0; a < other->trace->arrays.size(); ++a) {
    for (std::int64_t i = 0; i < other->trace->arrays[a].count; ++i) {
      EXPECT_EQ(second.at(static_cast<int>(a), i).node, alone.at(static_cast<int>(a), i).node);
      EXPECT_EQ(second.at(static_cast<int>(a), i).read, alone.at(static_cast<int>(a), i).read);
    }
  }
}

}  // namespace
}  // namespace warpscope
