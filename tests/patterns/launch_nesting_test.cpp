// Which kernels' hosts call themselves: told from what their launches write.

#include "instrumentation/patterns/launch_nesting.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "tests/support/kernel_runs.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

// 256 elements in segments of 8: 32 sums, of which 4 sums, which one block scans.
TEST(LaunchNests, AreTheLevelsOfTheLargeScan) {
  for (const char* kernel : {"scan_block_sums", "scan_distribute"}) {
    const RunResult result = test::emulate({.kernel = kernel, .size = 256, .block = 4});
    const Trace& trace = *result.trace;
    ASSERT_EQ(trace.launches.size(), 5U);
    const auto nests = launch_nests(trace);
    ASSERT_EQ(nests.size(), 2U);
    EXPECT_EQ(std::pair(nests[0].first, nests[0].last), std::pair(0U, 4U));
    EXPECT_EQ(trace.arrays[static_cast<std::size_t>(nests[0].array)].name, "out");
    EXPECT_EQ(nests[0].depth, 0);
    EXPECT_EQ(std::pair(nests[1].first, nests[1].last), std::pair(1U, 3U));
    EXPECT_EQ(trace.arrays[static_cast<std::size_t>(nests[1].array)].name, "scanned sums");
    EXPECT_EQ(nests[1].depth, 1);
  }
}

// Whatever else has several launches works in turns.
TEST(LaunchNests, OfTheCatalogueOnlyTheLargeScanHas) {
  for (const KernelInfo* kernel : catalogue()) {
    const std::string id(kernel->id);
    const bool recursive = id == "scan_block_sums" || id == "scan_distribute";
    EXPECT_EQ(launch_nests(*test::trace_of(id, "")).empty(), !recursive) << id;
  }
}

}  // namespace
}  // namespace warpscope
