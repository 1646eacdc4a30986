#include "instrumentation/program/run/run_progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>

#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/protocol/machine_binary.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using Seen = std::shared_ptr<const RunProgress>;

/// Runs programs that end only once what they did has been seen: a file tells them, or a stop.
class RunProgressTest : public testing::Test {
 protected:
  ProgramRun run(const std::string& source, const std::function<void(const Seen&)>& see) {
    const auto file = folder_.path() / "seen.cu";
    std::ofstream(file) << "#include <unistd.h>\n" << source;
    set_machine_binary({});
    ProgramRequest request{.build = {.files = {file}}, .arguments = {go_.string()}};
    const BuildResult built = build_program(request.build, {}, [](const std::string&) {});
    if (!built.program) {
      ADD_FAILURE() << built.failure.message;
      return {};
    }
    ProgramOutput output;
    output.progress = see;
    auto ran = run_program(*built.program, request, output, stop_.get_token());
    EXPECT_TRUE(ran.ok());
    return ran ? std::move(ran).value() : ProgramRun();
  }
  void let_it_go() const { std::ofstream(go_) << "\n"; }

  TestFolder folder_;
  std::filesystem::path go_ = folder_.path() / "go";
  std::stop_source stop_;
};

TEST_F(RunProgressTest, CountsLaunchesWhileTheProgramRuns) {
  Seen last;
  const ProgramRun run = this->run(
      "__global__ void many(int* p) { p[threadIdx.x] = 1; }\n"
      "__global__ void few(int* p) { p[threadIdx.x] = 2; }\n"
      "int main(int, char** words) {\n"
      "  int* p;\n"
      "  cudaMalloc(&p, 256);\n"
      "  for (int i = 0; i < 10002; ++i) many<<<1, 1>>>(p);\n"
      "  for (int i = 0; i < 2; ++i) few<<<dim3(2, 3), 64>>>(p);\n"
      "  few<<<1, 1>>>(p + 100000);\n"
      "  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;\n"
      "  while (access(words[1], F_OK) != 0) usleep(1000);\n"
      "}\n",
      [&](const Seen& now) {
        if (last) {
          EXPECT_GE(now->begun, last->begun);
        }
        last = now;
        if (now->ended == 10005) let_it_go();
      });
  EXPECT_EQ(run.outcome.end, ProgramOutcome::End::returned) << run.outcome.message.english();
  EXPECT_EQ(run.outcome.exit_status, 0);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->begun, 10005);
  ASSERT_EQ(last->kernels.size(), 2U);
  EXPECT_EQ(last->kernels[0].name, "many");
  EXPECT_EQ(last->kernels[0].launches, 10002);
  EXPECT_EQ(last->kernels[1].launches, 3);
  EXPECT_EQ(last->other_launches, 0);
  ASSERT_TRUE(last->newest);
  EXPECT_EQ(last->newest->kernel, "few");
  EXPECT_FALSE(last->newest_runs);
  ASSERT_TRUE(last->failed);
  EXPECT_EQ(last->failed->error, "cudaErrorIllegalAddress");
}

TEST_F(RunProgressTest, ShowsAFindingOfAProgramThatNeverEnds) {
  Seen seen;
  const ProgramRun run = this->run(
      "__global__ void wrong(int* p) { p[threadIdx.x] = 1; }\n"
      "int main() {\n"
      "  int* p;\n"
      "  cudaMalloc(&p, 64);\n"
      "  wrong<<<1, 17>>>(p);\n"
      "  while (true) usleep(1000);\n"
      "}\n",
      [&](const Seen& now) {
        if (now->findings == 0) return;
        seen = now;
        stop_.request_stop();
      });
  EXPECT_EQ(run.outcome.end, ProgramOutcome::End::cancelled);
  ASSERT_TRUE(seen);
  ASSERT_EQ(seen->found.findings.size(), 1U);
  ASSERT_EQ(run.outcome.findings.size(), 1U);
  EXPECT_EQ(seen->found.findings[0].message.english(), run.outcome.findings[0].message.english());
  EXPECT_EQ(seen->found.findings[0].line, 2U);
  ASSERT_EQ(seen->found.launches.size(), 1U) << "the one that the finding names";
  EXPECT_EQ(seen->found.launches[0].kernel, "wrong");
}

}  // namespace
}  // namespace warpscope
