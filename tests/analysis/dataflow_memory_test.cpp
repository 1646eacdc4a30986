// Dataflow through memory that the block shares with others: atomics, origins, other blocks.
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <span>

#include "instrumentation/analysis/dataflow.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::all;
using test::first_lanes;
using test::Lanes;
using test::own;
using test::TraceMaker;

std::span<const FlowEdge> memory_sources(const Dataflow& flow, const FlowNode& node) {
  return std::span(flow.edges).subspan(node.first_edge, node.edge_count);
}

TEST(DataflowTest, AtomicsContinueTheirCell) {
  TraceMaker make;
  const int bins = make.shared("bins", 1);
  const auto zero = [](int) { return 0; };
  Lanes ones;
  ones.fill(1);
  make.atomic_add(bins, 4, first_lanes(3), zero, ones);
  make.atomic_add(bins, 5, 1, zero, ones);
  make.barrier("count");
  make.load(bins, 6, 1, zero);
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(flow.nodes.size(), 2U);
  EXPECT_EQ(memory_sources(flow, flow.nodes[0])[0].source, FlowEdge::no_node);
  EXPECT_EQ(memory_sources(flow, flow.nodes[1])[0].source, 0U);
  EXPECT_EQ(value_of(trace, flow, flow.nodes[0])[0], 3U);  // what three lanes added
  EXPECT_TRUE(flow.nodes[0].relative);
  EXPECT_EQ(value_of(trace, flow, flow.nodes[1])[0], 4U);  // seen by the load
  EXPECT_FALSE(flow.nodes[1].relative);
  EXPECT_TRUE(flow.nodes[0].live);  // nothing leaves: all counts
}

TEST(DataflowTest, LanesThatAddToOneCellMakeOneVersion) {
  TraceMaker make;
  const int in = make.global("in", 32), bins = make.shared("bins", 4);
  make.store(bins, 2, first_lanes(4), own, all(0));
  make.barrier("clear");
  make.load(in, 4, all_lanes, own);
  make.atomic_add(
      bins, 5, all_lanes, [](int lane) { return lane % 4; }, all(2));
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(flow.nodes.size(), 4U + 4);
  for (std::size_t n = 4; n < 8; ++n) {
    const FlowNode& bin = flow.nodes[n];
    EXPECT_EQ(value_of(trace, flow, bin)[0], 16U);
    EXPECT_FALSE(bin.relative) << "the store before is known";
    ASSERT_EQ(bin.edge_count, 1 + 8) << "the version before and eight elements";
    EXPECT_EQ(memory_sources(flow, bin)[0].source, static_cast<std::uint32_t>(bin.index));
    EXPECT_EQ(bin.lane, bin.index) << "the first of the eight";
    for (const FlowEdge& edge : memory_sources(flow, bin).subspan(1)) {
      EXPECT_EQ(edge.array, in);
      EXPECT_EQ(edge.index % 4, bin.index);
    }
  }
}

TEST(DataflowTest, WhatAtomicsSendOutKeepsItsSourcesLive) {
  TraceMaker make;
  const int table = make.shared("table", 32), out = make.global("out", 32);
  make.store(table, 3, all_lanes, own, all(5));
  make.barrier("count");
  const Lanes counts = make.load(table, 5, all_lanes, own);
  make.atomic_add(out, 6, all_lanes, own, counts);
  const Dataflow flow = dataflow(make.take());
  for (const FlowNode& node : flow.nodes) EXPECT_TRUE(node.live) << node.array;
}

TEST(DataflowTest, AtomicsAddInTheElementsArithmetic) {
  TraceMaker make;
  const int sum = make.shared("sum", 1, {Scalar::f32, 1});
  const auto zero = [](int) { return 0; };
  make.store(sum, 2, 1, zero, all(std::bit_cast<std::uint32_t>(1.0F)));
  make.atomic_add(sum, 3, first_lanes(3), zero, all(std::bit_cast<std::uint32_t>(0.25F)));
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  EXPECT_EQ(std::bit_cast<float>(value_of(trace, flow, flow.nodes.back())[0]), 1.75F);
}

/// Copies element by element from one array to another, without shared memory.
Trace move_through_memory() {
  TraceMaker make;
  const int in = make.global("in", 64), out = make.global("out", 32);
  const int factor = make.constant("factor", 1);
  make.fill(in, std::vector<std::uint32_t>(64, 7));
  make.load(factor, 3, all_lanes, [](int) { return 0; });
  const Lanes x = make.load(in, 4, all_lanes, [](int lane) { return 2 * lane; });
  make.store(out, 5, all_lanes, own, x);
  return make.take();
}

TEST(DataflowTest, WithoutSharedMemoryValuesComeFromOrigins) {
  const Trace trace = move_through_memory();
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(flow.nodes.size(), 1U + 32 + 32);
  for (std::size_t n = 0; n < 33; ++n) {
    EXPECT_TRUE(flow.nodes[n].origin);
    EXPECT_TRUE(flow.nodes[n].live);
    EXPECT_EQ(flow.nodes[n].edge_count, 0);
  }
  for (std::size_t n = 33; n < 65; ++n) {
    const FlowNode& node = flow.nodes[n];
    EXPECT_FALSE(node.origin);
    std::set<std::uint32_t> from;
    for (const FlowEdge& edge : memory_sources(flow, node)) from.insert(edge.source);
    EXPECT_EQ(from, (std::set<std::uint32_t>{0, 1 + static_cast<std::uint32_t>(node.index)}));
  }
  EXPECT_EQ(value_of(trace, flow, flow.nodes[5])[0], 7U);
}

TEST(DataflowTest, KernelsThatKeepValuesNeedNoOrigins) {
  TraceMaker make;
  const int in = make.global("in", 32), data = make.shared("data", 32);
  make.store(data, 3, all_lanes, own, make.load(in, 3, all_lanes, own));
  for (const FlowNode& node : dataflow(make.take()).nodes) EXPECT_FALSE(node.origin);
}

TEST(DataflowTest, WhatAnotherBlockWroteComesFromElsewhere) {
  TraceMaker make;
  const int data = make.global("data", 2), out = make.global("out", 2), sh = make.shared("sh", 2);
  make.store(data, 3, first_lanes(2), own, all(5));
  make.barrier("first");
  make.launch(32);
  make.fill(data, {5, 6});  // another block replaced the second element
  make.store(sh, 8, first_lanes(2), own, make.load(data, 8, first_lanes(2), own));
  make.store(out, 9, first_lanes(2), own, make.load(sh, 9, first_lanes(2), own));
  const Dataflow flow = dataflow(make.take());
  ASSERT_EQ(flow.nodes.size(), 6U);
  EXPECT_EQ(memory_sources(flow, flow.nodes[2])[0].source, 0U);
  EXPECT_EQ(memory_sources(flow, flow.nodes[3])[0].source, FlowEdge::no_node);
}

TEST(DataflowTest, WhatLiesOutOfBoundsIsNotThere) {
  TraceMaker make;
  const int data = make.shared("data", 8), in = make.global("in", 8);
  make.store(data, 3, first_lanes(4), own, make.load(in, 3, first_lanes(4), own));
  make.atomic_add(data, 4, first_lanes(2), own, all(1));
  Trace trace = make.take();
  trace.indices = {-1, 2'000'000'000, 2, 3, 8, -2'000'000'000, 2, 3, 1, 99};
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(flow.nodes.size(), 3U);
  EXPECT_EQ(flow.nodes[0].index, 2);
  EXPECT_EQ(flow.nodes[1].index, 3);
  EXPECT_EQ(flow.nodes[2].index, 1);
}

TEST(DataflowTest, AStoreBehindManyLoadsCombinesThem) {
  TraceMaker make;
  const int in = make.global("in", 300), out = make.global("out", 1);
  const auto zero = [](int) { return 0; };
  for (int i = 0; i < 300; ++i) make.load(in, 3, 1, [=](int) { return i; });
  make.store(out, 4, 1, zero, Lanes{});  // equal to every one of them
  const Dataflow flow = dataflow(make.take());
  EXPECT_EQ(flow.nodes.back().edge_count, 300);
  EXPECT_FALSE(flow.nodes.back().copy);
}

TEST(DataflowTest, LinesOfTwoSourcesAreTwoSites) {
  TraceMaker make;
  const int a = make.shared("a", 32), b = make.shared("b", 32);
  make.fill(a, std::vector<std::uint32_t>(32, 3));
  make.store(b, 7, all_lanes, own, make.load(a, 7, all_lanes, own));  // copies
  make.barrier("copy");
  make.launch(32, "helper");
  make.fill(a, std::vector<std::uint32_t>(32, 3));
  make.load(a, 7, all_lanes, own);
  make.store(b, 7, all_lanes, own, all(9));  // on the same line of another file: does not
  const Dataflow flow = dataflow(make.take());
  EXPECT_TRUE(flow.nodes.front().copy);
  EXPECT_FALSE(flow.nodes.back().copy);
}

}  // namespace
}  // namespace warpscope
