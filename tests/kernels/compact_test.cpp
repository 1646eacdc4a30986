// Compaction: what is kept, in which order, and where lanes write.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

RunRequest compaction(std::int64_t size, int block, const std::string& input, int below) {
  return {.kernel = "compact",
          .size = size,
          .block = block,
          .input = {.kind = input},
          .parameters = {{"below", std::to_string(below)}}};
}

/// The only store to this array, which the traced block makes.
std::size_t store_to(const Trace& trace, const std::string& array) {
  const auto found = std::ranges::find_if(trace.accesses, [&](const Access& access) {
    return access.operation == Operation::store && trace.arrays[access.array].name == array;
  });
  EXPECT_NE(found, trace.accesses.end()) << array;
  return static_cast<std::size_t>(found - trace.accesses.begin());
}

TEST(Compact, KeepsTheOrderAndLeavesNoGaps) {
  // 0, 1, 2, …: those below 5 are the first five.
  const auto ramp = emulate(compaction(8, 4, "ramp", 5)).output;
  EXPECT_EQ(ramp, (std::vector<double>{0, 1, 2, 3, 4, 0, 0, 0, 5}));
  const auto reversed = emulate(compaction(8, 4, "reversed", 5)).output;
  EXPECT_EQ(reversed, (std::vector<double>{4, 3, 2, 1, 0, 0, 0, 0, 5}));
  const auto alternating = emulate(compaction(6, 4, "alternating", 0)).output;
  EXPECT_EQ(alternating, (std::vector<double>{-1, -1, -1, 0, 0, 0, 3}));
}

TEST(Compact, KeepsAllOrNone) {
  for (const std::int64_t size : {1, 31, 64, 1000}) {
    std::vector<double> all(static_cast<std::size_t>(size), 1.0);
    all.push_back(static_cast<double>(size));
    EXPECT_EQ(emulate(compaction(size, 32, "ones", 2)).output, all);
    EXPECT_EQ(emulate(compaction(size, 32, "ones", 1)).output,
              std::vector<double>(static_cast<std::size_t>(size) + 1));
  }
}

TEST(Compact, TakesAnyNumberOfElements) {
  for (const int block : {1, 8, 32, 512}) {
    for (const std::int64_t size : {1, 2, 63, 65, 1000, 1025}) {
      for (const char* type : {"int", "float"}) {
        RunRequest request = compaction(size, block, "random", 50);
        request.parameters["type"] = type;
        const RunResult result = emulate(request);
        EXPECT_TRUE(result.trace->findings.empty()) << size << " by " << block;
      }
    }
  }
}

// A wrong place or a lost value would be noticed: the reference does not scan.
TEST(Compact, MarksScansAndScatters) {
  const RunResult result = emulate(compaction(64, 8, "random", 50));
  std::vector<std::string> kernels;
  for (const Launch& launch : result.trace->launches) kernels.push_back(launch.kernel);
  EXPECT_EQ(kernels, (std::vector<std::string>{"compact_mark", "scan_block_sums", "scan_block_sums",
                                               "scan_distribute", "compact"}));
}

// What compaction is for: lanes that sit apart write side by side.
TEST(Compact, LanesThatSitApartWriteSideBySide) {
  for (const auto& [input, below] : {std::pair("random", 50), std::pair("alternating", 0)}) {
    const RunResult result = emulate(compaction(32, 32, input, below));
    const Trace& trace = *result.trace;
    const std::size_t store = store_to(trace, "kept");
    const Access& access = trace.accesses[store];
    const auto places = trace.lane_indices(access);
    EXPECT_LT(access.active(), 32) << input;
    EXPECT_GT(access.active(), 8) << input;
    EXPECT_NE(access.mask & (access.mask + 1), 0U) << "not the first lanes";
    for (int i = 0; i < access.active(); ++i) EXPECT_EQ(places[i], i);
    const AccessCost cost = summarize(trace, BankModel::cc5).accesses[store];
    EXPECT_EQ(cost.sectors, (access.active() + 7) / 8) << input;
  }
}

// Who is not kept does not read its value.
TEST(Compact, ReadsOnlyWhatItKeeps) {
  const RunResult result = emulate(compaction(32, 32, "alternating", 0));
  const Trace& trace = *result.trace;
  const auto last = static_cast<std::uint32_t>(trace.launches.size()) - 1;
  int loads = 0;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].launch != last || access.operation != Operation::load) continue;
    if (trace.arrays[access.array].name != "in") continue;
    EXPECT_EQ(access.mask, 0xaaaaaaaaU);
    ++loads;
  }
  EXPECT_EQ(loads, 1);
}

TEST(Compact, RefusesAValueThatIsNoWholeNumber) {
  EXPECT_NE(test::refusal({.kernel = "compact", .parameters = {{"below", "0.5"}}}), "");
  EXPECT_NE(test::refusal({.kernel = "compact", .parameters = {{"below", "1001"}}}), "");
}

}  // namespace
}  // namespace warpscope
