#include "instrumentation/timing/modelled.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {
namespace {

RunRequest request(const std::string& kernel, std::int64_t size, int block) {
  RunRequest wanted;
  wanted.kernel = kernel;
  wanted.size = size;
  wanted.block = block;
  return wanted;
}

/// Counted block by block, nothing assumed.
std::uint64_t counted(RunRequest wanted) {
  std::uint64_t sum = 0;
  wanted.machine = MachineKind::emulator;
  for (int block = 0, blocks = 1; block < blocks; ++block) {
    wanted.traced_block = block;
    const auto result = run(wanted);
    EXPECT_TRUE(result);
    blocks = static_cast<int>(result->trace->launches.front().blocks());
    const Totals totals = summarize(*result->trace, BankModel::cc5).totals;
    sum += totals.shared_load.wavefronts + totals.shared_store.wavefronts +
           totals.shared_atomic.wavefronts;
  }
  return sum;
}

TEST(ModelledWavefronts, EqualThoseOfEveryBlock) {
  for (const RunRequest& wanted :
       {request("reduce_strided", 1024, 64), request("scan_blelloch", 1024, 64),
        request("transpose_tiled", 128, 256), request("matmul_tiled", 96, 256)}) {
    EXPECT_GT(modelled_wavefronts(wanted), 0U) << wanted.kernel;
    EXPECT_EQ(modelled_wavefronts(wanted), counted(wanted)) << wanted.kernel;
  }
}

TEST(ModelledWavefronts, RiseWithTheStride) {
  RunRequest wanted = request("bank_stride", 1 << 12, 32);
  std::vector<std::uint64_t> found;
  for (const char* stride : {"1", "4", "32"}) {
    wanted.parameters["stride"] = stride;
    found.push_back(modelled_wavefronts(wanted));
    EXPECT_EQ(found.back(), counted(wanted)) << stride;
  }
  EXPECT_LT(found[0], found[1]);
  EXPECT_LT(found[1], found[2]);
}

TEST(ModelledWavefronts, GrowWithTheSizeOfWhatNoEmulatorRuns) {
  const auto small = modelled_wavefronts(request("reduce_strided", 1 << 10, 256));
  EXPECT_EQ(modelled_wavefronts(request("reduce_strided", 1 << 28, 256)), small << 18U);
}

TEST(ModelledWavefronts, AreNoneWhereTheyCannotBeSaid) {
  EXPECT_EQ(modelled_wavefronts(request("bitonic_global", 1 << 12, 64)), 0U);  // several launches
  EXPECT_EQ(modelled_wavefronts(request("matmul_naive", 64, 256)), 0U);        // no shared memory
  EXPECT_EQ(modelled_wavefronts(request("no_such_kernel", 64, 256)), 0U);
}

TEST(Correlation, IsOneInProportionAndMinusOneAgainstIt) {
  const std::vector<double> x{1, 2, 4, 8}, twice{2, 4, 8, 16}, against{8, 7, 5, 1},
      same{3, 3, 3, 3};
  EXPECT_NEAR(correlation(x, twice).value(), 1, 1e-12);
  EXPECT_NEAR(correlation(x, against).value(), -1, 1e-12);
  EXPECT_FALSE(correlation(x, same));
  EXPECT_FALSE(correlation(std::vector<double>{1, 2}, std::vector<double>{1, 2}));
}

TEST(Correlation, OfUnrelatedNumbersIsSmall) {
  const std::vector<double> x{1, 2, 3, 4}, y{1, -1, -1, 1};
  EXPECT_NEAR(correlation(x, y).value(), 0, 1e-12);
}

}  // namespace
}  // namespace warpscope
