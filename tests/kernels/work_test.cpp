// The work of reductions and scans: as many operations as theory says.

#include "instrumentation/analysis/work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

/// What a block of so many elements does; 0: not known.
std::uint64_t work(const std::string& kernel, std::int64_t size, int block) {
  const RunResult result = test::emulate({.kernel = kernel, .size = size, .block = block});
  const auto steps = work_of_steps(*result.trace, dataflow(*result.trace));
  EXPECT_TRUE(steps.empty() || steps.size() == result.trace->steps.size()) << kernel;
  EXPECT_TRUE(std::ranges::is_sorted(steps)) << kernel;
  return steps.empty() ? 0 : steps.back();
}

TEST(Work, OfReductionsIsAnAdditionLessThanElements) {
  for (const std::uint64_t n : {32U, 64U, 256U}) {
    const auto size = static_cast<std::int64_t>(n);
    const int block = static_cast<int>(n);
    EXPECT_EQ(work("reduce_divergent", size, block), n - 1);
    EXPECT_EQ(work("reduce_strided", size, block), n - 1);
    EXPECT_EQ(work("reduce_sequential", size, block), n - 1);
    EXPECT_EQ(work("reduce_first_add", 2 * size, block), 2 * n - 1);
  }
}

// Its last warp adds in all of its 32 lanes, needed or not: 6 times.
TEST(Work, OfTheUnrolledReductionIsMore) {
  EXPECT_EQ(work("reduce_unrolled", 256, 128), 128U + 64U + 6U * 32U);
}

TEST(Work, OfScansIsWhatTheirStepsCost) {
  for (const auto& [n, levels] : {std::pair{16U, 4U}, {64U, 6U}, {256U, 8U}}) {
    const auto size = static_cast<std::int64_t>(n);
    const int block = static_cast<int>(n);
    EXPECT_EQ(work("scan_hillis_steele", size, block), n * levels - (n - 1));
    EXPECT_EQ(work("scan_merging", size, block), n / 2 * levels);
    EXPECT_EQ(work("scan_blelloch", size, block / 2), 2 * (n - 1));
  }
  EXPECT_EQ(work("scan_reductions", 8, 64), 8U * 7U / 2);
}

TEST(Work, IsNotToldWhereRegistersCombine) {
  EXPECT_EQ(work("reduce_shuffle", 64, 32), 0U);
  EXPECT_EQ(work("reduce_vectorized", 256, 32), 0U);
  EXPECT_EQ(work("histogram_shared_atomic", 256, 32), 0U);
  EXPECT_EQ(work("matmul_tiled", 32, 256), 0U);
  EXPECT_EQ(work("transpose_tiled", 32, 256), 0U) << "nothing is computed";
}

}  // namespace
}  // namespace warpscope
