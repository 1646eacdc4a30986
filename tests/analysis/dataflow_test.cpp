#include "instrumentation/analysis/dataflow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <utility>

#include "tests/support/cut_trace.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::first_lanes;
using test::Lanes;
using test::own;
using test::TraceMaker;

Lanes combine(
    const Lanes& a, const Lanes& b,
    const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& op = std::plus<>()) {
  Lanes result;
  for (std::size_t lane = 0; lane < result.size(); ++lane) result[lane] = op(a[lane], b[lane]);
  return result;
}

std::vector<std::uint32_t> ramp(std::uint32_t count, std::uint32_t first = 1) {
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < count; ++i) values.push_back(first + i);
  return values;
}

std::span<const FlowNode> nodes_of_step(const Dataflow& flow, std::size_t step) {
  return std::span(flow.nodes)
      .subspan(flow.first_node_of_step[step],
               flow.first_node_of_step[step + 1] - flow.first_node_of_step[step]);
}
std::span<const FlowEdge> sources(const Dataflow& flow, const FlowNode& node) {
  return std::span(flow.edges).subspan(node.first_edge, node.edge_count);
}
std::set<ElementIndex> source_cells(const Dataflow& flow, const FlowNode& node) {
  std::set<ElementIndex> cells;
  for (const FlowEdge& edge : sources(flow, node)) cells.insert(edge.index);
  return cells;
}

/// Reduction with halving distance over 32 elements, a step per distance.
Trace reduction(const std::vector<std::uint32_t>& input,
                const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& op) {
  TraceMaker make;
  const int in = make.global("in", 32);
  const int out = make.global("out", 1);
  const int data = make.shared("data", 32);
  make.fill(in, input);
  make.store(data, 10, all_lanes, own, make.load(in, 10, all_lanes, own));
  make.barrier("load");
  for (int s = 16; s > 0; s /= 2) {
    const std::uint32_t mask = first_lanes(s);
    const Lanes right = make.load(data, 12, mask, [=](int lane) { return lane + s; });
    const Lanes mine = make.load(data, 13, mask, own);
    make.store(data, 13, mask, own, combine(mine, right, op));
    make.barrier("add", s);
  }
  make.store(
      out, 16, 1, [](int) { return 0; }, make.load(data, 16, 1, [](int) { return 0; }));
  return make.take();
}

TEST(DataflowTest, AReductionIsATree) {
  const Trace trace = reduction(ramp(32), std::plus<>());
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(flow.first_node_of_step.size(), trace.steps.size() + 1);
  ASSERT_EQ(flow.nodes.size(), 32U + 31 + 1);

  for (const FlowNode& node : nodes_of_step(flow, 0)) {
    EXPECT_TRUE(node.copy);
    ASSERT_EQ(node.edge_count, 1);
    EXPECT_EQ(sources(flow, node)[0].source, FlowEdge::no_node);
    EXPECT_EQ(sources(flow, node)[0].index, node.index);
  }
  for (std::size_t step = 1; step <= 5; ++step) {
    const int s = 32 >> step;
    ASSERT_EQ(std::ssize(nodes_of_step(flow, step)), s);
    for (const FlowNode& node : nodes_of_step(flow, step)) {
      EXPECT_FALSE(node.copy);
      EXPECT_EQ(source_cells(flow, node), (std::set<ElementIndex>{node.index, node.index + s}));
      for (const FlowEdge& edge : sources(flow, node)) {
        EXPECT_EQ(flow.nodes[edge.source].index, edge.index);
        EXPECT_EQ(flow.nodes[edge.source].step, step - 1);
      }
    }
  }
  const FlowNode& root = flow.nodes.back();
  EXPECT_TRUE(root.copy);
  EXPECT_EQ(trace.words[root.first_word], 32U * 33 / 2);
  EXPECT_TRUE(std::ranges::all_of(flow.nodes, &FlowNode::live));
}

// The maximum of rising values always equals the right operand, the minimum the left one: still
// both operands were combined.
TEST(DataflowTest, AMaximumThatIsAlwaysTheSameOperandIsNoCopy) {
  const auto larger = [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); };
  const auto smaller = [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); };
  for (const Trace& trace : {reduction(ramp(32), larger), reduction(ramp(32), smaller)}) {
    const Dataflow flow = dataflow(trace);
    for (std::size_t step = 1; step <= 5; ++step) {
      for (const FlowNode& node : nodes_of_step(flow, step)) EXPECT_EQ(node.edge_count, 2);
    }
  }
}

TEST(DataflowTest, BlellochsDownSweepHandsOnAndAdds) {
  TraceMaker make;
  const int temp = make.shared("temp", 8);
  make.fill(temp, ramp(8));
  for (int d = 1, offset = 4; d < 8; d *= 2, offset /= 2) {
    const std::uint32_t mask = first_lanes(d);
    const auto a = [=](int lane) { return offset * (2 * lane + 1) - 1; };
    const auto b = [=](int lane) { return offset * (2 * lane + 2) - 1; };
    const Lanes left = make.load(temp, 20, mask, a);
    const Lanes parent = make.load(temp, 21, mask, b);
    make.store(temp, 22, mask, a, parent);
    make.store(temp, 23, mask, b, combine(left, parent));
    make.barrier("down", d);
  }
  const Dataflow flow = dataflow(make.take());
  ASSERT_EQ(flow.nodes.size(), 14U);
  for (std::size_t step = 0; step < 3; ++step) {
    const int offset = 4 >> step;
    for (const FlowNode& node : nodes_of_step(flow, step)) {
      const bool is_left = (node.index + 1) / offset % 2 == 1;
      EXPECT_EQ(node.copy, is_left);
      const std::set<ElementIndex> pair{node.index - offset, node.index};
      EXPECT_EQ(source_cells(flow, node),
                is_left ? std::set<ElementIndex>{node.index + offset} : pair);
    }
  }
}

TEST(DataflowTest, ALoneLoadIsPassedOnWhereOthersCombine) {
  TraceMaker make;  // a step of Hillis and Steele
  const int ping = make.shared("ping", 32), pong = make.shared("pong", 32);
  make.fill(ping, ramp(32));
  Lanes value = make.load(ping, 10, all_lanes, own);
  const Lanes left = make.load(ping, 12, all_lanes << 4, [](int lane) { return lane - 4; });
  make.store(pong, 15, all_lanes, own, combine(value, left));
  make.barrier("combine", 4);
  const Dataflow flow = dataflow(make.take());
  for (const FlowNode& node : flow.nodes) {
    EXPECT_EQ(node.copy, node.index < 4);
    EXPECT_EQ(node.edge_count, node.index < 4 ? 1 : 2);
  }
}

TEST(DataflowTest, AConstantHasNoSources) {
  TraceMaker make;
  make.store(make.shared("data", 4), 3, first_lanes(4), own, Lanes{});
  for (const FlowNode& node : dataflow(make.take()).nodes) {
    EXPECT_EQ(node.edge_count, 0);
    EXPECT_FALSE(node.copy);
  }
}

TEST(DataflowTest, AValueHeldOverABarrierFindsItsStore) {
  TraceMaker make;  // Hillis and Steele in one array: all read, barrier, all write
  const int data = make.shared("data", 32);
  make.fill(data, ramp(32));
  const Lanes left = make.load(data, 10, all_lanes << 1, [](int lane) { return lane - 1; });
  make.barrier("read");
  make.store(data, 12, all_lanes << 1, own,
             combine(make.load(data, 12, all_lanes << 1, own), left));
  make.barrier("write");
  for (const FlowNode& node : dataflow(make.take()).nodes) EXPECT_EQ(node.edge_count, 2);
}

TEST(DataflowTest, LoadsThatWereUsedDoNotReachLaterSteps) {
  TraceMaker make;
  const int data = make.shared("data", 32), more = make.shared("more", 32);
  make.store(data, 3, 1, own, make.load(more, 3, 1, own));
  make.barrier("one");
  make.store(more, 5, 1, own, Lanes{7});
  const Dataflow flow = dataflow(make.take());
  EXPECT_EQ(nodes_of_step(flow, 1)[0].edge_count, 0);
}

TEST(DataflowTest, RoundsOfALoopStayApart) {
  TraceMaker make;
  const int a = make.shared("a", 8), b = make.shared("b", 8), c = make.shared("c", 8);
  make.fill(a, ramp(8));
  make.fill(b, ramp(8, 100));
  for (int i = 0; i < 8; ++i) {
    const auto at = [=](int) { return i; };
    const Lanes x = make.load(a, 5, 1, at);
    const Lanes y = make.load(b, 6, 1, at);
    make.store(c, 7, 1, at, combine(x, y));
  }
  for (const FlowNode& node : dataflow(make.take()).nodes) {
    EXPECT_EQ(node.edge_count, 2);
  }
}

TEST(DataflowTest, ReadingBackOnesOwnResultStartsFromThere) {
  TraceMaker make;  // the last warp, unrolled by hand within one step
  const int data = make.shared("data", 64);
  make.fill(data, ramp(64));
  std::uint32_t line = 20;
  for (int s = 32; s > 0; s /= 2, ++line) {
    const Lanes right = make.load(data, line, all_lanes, [=](int lane) { return lane + s; });
    make.store(data, line, all_lanes, own, combine(make.load(data, line, all_lanes, own), right));
  }
  const Dataflow flow = dataflow(make.take());
  ASSERT_EQ(flow.nodes.size(), 6U * 32);
  for (const FlowNode& node : flow.nodes) EXPECT_EQ(node.edge_count, 2);
}

TEST(DataflowTest, ShufflesChainRegisters) {
  TraceMaker make;
  const int in = make.global("in", 32), out = make.global("out", 1);
  const int registers = make.registers();
  make.fill(in, ramp(32));
  Lanes sum = make.load(in, 4, all_lanes, own);
  for (int distance = 16; distance > 0; distance /= 2) {
    sum = combine(
        sum, make.shuffle(
                 registers, 6, all_lanes,
                 [=](int lane) { return lane + distance < 32 ? lane + distance : lane; }, sum));
    make.step("shuffle", distance);
  }
  make.store(
      out, 9, 1, [](int) { return 0; }, sum);
  make.step("store");
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(flow.nodes.size(), 5U * 32 + 1);

  const FlowNode& first = nodes_of_step(flow, 0)[3];
  EXPECT_EQ(source_cells(flow, first), (std::set<ElementIndex>{3, 19}));  // elements of in
  for (const FlowEdge& edge : sources(flow, first)) EXPECT_EQ(edge.array, in);
  EXPECT_EQ(trace.words[first.first_word], 4U + 20);

  const FlowNode& second = nodes_of_step(flow, 1)[3];
  EXPECT_EQ(source_cells(flow, second), (std::set<ElementIndex>{3, 11}));  // threads
  for (const FlowEdge& edge : sources(flow, second)) EXPECT_EQ(flow.nodes[edge.source].step, 0U);

  const FlowNode& last = nodes_of_step(flow, 4)[0];
  EXPECT_EQ(trace.words[last.first_word], 32U * 33 / 2);  // known from the store
  EXPECT_EQ(nodes_of_step(flow, 4)[1].first_word, FlowNode::no_value);
  EXPECT_TRUE(flow.nodes.back().copy);
  EXPECT_EQ(sources(flow, flow.nodes.back())[0].source, flow.first_node_of_step[4]);
  EXPECT_FALSE(nodes_of_step(flow, 4)[1].live);
  EXPECT_TRUE(nodes_of_step(flow, 4)[0].live);
}

TEST(DataflowTest, ALoadBetweenShufflesReplacesTheRegister) {
  TraceMaker make;
  const int registers = make.registers();
  const int partial = make.shared("partial", 32);
  make.fill(partial, ramp(32));
  make.shuffle(
      registers, 4, all_lanes, [](int lane) { return lane ^ 1; }, Lanes{});
  make.barrier("join");
  const Lanes sum = make.load(partial, 6, first_lanes(2), own);
  make.shuffle(
      registers, 7, all_lanes, [](int lane) { return lane ^ 1; }, sum);
  const Dataflow flow = dataflow(make.take());
  for (const FlowEdge& edge : sources(flow, nodes_of_step(flow, 1)[0])) {
    EXPECT_EQ(edge.array, partial);
  }
  for (const FlowEdge& edge : sources(flow, nodes_of_step(flow, 1)[4])) {
    EXPECT_EQ(edge.array, registers);
  }
}

TEST(DataflowTest, ALoadAfterAStepIsOfTheStepsBefore) {
  TraceMaker make;  // loads in a step of their own, as grid-stride loops do
  const int in = make.global("in", 64), registers = make.registers();
  make.fill(in, ramp(64));
  Lanes sum = make.load(in, 4, all_lanes, own);
  sum = combine(sum, make.load(in, 6, all_lanes, [](int lane) { return lane + 32; }));
  make.step("load");
  make.shuffle(
      registers, 8, all_lanes, [](int lane) { return lane ^ 1; }, sum);
  const Dataflow flow = dataflow(make.take());
  EXPECT_EQ(source_cells(flow, flow.nodes[0]), (std::set<ElementIndex>{0, 1, 32, 33}));
}

TEST(DataflowTest, LaunchesShareGlobalMemoryOnly) {
  TraceMaker make;
  const int sums = make.global("sums", 32), data = make.shared("data", 32);
  make.store(sums, 3, 1, own, Lanes{5});
  make.store(data, 4, 1, own, Lanes{6});
  make.launch(32);
  make.store(
      sums, 3, 1, [](int) { return 1; }, make.load(sums, 8, 1, own));
  make.store(
      sums, 4, 1, [](int) { return 2; }, make.load(data, 9, 1, own));
  const Dataflow flow = dataflow(make.take());
  ASSERT_EQ(flow.nodes.size(), 4U);
  EXPECT_EQ(sources(flow, flow.nodes[2])[0].source, 0U);
  for (const FlowEdge& edge : sources(flow, flow.nodes[3])) {
    EXPECT_EQ(edge.source, edge.array == data ? FlowEdge::no_node : 0U);
  }
}

TEST(DataflowTest, AnEmptyTraceHasNoFlow) {
  const Dataflow flow = dataflow(Trace{});
  EXPECT_TRUE(flow.nodes.empty());
  EXPECT_EQ(flow.first_node_of_step, std::vector<std::uint32_t>{0});
}

// A product of large matrices in registers: gigabytes of edges, and no picture.
TEST(DataflowTest, TooManyLoadsInReachAreLeftOut) {
  const Trace few = test::sums_of_many(2048, 2), many = test::sums_of_many(2048, 8);
  const Dataflow whole = dataflow(few), cut = dataflow(many);
  EXPECT_EQ(whole.cut_nodes, 0U);
  EXPECT_EQ(cut.cut_nodes, 256U - 500'000U / 2048U);
  for (const FlowNode& node : cut.nodes) {
    EXPECT_EQ(node.cut, !node.origin && node.edge_count == 0);
  }
  EXPECT_EQ(std::ranges::count_if(cut.nodes, &FlowNode::cut), cut.cut_nodes);
  EXPECT_LE(cut.edges.size(), Dataflow::most_of_many);
  EXPECT_TRUE(std::ranges::all_of(cut.nodes, &FlowNode::live)) << "nobody knows what feeds them";
  EXPECT_EQ(cut.nodes.size() - whole.nodes.size(), 6U * 32U);
}

}  // namespace
}  // namespace warpscope
