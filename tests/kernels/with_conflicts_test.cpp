// The list of kernels that are also built without bank conflicts is what the emulator counts.
#include "kernels/with_conflicts.hpp"

#include <gtest/gtest.h>

#include <set>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// The default run, larger ones, and one for each suggested value of a parameter.
std::vector<RunRequest> requests_of(const KernelInfo& kernel) {
  RunRequest request;
  request.kernel = kernel.id;
  request.machine = MachineKind::emulator;
  std::vector<RunRequest> all{request};
  for (const auto& [size, block] : {std::pair(4096, 256), std::pair(8192, 512)}) {
    all.push_back(request);
    all.back().size = size;
    all.back().block = block;
  }
  for (const Parameter& parameter : kernel.parameters) {
    for (const std::string& value : words_of(parameter.values)) {
      all.push_back(request);
      all.back().parameters[std::string(parameter.name)] = value;
    }
  }
  std::erase_if(all, [](const RunRequest& each) { return !make_plan(each); });
  return all;
}

TEST(KernelsWithConflicts, AreThoseOfWhichTheEmulatorCountsAny) {
  std::set<std::string, std::less<>> expected, beside;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->blocks_wait) continue;
    std::set<std::string> launched;
    std::uint64_t conflicts = 0;
    for (const RunRequest& request : requests_of(*kernel)) {
      const auto result = run(request);
      if (!result) continue;  // a size that only a GPU takes
      const Totals totals = summarize(*result->trace, BankModel::cc5).totals;
      conflicts += totals.shared_load.conflicts() + totals.shared_store.conflicts() +
                   totals.shared_atomic.conflicts();
      for (const Launch& launch : result->trace->launches) launched.insert(launch.kernel);
    }
    if (conflicts == 0) continue;
    expected.emplace(kernel->id);
    beside.insert(launched.begin(), launched.end());
  }
  const std::set<std::string, std::less<>> listed(kernels_with_conflicts.begin(),
                                                  kernels_with_conflicts.end());
  EXPECT_EQ(listed, expected);
  std::erase_if(beside, [&](const std::string& id) { return expected.contains(id); });
  EXPECT_EQ(std::set(launched_beside_conflicts.begin(), launched_beside_conflicts.end()),
            std::set<std::string_view>(beside.begin(), beside.end()));
  EXPECT_EQ(listed.size(), kernels_with_conflicts.size()) << "a name stands there twice";
}

TEST(KernelsWithConflicts, AreToldByTheirIds) {
  EXPECT_TRUE(has_conflicts("transpose_tiled"));
  EXPECT_FALSE(has_conflicts("transpose_padded"));
  EXPECT_FALSE(has_conflicts("spmv_scalar"));
  EXPECT_TRUE(built_conflict_free("spmv_scalar"));
  EXPECT_TRUE(built_conflict_free("transpose_tiled"));
  EXPECT_FALSE(has_conflicts(""));
}

}  // namespace
}  // namespace warpscope
