// A program where a kernel or a trace file may stand.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/subject/recorded_subject.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::FakeProgram;
using test::three_launches;

class ProgramTarget : public testing::Test {
 protected:
  ProgramTarget() { std::ofstream(file_) << "__global__ void scan();\n"; }
  Invoked call(const std::vector<std::string>& args) { return invoke(args, program_.runner()); }
  TestFolder folder_;
  std::string file_ = folder_.file("sum.cu");
  FakeProgram program_ = three_launches();
};

TEST_F(ProgramTarget, IsReportedAsTheLaunchThatCostsMost) {
  EXPECT_EQ(call({"report", file_, "--json"}).json()["kernel"], "add") << "four blocks of it";
  program_.run.outcome.launches[1].grid = {1};
  const Invoked invoked = call({"report", file_, "--json", "--as-written"});
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_EQ(program_.output, ProgramOutput::to_standard_error);
  const auto json = invoked.json();
  EXPECT_EQ(json["kernel"], "scan");
  EXPECT_TRUE(json["size"].is_null());
  EXPECT_TRUE(json["seed"].is_null());
  EXPECT_EQ(json["block"], 64);
  EXPECT_EQ(json["machine"], "emulator");
  EXPECT_GT(json["totals"]["shared_load"]["wavefronts"], 0);
}

TEST_F(ProgramTarget, IsReportedAsTheTraceOfThatLaunch) {
  const std::vector<std::string> launches{"scan:1", "add", "3"};
  for (std::size_t k = 0; k < launches.size(); ++k) {
    Trace alone = only_launch(*program_.run.trace, k);
    alone.header.program = "sum.cu";
    alone.header.kernel = alone.launches.front().kernel;
    alone.header.machine = "emulator";
    const std::string file = folder_.file("alone.wscope");
    ASSERT_TRUE(write_trace(alone, file));
    EXPECT_EQ(call({"report", file_, "--launch", launches[k], "--json", "--as-written"}).json(),
              call({"report", file, "--json"}).json());
  }
}

TEST_F(ProgramTarget, AFileOfSeveralLaunchesIsTakenApartAsTheProgramIs) {
  const std::string all = folder_.file("all.wscope"), one = folder_.file("one.wscope"),
                    out = folder_.file("out.csv");
  ASSERT_EQ(call({"run", file_, "-o", all}).code, 0);
  for (const std::string launch : {"scan:1", "scan", "add", "3"}) {
    EXPECT_EQ(call({"report", all, "--launch", launch, "--json"}).json(),
              call({"report", file_, "--launch", launch, "--json", "--as-written"}).json());
    EXPECT_EQ(call({"trace", all, "--launch", launch, "-o", one}).code, 0);
    EXPECT_EQ(call({"diff", one, file_, "--launch", launch}).code, 0) << launch;
    EXPECT_EQ(call({"diff", one, all, "--launch", "add"}).code, launch == "add" ? 0 : 2) << launch;
    EXPECT_EQ(call({"export", all, "--launch", launch, "--view", "lines", "-o", out}).code, 0);
  }
  EXPECT_EQ(call({"report", all, "--json"}).json(),
            call({"report", file_, "--json", "--as-written"}).json())
      << "the costliest, unless a launch is chosen";
  const Invoked words = call({"report", all, "--launch", "add"});
  EXPECT_TRUE(words.out.starts_with("add: sum.cu, launch 2\n")) << words.out;
  const Invoked sides =
      call({"compare", all, "--launch", "scan", "--against-launch", "add", "--json"});
  EXPECT_EQ(sides.json()["a"]["kernel"], "scan") << sides.err;
  EXPECT_EQ(sides.json()["b"]["kernel"], "add");
  const Invoked wrong = call({"report", all, "--launch", "sum"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("no kernel \"sum\""), std::string::npos) << wrong.err;
  EXPECT_EQ(call({"report", "reduce_strided", "--launch", "1"}).code, 2) << "it is no program";
  EXPECT_EQ(call({"trace", all, "-o", one}).code, 2) << "it is a trace";
}

/// A launch that sixteen banks serve better, and one that 32 do.
Trace launches_for_banks() {
  test::TraceMaker make(32);
  make.launch(32, "half");
  const int data = make.shared("data", 64);
  const auto halves = [](int lane) { return lane < 16 ? lane : lane + 16; };
  const auto own = [](int lane) { return lane; };
  for (int k = 0; k < 2; ++k) make.store(data, 5, all_lanes, halves, {});
  make.launch(32, "whole");
  for (int k = 0; k < 3; ++k) make.store(data, 6, all_lanes, own, {});
  return make.take();
}

TEST_F(ProgramTarget, TheBanksInForceSayWhichLaunchCostsMost) {
  program_.run.trace = launches_for_banks();
  const std::size_t first = program_.run.trace->launches.size() - 2;
  auto& launches = program_.run.outcome.launches;
  launches.clear();
  for (int k = 0; k < 2; ++k) {
    const auto of_trace = static_cast<std::int32_t>(first) + k;
    launches.push_back(test::program_launch(k + 1, k == 0 ? "half" : "whole", {1}, {32}, of_trace));
  }
  const std::string all = folder_.file("banks.wscope");
  ASSERT_EQ(call({"run", file_, "-o", all}).code, 0);
  for (const std::string& target : {file_, all}) {
    EXPECT_EQ(call({"report", target, "--json"}).json()["kernel"], "half") << target;
    EXPECT_EQ(call({"report", target, "--banks", "cc1", "--json"}).json()["kernel"], "whole")
        << target;
  }
}

TEST_F(ProgramTarget, FiguresOfUnlikeGridsAreNotComparedWithoutAWord) {
  const std::vector<std::string> sides{"compare",          file_, "--launch", "scan",
                                       "--against-launch", "add"};
  const Invoked words = call(sides);
  EXPECT_NE(words.out.find("The grids differ. Blocks: 1 at the left, 4 at the right."),
            std::string::npos)
      << words.out;
  EXPECT_NE(words.out.find("Totals of all blocks, ≈ as if each"), std::string::npos) << words.out;
  std::vector<std::string> as_json = sides;
  as_json.emplace_back("--json");
  const auto json = call(as_json).json();
  EXPECT_TRUE(json["note"].get<std::string>().starts_with("The figures are of"));
  EXPECT_EQ(json["a"]["grid"]["counted"], "all");
  EXPECT_EQ(json["b"]["grid"]["counted"], "scaled");
  EXPECT_EQ(json["b"]["grid"]["blocks"], 4);
  EXPECT_EQ(json["b"]["grid"]["global_atomic"]["sectors"].get<int>(),
            4 * json["b"]["totals"]["global_atomic"]["sectors"].get<int>());
  EXPECT_FALSE(call({"compare", file_, "--launch", "scan", "--against-launch", "3", "--json"})
                   .json()
                   .contains("note"));
}

TEST_F(ProgramTarget, TheSameProgramUnderAnotherNameIsEqual) {
  const std::string copy = folder_.file("copy.cu");
  std::ofstream(copy) << "__global__ void scan();\n";
  for (SourceFile& source : program_.run.trace->sources) source.name = "sum.cu";
  const std::string before = folder_.file("before.wscope"), after = folder_.file("after.wscope");
  ASSERT_EQ(call({"trace", file_, "--launch", "scan", "-o", before}).code, 0);
  for (SourceFile& source : program_.run.trace->sources) source.name = "copy.cu";
  ASSERT_EQ(call({"trace", copy, "--launch", "scan", "-o", after}).code, 0);
  const Invoked diff = call({"diff", before, after});
  EXPECT_EQ(diff.code, 0) << diff.out;
  const Invoked compared = call({"compare", before, after});
  EXPECT_NE(compared.out.find("Both sides make the same accesses"), std::string::npos)
      << compared.out;
}

TEST_F(ProgramTarget, ATableComparesAProgramWithItsNewVersion) {
  const std::string mended = folder_.file("mended.cu"), table = folder_.file("lines.csv");
  std::ofstream(mended) << "__global__ void scan();\n";
  const Invoked done = call({"export", file_, "--compare", mended, "--view", "lines", "-o", table});
  ASSERT_EQ(done.code, 0) << done.err;
  std::ostringstream text;
  text << std::ifstream(table).rdbuf();
  EXPECT_TRUE(text.str().starts_with("left_kernel,right_kernel,")) << text.str();
  EXPECT_NE(text.str().find(",total,"), std::string::npos) << text.str();
}

TEST_F(ProgramTarget, InfoGivesArraysAsTheyAreDeclared) {
  auto& arrays = program_.run.trace->arrays;
  const auto tile = std::ranges::find(arrays, "tile", &Array::name);
  ASSERT_NE(tile, arrays.end());
  const std::string file = folder_.file("arrays.wscope");
  ASSERT_EQ(call({"run", file_, "-o", file}).code, 0);
  EXPECT_NE(call({"info", file}).out.find("4 × 33"), std::string::npos);
  tile->extents = {2, 2, 33};
  ASSERT_EQ(call({"run", file_, "-o", file}).code, 0);
  EXPECT_NE(call({"info", file}).out.find("2 × 2 × 33"), std::string::npos);
  const auto listed = call({"info", file, "--json"}).json()["arrays"];
  const auto entry =
      std::ranges::find_if(listed, [](const auto& of) { return of["name"] == "tile"; });
  ASSERT_NE(entry, listed.end());
  EXPECT_EQ((*entry)["extents"], (std::vector<int>{2, 2, 33}));
}

TEST_F(ProgramTarget, EndsAsTheProgramDid) {
  const std::string out = folder_.file("out.wscope"), csv = folder_.file("out.csv");
  const auto codes = [&] {
    return std::vector<int>{call({"report", file_}).code, call({"compare", file_, file_}).code,
                            call({"trace", file_, "-o", out}).code,
                            call({"export", file_, "--view", "lines", "-o", csv}).code,
                            call({"diff", file_, file_}).code};
  };
  auto& outcome = program_.run.outcome;
  outcome.findings.clear();
  EXPECT_EQ(codes(), (std::vector<int>{0, 0, 0, 0, 0}));
  outcome.findings.push_back({.kind = FindingKind::race, .message = say("A race.")});
  EXPECT_EQ(codes(), (std::vector<int>{1, 1, 0, 0, 0})) << "what judges it says so";
  EXPECT_NE(call({"report", file_}).err.find("about host code"), std::string::npos);
  outcome.findings.front().launch = 2;
  const Invoked other = call({"report", file_, "--launch", "1"});
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("There is a finding of launches that are not shown"), std::string::npos)
      << other.err;
  outcome.findings.front().kind = FindingKind::undefined_order;
  EXPECT_EQ(codes(), (std::vector<int>{0, 0, 0, 0, 0}));
  outcome.end = ProgramOutcome::End::crashed;
  outcome.message = say("The program crashed.");
  EXPECT_EQ(codes(), (std::vector<int>{1, 1, 1, 1, 0}));
  EXPECT_FALSE(call({"report", file_}).out.empty()) << "what was recorded is shown all the same";
  EXPECT_NE(call({"diff", file_, file_}).err.find("The program crashed."), std::string::npos);
  outcome.end = ProgramOutcome::End::returned;
  outcome.exit_status = 3;
  EXPECT_EQ(codes(), (std::vector<int>{1, 1, 1, 1, 0}));
  EXPECT_NE(call({"report", file_}).err.find("The program returned 3."), std::string::npos);
}

TEST_F(ProgramTarget, IsExportedWhereItIsWrongAndReportedWhereItIsSlow) {
  const std::string out = folder_.file("out.csv");
  const auto exported = [&](const std::vector<std::string>& more = {}) {
    std::vector<std::string> args{"export", file_, "--view", "totals", "-o", out};
    args.insert(args.end(), more.begin(), more.end());
    EXPECT_EQ(call(args).code, 0);
    std::ifstream stream(out);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  const std::string costliest = exported();
  ASSERT_EQ(costliest, exported({"--launch", "2"})) << "four blocks of it";
  program_.run.outcome.findings.push_back(
      {.kind = FindingKind::race, .message = say("A race."), .launch = 3});
  EXPECT_EQ(exported(), exported({"--launch", "3"}));
  EXPECT_NE(exported(), costliest);
  EXPECT_EQ(call({"report", file_, "--json", "--as-written"}).json()["kernel"], "add");
}

TEST_F(ProgramTarget, IsReportedInWords) {
  const Invoked invoked = call({"report", file_, "--launch", "add"});
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_TRUE(invoked.out.starts_with("add: sum.cu, launch 2\nsum.cu, block 32\n")) << invoked.out;
  EXPECT_NE(invoked.out.find("not checked, this is a program of your own."), std::string::npos);
}

TEST_F(ProgramTarget, GetsItsOptionsFromEveryCommand) {
  const std::string other = folder_.file("more.cpp"), out = folder_.file("out");
  std::ofstream(other) << "int x;\n";
  for (const auto& args : std::vector<std::vector<std::string>>{
           {"report", file_},
           {"trace", file_, "-o", out},
           {"export", file_, "--view", "lines", "--format", "csv", "-o", out},
           {"diff", file_, file_},
           {"compare", file_, file_}}) {
    std::vector<std::string> all = args;
    for (const char* more :
         {"--with", other.c_str(), "-D", "N=2", "-I", "here", "--trace-block", "1,2", "--schedule",
          "random:5", "--check-limit", "9", "--launch", "add", "--", "--size", "64"}) {
      all.emplace_back(more);
    }
    program_ = three_launches();
    const Invoked invoked = call(all);
    EXPECT_EQ(invoked.code, 0) << args[0] << ": " << invoked.err;
    EXPECT_EQ(program_.build_request.files, (std::vector<std::filesystem::path>{file_, other}))
        << args[0];
    EXPECT_EQ(program_.build_request.defines, std::vector<std::string>{"N=2"});
    EXPECT_EQ(program_.request.options.traced_block, (Dim3{1, 2, 0}));
    EXPECT_EQ(program_.request.options.schedule_seed, 5U);
    EXPECT_EQ(program_.request.options.check_limit, 9);
    EXPECT_EQ(program_.request.arguments, (std::vector<std::string>{"--size", "64"}));
  }
}

TEST_F(ProgramTarget, RefusesWhatIsAboutKernelsAndSaysWhatToUse) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
      {{"--size", "64"}, "arguments after --"}, {{"--input", "ramp"}, "arguments after --"},
      {{"--seed", "3"}, "arguments after --"},  {{"--param", "type=int"}, "-D NAME=VALUE"},
      {{"--block", "128"}, "program's launch"}, {{"--drop-barrier", "3"}, "copy of the file"},
      {{"--machine", "cuda"}, "emulator"}};
  for (const auto& [more, expected] : refused) {
    std::vector<std::string> args{"report", file_};
    args.insert(args.end(), more.begin(), more.end());
    const Invoked invoked = call(args);
    EXPECT_EQ(invoked.code, 2) << more[0];
    EXPECT_NE(invoked.err.find(more[0] + " says nothing here."), std::string::npos) << invoked.err;
    EXPECT_NE(invoked.err.find(expected), std::string::npos) << invoked.err;
  }
  EXPECT_EQ(program_.builds, 0);
  EXPECT_EQ(call({"report", file_, "--machine", "emulator"}).code, 0);
}

TEST_F(ProgramTarget, SharedMemoryIsLaidOutOtherwiseAfterItRan) {
  for (const auto& [option, value] :
       {std::pair{"--pad", "32"}, std::pair{"--relayout", "temp:pad=1"}}) {
    EXPECT_EQ(call({"report", file_, "--launch", "scan", option, value}).code, 0) << option;
    const Invoked compared = call({"compare", file_, "--launch", "scan", option, value, "--json"});
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_NE(compared.json()["first_difference"].get<std::string>().find("only moves them"),
              std::string::npos)
        << option;
  }
}

TEST_F(ProgramTarget, OptionsOfProgramsAreRefusedForKernelsAndTraces) {
  const std::string trace = folder_.file("a.wscope");
  ASSERT_TRUE(write_trace(test::several_launches(), trace));
  const std::vector<std::vector<std::string>> options{
      {"-I", "here"},         {"-D", "N=2"},         {"--std", "c++20"},      {"--optimise", "2"},
      {"--check-limit", "3"}, {"--time-limit", "3"}, {"--memory-limit", "3"}, {"--setup", "n 4"},
      {"--with", "x.cu"},     {"--", "64"}};
  for (const std::string& target : {std::string("reduce_strided"), trace}) {
    for (const std::vector<std::string>& more : options) {
      std::vector<std::string> args{"report", target};
      args.insert(args.end(), more.begin(), more.end());
      const Invoked invoked = call(args);
      EXPECT_EQ(invoked.code, 2) << target << ' ' << more[0];
      EXPECT_NE(invoked.err.find("of your own"), std::string::npos) << invoked.err;
      EXPECT_EQ(std::ranges::count(invoked.err, '\n'), 1) << invoked.err;
    }
  }
}

TEST_F(ProgramTarget, ComparesTwoLaunchesOfOneProgram) {
  const Invoked invoked =
      call({"compare", file_, "--launch", "add", "--against-launch", "scan", "--json"});
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_EQ(invoked.json()["a"]["kernel"], "add");
  EXPECT_EQ(invoked.json()["b"]["kernel"], "scan");
  EXPECT_EQ(invoked.json()["change"], "launch scan");
}

TEST_F(ProgramTarget, WithoutATraceSaysWhy) {
  program_.run.trace.reset();
  Invoked invoked = call({"report", file_});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("launched no kernel"), std::string::npos) << invoked.err;
  program_.run.outcome.end = ProgramOutcome::End::crashed;
  program_.run.outcome.message = say("The program crashed at sum.cu:3.");
  invoked = call({"report", file_});
  EXPECT_EQ(invoked.code, 1);
  EXPECT_NE(invoked.err.find("crashed at sum.cu:3."), std::string::npos) << invoked.err;
}

TEST_F(ProgramTarget, ThatEndedBadlyIsShownAndTheEndIsSaid) {
  program_.run.outcome.exit_status = 3;
  const Invoked invoked = call({"report", file_, "--json"});
  EXPECT_EQ(invoked.code, 1);
  EXPECT_EQ(invoked.err, "warpscope: The program returned 3.\n");
  EXPECT_EQ(invoked.json()["kernel"], "add");
}

TEST_F(ProgramTarget, FindingsAboutTheHostAreNotLost) {
  program_.run.outcome.findings.assign(2, test::race_finding());
  program_.run.outcome.findings[0].launch = 0;
  const Invoked invoked = call({"report", file_, "--json"});
  EXPECT_EQ(invoked.code, 1);
  EXPECT_EQ(invoked.err,
            "warpscope: 1 finding about host code; warpscope run " + file_ + " shows it.\n");
}

TEST_F(ProgramTarget, ALaunchThatWasNotRecordedIsNamed) {
  for (auto& launch : program_.run.outcome.launches) launch.trace_launch = -1;
  const Invoked invoked = call({"report", file_, "--launch", "add"});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("Launch 2 (add) was not recorded"), std::string::npos) << invoked.err;
}

TEST_F(ProgramTarget, ALateLaunchIsRecordedIfItIsAskedFor) {
  call({"report", file_, "--launch", "5000"});
  EXPECT_EQ(program_.request.options.record_launches, 5000);
}

TEST_F(ProgramTarget, IsNoFileForInfo) {
  const Invoked invoked = call({"info", file_});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("warpscope run"), std::string::npos);
  EXPECT_EQ(program_.builds, 0);
}

TEST_F(ProgramTarget, OpensInTheWindowWhichRunsIt) {
  const Invoked invoked = call({file_, "-D", "BLOCK=64", "--launch", "add", "--", "4096"});
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  ASSERT_EQ(invoked.windows.size(), 1U);
  const ProgramChoice* program = invoked.windows.front().subject->program();
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->request.build.files, std::vector<std::filesystem::path>{file_});
  EXPECT_EQ(program->request.build.defines, std::vector<std::string>{"BLOCK=64"});
  EXPECT_EQ(program->request.arguments, std::vector<std::string>{"4096"});
  EXPECT_EQ(program->launch.kernel, "add");
  EXPECT_TRUE(invoked.windows.front().programs.build);
  EXPECT_EQ(program_.builds, 0) << "the window builds it, and shows how far that is";
}

TEST_F(ProgramTarget, OpensInTheWindowOnlyIfItIsThere) {
  const Invoked invoked = call({folder_.file("other.cu")});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("There is no file"), std::string::npos) << invoked.err;
  EXPECT_TRUE(invoked.windows.empty());
}

TEST_F(ProgramTarget, ThatIsNotThereIsASentence) {
  const Invoked invoked = call({"report", folder_.file("other.cu")});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("There is no file"), std::string::npos) << invoked.err;
  EXPECT_EQ(program_.builds, 0);
}

TEST_F(ProgramTarget, ItsTraceIsNeverTakenForAKernelOfTheCatalogue) {
  for (auto& launch : program_.run.trace->launches) launch.kernel = "reduce_strided";
  for (auto& launch : program_.run.outcome.launches) launch.kernel = "reduce_strided";
  const std::string trace = folder_.file("a.wscope");
  ASSERT_EQ(call({"trace", file_, "-o", trace}).code, 0);
  const auto recorded = recorded_subject(trace)->record({}, {});
  ASSERT_TRUE(recorded) << recorded.error().message;
  EXPECT_EQ(recorded->trace->header.kernel, "reduce_strided");
  EXPECT_EQ(recorded->trace->header.program, "sum.cu");
  EXPECT_EQ(recorded->subject->kernel(), nullptr);
  EXPECT_EQ(kernel_of(recorded->subject->topic()), nullptr) << "no lesson of ours belongs to it";
  EXPECT_TRUE(call({"report", trace, "--json"}).json()["size"].is_null());
  EXPECT_EQ(call({"info", trace, "--json"}).json()["program"], "sum.cu");
}

}  // namespace
}  // namespace warpscope
