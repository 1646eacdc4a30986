#include "app/subject/fitting_stage.hpp"

#include <gtest/gtest.h>

#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope::test {
namespace {

bool suits(std::string_view id, const DocumentPtr& document) {
  return stage_suits(id, *document->trace, document->flow);
}

TEST(FittingStage, OfAProgramWithAFaultIsTheFault) {
  TraceMaker make(32);
  make.load(make.global("in", 32), 5, all_lanes, own);
  Trace trace = make.take();
  trace.findings.push_back({.kind = FindingKind::undefined_order});
  trace.header.program = "sum.cu";
  EXPECT_EQ(fitting_stage(trace, 0), "grid") << "CUDA leaves it open";
  trace.findings.push_back({.kind = FindingKind::race});
  EXPECT_EQ(fitting_stage(trace, 0), "fault");
  EXPECT_TRUE(stage_suits("fault", trace, {}));
  trace.header.program.clear();
  EXPECT_EQ(fitting_stage(trace, 0), "grid") << "kernels of the catalogue are wrong on purpose";
  EXPECT_FALSE(stage_suits("fault", trace, {}));
}

TEST(FittingStage, OfRoundsInSharedMemoryIsATree) {
  TraceMaker make(32);
  const int sums = make.shared("sums", 32);
  for (int round = 0; round < 4; ++round) {
    make.store(sums, 5, all_lanes, own, make.load(sums, 5, all_lanes, own));
    make.barrier("add", round);
  }
  EXPECT_EQ(fitting_stage(make.take(), 0), "tree");
}

TEST(FittingStage, OfATileOrOfGlobalMemoryAloneIsAGrid) {
  TraceMaker make(32);
  const int in = make.global("in", 32), tile = make.matrix("tile", 4, 33);
  make.store(tile, 5, all_lanes, own, make.load(in, 5, all_lanes, own));
  make.barrier("load");
  make.load(tile, 7, all_lanes, own);
  EXPECT_EQ(fitting_stage(make.take(), 0), "grid");
  EXPECT_EQ(fitting_stage(Trace{}, 0), "grid");
}

TEST(FittingStage, OfAtomicsIsBins) {
  TraceMaker make(32);
  const int in = make.global("in", 32), bins = make.shared("bins", 8);
  const Lanes value = make.load(in, 5, all_lanes, own);
  make.atomic_add(
      bins, 6, all_lanes, [](int lane) { return lane % 8; }, value);
  EXPECT_EQ(fitting_stage(make.take(), 0), "bins");
}

TEST(FittingStage, ANetworkIsNotOfferedWhereValuesAreMadeFromMany) {
  for (const char* product : {"matmul_naive", "matmul_tiled"}) {
    EXPECT_FALSE(suits("network", emulated(product, 16, 64))) << product;
    EXPECT_TRUE(suits("grid", emulated(product, 16, 64))) << product;
  }
  for (const char* network : {"bitonic_shared", "fft_stockham", "scan_blelloch"}) {
    EXPECT_TRUE(suits("network", emulated(network, 16, 8))) << network;
  }
}

}  // namespace
}  // namespace warpscope::test
