#include "instrumentation/run/what_if.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "instrumentation/analysis/bank_fix.hpp"
#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "kernels/catalogue.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

RunRequest padded(const std::string& kernel, int every) {
  RunRequest request{.kernel = kernel};
  request.what_if.pad = every;
  return request;
}

TEST(WhatIfPadded, ConflictsGoAway) {
  const auto left = [](const std::string& kernel, int every) {
    return test::conflicts(padded(kernel, every), BankModel::cc5);
  };
  EXPECT_GT(left("reduce_strided", 0), 4 * left("reduce_strided", 32));
  EXPECT_GT(left("scan_blelloch", 0), 4 * left("scan_blelloch", 32));
  EXPECT_GT(left("transpose_tiled", 0), 0U);
  EXPECT_EQ(left("transpose_tiled", 32), 0U);
  EXPECT_GT(left("matmul_abt", 0), 0U);
  EXPECT_EQ(left("matmul_abt", 32), 0U);
}

TEST(WhatIfPadded, IsWhatThePaddedKernelDoes) {
  for (const auto& [plain, by_hand] : {std::pair{"scan_blelloch", "scan_padded32"},
                                       {"transpose_tiled", "transpose_padded"},
                                       {"matmul_abt", "matmul_abt_padded"}}) {
    const Trace changed = *test::emulate(padded(plain, 32)).trace;
    Trace kernel = *test::emulate({.kernel = by_hand}).trace;
    ASSERT_EQ(kernel.launches.size(), changed.launches.size());
    for (std::size_t i = 0; i < kernel.launches.size(); ++i) {
      kernel.launches[i].kernel = changed.launches[i].kernel;
    }
    const auto parts = first_divergence(changed, kernel);
    EXPECT_FALSE(parts) << plain << ": " << (parts ? parts->what.text() : "");
  }
}

TEST(WhatIfPadded, EveryKernelReplaysAsBefore) {
  for (const KernelInfo* kernel : catalogue()) {
    const RunRequest request = padded(std::string(kernel->id), 32);
    const auto recorded = test::emulate(request).trace;
    const Trace& trace = *recorded;
    EXPECT_EQ(replay_violation(trace), "") << kernel->id;
    EXPECT_EQ(find_fault(trace), std::nullopt) << kernel->id;
    EXPECT_EQ(trace.header.parameters.at("padded"), "1 in 32");
  }
}

std::uint64_t shared_wavefronts(const Trace& trace, BankModel model) {
  const Totals totals = summarize(trace, model).totals;
  return totals.shared_load.wavefronts + totals.shared_store.wavefronts +
         totals.shared_atomic.wavefronts;
}

TEST(WhatIfRelaid, EveryKernelReplaysAndCostsWhatWasForetold) {
  int moved = 0;
  for (const KernelInfo* kernel : catalogue()) {
    const Trace trace = *test::emulate({.kernel = std::string(kernel->id)}).trace;
    const std::uint64_t before = shared_wavefronts(trace, BankModel::cc5);
    std::set<std::string> names;
    for (const Array& array : trace.arrays) {
      if (!names.insert(array.name).second) continue;
      for (const Relayout& relayout : relayouts_of(trace, array, BankModel::cc5, array.name)) {
        SCOPED_TRACE(std::string(kernel->id) + ", " + text(relayout));
        const auto effect = relayout_effect(trace, {relayout}, BankModel::cc5);
        const auto other = relaid(trace, {relayout});
        ASSERT_EQ(effect.ok(), other.ok());
        if (!other) continue;
        ++moved;
        EXPECT_EQ(find_fault(other.value()), std::nullopt);
        EXPECT_EQ(replay_violation(other.value()), "");
        EXPECT_EQ(other->words, trace.words);
        EXPECT_EQ(before - effect->before + effect->after,
                  shared_wavefronts(other.value(), BankModel::cc5));
        const auto back = without_relayout(other.value());
        ASSERT_TRUE(back);
        EXPECT_EQ(back->indices, trace.indices);
        EXPECT_EQ(back->snapshots, trace.snapshots);
      }
    }
  }
  EXPECT_GT(moved, 100);
}

TEST(WhatIfPadded, RefusesWhatIsNoPadding) {
  EXPECT_NE(test::refusal(padded("reduce_strided", -1)), "");
  EXPECT_NE(test::refusal(padded("reduce_strided", 1025)), "");
  EXPECT_EQ(test::refusal(padded("reduce_strided", 1024)), "");
}

RunResult without(const std::string& kernel, std::uint32_t line) {
  RunRequest request{.kernel = kernel};
  request.what_if.drop_barrier = static_cast<int>(line);
  Result<RunResult> result = run(request);
  EXPECT_TRUE(result) << kernel << ": " << result.error().message;
  return std::move(result).value();
}

const KernelInfo& kernel(std::string_view id) { return *find_kernel(id).value(); }

std::size_t block_barriers(const Trace& trace) {
  return static_cast<std::size_t>(std::ranges::count(trace.steps, true, &Step::barrier));
}

TEST(WhatIfWithoutBarrier, ARaceAppearsAndTheResultIsWrong) {
  const auto barriers = barriers_of(kernel("reduce_strided"));
  ASSERT_EQ(barriers.size(), 2U);
  for (const SourceBarrier& barrier : barriers) {
    const RunResult result = without("reduce_strided", barrier.line);
    EXPECT_NE(result.mismatch, "") << "line " << barrier.line;
    const auto races =
        std::ranges::count(result.trace->findings, FindingKind::race, &Finding::kind);
    EXPECT_GT(races, 0) << "line " << barrier.line;
    EXPECT_EQ(result.trace->header.parameters.at("without_barrier"),
              "line " + std::to_string(barrier.line));
    EXPECT_EQ(result.trace->steps.size(),
              test::emulate({.kernel = "reduce_strided"}).trace->steps.size())
        << "it still ends a step";
  }
}

TEST(WhatIfWithoutBarrier, EveryLineOfEveryKernelIsOne) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto whole = test::emulate({.kernel = std::string(kernel->id)}).trace;
    const auto barriers = barriers_of(*kernel);
    std::size_t never_reached = 0;  // of another overload
    for (const SourceBarrier& barrier : barriers) {
      RunRequest request{.kernel = std::string(kernel->id)};
      request.what_if.drop_barrier = static_cast<int>(barrier.line);
      const auto made = run(request);
      if (!made) {
        EXPECT_NE(made.error().message.find("no thread reaches"), std::string::npos) << kernel->id;
        ++never_reached;
        continue;
      }
      const RunResult& result = made.value();
      EXPECT_EQ(find_fault(*result.trace), std::nullopt) << kernel->id;
      if (barrier.of_warp) continue;
      EXPECT_LT(block_barriers(*result.trace), block_barriers(*whole))
          << kernel->id << ", line " << barrier.line;
    }
    EXPECT_TRUE(barriers.empty() || never_reached < barriers.size()) << kernel->id;
  }
}

TEST(WhatIfWithoutBarrier, AWarpThatDoesNotWaitRaces) {
  const auto barriers = barriers_of(kernel("reduce_unrolled_syncwarp"));
  const auto waits = std::ranges::find(barriers, true, &SourceBarrier::of_warp);
  ASSERT_NE(waits, barriers.end());
  const auto findings = without("reduce_unrolled_syncwarp", waits->line).trace->findings;
  EXPECT_GT(std::ranges::count(findings, FindingKind::race, &Finding::kind), 0);
}

TEST(WhatIfWithoutBarrier, RefusesOtherLinesAndTheGpu) {
  RunRequest request{.kernel = "reduce_strided"};
  request.what_if.drop_barrier = 1;
  const std::string lines = test::refusal(request);
  for (const SourceBarrier& barrier : barriers_of(kernel("reduce_strided"))) {
    EXPECT_NE(lines.find(std::to_string(barrier.line)), std::string::npos) << lines;
    request.what_if.drop_barrier = static_cast<int>(barrier.line);
  }
  request.machine = MachineKind::cuda;
  const auto on_gpu = run(request);
  ASSERT_FALSE(on_gpu);
  EXPECT_NE(on_gpu.error().message.find("--machine emulator"), std::string::npos);
  request = {.kernel = "vector_soa"};
  request.what_if.drop_barrier = 3;
  EXPECT_NE(test::refusal(request).find("no barrier"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
