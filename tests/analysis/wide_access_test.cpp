// Accesses that move several elements a lane, and other things that only programs of users do.
#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "tests/trace/program_trace.hpp"

namespace warpscope {
namespace {

TEST(WideAccess, CostsAsOneInstruction) {
  const Trace trace = program_trace();
  const GlobalRequest load = global_request(trace, trace.accesses[0]);
  EXPECT_EQ(load.requests, 1);
  EXPECT_EQ(load.sectors, 16) << "32 lanes of 16 bytes";
  EXPECT_EQ(load.bytes, 512);
  const auto store = shared_request(trace, trace.accesses[1]);
  ASSERT_TRUE(store);
  EXPECT_EQ(store->bytes, 16);
  EXPECT_EQ(store->address[3], 48U);
  EXPECT_EQ(wavefronts(BankModel::cc5, *store).actual, 4) << "a quarter-warp each";
}

TEST(WideAccess, StoresAllOfItsElements) {
  const Trace trace = program_trace();
  const SharedState state = Replay(trace).at(2);
  EXPECT_EQ(state.bytes[4 * 22] | state.bytes[4 * 22 + 1] << 8, 502);
  EXPECT_EQ(state.writer[127], 2U);
}

TEST(WideAccess, EachElementFlowsAlone) {
  const Trace trace = program_trace();
  const Dataflow flow = dataflow(trace);
  int copies = 0;
  for (const FlowNode& node : flow.nodes) {
    if (node.access != 1) continue;
    ASSERT_EQ(node.edge_count, 1);
    EXPECT_TRUE(node.copy);
    EXPECT_EQ(edges_of(flow, node)[0].index, node.index);
    EXPECT_EQ(value_of(trace, flow, node)[0], 100 * (node.index / 4) + node.index % 4);
    ++copies;
  }
  EXPECT_EQ(copies, 128);
}

TEST(WideAccess, AtomicsAddFromTheirOperandsAlone) {
  const Trace trace = program_trace();
  const Dataflow flow = dataflow(trace);
  int sums = 0;
  for (const FlowNode& node : flow.nodes) {
    if (node.access != 3) continue;
    EXPECT_EQ(value_of(trace, flow, node)[0], 8U) << "32 lanes add 1 to four counters";
    EXPECT_GE(node.index, ElementIndex{1} << 32);
    ++sums;
  }
  EXPECT_EQ(sums, 4);
}

TEST(Summary, CountsLinesOfEveryFile) {
  const Trace trace = program_trace();
  const Summary summary = summarize(trace, BankModel::cc5);
  const auto line = std::ranges::find(summary.lines, 1U, &LineCost::source);
  ASSERT_NE(line, summary.lines.end());
  EXPECT_EQ(line->line, 1U);
  EXPECT_EQ(line->requests, 1U);
  EXPECT_NE(caption(trace, summary, 4).sentence.find("compares and swaps"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
