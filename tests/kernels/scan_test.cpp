// The scans beyond one segment, and by shuffles.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

std::vector<std::string> launches_of(const Trace& trace) {
  std::vector<std::string> kernels;
  for (const Launch& launch : trace.launches) {
    kernels.push_back(launch.kernel + " " + std::to_string(launch.blocks()));
  }
  return kernels;
}

/// 0, 1, 3, 6, …: the exclusive scan of 1, 2, 3, …
std::vector<double> ramp_sums(int n) {
  std::vector<double> sums;
  for (int i = 0; i < n; ++i) sums.push_back(i * (i - 1) / 2.0);
  return sums;
}

TEST(ScanBlockSums, TakesAnyNumberOfElements) {
  for (const int block : {1, 4, 32, 512}) {
    for (const int size : {1, 2, 3, 7, 63, 64, 65, 255, 1000, 1024, 1025, 4097}) {
      const RunResult result = emulate(
          {.kernel = "scan_block_sums", .size = size, .block = block, .input = {.kind = "ramp"}});
      EXPECT_EQ(result.mismatch, "") << size << " by " << block;
      EXPECT_EQ(result.output, ramp_sums(size)) << size << " by " << block;
      EXPECT_TRUE(result.trace->findings.empty())
          << result.trace->findings.front().message.english();
    }
  }
}

// Three levels: 8 segments of 2, their 8 sums make 4, these 2, these 1; then back.
TEST(ScanBlockSums, HostScansTheSumsLevelByLevel) {
  const RunResult result = emulate({.kernel = "scan_block_sums", .size = 16, .block = 1});
  EXPECT_EQ(launches_of(*result.trace),
            (std::vector<std::string>{"scan_block_sums 8", "scan_block_sums 4", "scan_block_sums 2",
                                      "scan_block_sums 1", "scan_distribute 1", "scan_distribute 3",
                                      "scan_distribute 7"}));
  EXPECT_EQ(result.mismatch, "");
}

TEST(ScanBlockSums, OneSegmentNeedsOneLaunch) {
  for (const int size : {1, 64}) {
    const RunResult result = emulate({.kernel = "scan_block_sums", .size = size, .block = 32});
    EXPECT_EQ(launches_of(*result.trace), std::vector<std::string>{"scan_block_sums 1"});
  }
  EXPECT_EQ(emulate({.kernel = "scan_block_sums", .size = 65, .block = 32}).trace->launches.size(),
            3U);
}

TEST(ScanBlockSums, BothLaunchesShowTheirOwnSource) {
  const RunResult result = emulate({.kernel = "scan_distribute"});
  std::set<std::string> sources;
  for (const Launch& launch : result.trace->launches) {
    const SourceFile& source = result.trace->sources[launch.source];
    EXPECT_EQ(source.name, launch.kernel + ".cuh");
    EXPECT_NE(source.text, "");
    sources.insert(source.name);
  }
  EXPECT_EQ(sources.size(), 2U);
  EXPECT_EQ(result.trace->header.kernel, "scan_distribute");
}

TEST(ScanBlockSums, IsFreeOfConflictsOnThirtyTwoBanks) {
  for (const int block : {32, 256, 512}) {
    const RunResult result =
        emulate({.kernel = "scan_block_sums", .size = 3 * block, .block = block});
    const Totals totals = summarize(*result.trace, BankModel::cc5).totals;
    EXPECT_EQ(totals.shared_load.conflicts() + totals.shared_store.conflicts(), 0U) << block;
  }
}

// The lanes of a warp want the same sum: one sector for it, beside four for the elements.
TEST(ScanDistribute, LanesShareOneSum) {
  const RunResult result = emulate({.kernel = "scan_distribute", .size = 256, .block = 32});
  const Trace& trace = *result.trace;
  const Summary summary = summarize(trace, BankModel::cc5);
  std::set<int> sectors;
  for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (trace.launch_of(access).kernel != "scan_distribute") continue;
    if (trace.arrays[access.array].name == "scanned sums") {
      sectors.insert(summary.accesses[a].sectors);
    } else {
      EXPECT_EQ(summary.accesses[a].sectors, 4);
    }
  }
  EXPECT_EQ(sectors, std::set<int>{1});
}

TEST(ScanBlockSums, RefusesBlocksWhoseDistributionWouldNotFit) {
  const auto result =
      run({.kernel = "scan_block_sums", .block = 1024, .machine = MachineKind::emulator});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("256, 512 threads"), std::string::npos)
      << result.error().message;
}

TEST(ScanWarpShuffle, GivesTheInclusiveScan) {
  for (const int block : {32, 64, 1024}) {
    const RunResult result = emulate({.kernel = "scan_warp_shuffle",
                                      .size = 2 * block,
                                      .block = block,
                                      .input = {.kind = "ones"}});
    std::vector<double> counted(static_cast<std::size_t>(block));
    std::iota(counted.begin(), counted.end(), 1.0);
    std::vector<double> expected = counted;  // each segment for itself
    expected.insert(expected.end(), counted.begin(), counted.end());
    EXPECT_EQ(result.output, expected) << block;
  }
}

// One word per warp: stored, scanned in place and read again. All steps that a scan in shared
// memory has happen in registers.
TEST(ScanWarpShuffle, UsesSharedMemoryOnlyBetweenWarps) {
  const RunResult result = emulate({.kernel = "scan_warp_shuffle", .size = 256, .block = 256});
  const Totals totals = summarize(*result.trace, BankModel::cc5).totals;
  EXPECT_EQ(result.trace->launches.front().shared_bytes, 8 * sizeof(int));
  EXPECT_EQ(totals.shared_store.requests, 8U + 1U);
  EXPECT_EQ(totals.shared_load.requests, 1U + 7U);
  EXPECT_EQ(totals.shared_load.conflicts() + totals.shared_store.conflicts(), 0U);
  EXPECT_EQ(totals.shuffles, 8U * 5U + 3U);
  EXPECT_EQ(totals.barriers, 2U);
}

/// Lanes of the accesses of a step of that name that stand on a line with this text.
std::uint64_t additions(const Trace& trace, std::string_view step, Operation operation,
                        std::string_view line) {
  std::uint64_t lanes = 0;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].name != step || access.operation != operation) continue;
    const std::string text = source_line(trace.source_of(access), trace.line_of(access));
    if (text.find(line) == std::string::npos) continue;
    lanes += static_cast<std::uint64_t>(access.active());
  }
  return lanes;
}

std::int64_t steps_named(const Trace& trace, std::string_view name) {
  return std::ranges::count(trace.steps, name, &Step::name);
}

/// The inclusive scan of 1, 1, 1, … in segments.
std::vector<double> counted_up(int size, int segment) {
  std::vector<double> sums;
  for (int i = 0; i < size; ++i) sums.push_back(i % segment + 1);
  return sums;
}

// log2 n steps of n/2 additions, each by a lane whose number has the bit s.
TEST(ScanMerging, HalfOfTheLanesAddInEveryStep) {
  for (int n = 2; n <= 1024; n *= 2) {
    const RunResult result =
        emulate({.kernel = "scan_merging", .size = 2 * n, .block = n, .input = {.kind = "ones"}});
    EXPECT_EQ(result.output, counted_up(2 * n, n)) << n;
    const auto steps = static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(n))) - 1;
    EXPECT_EQ(steps_named(*result.trace, "merge"), static_cast<std::int64_t>(steps));
    EXPECT_EQ(additions(*result.trace, "merge", Operation::store, "data[tid]"),
              static_cast<std::uint64_t>(n) / 2 * steps);
    for (const Access& access : result.trace->accesses) {
      const Step& step = result.trace->steps[access.step];
      if (step.name != "merge") continue;
      const auto indices = result.trace->lane_indices(access);
      const int first = access.warp * 32;
      for_each_lane(access.mask, [&](int lane, int i) {
        EXPECT_NE((first + lane) & static_cast<int>(*step.value), 0);
        EXPECT_TRUE(indices[i] == first + lane ||
                    indices[i] == (first + lane) / *step.value * *step.value - 1);
      });
    }
    EXPECT_TRUE(result.trace->findings.empty());
  }
}

// A right half reads one word, which is broadcast. Of several words, devices of compute capability
// 1.x broadcast only one.
TEST(ScanMerging, IsFreeOfConflictsWhereEachWordIsBroadcast) {
  for (const int n : {16, 256, 1024}) {
    const RunRequest request{.kernel = "scan_merging", .size = n, .block = n};
    EXPECT_EQ(test::conflicts(request, BankModel::cc5), 0U);
    EXPECT_GT(test::conflicts(request, BankModel::cc1), 0U);
  }
}

// As few steps as a reduction, but all the additions of n of them.
TEST(ScanReductions, MakesHalfOfNSquaredAdditions) {
  for (const int n : {1, 2, 4, 8, 16, 32}) {
    const RunResult result = emulate(
        {.kernel = "scan_reductions", .size = 3 * n, .block = n * n, .input = {.kind = "ones"}});
    EXPECT_EQ(result.output, counted_up(3 * n, n)) << n;
    const Trace& trace = *result.trace;
    EXPECT_EQ(trace.launches.front().threads(), n * n);
    EXPECT_EQ(steps_named(trace, "combine"), std::bit_width(static_cast<unsigned>(n)) - 1);
    EXPECT_EQ(additions(trace, "combine", Operation::store, "rows[cell]"),
              static_cast<std::uint64_t>(n * (n - 1) / 2));
    EXPECT_TRUE(trace.findings.empty());
  }
}

TEST(ScanSegmented, BeginsAnewAtEachHead) {
  const auto sums = [](const char* heads) {
    return emulate({.kernel = "scan_segmented",
                    .size = 24,
                    .block = 8,
                    .input = {.kind = "ones"},
                    .parameters = {{"heads", heads}}})
        .output;
  };
  // Heads at 0, 3, 4, 9, 11, 18, 21, 22, and at the beginning of each block.
  EXPECT_EQ(sums("irregular"), (std::vector<double>{1, 2, 3, 1, 1, 2, 3, 4, 1, 1, 2, 1,
                                                    2, 3, 4, 5, 1, 2, 1, 2, 3, 1, 1, 2}));
  EXPECT_EQ(sums("every4"), counted_up(24, 4));
  EXPECT_EQ(sums("every16"), counted_up(24, 8));
  EXPECT_EQ(sums("none"), counted_up(24, 8));
}

// The steps do not depend on the segments, the additions do.
TEST(ScanSegmented, AddsUntilTheHeadIsMet) {
  const auto of = [](const char* heads) {
    return emulate({.kernel = "scan_segmented",
                    .size = 256,
                    .block = 256,
                    .parameters = {{"heads", heads}}})
        .trace;
  };
  const auto added = [&](const char* heads) {
    EXPECT_EQ(steps_named(*of(heads), "combine"), 8) << heads;
    return additions(*of(heads), "combine", Operation::load, "const T left");
  };
  EXPECT_EQ(added("none"), 256U * 8U - 255U);
  EXPECT_EQ(added("every16"), 256U / 16U * (16U * 4U - 15U));
  EXPECT_EQ(added("every4"), 256U / 4U * (4U * 2U - 3U));
}

// The pairs under (f, x) + (g, y) = (f or g, y if g, else x + y), in all small cases.
TEST(ScanSegmented, ItsOperatorIsAssociative) {
  struct Pair {
    bool head;
    int sum;
    bool operator==(const Pair&) const = default;
  };
  const auto joined = [](Pair a, Pair b) {
    return Pair{a.head || b.head, b.head ? b.sum : a.sum + b.sum};
  };
  for (int flags = 0; flags < 8; ++flags) {
    const Pair a{(flags & 1) != 0, 1}, b{(flags & 2) != 0, 10}, c{(flags & 4) != 0, 100};
    EXPECT_EQ(joined(joined(a, b), c), joined(a, joined(b, c))) << flags;
  }
  EXPECT_NE(joined({false, 1}, {true, 10}), joined({true, 10}, {false, 1}))
      << "it does not commute";
}

TEST(ScanSegmented, IsTheSameInAnyOrderOfWarps) {
  for (const char* heads : {"irregular", "every4", "every16", "none"}) {
    RunRequest request{
        .kernel = "scan_segmented", .size = 512, .block = 256, .parameters = {{"heads", heads}}};
    const RunResult in_order = emulate(request);
    request.schedule = {.random = true, .seed = 5};
    EXPECT_EQ(emulate(request).output, in_order.output) << heads;
    EXPECT_TRUE(in_order.trace->findings.empty());
  }
}

std::vector<double> scanned(const std::string& kernel, const std::vector<int>& numbers, int block) {
  const test::NumberFile file(static_cast<int>(numbers.size()),
                              [&](int i) { return numbers[static_cast<std::size_t>(i)]; });
  return emulate({.kernel = kernel,
                  .size = std::ssize(numbers),
                  .block = block,
                  .input = {.kind = file.path()}})
      .output;
}

TEST(Scans, InclusiveAndExclusiveAreOneShiftApart) {
  std::vector<int> numbers(16);
  std::iota(numbers.begin(), numbers.end(), 3);
  std::vector<int> after_neutral = numbers, before_neutral = numbers;
  after_neutral.insert(after_neutral.begin(), 0);
  after_neutral.pop_back();
  EXPECT_EQ(scanned("scan_hillis_steele", after_neutral, 16), scanned("scan_blelloch", numbers, 8));
  // One number more: a scan of any size.
  before_neutral.push_back(0);
  std::vector<double> exclusive = scanned("scan_block_sums", before_neutral, 16);
  exclusive.erase(exclusive.begin());
  EXPECT_EQ(exclusive, scanned("scan_hillis_steele", numbers, 16));
}

}  // namespace
}  // namespace warpscope
