// Checks the lectures' claims on histograms by atomics and by tags, on the emulator's traces.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate, test::lanes_of, test::refusal, test::request, test::trace_of;

SharedTotals shared_atomics(const std::string& input, const std::string& weight, BankModel model) {
  RunRequest counted = request("histogram_shared_atomic", input);
  counted.parameters = {{"weight", weight}};
  return summarize(*emulate(counted).trace, model).totals.shared_atomic;
}

TEST(HistogramAtomics, SharedTablesSpareGlobalAtomics) {
  const auto global = trace_of("histogram_global_atomic", "random");
  EXPECT_EQ(lanes_of(*global, "bins", Operation::atomic_add), 256U);  // one an element of the block
  const auto shared = trace_of("histogram_shared_atomic", "random");
  EXPECT_EQ(lanes_of(*shared, "table", Operation::atomic_add), 2048U);
  EXPECT_EQ(lanes_of(*shared, "bins", Operation::atomic_add), 64U);  // one a bin of the block
}

TEST(HistogramAtomics, GlobalOnesFightOverOneBin) {
  const auto verdict_of_atomic = [](const std::string& input) {
    const auto trace = trace_of("histogram_global_atomic", input);
    const auto atomic =
        std::ranges::find(trace->accesses, Operation::atomic_add, &Access::operation);
    EXPECT_NE(atomic, trace->accesses.end());
    return caption(*trace, summarize(*trace, BankModel::cc5),
                   static_cast<std::uint32_t>(atomic - trace->accesses.begin()))
        .sentence;
  };
  EXPECT_NE(verdict_of_atomic("ones").find("take turns"), std::string::npos);
  EXPECT_EQ(verdict_of_atomic("ramp").find("take turns"), std::string::npos);
}

// 64 atomics per block of 8 warps that count 8 elements per thread.
TEST(HistogramAtomics, LanesOfOneWordTakeTurns) {
  for (const BankModel model : {BankModel::cc1, BankModel::cc2, BankModel::cc5}) {
    const SharedTotals ones = shared_atomics("ones", "2", model);
    EXPECT_EQ(ones.requests, 64U);
    EXPECT_EQ(ones.wavefronts, 64U * 32) << id(model);
    const SharedTotals ramp = shared_atomics("ramp", "2", model);
    EXPECT_EQ(ramp.requests, 64U);
    EXPECT_EQ(ramp.conflicts(), 0U) << id(model);
  }
}

TEST(HistogramAtomics, TodaysGpusCountPlainOnesTogether) {
  EXPECT_EQ(shared_atomics("ones", "1", BankModel::cc1).wavefronts, 64U * 32);
  EXPECT_EQ(shared_atomics("ones", "1", BankModel::cc5).conflicts(), 0U);
}

TEST(HistogramAtomics, TakeAnyNumberOfElements) {
  for (const char* kernel : {"histogram_global_atomic", "histogram_shared_atomic"}) {
    for (const std::int64_t size : {1, 31, 33, 255, 257, 2049, 5000}) {
      RunRequest any = request(kernel);
      any.size = size;
      const RunResult result = emulate(any);
      EXPECT_EQ(std::accumulate(result.output.begin(), result.output.end(), 0.0), size) << kernel;
      EXPECT_TRUE(result.trace->findings.empty()) << kernel << ' ' << size;
    }
  }
}

TEST(HistogramAtomics, WeightsCountAsOften) {
  RunRequest weighted = request("histogram_shared_atomic", "ones");
  weighted.parameters = {{"weight", "2"}};
  const RunResult result = emulate(weighted);
  EXPECT_EQ(result.output.at(0), 0);
  EXPECT_EQ(result.output.at(1), 2 * 2048);
}

/// Of each step "count" and warp: how many lanes wrote in each round.
using Rounds = std::map<std::pair<std::uint32_t, int>, std::vector<int>>;
Rounds rounds_of(const Trace& trace) {
  Rounds rounds;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].name != "count" || access.operation != Operation::store) continue;
    rounds[{access.step, access.warp}].push_back(access.active());
  }
  return rounds;
}
/// Lanes of a warp that want each of the bins that it wants, in falling order of them.
std::vector<int> multiplicities(const Trace& trace, std::uint32_t step, int warp) {
  std::map<std::uint32_t, int> times;
  for (const Access& access : trace.accesses) {
    if (access.step != step || access.warp != warp || trace.arrays[access.array].name != "in") {
      continue;
    }
    for (int k = 0; k < access.active(); ++k) ++times[trace.lane_value(access, k).front()];
  }
  std::vector<int> sorted;
  for (const auto& [value, count] : times) sorted.push_back(count);
  std::ranges::sort(sorted, std::greater<>());
  return sorted;
}

TEST(Histogram256, EqualValuesTakeARoundForEachLane) {
  const Rounds rounds = rounds_of(*trace_of("histogram256_tagged", "ones"));
  ASSERT_EQ(rounds.size(), 4U * 6);
  std::vector<int> one_less_each_time(32);
  std::iota(one_less_each_time.rbegin(), one_less_each_time.rend(), 1);
  for (const auto& [where, lanes] : rounds) EXPECT_EQ(lanes, one_less_each_time);
}

TEST(Histogram256, DistinctValuesTakeOneRound) {
  const Rounds rounds = rounds_of(*trace_of("histogram256_tagged", "ramp"));
  ASSERT_EQ(rounds.size(), 4U * 6);
  for (const auto& [where, lanes] : rounds) EXPECT_EQ(lanes, std::vector<int>{32});
}

// In round r, the lanes of every bin write, except the r lanes that succeeded before.
TEST(Histogram256, RoundsAreTheLanesOfTheMostWantedBin) {
  const auto trace = trace_of("histogram256_tagged", "random");
  std::size_t longest = 0;
  for (const auto& [where, lanes] : rounds_of(*trace)) {
    const std::vector<int> wanted = multiplicities(*trace, where.first, where.second);
    ASSERT_EQ(lanes.size(), static_cast<std::size_t>(wanted.front()));
    for (int round = 0; round < std::ssize(lanes); ++round) {
      int left = 0;
      for (const int times : wanted) left += std::max(0, times - round);
      EXPECT_EQ(lanes[static_cast<std::size_t>(round)], left);
    }
    longest = std::max(longest, lanes.size());
  }
  EXPECT_GT(longest, 1U);
}

TEST(Histogram256, TheOrderOfTheLanesIsTheOnlyFinding) {
  for (const char* kernel : {"histogram256_tagged", "histogram_merge"}) {
    const auto same = trace_of(kernel, "ones");
    ASSERT_EQ(same->findings.size(), 1U);
    EXPECT_EQ(same->findings[0].kind, FindingKind::undefined_order);
    EXPECT_EQ(same->findings[0].times, 31U * 6 * 4);  // all rounds but the last
    EXPECT_TRUE(trace_of(kernel, "ramp")->findings.empty());
  }
}

TEST(Histogram256, TheSecondLaunchAddsTheTablesOfAllBlocks) {
  RunRequest several = request("histogram_merge", "random");
  several.size = 5 * 768;
  const RunResult result = emulate(several);
  ASSERT_EQ(result.trace->launches.size(), 2U);
  EXPECT_EQ(result.trace->launches[0].kernel, "histogram256_tagged");
  EXPECT_EQ(result.trace->launches[0].blocks(), 5);
  EXPECT_EQ(result.trace->launches[1].kernel, "histogram_merge");
  EXPECT_EQ(lanes_of(*result.trace, "partial", Operation::load), 5U * 256);
  EXPECT_EQ(std::accumulate(result.output.begin(), result.output.end(), 0.0), 5 * 768);
  const Summary summary = summarize(*result.trace, BankModel::cc5);
  for (std::size_t i = 0; i < result.trace->accesses.size(); ++i) {
    if (result.trace->arrays[result.trace->accesses[i].array].name == "partial") {
      EXPECT_EQ(summary.accesses[i].sectors, 4);  // 32 neighbouring words
    }
  }
}

TEST(Histogram256, AnyMultipleOfWhatABlockCountsIsTaken) {
  RunRequest odd = request("histogram256_tagged");
  odd.parameters = {{"per_thread", "3"}};
  odd.size = 3 * 192 * 2;
  emulate(odd);
  odd.size = 3 * 192 * 2 + 192;
  EXPECT_NE(refusal(odd).find("a multiple of 576"), std::string::npos) << refusal(odd);
}

}  // namespace
}  // namespace warpscope
