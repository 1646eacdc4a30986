// The reduction whose last block ends it: what that block does, and what the others do not.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "instrumentation/analysis/telling_access.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

RunResult recorded(std::int64_t size, int block, int traced_block) {
  return emulate({.kernel = "reduce_last_block",
                  .size = size,
                  .block = block,
                  .input = {.kind = "ones"},
                  .traced_block = traced_block});
}

/// Active lanes of the accesses of each global array, by kind: {"done atomic", 1}.
std::map<std::string, int> lanes_of_global(const Trace& trace) {
  std::map<std::string, int> lanes;
  for (const Access& access : trace.accesses) {
    const Array& array = trace.arrays[access.array];
    if (array.space != Space::global) continue;
    lanes[array.name + ' ' + std::string(traits_of(access.operation).key)] += access.active();
  }
  return lanes;
}

TEST(ReduceLastBlock, OneNumberIsLeft) {
  for (const int tiles : {1, 2, 3, 31, 32, 33, 64, 100, 200}) {
    for (const int block : {32, 64, 256}) {
      const std::int64_t size = std::int64_t{tiles} * 4 * block;
      const RunResult ones = recorded(size, block, 0);
      EXPECT_EQ(ones.output, std::vector{static_cast<double>(size)}) << tiles << ", " << block;
      EXPECT_TRUE(ones.trace->findings.empty());
    }
    for (const char* op : {"add", "min", "max"}) {
      for (const char* type : {"int", "float"}) {
        emulate({.kernel = "reduce_last_block",
                 .size = std::int64_t{tiles} * 128,
                 .block = 32,
                 .parameters = {{"type", type}, {"op", op}}});
      }
    }
  }
}

// Their number is a power of two where the last block has a thread for each of their results.
TEST(ReduceLastBlock, LaunchesOnce) {
  for (const auto& [tiles, blocks] :
       {std::pair{1, 1}, {16, 16}, {31, 16}, {100, 100}, {5000, 1056}}) {
    const RunResult result = recorded(std::int64_t{tiles} * 128, 32, 0);
    ASSERT_EQ(result.trace->launches.size(), 1U);
    EXPECT_EQ(result.trace->launches[0].blocks(), blocks);
    EXPECT_EQ(result.output, std::vector{tiles * 128.0});
  }
}

TEST(ReduceLastBlock, OnlyTheLastBlockReadsTheResults) {
  // 16 blocks of 32 threads, 4 numbers each.
  for (int block = 0; block < 16; ++block) {
    const RunResult result = recorded(16 * 128, 32, block);
    std::map<std::string, int> expected{{"in load", 32}, {"results store", 1}, {"done atomic", 1}};
    if (block == 15) {
      expected["results load"] = 16;
      expected["out store"] = 1;
      expected["done store"] = 1;
    }
    EXPECT_EQ(lanes_of_global(*result.trace), expected) << block;
  }
}

// Of block 0 nothing is to be seen but that it leaves.
TEST(ReduceLastBlock, RecordsTheLastBlockUnlessAnotherIsNamed) {
  const RunResult own = emulate({.kernel = "reduce_last_block"});
  EXPECT_EQ(own.trace->launches[0].traced_block, own.trace->launches[0].blocks() - 1);
  const Summary summary = summarize(*own.trace, BankModel::cc5);
  const Telling telling = telling_access(*own.trace, summary);
  EXPECT_EQ(telling.reason, Telling::Reason::handed);
  EXPECT_EQ(own.trace->arrays[own.trace->accesses[telling.access].array].name, "results");
  EXPECT_EQ(recorded(4096, 64, 0).trace->launches[0].traced_block, 0);
}

TEST(ReduceLastBlock, StridesOverMoreResultsThanItHasThreads) {
  const RunResult result = recorded(256 * 128, 32, 255);
  const auto lanes = lanes_of_global(*result.trace);
  EXPECT_EQ(lanes.at("results load"), 256);
  EXPECT_EQ(result.output, std::vector{256 * 128.0});
}

TEST(ReduceLastBlock, TakesMoreResultsThanThreadsAlsoWhereTheyAreNoMultiple) {
  for (const int blocks : {33, 100, 1056}) {
    const RunResult result = recorded(std::int64_t{blocks} * 128, 32, blocks - 1);
    EXPECT_EQ(lanes_of_global(*result.trace).at("results load"), blocks);
    EXPECT_EQ(result.output, std::vector{blocks * 128.0});
  }
}

}  // namespace
}  // namespace warpscope
