// A launch among others is the same trace as alone, of every kernel: so are all its pictures.
#include <gtest/gtest.h>

#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// The trace, and behind it once more.
Trace twice(const Trace& once) {
  Trace both = once;
  const auto steps = static_cast<std::uint32_t>(once.steps.size());
  for (Launch launch : once.launches) {
    launch.first_step += steps;
    both.launches.push_back(launch);
  }
  for (Step step : once.steps) {
    step.launch += static_cast<std::uint32_t>(once.launches.size());
    step.first_access += static_cast<std::uint32_t>(once.accesses.size());
    if (step.snapshot >= 0) step.snapshot += static_cast<std::int32_t>(once.snapshots.size());
    both.steps.push_back(step);
  }
  for (Access access : once.accesses) {
    access.step += steps;
    access.first_index += once.indices.size();
    access.first_word += once.words.size();
    both.accesses.push_back(access);
  }
  for (Finding finding : once.findings) {
    finding.step += steps;
    both.findings.push_back(finding);
  }
  both.indices.insert(both.indices.end(), once.indices.begin(), once.indices.end());
  both.words.insert(both.words.end(), once.words.begin(), once.words.end());
  both.snapshots.insert(both.snapshots.end(), once.snapshots.begin(), once.snapshots.end());
  return both;
}

TEST(OnlyLaunchOfKernels, IsTheTraceOfTheKernelAlone) {
  int compared = 0, several = 0;
  for (const KernelInfo* kernel : catalogue()) {
    RunRequest request;
    request.kernel = kernel->id;
    request.machine = MachineKind::emulator;
    const auto result = run(request);
    ASSERT_TRUE(result) << kernel->id;
    Trace once = *result->trace;
    once.host.clear();  // what stands between two launches is told of both
    if (once.launches.size() > 1) {
      ++several;
      for (std::size_t k = 0; k < once.launches.size(); ++k) {
        const auto fault = find_fault(only_launch(once, k));
        EXPECT_FALSE(fault) << kernel->id << ": " << *fault;
      }
      continue;
    }
    ++compared;
    const Trace both = twice(once);
    ASSERT_FALSE(find_fault(both)) << kernel->id;
    for (const std::size_t launch : {0U, 1U}) {
      EXPECT_EQ(encode_trace(only_launch(both, launch)), encode_trace(once)) << kernel->id;
    }
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(several, 0);
}

}  // namespace
}  // namespace warpscope
