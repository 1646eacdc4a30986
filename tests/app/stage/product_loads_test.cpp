#include "app/layout/product_loads.hpp"

#include <gtest/gtest.h>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;

struct Product {
  DocumentPtr document;
  GridLaunch launch;
  ProductLoads loads;

  explicit Product(const char* kernel, std::int64_t size = 32)
      : document(emulated(kernel, size, 64)),
        launch(grid_launches(*document->trace, document->flow).front()),
        loads(*document->trace, document->flow, document->trace->launches.front(), launch) {}
};

TEST(ProductLoads, AResultIsMadeFromTheLoadsOfAllTiles) {
  for (const char* kernel : {"matmul_naive", "matmul_tiled", "matmul_abt"}) {
    SCOPED_TRACE(kernel);
    const Product product(kernel);
    const Trace& trace = *product.document->trace;
    const Dataflow& flow = product.document->flow;
    const auto accesses = static_cast<std::uint32_t>(trace.accesses.size());
    const int result = product.launch.matrices[product.launch.product->result].array;
    int results = 0;
    for (std::uint32_t n = 0; n < flow.nodes.size(); ++n) {
      const auto whole = product.loads.progress(trace, flow, n, accesses);
      if (flow.nodes[n].array != result) {
        EXPECT_EQ(whole.all, 0U);
        continue;
      }
      ++results;
      EXPECT_EQ(whole.all, 64U);  // a row and a column of 32
      EXPECT_EQ(whole.loaded, 64U);
      EXPECT_EQ(product.loads.progress(trace, flow, n, 0).loaded, 0U);
    }
    EXPECT_EQ(results, 64);
  }
}

TEST(ProductLoads, AFactorGoesIntoTheRowOrColumnThatItStandsBefore) {
  const Product product("matmul_tiled");
  const Trace& trace = *product.document->trace;
  const GridMatrix& left = product.launch.matrices[product.launch.product->left];
  const GridMatrix& result = product.launch.matrices[product.launch.product->result];
  int seen = 0;
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (!product.loads.loads(access) || access.array != left.array) continue;
    const auto indices = trace.lane_indices(access);
    for_each_lane(access.mask, [&](int lane, int k) {
      const std::uint32_t n = product.loads.result(access.warp, lane, a);
      ASSERT_NE(n, FlowEdge::no_node);
      ++seen;
      EXPECT_EQ(result.cell(product.document->flow.nodes[n].index).row,
                left.cell(indices[static_cast<std::size_t>(k)]).row);
    });
  }
  EXPECT_EQ(seen, 64 * 32);
}

TEST(ProductLoads, OtherLaunchesHaveNone) {
  const auto document = emulated("transpose_tiled", 64, 256);
  const GridLaunch launch = grid_launches(*document->trace, document->flow).front();
  const ProductLoads loads(*document->trace, document->flow, document->trace->launches.front(),
                           launch);
  for (const Access& access : document->trace->accesses) EXPECT_FALSE(loads.loads(access));
  EXPECT_EQ(loads.result(0, 0, 0), FlowEdge::no_node);
}

}  // namespace
}  // namespace warpscope
