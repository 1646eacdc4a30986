#include "app/stage/tree/tree_layout.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/catalogue.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::first_lanes;
using test::Lanes;
using test::TraceMaker;

std::vector<std::size_t> row_sizes(const TreeLayout& layout) {
  std::vector<std::size_t> sizes;
  for (const TreeRow& row : layout.rows()) sizes.push_back(row.count);
  return sizes;
}

TEST(TreeLayout, ReductionHalvesItsRows) {
  const auto document = emulated("reduce_strided", 64, 64);
  const TreeLayout layout(*document->trace, document->flow);
  EXPECT_EQ(row_sizes(layout), (std::vector<std::size_t>{64, 32, 16, 8, 4, 2, 1, 1}));
  EXPECT_TRUE(layout.rows().back().global);
}

TEST(TreeLayout, ValuesStandBelowWhatTheyWereMadeFrom) {
  for (const char* kernel : {"reduce_unrolled", "reduce_shuffle", "scan_hillis_steele",
                             "scan_blelloch", "scan_padded32"}) {
    const int block = std::string(kernel) == "scan_hillis_steele" ? 256 : 128;
    const auto document = emulated(kernel, 256, block);
    const TreeLayout layout(*document->trace, document->flow);
    for (std::uint32_t n = 0; n < document->flow.nodes.size(); ++n) {
      const FlowNode& node = document->flow.nodes[n];
      for (std::uint32_t e = 0; e < node.edge_count; ++e) {
        const std::uint32_t source = document->flow.edges[node.first_edge + e].source;
        if (source == FlowEdge::no_node) continue;
        ASSERT_LT(layout.row_of(source), layout.row_of(n)) << kernel;
      }
    }
  }
}

TEST(TreeLayout, RowsRunFromLeftToRightWithinTheWidth) {
  for (const char* kernel : {"reduce_sequential", "reduce_shuffle", "scan_padded16"}) {
    const auto document = emulated(kernel, 256, 128);
    const TreeLayout layout(*document->trace, document->flow);
    for (const bool stretched : {false, true}) {
      for (const TreeRow& row : layout.rows()) {
        float left = 0;
        for (const std::uint32_t n : layout.nodes(row)) {
          const FlowNode& node = document->flow.nodes[n];
          const float x = layout.x(node.array, node.index, stretched);
          ASSERT_GT(x, left) << kernel;
          ASSERT_LT(x, 1) << kernel;
          left = x;
        }
      }
    }
  }
}

TEST(TreeLayout, SumStandsAtItsAddressOrBetweenItsParts) {
  const auto document = emulated("scan_blelloch", 32, 16);
  const TreeLayout layout(*document->trace, document->flow);
  const auto x = [&](std::uint32_t n) {
    return layout.x(document->flow.nodes[n].array, document->flow.nodes[n].index, false);
  };
  for (std::uint32_t n = 0; n < document->flow.nodes.size(); ++n) {
    const FlowNode& node = document->flow.nodes[n];
    if (node.edge_count != 2) continue;
    const auto& edges = document->flow.edges;
    const float a = x(edges[node.first_edge].source), b = x(edges[node.first_edge + 1].source);
    EXPECT_GE(x(n), std::min(a, b));
    EXPECT_LE(x(n), std::max(a, b));
  }
}

TEST(TreeLayout, OnlyTreesThatShrinkIntoACornerAreStretched) {
  const auto can_stretch = [](const char* kernel, int block) {
    const auto document = emulated(kernel, 256, block);
    return TreeLayout(*document->trace, document->flow).can_stretch();
  };
  EXPECT_TRUE(can_stretch("reduce_sequential", 256));
  EXPECT_FALSE(can_stretch("reduce_strided", 256));
  EXPECT_FALSE(can_stretch("scan_hillis_steele", 256));
  EXPECT_FALSE(can_stretch("scan_padded32", 128));
}

TEST(TreeLayout, ArraysThatChangeRolesShareTheAxis) {
  const auto document = emulated("scan_hillis_steele", 64, 64);
  const TreeLayout layout(*document->trace, document->flow);
  EXPECT_EQ(layout.columns(), 1);
  EXPECT_EQ(layout.cells(), 64);
}

TEST(TreeLayout, HalvesOfOneArrayThatChangeRolesShareTheAxis) {
  TraceMaker make(32);
  const int data = make.shared("data", 64);
  const auto own = [](int lane) { return lane; };
  const auto other = [](int lane) { return 32 + lane; };
  make.store(data, 1, test::first_lanes(32), own, Lanes{});
  make.barrier("load");
  make.store(data, 3, all_lanes, other, make.load(data, 2, all_lanes, own));
  make.barrier("copy");
  make.store(data, 5, all_lanes, own, make.load(data, 4, all_lanes, other));
  make.barrier("back");
  const Trace trace = make.take();
  const TreeLayout layout(trace, dataflow(trace));
  EXPECT_EQ(layout.cells(), 32);
  EXPECT_EQ(layout.x(data, 5, false), layout.x(data, 37, false));
}

// The unknowns of a chain come one a step: first those of one half, then those of the other.
TEST(TreeLayout, HalvesThatAreFilledOneAfterTheOtherDoNot) {
  RunRequest request{
      .kernel = "sptrsv_levels", .size = 32, .block = 32, .parameters = {{"rows", "banded"}}};
  request.machine = MachineKind::emulator;
  const auto document = make_document(request, BankModel::cc5);
  ASSERT_TRUE(document.ok());
  const TreeLayout layout(*document.value()->trace, document.value()->flow);
  EXPECT_EQ(layout.cells(), 32);
}

TEST(TreeLayout, ArraysWrittenTogetherStandSideBySide) {
  TraceMaker make(32);
  const int a = make.shared("a", 32);
  const int b = make.shared("b", 32);
  const auto own = [](int lane) { return lane; };
  make.store(a, 1, all_lanes, own, Lanes{});
  make.store(b, 2, all_lanes, own, Lanes{});
  make.barrier("load");
  const Trace trace = make.take();
  const TreeLayout layout(trace, dataflow(trace));
  EXPECT_EQ(layout.columns(), 2);
  EXPECT_LT(layout.x(a, 31, false), layout.x(b, 0, false));
}

TEST(TreeLayout, VersionsOfACellInOneStepGetRowsOfTheirOwn) {
  TraceMaker make(32);
  const int data = make.shared("data", 32);
  const auto own = [](int lane) { return lane; };
  for (int i = 0; i < 3; ++i) make.store(data, 1, first_lanes(4), own, Lanes{});
  make.barrier("thrice");
  const Trace trace = make.take();
  const TreeLayout layout(trace, dataflow(trace));
  EXPECT_EQ(row_sizes(layout), (std::vector<std::size_t>{4, 4, 4}));
}

TEST(TreeLayout, PadsAreCellsThatAreNeverWritten) {
  const auto document = emulated("scan_padded32", 128, 64);
  const TreeLayout layout(*document->trace, document->flow);
  const auto shared = std::find_if(document->trace->arrays.begin(), document->trace->arrays.end(),
                                   [](const Array& array) { return array.space == Space::shared; });
  const auto& written =
      layout.tracks()[static_cast<std::size_t>(shared - document->trace->arrays.begin())].written;
  EXPECT_EQ(std::count(written.begin(), written.end(), false), 3);
  EXPECT_FALSE(written[32]);
}

TEST(TreeLayout, EveryKernelStaysWithinTheWidthAndBelowItsSources) {
  for (const KernelInfo* kernel : catalogue()) {
    RunRequest request;
    request.kernel = kernel->id;
    request.machine = MachineKind::emulator;
    const auto document = make_document(request, BankModel::cc5);
    ASSERT_TRUE(document) << document.error().message;
    const Dataflow& flow = document.value()->flow;
    const TreeLayout layout(*document.value()->trace, flow);
    ASSERT_FALSE(layout.rows().empty()) << kernel->id;
    EXPECT_GE(layout.ruled_array(0), 0) << kernel->id;
    for (std::uint32_t n = 0; n < flow.nodes.size(); ++n) {
      const FlowNode& node = flow.nodes[n];
      for (const bool stretched : {false, true}) {
        const float x = layout.x(node.array, node.index, stretched);
        ASSERT_TRUE(x > 0 && x < 1) << kernel->id << " node " << n << " at " << x;
      }
      for (std::uint32_t e = 0; e < node.edge_count; ++e) {
        const std::uint32_t source = flow.edges[node.first_edge + e].source;
        if (source == FlowEdge::no_node) continue;
        ASSERT_LT(layout.row_of(source), layout.row_of(n)) << kernel->id << " node " << n;
      }
    }
  }
}

// The numbers above hold for all rows of memory: 19 kept values are no 64.
TEST(TreeLayout, MemoryLiesAtTheAddressesWrittenAboveIt) {
  for (const char* kernel : {"compact", "random_xorwow"}) {
    const auto document = emulated(kernel, 64, 32);
    const TreeLayout layout(*document->trace, document->flow);
    for (const bool stretched : {false, true}) {
      for (const FlowNode& node : document->flow.nodes) {
        if (document->trace->arrays[node.array].space != Space::global) continue;
        const TreeTrack& track = layout.tracks()[node.array];
        const int ruled = layout.ruled_array(track.column);
        const ElementIndex lowest = layout.tracks()[static_cast<std::size_t>(ruled)].lowest;
        EXPECT_FLOAT_EQ(layout.x(node.array, node.index, stretched),
                        layout.x(ruled, node.index - track.lowest + lowest, stretched))
            << kernel << ' ' << document->trace->arrays[node.array].name << ' ' << node.index;
      }
    }
  }
}

TEST(TreeLayout, MemoryAloneHasItsOwnAxis) {
  TraceMaker make(32);
  const int in = make.global("in", 512), out = make.global("out", 64);
  const Lanes x = make.load(in, 2, all_lanes, [](int lane) { return 256 + 8 * lane; });
  make.store(
      out, 3, all_lanes, [](int lane) { return lane; }, x);
  const Trace trace = make.take();
  const TreeLayout layout(trace, dataflow(trace));
  EXPECT_EQ(row_sizes(layout), (std::vector<std::size_t>{32, 32}));
  EXPECT_EQ(layout.cells(), 249);
  EXPECT_EQ(layout.ruled_array(0), in) << "the wider one";
  EXPECT_EQ(layout.tracks()[static_cast<std::size_t>(in)].lowest, 256);
  EXPECT_EQ(layout.ruled_array(1), -1);
}

TEST(ShadeRange, NumbersThatAreNoneDoNotWidenIt) {
  ShadeRange range;
  for (const double value : {2.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 6.0}) range.add(value);
  EXPECT_EQ(range.low, 2);
  EXPECT_EQ(range.high, 6);
  for (const auto share : {&ShadeRange::share, &ShadeRange::log_share}) {
    EXPECT_EQ((range.*share)(2), 0);
    EXPECT_EQ((range.*share)(6), 1);
    EXPECT_EQ((range.*share)(HUGE_VAL), 1);
    EXPECT_EQ((range.*share)(-HUGE_VAL), 0);
    EXPECT_EQ((range.*share)(std::nan("")), 0.5F);
  }
}

TEST(TreeLayout, EmptyTraceHasNoRows) {
  const Trace trace;
  EXPECT_TRUE(TreeLayout(trace, dataflow(trace)).rows().empty());
}

}  // namespace
}  // namespace warpscope
