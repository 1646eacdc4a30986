// Which of the loads in reach a store takes: copies, selections, sums over many steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::Lanes;
using test::own;
using test::TraceMaker;

constexpr auto half_on = [](int lane) { return lane + 32; };

std::vector<std::uint32_t> mixed(std::uint32_t count, std::uint32_t seed) {
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < count; ++i) values.push_back((i * 37 + seed) * 2654435761U >> 8U);
  return values;
}

std::set<int> arrays_of(const Dataflow& flow, const FlowNode& node) {
  std::set<int> arrays;
  for (const FlowEdge& edge : edges_of(flow, node)) arrays.insert(edge.array);
  return arrays;
}

std::vector<const FlowNode*> stored(const Trace& trace, const Dataflow& flow, std::uint32_t line) {
  std::vector<const FlowNode*> nodes;
  for (const FlowNode& node : flow.nodes) {
    if (!node.origin && trace.line_of(trace.accesses[node.access]) == line) nodes.push_back(&node);
  }
  return nodes;
}

/// A step that scans in one array clears half of it beside: what the thread loaded meanwhile waits for
/// the next store.
TEST(OperandRules, ANumberOfTheSourceIsMadeOfNoLoad) {
  TraceMaker make;
  const int in = make.global("in", 32), data = make.shared("data", 64);
  make.fill(in, mixed(32, 1));
  const Lanes x = make.load(in, 2, all_lanes, own);
  make.store(data, 3, all_lanes, own, Lanes{});
  make.barrier("clear");
  make.store(data, 4, all_lanes, half_on, x);
  Trace trace = make.take();
  trace.sources[0].text = "\nx = in[i];\ndata[pos] = 0;\ndata[pos + size] = x;\n";
  const Dataflow flow = dataflow(trace);
  ASSERT_EQ(stored(trace, flow, 3).size(), 32U);
  for (const FlowNode* cleared : stored(trace, flow, 3)) EXPECT_EQ(cleared->edge_count, 0);
  ASSERT_EQ(stored(trace, flow, 4).size(), 32U);
  for (const FlowNode* kept : stored(trace, flow, 4)) {
    EXPECT_EQ(arrays_of(flow, *kept), std::set<int>{in});
    EXPECT_TRUE(kept->copy);
  }
}

/// Tiles come and go while each thread adds up in a register; at the end it stores its sum.
void expect_sum_over_steps(int loads) {
  constexpr int rounds = 4;
  TraceMaker make;
  const int in = make.global("in", 32 * rounds), out = make.global("out", 32);
  const int tile = make.shared("tile", 32);
  make.fill(in, mixed(32 * rounds, 1));
  Lanes sum{};
  for (int round = 0; round < rounds; ++round) {
    const Lanes x = make.load(in, 5, all_lanes, [=](int lane) { return 32 * round + lane; });
    make.store(tile, 6, all_lanes, own, x);
    make.barrier("load", round);
    for (int k = 0; k < loads; ++k) {
      const Lanes y = make.load(tile, 9, all_lanes, [=](int lane) { return (lane + k) % 32; });
      for (std::size_t lane = 0; lane < sum.size(); ++lane) sum[lane] += y[lane];
    }
    make.barrier("add", round);
  }
  make.store(out, 12, all_lanes, own, sum);
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  for (const FlowNode* tiled : stored(trace, flow, 6)) {
    EXPECT_TRUE(tiled->copy);
    EXPECT_TRUE(tiled->live);
    EXPECT_EQ(arrays_of(flow, *tiled), std::set<int>{in});
  }
  ASSERT_EQ(stored(trace, flow, 12).size(), 32U);
  for (const FlowNode* result : stored(trace, flow, 12)) {
    ASSERT_EQ(result->edge_count, loads * rounds);
    std::uint32_t value = 0, last = 0;
    for (const FlowEdge& edge : edges_of(flow, *result)) {
      ASSERT_NE(edge.source, FlowEdge::no_node);
      EXPECT_EQ(edge.array, tile);
      EXPECT_LE(last, edge.load_access);  // in order of time
      last = edge.load_access;
      value += value_of(trace, flow, flow.nodes[edge.source])[0];
    }
    EXPECT_EQ(value, value_of(trace, flow, *result)[0]);
  }
}

TEST(OperandRules, ASumHeldOverManyStepsIsFedByAllOfThem) {
  expect_sum_over_steps(3);
  expect_sum_over_steps(32);  // so many loads of each round wait for the sum, three times over
}

/// Threads compare two keys and store both, with the values beside them, from buffer to buffer. In
/// the first launch each value happens to equal its key.
Trace exchange_through_buffers() {
  TraceMaker make;
  const int keys[] = {make.global("keys", 64), make.global("other_keys", 64),
                      make.global("third_keys", 64)};
  const int values[] = {make.global("values", 64), make.global("other_values", 64),
                        make.global("third_values", 64)};
  make.fill(keys[0], mixed(64, 3));
  make.fill(values[0], mixed(64, 3));
  for (int pass = 0; pass < 2; ++pass) {
    if (pass == 1) {
      make.launch(32);
      make.fill(keys[1], mixed(64, 9));
    }
    const Lanes left = make.load(keys[pass], 3, all_lanes, own);
    const Lanes right = make.load(keys[pass], 4, all_lanes, half_on);
    const Lanes left_value = make.load(values[pass], 5, all_lanes, own);
    const Lanes right_value = make.load(values[pass], 6, all_lanes, half_on);
    Lanes low{}, high{}, low_value{}, high_value{};
    for (std::size_t lane = 0; lane < left.size(); ++lane) {
      const bool exchange = right[lane] < left[lane];
      low[lane] = exchange ? right[lane] : left[lane];
      high[lane] = exchange ? left[lane] : right[lane];
      low_value[lane] = exchange ? right_value[lane] : left_value[lane];
      high_value[lane] = exchange ? left_value[lane] : right_value[lane];
    }
    make.store(keys[pass + 1], 8, all_lanes, own, low);
    make.store(keys[pass + 1], 9, all_lanes, half_on, high);
    make.store(values[pass + 1], 10, all_lanes, own, low_value);
    make.store(values[pass + 1], 11, all_lanes, half_on, high_value);
    make.step("exchange");
  }
  return make.take();
}

TEST(OperandRules, WhatIsExchangedIsSelectedFromItsOwnArrayInEveryBuffer) {
  const Trace trace = exchange_through_buffers();
  const Dataflow flow = dataflow(trace);
  std::size_t seen = 0;
  for (const FlowNode& node : flow.nodes) {
    if (node.origin) continue;
    ++seen;
    EXPECT_FALSE(node.copy);
    ASSERT_EQ(node.edge_count, 2);
    const std::string& to = trace.arrays[node.array].name;
    for (const FlowEdge& edge : edges_of(flow, node)) {
      const std::string& from = trace.arrays[edge.array].name;
      EXPECT_EQ(from.ends_with("keys"), to.ends_with("keys")) << from << " goes to " << to;
      EXPECT_EQ(edge.index % 32, node.index % 32);
    }
  }
  EXPECT_EQ(seen, 2U * 4 * 32);
}

TEST(OperandRules, LaunchesThatSwapBuffersCopyWhatOneLineReads) {
  TraceMaker make;
  const int a = make.global("a", 64), b = make.global("b", 64);
  make.fill(a, mixed(64, 1));
  for (const auto& [from, to] : {std::pair{a, b}, {b, a}, {a, b}}) {
    const Lanes x = make.load(from, 3, all_lanes, own);
    const Lanes y = make.load(from, 4, all_lanes, half_on);
    make.store(to, 5, all_lanes, half_on, x);
    make.store(to, 6, all_lanes, own, y);
    make.step("turn");
    make.launch(32);
  }
  const Dataflow flow = dataflow(make.take());
  for (const FlowNode& node : flow.nodes) {
    if (node.origin) continue;
    EXPECT_TRUE(node.copy);
    ASSERT_EQ(node.edge_count, 1);
    EXPECT_EQ(edges_of(flow, node)[0].index, (node.index + 32) % 64);
  }
}

TEST(OperandRules, AmongEqualNumbersEveryStoreCopiesALoadOfItsOwn) {
  TraceMaker make;
  const int in = make.global("in", 64), data = make.shared("data", 64);
  make.fill(in, std::vector<std::uint32_t>(64, 1));
  const Lanes x = make.load(in, 3, all_lanes, own);
  const Lanes y = make.load(in, 4, all_lanes, half_on);
  make.store(data, 5, all_lanes, own, x);
  make.store(data, 6, all_lanes, half_on, y);
  const Dataflow flow = dataflow(make.take());
  for (const FlowNode& node : flow.nodes) {
    EXPECT_TRUE(node.copy);
    ASSERT_EQ(node.edge_count, 1);
    EXPECT_EQ(edges_of(flow, node)[0].index, node.index);
  }
}

/// The elements of one array go to places that another array gives.
Trace scatter(const std::vector<std::uint32_t>& places, const std::vector<std::uint32_t>& values) {
  TraceMaker make;
  const int in = make.global("in", 32), place = make.global("place", 32);
  const int out = make.global("out", 64);
  make.fill(in, values);
  make.fill(place, places);
  const Lanes x = make.load(in, 3, all_lanes, own);
  const Lanes p = make.load(place, 4, all_lanes, own);
  make.store(
      out, 5, all_lanes,
      [&](int lane) { return static_cast<int>(p[static_cast<std::size_t>(lane)]); }, x);
  return make.take();
}

TEST(OperandRules, WhatTellsThePlaceIsNoPartOfTheValue) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < 32; ++i) places.push_back(i * i * 5 % 61);
  const Trace trace = scatter(places, mixed(32, 4));
  const Dataflow flow = dataflow(trace);
  for (const FlowNode* node : stored(trace, flow, 5)) {
    EXPECT_TRUE(node->copy);
    EXPECT_EQ(arrays_of(flow, *node), std::set<int>{0});
  }
}

// Zeros added in order: nothing says that the second load was for anything else.
TEST(OperandRules, ASumWithZerosIsNoCopy) {
  TraceMaker make;
  const int a = make.global("a", 32), b = make.global("b", 32), sum = make.global("sum", 32);
  make.fill(a, mixed(32, 5));
  make.fill(b, std::vector<std::uint32_t>(32, 0));
  const Lanes x = make.load(a, 3, all_lanes, own);
  make.load(b, 3, all_lanes, own);
  make.store(sum, 4, all_lanes, own, x);
  const Trace trace = make.take();
  const Dataflow flow = dataflow(trace);
  for (const FlowNode* node : stored(trace, flow, 4)) {
    EXPECT_FALSE(node->copy);
    EXPECT_EQ(node->edge_count, 2);
  }
}

// A maximum is always one of its operands; that they are all of one array selects nothing.
TEST(OperandRules, AMaximumOfOneArrayCombines) {
  TraceMaker make;
  const int data = make.shared("data", 64), in = make.global("in", 64);
  make.fill(data, mixed(64, 6));
  make.fill(in, mixed(64, 7));
  const Lanes x = make.load(data, 3, all_lanes, own);
  const Lanes y = make.load(data, 4, all_lanes, half_on);
  Lanes larger{};
  for (std::size_t lane = 0; lane < x.size(); ++lane) larger[lane] = std::max(x[lane], y[lane]);
  make.store(data, 5, all_lanes, own, larger);
  const Dataflow flow = dataflow(make.take());
  for (const FlowNode& node : flow.nodes) {
    EXPECT_FALSE(node.copy);
    EXPECT_EQ(node.edge_count, 2);
  }
}

}  // namespace
}  // namespace warpscope
