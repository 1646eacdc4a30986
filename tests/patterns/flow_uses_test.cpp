#include "instrumentation/patterns/flow_uses.hpp"

#include <gtest/gtest.h>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;

TEST(FlowUses, FindsEveryEdgeByItsLoadAndItsNode) {
  const auto document = emulated("matmul_tiled", 16, 64);
  const Dataflow& flow = document->flow;
  const FlowUses uses(*document->trace, flow);
  std::size_t seen = 0;
  for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
    for (const std::uint32_t edge : uses.edges_of(a)) {
      ++seen;
      ASSERT_EQ(flow.edges[edge].load_access, a);
      const FlowNode& node = flow.nodes[uses.node_of(edge)];
      ASSERT_GE(edge, node.first_edge);
      ASSERT_LT(edge, node.first_edge + node.edge_count);
    }
    const FlowUses::Range made = uses.nodes_of(a);
    for (std::uint32_t n = made.first; n < made.end; ++n) ASSERT_EQ(flow.nodes[n].access, a);
  }
  EXPECT_EQ(seen, flow.edges.size());
  EXPECT_TRUE(uses.edges_of(1'000'000).empty());
}

TEST(FlowUses, CountsWhatHasBeenReadForAValue) {
  const auto document = emulated("matmul_naive", 16, 64);
  const FlowUses uses(*document->trace, document->flow);
  const auto last = static_cast<std::uint32_t>(document->flow.nodes.size()) - 1;
  const auto accesses = static_cast<std::uint32_t>(document->trace->accesses.size());
  EXPECT_EQ(uses.loaded(last, 0), 0U);
  EXPECT_EQ(uses.loaded(last, accesses), 32U);  // a row and a column of 16
  const std::uint32_t half = uses.loaded(last, accesses / 2);
  EXPECT_GT(half, 0U);
  EXPECT_LT(half, 32U);
}

}  // namespace
}  // namespace warpscope
