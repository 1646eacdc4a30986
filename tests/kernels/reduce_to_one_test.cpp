// The reduction that ends in one number: how many launches that takes.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

/// "blocks × threads" of each launch.
std::vector<std::string> geometry(const RunResult& result) {
  std::vector<std::string> launches;
  for (const Launch& launch : result.trace->launches) {
    launches.push_back(std::to_string(launch.blocks()) + " x " + std::to_string(launch.threads()));
  }
  return launches;
}

TEST(ReduceToOne, OneNumberIsLeft) {
  for (const int tiles : {1, 31, 32, 33, 100, 128}) {
    const std::int64_t size = std::int64_t{tiles} * 4 * 32;
    const RunResult ones =
        emulate({.kernel = "reduce_to_one", .size = size, .block = 32, .input = {.kind = "ones"}});
    EXPECT_EQ(ones.output, std::vector{static_cast<double>(size)}) << tiles;
    EXPECT_TRUE(ones.trace->findings.empty());
    for (const char* op : {"add", "min", "max"}) {
      for (const char* type : {"int", "float"}) {
        emulate({.kernel = "reduce_to_one",
                 .size = size,
                 .block = 32,
                 .parameters = {{"type", type}, {"op", op}}});
      }
    }
  }
}

// A power of two of results, so that one block can take them; none at all below a warp of them.
TEST(ReduceToOne, LaunchesAgainOverItsResults) {
  const auto of = [](std::int64_t tiles) {
    return geometry(emulate({.kernel = "reduce_to_one", .size = tiles * 128, .block = 32}));
  };
  EXPECT_EQ(of(31), (std::vector<std::string>{"1 x 32"}));
  EXPECT_EQ(of(32), (std::vector<std::string>{"32 x 32", "1 x 32"}));
  EXPECT_EQ(of(100), (std::vector<std::string>{"64 x 32", "1 x 64"}));
}

// 1,056 results are the most, and no power of two; their block of 1,024 threads strides over them.
TEST(ReduceToOne, TwoLaunchesAreAlwaysEnough) {
  const RunResult result = emulate(
      {.kernel = "reduce_to_one", .size = 5000 * 128, .block = 32, .input = {.kind = "ones"}});
  EXPECT_EQ(geometry(result), (std::vector<std::string>{"1056 x 32", "1 x 1024"}));
  EXPECT_EQ(result.output, std::vector{5000.0 * 128});
}

TEST(ReduceToOne, TheSecondLaunchReadsWhatTheFirstWrote) {
  const RunResult result = emulate({.kernel = "reduce_to_one"});
  ASSERT_EQ(result.trace->launches.size(), 2U);
  for (const Access& access : result.trace->accesses) {
    const Array& array = result.trace->arrays[access.array];
    if (array.name != "results") continue;
    const bool first = result.trace->steps[access.step].launch == 0;
    EXPECT_EQ(access.operation, first ? Operation::store : Operation::load);
    EXPECT_EQ(access.active(), first ? 1 : 32);
  }
}

}  // namespace
}  // namespace warpscope
