#include "app/subject/compiled_run.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// A compiler and a machine that do what a test wants, and remember what was asked of them.
struct Fake {
  ProgramOutcome written, compiled;
  std::string why_not;  // empty: it is built as compiled, too
  std::vector<ProgramRequest> runs;

  ProgramRunner runner() {
    return {.build =
                [this](const BuildRequest& request, std::stop_token,
                       const std::function<void(const std::string&)>&) {
                  BuildResult built;
                  if (request.as_compiled && !why_not.empty()) {
                    built.failure.message = why_not;
                  } else {
                    built.program = BuiltProgram{};
                  }
                  return built;
                },
            .run =
                [this](const BuiltProgram&, const ProgramRequest& request, const ProgramOutput&,
                       std::stop_token) {
                  runs.push_back(request);
                  return Result<ProgramRun>(
                      ProgramRun{request.build.as_compiled ? compiled : written, {}});
                },
            .find_compiler = {}};
  }
};

ProgramOutcome outcome(std::initializer_list<const char*> kernels) {
  ProgramOutcome made;
  for (const char* kernel : kernels) {
    ProgramLaunch launch;
    launch.number = static_cast<int>(made.launches.size()) + 1;
    launch.kernel = kernel;
    made.launches.push_back(launch);
  }
  return made;
}

class CompiledRunTest : public testing::Test {
 protected:
  /// Runs the program and then, as compiled, again.
  AsCompiled run(ProgramRequest request = {}) {
    request.folder = folder_.path();
    const CompiledRun again(fake_.runner());
    const ProgramRunner watched = again.watching();
    static_cast<void>(watched.run(BuiltProgram{}, request, ProgramOutput::inherit, {}));
    return again.run([](const std::string&) {}, {});
  }

  const TestFolder folder_;
  Fake fake_;
};

TEST_F(CompiledRunTest, RunsTheSameOnceMoreInAFolderOfItsOwn) {
  fake_.written = fake_.compiled = outcome({"sum", "scan"});
  ProgramRequest request;
  request.arguments = {"12"};
  const AsCompiled compiled = run(request);
  EXPECT_TRUE(compiled.run);
  EXPECT_TRUE(compiled.reason.empty());
  ASSERT_EQ(fake_.runs.size(), 2U);
  EXPECT_FALSE(fake_.runs[0].build.as_compiled);
  EXPECT_TRUE(fake_.runs[1].build.as_compiled);
  EXPECT_EQ(fake_.runs[1].arguments, request.arguments);
  EXPECT_FALSE(fake_.runs[1].folder.empty());
  EXPECT_NE(fake_.runs[1].folder, fake_.runs[0].folder);
  EXPECT_EQ(compiled.launch(1, BankModel::cc5), nullptr) << "nothing was recorded";
}

TEST_F(CompiledRunTest, OtherLaunchesAreNotTheSameProgram) {
  fake_.written = outcome({"sum", "scan"});
  fake_.compiled = outcome({"sum"});
  const AsCompiled compiled = run();
  EXPECT_FALSE(compiled.run);
  EXPECT_NE(compiled.reason.english().find("other kernels"), std::string::npos);
}

TEST_F(CompiledRunTest, AStoppedProgramIsNotRunAgain) {
  fake_.written = outcome({"sum"});
  fake_.written.end = ProgramOutcome::End::time_limit;
  EXPECT_FALSE(run().reason.empty());
  EXPECT_EQ(fake_.runs.size(), 1U);
}

TEST_F(CompiledRunTest, WhatTheCompilerSaysIsTheReason) {
  fake_.written = outcome({"sum"});
  fake_.why_not = "This is g++.";
  EXPECT_EQ(run().reason.english(), "This is g++.");
}

TEST_F(CompiledRunTest, AProgramAsCompiledIsNotRunTwice) {
  fake_.compiled = outcome({"sum"});
  ProgramRequest request;
  request.build.as_compiled = true;
  const AsCompiled compiled = run(request);
  EXPECT_FALSE(compiled.run);
  EXPECT_TRUE(compiled.reason.empty());
  EXPECT_EQ(fake_.runs.size(), 1U);
}

TEST_F(CompiledRunTest, OtherRunsHaveTheSameCopyOfTheFolder) {
  fake_.written = fake_.compiled = outcome({"sum"});
  for (const bool as_compiled : {false, true}) {
    ProgramRequest request;
    request.folder = folder_.path();
    request.build.as_compiled = as_compiled;
    const CompiledRun again(fake_.runner());
    const ProgramRunner watched = again.watching(true);
    static_cast<void>(watched.run(BuiltProgram{}, request, ProgramOutput::inherit, {}));
    ASSERT_TRUE(again.folder() && again.folder()->ok());
    const auto place = again.folder()->value().begin();
    ASSERT_TRUE(place.ok());
    EXPECT_EQ(again.run([](const std::string&) {}, {}).run.has_value(), !as_compiled);
    EXPECT_EQ(fake_.runs.back().folder, as_compiled ? folder_.path() : place.value());
  }
}

}  // namespace
}  // namespace warpscope
