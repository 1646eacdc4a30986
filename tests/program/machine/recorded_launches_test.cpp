#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/protocol/machine_binary.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class RecordedLaunches : public testing::Test {
 protected:
  /// Thirty launches of `first`, then thirty of `second`.
  ProgramRun run(const ProgramOptions& options) {
    return run_source(options,
                      "__global__ void first(int* p) { p[threadIdx.x] = 1; }\n"
                      "__global__ void second(int* p) { p[threadIdx.x] = 2; }\n"
                      "int main() {\n"
                      "  int* p;\n"
                      "  cudaMalloc(&p, 128);\n"
                      "  for (int i = 0; i < 30; ++i) first<<<1, 32>>>(p);\n"
                      "  for (int i = 0; i < 30; ++i) second<<<1, 32>>>(p);\n"
                      "  return cudaDeviceSynchronize();\n"
                      "}\n");
  }
  ProgramRun run_source(const ProgramOptions& options, const char* source) {
    const auto file = folder_.path() / "two.cu";
    std::ofstream(file) << source;
    set_machine_binary({});
    ProgramRequest request{.build = {.files = {file}}, .options = options};
    const BuildResult built = build_program(request.build, {}, [](const std::string&) {});
    if (!built.program) {
      ADD_FAILURE() << built.failure.message;
      return {};
    }
    auto ran = run_program(*built.program, request, ProgramOutput::inherit, {});
    if (!ran) {
      ADD_FAILURE() << ran.error().message;
      return {};
    }
    return std::move(ran).value();
  }
  static auto recorded(const ProgramRun& run, const char* kernel) {
    return std::ranges::count_if(run.outcome.launches, [&](const ProgramLaunch& launch) {
      return launch.kernel == kernel && launch.trace_launch >= 0;
    });
  }

  TestFolder folder_;
};

TEST_F(RecordedLaunches, KeepTheShapeOfTheirBlocks) {
  const ProgramRun odd = run_source({},
                                    "__global__ void odd(int* p) {\n"
                                    "  p[threadIdx.x + 5 * (threadIdx.y + 7 * threadIdx.z)] = 1;\n"
                                    "}\n"
                                    "int main() {\n"
                                    "  int* p;\n"
                                    "  cudaMalloc(&p, 4096);\n"
                                    "  odd<<<1, dim3(5, 7)>>>(p);\n"
                                    "  odd<<<dim3(2, 3), dim3(5, 7, 2)>>>(p);\n"
                                    "  return cudaDeviceSynchronize();\n"
                                    "}\n");
  ASSERT_TRUE(odd.trace);
  ASSERT_EQ(odd.trace->launches.size(), 2U);
  EXPECT_EQ(odd.trace->launches[0].block, (Dim3{5, 7, 1}));
  EXPECT_EQ(odd.trace->launches[1].block, (Dim3{5, 7, 2}));
  EXPECT_EQ(odd.trace->launches[1].grid, (Dim3{2, 3, 1}));
  // Warps are cut from x + Dx · (y + Dy · z): 35 threads leave 3 for the second.
  ASSERT_EQ(odd.trace->accesses[1].warp, 1);
  EXPECT_EQ(odd.trace->accesses[1].mask, 7U);
  EXPECT_EQ(odd.trace->lane_indices(odd.trace->accesses[1]).front(), 32);
}

TEST_F(RecordedLaunches, AreTheFirstOnes) {
  const ProgramRun all = run({.record_launches = 40});
  EXPECT_EQ(recorded(all, "first"), 30);
  EXPECT_EQ(recorded(all, "second"), 10);
}

TEST_F(RecordedLaunches, AreTheFirstOnesOfEachKernelIfThatIsAskedFor) {
  const ProgramRun some = run({.record_launches = 40, .record_of_kernel = 4});
  EXPECT_EQ(recorded(some, "first"), 4);
  EXPECT_EQ(recorded(some, "second"), 4);
  EXPECT_EQ(some.outcome.launches.size(), 60U);
  ASSERT_TRUE(some.trace);
  EXPECT_EQ(some.trace->launches.size(), 8U);
  EXPECT_EQ(launch_ordinal(*some.trace, 3), "4 of 60 (8 recorded)");
  EXPECT_EQ(launch_ordinal(*some.trace, 4), "31 of 60 (8 recorded)");
  EXPECT_EQ(launch_of_number(*some.trace, 32), 5U);
  EXPECT_EQ(launch_of_number(*some.trace, 5), std::nullopt);
  EXPECT_TRUE(caption(*some.trace, summarize(*some.trace, BankModel::cc5),
                      some.trace->steps[some.trace->launches[4].first_step].first_access)
                  .step.starts_with("Launch 31 of 60 (8 recorded), step 1 of 1"));
  // A launch that is taken out of it keeps its number.
  EXPECT_EQ(launch_ordinal(only_launch(*some.trace, 4), 0), "31 of 60");
}

}  // namespace
}  // namespace warpscope
