#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "app/cli/run_text.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::FakeProgram;
using test::program_launch;
using test::race_finding;
using test::three_launches;

void expect_in_80_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(text_columns(line), terminal_columns) << line;
  }
}

class CliRun : public testing::Test {
 protected:
  CliRun() { std::ofstream(file_) << "__global__ void scan();\n"; }
  Invoked run(std::vector<std::string> more = {}) {
    std::vector<std::string> args{"run", file_};
    args.insert(args.end(), more.begin(), more.end());
    return invoke(args, program_.runner());
  }
  TestFolder folder_;
  std::string file_ = folder_.file("sum.cu");
  FakeProgram program_ = three_launches();
};

TEST_F(CliRun, ListsTheLaunchesAndWhatTheyCost) {
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("1  scan"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("2  add"), std::string::npos);
  EXPECT_NE(invoked.out.find("Findings: none."), std::string::npos);
  EXPECT_NE(invoked.out.find("Checked all 6 blocks."), std::string::npos) << invoked.out;
  EXPECT_EQ(program_.output, ProgramOutput::inherit);
  EXPECT_EQ(program_.build_request.files, (std::vector<std::filesystem::path>{file_}));
  expect_in_80_columns(invoked.out);
}

TEST_F(CliRun, PassesOnEveryOption) {
  const std::string other = folder_.file("other.cpp");
  std::ofstream(other) << "int x;\n";
  const Invoked invoked = run({other,
                               "-I",
                               "include",
                               "-DN=3",
                               "-D",
                               "FAST",
                               "--std",
                               "c++20",
                               "--optimise",
                               "2",
                               "--trace-block",
                               "1,2,3",
                               "--all-blocks",
                               "--banks",
                               "cc1",
                               "--schedule",
                               "random:9",
                               "--store-winner",
                               "highest",
                               "--check-limit",
                               "7",
                               "--time-limit",
                               "1.5",
                               "--memory-limit",
                               "64",
                               "--",
                               "--json",
                               "-x",
                               "",
                               "--help=1"});
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  BuildRequest build{.files = {file_, other},
                     .include_folders = {"include"},
                     .defines = {"N=3", "FAST"},
                     .standard = "c++20",
                     .optimise = 2};
  EXPECT_EQ(program_.build_request, build);
  const ProgramOptions& options = program_.request.options;
  EXPECT_EQ(options.traced_block, (Dim3{1, 2, 3}));
  EXPECT_TRUE(options.all_blocks);
  EXPECT_EQ(options.banks, BankModel::cc1);
  EXPECT_EQ(options.schedule_seed, 9U);
  EXPECT_TRUE(options.highest_lane_wins);
  EXPECT_EQ(options.check_limit, 7);
  EXPECT_EQ(options.time_limit, 1.5);
  EXPECT_EQ(options.memory_limit, 64);
  EXPECT_EQ(program_.request.arguments, (std::vector<std::string>{"--json", "-x", "", "--help=1"}));
  EXPECT_FALSE(invoked.out.starts_with("{")) << "--json after -- is the program's";
}

TEST_F(CliRun, WithoutOptionsTakesTheDefaultsOfTheMachine) {
  run();
  const ProgramOptions &options = program_.request.options, defaults;
  EXPECT_EQ(options.check_limit, defaults.check_limit);
  EXPECT_EQ(options.time_limit, defaults.time_limit);
  EXPECT_EQ(options.record_launches, defaults.record_launches);
  EXPECT_EQ(options.traced_block, defaults.traced_block);
  EXPECT_FALSE(options.schedule_seed);
  EXPECT_EQ(program_.build_request.standard, BuildRequest{}.standard);
}

TEST_F(CliRun, JsonHasTheFiguresAsCompiledBesideThoseAsWritten) {
  const Invoked invoked = run({"--json"});
  EXPECT_TRUE(program_.request.build.as_compiled) << "ran last";
  const auto json = invoked.json();
  for (const auto& launch : json["launches"]) {
    if (launch["totals"].is_null()) continue;
    auto totals = launch["totals"], grid = launch["grid_totals"];
    ASSERT_TRUE(totals.contains("joined")) << json;
    const auto joined = totals["joined"], joined_grid = grid["joined"];
    totals.erase("joined");
    grid.erase("joined");
    EXPECT_EQ(totals, joined) << "the same run twice";
    EXPECT_EQ(grid, joined_grid);
  }
  EXPECT_FALSE(json.contains("joined_missing"));
  EXPECT_FALSE(run({"--json", "--as-written"}).json()["launches"][0]["totals"].contains("joined"));
}

TEST_F(CliRun, JsonHasTheShapeThatOthersRelyOn) {
  program_.run.outcome.findings = {race_finding()};
  program_.run.outcome.seconds = 0.25;
  program_.run.outcome.launches[2].trace_launch = -1;
  const Invoked invoked = run({"--json", "--as-written"});
  EXPECT_EQ(invoked.code, 1);
  EXPECT_EQ(program_.output, ProgramOutput::to_standard_error);
  const auto json = invoked.json();
  EXPECT_EQ(json["program"]["files"][0], file_);
  EXPECT_EQ(json["program"]["exit"], 0);
  EXPECT_EQ(json["program"]["seconds"], 0.25);
  ASSERT_EQ(json["launches"].size(), 3U);
  const auto& add = json["launches"][1];
  EXPECT_EQ(add["number"], 2);
  EXPECT_EQ(add["kernel"], "add");
  EXPECT_EQ(add["grid"], (std::vector{4, 1, 1}));
  EXPECT_EQ(add["block"], (std::vector{32, 1, 1}));
  EXPECT_EQ(add["shared_bytes"], 0);
  EXPECT_EQ(add["recorded"], (std::vector{0, 0, 0}));
  EXPECT_EQ(add["findings"], 1);
  EXPECT_EQ(add["totals"]["constant_load"]["requests"], 1);
  EXPECT_TRUE(json["launches"][2]["recorded"].is_null());
  EXPECT_TRUE(json["launches"][2]["totals"].is_null());
  ASSERT_EQ(json["findings"].size(), 1U);
  const auto& finding = json["findings"][0];
  EXPECT_EQ(finding["kind"], "race");
  EXPECT_EQ(finding["message"], race_finding().message.english());
  EXPECT_EQ(finding["file"], "sum.cu");
  EXPECT_EQ(finding["line"], 14);
  EXPECT_EQ(finding["launch"], 2);
  EXPECT_EQ(finding["block"], (std::vector{2, 0, 0}));
  EXPECT_EQ(finding["thread"], (std::vector{3, 0, 0}));
  EXPECT_EQ(finding["array"], "tile");
  EXPECT_EQ(finding["index"], 7);
  EXPECT_EQ(finding["other_line"], 12);
  EXPECT_EQ(finding["times"], 1200);
}

TEST_F(CliRun, AFindingWhoseCauseTheSourceTellsHasItsRemedy) {
  program_.run.outcome.findings = {race_finding()};
  EXPECT_FALSE(run({"--json"}).json()["findings"][0].contains("remedy")) << "line 14 is not there";
  EXPECT_EQ(run().out.find("Remedy:"), std::string::npos);
  std::string text = "__global__ void add(int* tile) {\n" + std::string(10, '\n') +
                     "  tile[threadIdx.x] = 1;\n\n  use(tile[7]);\n}\n";
  program_.run.trace->sources = {{"sum.cu", text}};
  const std::string remedy = "Put __syncthreads() behind line 12 and before line 14.";
  EXPECT_EQ(run({"--json"}).json()["findings"][0]["remedy"], remedy);
  const Invoked invoked = run();
  EXPECT_NE(invoked.out.find("    Remedy: " + remedy + "\n"), std::string::npos) << invoked.out;
  expect_in_80_columns(invoked.out);
}

TEST_F(CliRun, FindingsThatOneRemedyMendsAreTold) {
  program_.run.outcome.findings.assign(3, race_finding());
  program_.run.outcome.findings[1].line += 1;
  program_.run.outcome.findings[2].line += 3;
  std::string text = "__global__ void add(int* tile) {\n" + std::string(10, '\n') +
                     "  tile[threadIdx.x] = 1;\n\n  use(tile[7]);\n  use(tile[8]);\n}\n";
  program_.run.trace->sources = {{"sum.cu", text}};
  const auto json = run({"--json"}).json();
  ASSERT_EQ(json["findings"].size(), 2U) << "the third line has no statement";
  const auto& finding = json["findings"][0];
  EXPECT_EQ(finding["line"], 14);
  EXPECT_EQ(finding["times"], 2400);
  ASSERT_EQ(finding["more_places"].size(), 1U);
  EXPECT_EQ(finding["more_places"][0]["line"], 15);
  EXPECT_EQ(finding["more_places"][0]["other_line"], 12);
  EXPECT_EQ(finding["remedy"], "Put __syncthreads() behind line 12 and before line 14.");
  EXPECT_FALSE(json["findings"][1].contains("more_places"));
  const Invoked invoked = run();
  EXPECT_NE(invoked.out.find("1 more place of the"), std::string::npos) << invoked.out;
  expect_in_80_columns(invoked.out);
}

TEST_F(CliRun, JsonHasTheTotalsOfAReport) {
  const auto totals = run({"--json", "--launch", "add"}).json()["launches"][0]["totals"];
  const Invoked report = invoke({"report", file_, "--launch", "add", "--json"}, program_.runner());
  EXPECT_EQ(totals, report.json()["totals"]);
}

TEST_F(CliRun, JsonOfAllBlocksHasTheirSums) {
  Totals sums;
  sums.shared_load = {5, 40, 10};
  program_.run.outcome.totals = {sums, sums, sums};
  const auto json = run({"--json", "--all-blocks"}).json();
  EXPECT_EQ(json["launches"][1]["recorded"], "all");
  EXPECT_EQ(json["launches"][1]["totals"]["shared_load"]["conflicts"], 30);
  EXPECT_EQ(json["launches"][1]["grid_totals"]["counted"], "all");
  EXPECT_EQ(json["launches"][1]["grid_totals"]["shared_load"]["conflicts"], 30);
}

TEST_F(CliRun, GridsAreScaledFromTheRecordedBlock) {
  const auto json = run({"--json"}).json();
  const auto &scan = json["launches"][0]["grid_totals"], &add = json["launches"][1]["grid_totals"];
  EXPECT_EQ(scan["counted"], "all") << "its only block";
  EXPECT_EQ(add["counted"], "scaled");
  EXPECT_EQ(add["blocks"], 4);
  EXPECT_EQ(add["global_atomic"]["sectors"].get<int>(),
            4 * json["launches"][1]["totals"]["global_atomic"]["sectors"].get<int>());
  const std::string out = run().out;
  EXPECT_NE(out.find("≈16"), std::string::npos) << out;
  EXPECT_NE(out.find("≈ as if each did what block 0 does"), std::string::npos) << out;
}

TEST_F(CliRun, ARaceInSeveralLaunchesIsToldOnce) {
  for (int launch = 1; launch <= 3; ++launch) {
    program_.run.outcome.findings.push_back(race_finding());
    program_.run.outcome.findings.back().launch = launch;
  }
  const Invoked invoked = run();
  EXPECT_NE(invoked.out.find("Findings: 1\n"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("launch 1 (scan) and 2 more launches, block 2"), std::string::npos)
      << invoked.out;
  const auto json = run({"--json"}).json();
  ASSERT_EQ(json["findings"].size(), 1U);
  EXPECT_EQ(json["findings"][0]["launches"], (std::vector{1, 2, 3}));
  EXPECT_EQ(json["findings"][0]["times"], 3600);
  EXPECT_EQ(json["launches"][2]["findings"], 1) << "each launch keeps its own count";
}

TEST_F(CliRun, NotesAreALineAKind) {
  program_.run.outcome.notes.assign(3, race_finding());
  for (std::uint32_t k = 0; k < 3; ++k) program_.run.outcome.notes[k].line = k + 1;
  program_.run.outcome.findings = {race_finding()};
  program_.run.outcome.findings[0].kind = FindingKind::undefined_order;
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 0);
  EXPECT_NE(invoked.out.find("Findings: none.\nNotes: 4\n"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("… and 2 more of this kind"), std::string::npos) << invoked.out;
  const auto json = run({"--json"}).json();
  EXPECT_TRUE(json["findings"].empty());
  EXPECT_EQ(json["notes"].size(), 4U);
  EXPECT_EQ(json["launches"][1]["findings"], 0);
}

TEST_F(CliRun, AFindingIsToldWithItsPlace) {
  program_.run.outcome.findings = {race_finding()};
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 1);
  EXPECT_NE(invoked.out.find("sum.cu:14: Threads 3 and 35 store to tile[7]"), std::string::npos)
      << invoked.out;
  EXPECT_NE(
      invoked.out.find("launch 2 (add), block 2, thread 3, tile[7]; with line 12, thread 35;"),
      std::string::npos);
  EXPECT_NE(invoked.out.find("1,200"), std::string::npos);
  expect_in_80_columns(invoked.out);
}

TEST_F(CliRun, WhatIsNoFaultDoesNotFailTheRun) {
  program_.run.outcome.findings = {race_finding()};
  program_.run.outcome.findings[0].kind = FindingKind::undefined_order;
  EXPECT_EQ(run().code, 0);
}

TEST_F(CliRun, ManyFindingsAreCut) {
  program_.run.outcome.findings.assign(500, race_finding());
  for (std::uint32_t k = 0; k < 500; ++k) program_.run.outcome.findings[k].line = k + 1;
  const Invoked invoked = run();
  EXPECT_NE(invoked.out.find("Findings: 500"), std::string::npos);
  EXPECT_NE(invoked.out.find("480 more"), std::string::npos) << invoked.out;
  EXPECT_LT(std::ranges::count(invoked.out, '\n'), 80);
}

TEST_F(CliRun, TheExitCodeIsOneIfTheProgramIsWrong) {
  program_.run.outcome.exit_status = 7;
  Invoked invoked = run();
  EXPECT_EQ(invoked.code, 1);
  EXPECT_NE(invoked.out.find("The program returned 7."), std::string::npos);
  EXPECT_EQ(run({"--json"}).json()["program"]["exit"], 7);

  program_.run.outcome.end = ProgramOutcome::End::crashed;
  program_.run.outcome.signal = SIGSEGV;
  program_.run.outcome.message = say("The program crashed at sum.cu:3.");
  invoked = run();
  EXPECT_EQ(invoked.code, 1);
  EXPECT_NE(invoked.out.find("The program crashed at sum.cu:3."), std::string::npos);
  EXPECT_EQ(run({"--json"}).json()["program"]["exit"], 128 + SIGSEGV);

  program_.run.outcome.end = ProgramOutcome::End::time_limit;
  program_.run.outcome.stopped = ProgramStop{"sum.cu", 7, 2, Dim3{1, 0, 0}, std::nullopt};
  EXPECT_EQ(run().code, 1);
  const auto program = run({"--json"}).json()["program"];
  EXPECT_TRUE(program["exit"].is_null());
  EXPECT_EQ(program["stopped"]["file"], "sum.cu");
  EXPECT_EQ(program["stopped"]["line"], 7);
  EXPECT_EQ(program["stopped"]["launch"], 2);
  EXPECT_TRUE(program["stopped"]["thread"].is_null());
  program_.run.outcome.end = ProgramOutcome::End::not_loaded;
  program_.run.outcome.message = say("The program uses f, which nothing defines.");
  invoked = run();
  EXPECT_EQ(invoked.code, 2);
  EXPECT_EQ(invoked.out, "");
  EXPECT_EQ(invoked.err, "warpscope: The program uses f, which nothing defines.\n");
}

TEST_F(CliRun, WithoutALaunchSaysSo) {
  program_.run.outcome.launches.clear();
  program_.run.trace.reset();
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("No kernel was launched."), std::string::npos);
  EXPECT_EQ(run({"--json"}).json()["launches"].size(), 0U);
}

TEST_F(CliRun, AThousandLaunchesAreFolded) {
  auto& outcome = program_.run.outcome;
  outcome.launches.clear();
  for (int k = 1; k <= 1000; ++k) {
    outcome.launches.push_back(program_launch(k, k % 2 == 1 ? "scan" : "add", {4}, {64},
                                              k > 100      ? -1
                                              : k % 2 == 1 ? 0
                                                           : 1));
  }
  outcome.launches_not_recorded = 900;
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 0);
  EXPECT_LT(std::ranges::count(invoked.out, '\n'), 20) << invoked.out;
  EXPECT_NE(invoked.out.find("1 … 99  scan × 50"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("Not recorded: 900 of 1,000 launches."), std::string::npos);
  expect_in_80_columns(invoked.out);
  EXPECT_EQ(run({"--json"}).json()["launches"].size(), 1000U);
}

TEST_F(CliRun, LaunchesThatAllDifferAreFoldedByTheirShape) {
  auto& outcome = program_.run.outcome;
  outcome.launches.clear();
  outcome.totals.clear();
  for (int k = 1; k <= 300; ++k) {
    outcome.launches.push_back(program_launch(k, "step", {4}, {64}, 0));
    outcome.totals.emplace_back().shared_load = {1, static_cast<std::uint64_t>(k), 1};
  }
  const Invoked invoked = run({"--all-blocks"});
  EXPECT_NE(invoked.out.find("1–300  step × 300"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("45,150"), std::string::npos) << "the sum of 1 to 300";
  EXPECT_LT(std::ranges::count(invoked.out, '\n'), 20);
}

TEST_F(CliRun, LongNamesAreCutToTheWidthOfATerminal) {
  program_.run.outcome.launches[1].kernel =
      "tools::kernel_with_a_name<std::integral_constant<int, 4096>, float, 3, 5, 8, true>";
  program_.run.outcome.launches[0].grid = {65535, 65535, 1};
  program_.run.outcome.findings = {race_finding()};
  expect_in_80_columns(run().out.substr(0, 300));
}

TEST_F(CliRun, NotesAreNoFindings) {
  program_.run.outcome.findings.clear();
  program_.run.outcome.notes = {race_finding()};
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("Findings: none.\nNotes: 1\n"), std::string::npos) << invoked.out;
  const auto json = run({"--json"}).json();
  EXPECT_TRUE(json["findings"].empty());
  EXPECT_EQ(json["notes"].size(), 1U);
}

TEST_F(CliRun, WhatWasNotCheckedIsSaid) {
  program_.run.outcome.launches[1].grid = {4096};
  program_.run.outcome.launches[1].checked_all = false;
  program_.run.outcome.launches[1].checked_blocks = 16;
  const Invoked invoked = run({"--launch", "2"});
  EXPECT_NE(invoked.out.find("Checked 16 of 4,096 blocks"), std::string::npos) << invoked.out;
}

TEST_F(CliRun, WhatNeverRanIsNotBlamedOnTheLimit) {
  program_.run.outcome.launches[1].grid = {4096};
  program_.run.outcome.launches[1].checked_all = false;
  program_.run.outcome.launches[1].checked_blocks = 16;
  program_.run.outcome.launches[1].error = "cudaErrorIllegalAddress";
  const Invoked invoked = run();
  EXPECT_NE(invoked.out.find("Checked 18 of 4,098 blocks.\n"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("Launch 2 (add) failed with cudaErrorIllegalAddress: "),
            std::string::npos);
}

TEST_F(CliRun, LaunchesCanBeChosen) {
  const auto numbers = [&](const std::string& launch) {
    std::vector<int> found;
    const auto json = run({"--json", "--launch", launch}).json();
    for (const auto& entry : json["launches"]) {
      found.push_back(entry["number"]);
    }
    return found;
  };
  EXPECT_EQ(numbers("scan"), (std::vector{1, 3}));
  EXPECT_EQ(numbers("scan:2"), (std::vector{3}));
  EXPECT_EQ(numbers("2"), (std::vector{2}));
  Invoked invoked = run({"--launch", "scna"});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("\"scan\""), std::string::npos) << invoked.err;
  invoked = run({"--launch", "scan:3"});
  EXPECT_EQ(invoked.code, 2);
  EXPECT_NE(invoked.err.find("scan:3"), std::string::npos) << invoked.err;
}

TEST_F(CliRun, WritesTheRecordedLaunches) {
  const std::string all = folder_.file("all.wscope"), one = folder_.file("one.wscope");
  EXPECT_EQ(run({"-o", all}).code, 0);
  EXPECT_EQ(run({"-o", one, "--launch", "add"}).code, 0);
  const Result<Trace> read = read_trace(all), of_one = read_trace(one);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_TRUE(of_one) << of_one.error().message;
  EXPECT_EQ(read->launches.size(), 3U);
  EXPECT_EQ(read->header.program, "sum.cu");
  EXPECT_EQ(read->header.machine, "emulator");
  EXPECT_EQ(read->header.date, "") << "the same command gives the same bytes";
  ASSERT_EQ(of_one->launches.size(), 1U);
  EXPECT_EQ(of_one->header.kernel, "add");
}

TEST_F(CliRun, WritesExactlyTheLaunchesThatAreAskedFor) {
  const std::string file = folder_.file("some.wscope");
  const auto kernels = [&](const std::string& launch) {
    std::vector<std::string> names;
    EXPECT_EQ(run({"-o", file, "--launch", launch}).code, 0) << launch;
    const Result<Trace> read = read_trace(file);
    if (!read) return names;
    for (const Launch& of : read->launches) names.push_back(of.kernel);
    return names;
  };
  EXPECT_EQ(kernels("scan"), (std::vector<std::string>{"scan", "scan"}));
  EXPECT_EQ(kernels("scan:2"), std::vector<std::string>{"scan"});
  EXPECT_EQ(kernels("2"), std::vector<std::string>{"add"});
  program_.run.outcome.launches[2].trace_launch = -1;
  EXPECT_EQ(kernels("scan"), std::vector<std::string>{"scan"}) << "that was recorded";
  const Invoked none = run({"-o", file, "--launch", "3"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("was not recorded"), std::string::npos) << none.err;
}

TEST_F(CliRun, CompileErrorsStandWithTheirSourceAndACaret) {
  program_.built.program.reset();
  BuildFailure& failure = program_.built.failure;
  failure.message = "sum.cu does not compile.";
  for (int k = 1; k <= 12; ++k) {
    failure.diagnostics.push_back({.severity = Diagnostic::Severity::error,
                                   .file = "sum.cu",
                                   .line = k,
                                   .column = 7,
                                   .message = "use of undeclared identifier 'y'",
                                   .source_line = "  é = y;"});
    for (int note = 0; note < 3; ++note) {
      failure.diagnostics.push_back({.severity = Diagnostic::Severity::note,
                                     .file = "sum.cu",
                                     .line = 100 + note,
                                     .message = "here"});
    }
  }
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 2);
  EXPECT_EQ(invoked.out, "");
  EXPECT_EQ(program_.runs, 0);
  EXPECT_NE(invoked.err.find("sum.cu:1:7: error: use of undeclared identifier 'y'\n"
                             "      é = y;\n"
                             "         ^\n"
                             "sum.cu:100: note: here\nsum.cu:101: note: here\nsum.cu:2:7"),
            std::string::npos)
      << invoked.err;
  EXPECT_NE(invoked.err.find("… and 2 more."), std::string::npos);
  EXPECT_EQ(std::ranges::count(invoked.err, '\n'), 1 + 10 * 5 + 1);
}

TEST_F(CliRun, WhatIsNotThereIsSaidOnce) {
  program_.built.program.reset();
  program_.built.failure = {.kind = BuildFailure::Kind::unsupported,
                            .message = "Thrust is not emulated.",
                            .diagnostics = {{.file = "sum.cu",
                                             .line = 1,
                                             .message = "Thrust is not emulated.",
                                             .source_line = "#include <thrust/reduce.h>"}}};
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 2);
  EXPECT_EQ(invoked.err,
            "warpscope: sum.cu:1: error: Thrust is not emulated.\n"
            "    #include <thrust/reduce.h>\n");
}

TEST_F(CliRun, LongSourceLinesAreCutAroundTheCaret) {
  const std::string source = std::string(200, 'a') + "!" + std::string(200, 'b');
  program_.built.program.reset();
  program_.built.failure.diagnostics = {
      {.file = "sum.cu", .line = 1, .column = 201, .message = "no", .source_line = source}};
  const std::string err = run().err;
  expect_in_80_columns(err);
  std::istringstream lines(err);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  ASSERT_EQ(all.size(), 4U) << err;
  EXPECT_EQ(all[2].find('!'), all[3].find('^')) << err;
}

TEST_F(CliRun, WithoutACompilerTheExitCodeIsThree) {
  program_.built.program.reset();
  program_.built.failure = {.kind = BuildFailure::Kind::no_compiler,
                            .message = "No compiler is here: apt install clang."};
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 3);
  EXPECT_NE(invoked.err.find("apt install clang"), std::string::npos);
}

TEST_F(CliRun, KernelsWithoutMainTellHowTheyAreLaunched) {
  program_.built.program->bare_launches = {
      {.kernel = "sum",
       .file = "sum.cu",
       .line = 1,
       .setup = "grid 2x3, block 64, shared 512, in random float[384] below 8, n 384",
       .guessed = true},
      {.kernel = "last", .file = "sum.cu", .line = 9, .setup = "grid 1, block 32"}};
  const Invoked invoked = run({file_, "--setup", "n 384"});
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_EQ(program_.build_request.setups, (std::vector<std::string>{"n 384"}));
  EXPECT_EQ(invoked.err,
            "sum.cu has no main: sum<<<2×3, 64, 512>>>, in random float[384] below 8, n 384\n"
            "  (guessed; \"// warpscope: …\" above the kernel says otherwise)\n"
            "sum.cu has no main: last<<<1, 32>>>\n");
  EXPECT_NE(run({file_, "--setup", "grid zero"}).err.find("such as grid 4"), std::string::npos);
}

TEST_F(CliRun, WarningsOfTheCompilerDoNotDisturb) {
  program_.built.program->warnings = {{.severity = Diagnostic::Severity::warning,
                                       .file = "sum.cu",
                                       .line = 3,
                                       .column = 1,
                                       .message = "unused"}};
  const Invoked invoked = run();
  EXPECT_EQ(invoked.code, 0);
  EXPECT_EQ(invoked.err, "sum.cu:3:1: warning: unused\n");
}

TEST_F(CliRun, MistakesAreSentences) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{"no_such.cu"}, "There is no file no_such.cu."},
      {{"--std", "c++98"}, "c++17"},
      {{"--optimise", "3"}, "from 0 to 2"},
      {{"-D", "3=4"}, "NAME=VALUE"},
      {{"--trace-block", "1,2,3,4"}, "three coordinates"},
      {{"--trace-block", "x"}, "\"x\""},
      {{"--launch", "scan:"}, "NAME:K"},
      {{"--launch", "0"}, "from 1"},
      {{"--time-limit", "-1"}, "seconds"},
      {{"--time-limit", "nan"}, "seconds"},
      {{"--check-limit", "many"}, "--check-limit"},
      {{"--schedule", "random"}, "random:SEED"},
      {{"--banks", "cc9"}, "cc3x4"},
      {{"--size", "64"}, "no option \"--size\""}};
  for (const auto& [more, expected] : mistakes) {
    const Invoked invoked = run(more);
    EXPECT_EQ(invoked.code, 2) << more[0];
    EXPECT_EQ(invoked.out, "");
    EXPECT_NE(invoked.err.find(expected), std::string::npos) << invoked.err;
    EXPECT_EQ(std::ranges::count(invoked.err, '\n'), 1) << invoked.err;
  }
  EXPECT_EQ(program_.builds, 0);
  EXPECT_EQ(invoke({"run"}).code, 2);
}

TEST_F(CliRun, NamesFromTheProgramCannotMoveTheCursor) {
  const std::string wild = "k\x1b]0;owned\x07";
  program_.run.outcome.launches[0].kernel = wild;
  program_.run.outcome.findings = {race_finding()};
  program_.run.outcome.findings[0].message = wild;
  program_.run.outcome.findings[0].array = wild;
  for (const auto& more : std::vector<std::vector<std::string>>{{}, {"--json"}}) {
    EXPECT_EQ(run(more).out.find('\x1b'), std::string::npos);
  }
}

TEST(RunChanges, SaysWhatChanged) {
  RunFigures before, now;
  before.launches.resize(1);
  now.launches.resize(1);
  EXPECT_EQ(run_changes_text(before, now), "since the last run: no figure changed.");
  Totals one, other;
  one.shared_load = {1, 4096, 1};
  other.shared_load = {1, 48, 1};
  before.launches[0].grid = grid_totals(one, 1, 1);
  now.launches[0].grid = grid_totals(other, 1, 2);
  before.told.findings = {{race_finding(), {2}}};
  EXPECT_EQ(run_changes_text(before, now),
            "since the last run: wavefronts 4,096 → ≈96, findings 1 → 0.");
}

TEST_F(CliRun, HoldsItAgainstExpectations) {
  const Invoked held = run({"--expect", "scan: launches == 2", "--expect", "findings == 0"});
  EXPECT_EQ(held.code, 0) << held.err;
  EXPECT_NE(held.out.find("Expectations: 2 of 2 are fulfilled."), std::string::npos) << held.out;
  const Invoked failed = run({"--expect", "scan: excessive == 0"});
  EXPECT_EQ(failed.code, 1);
  EXPECT_NE(failed.out.find("✗ scan: excessive == 0"), std::string::npos) << failed.out;
  EXPECT_NE(failed.out.find("excessive = 2; see "), std::string::npos) << failed.out;
  EXPECT_NE(failed.out.find(":7 in launch 1 (scan)"), std::string::npos) << failed.out;
  expect_in_80_columns(failed.out);
  const Invoked unmatched = run({"--expect", "scam: excessive == 0"});
  EXPECT_EQ(unmatched.code, 2);
  EXPECT_NE(unmatched.out.find("\"scan\""), std::string::npos) << unmatched.out;
}

TEST_F(CliRun, RefusesExpectationsBeforeItRuns) {
  const Invoked refused = run({"--expect", "wavefrons == 0"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--expect: No figure is called \"wavefrons\""), std::string::npos)
      << refused.err;
  std::ofstream(file_) << "\n// warpscope: expect excessive\n";
  const Invoked of_file = run();
  EXPECT_EQ(of_file.code, 2);
  EXPECT_NE(of_file.err.find("sum.cu:2: "), std::string::npos) << of_file.err;
  EXPECT_EQ(run({"--expect", "joined.excessive == 0", "--as-written", "--no-expect"}).code, 2);
  EXPECT_EQ(program_.builds, 0);
}

TEST_F(CliRun, ObeysExpectationsOfFiles) {
  std::ofstream(file_) << "// warpscope: expect scan: excessive == 0\n";
  EXPECT_EQ(run().code, 1);
  EXPECT_EQ(run({"--no-expect"}).code, 0);
  const std::string list = folder_.file("grade.txt");
  std::ofstream(list) << "# hidden\nlaunches == 3\nscan: excessive == 1\n";
  const Invoked invoked = run({"--no-expect", "--expect-file", list});
  EXPECT_EQ(invoked.code, 1);
  EXPECT_NE(invoked.out.find("1 of 2"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("grade.txt:3"), std::string::npos) << invoked.out;
  EXPECT_EQ(run({"--expect-file", folder_.file("missing.txt")}).code, 2);
}

TEST_F(CliRun, TellsExpectationsToMachines) {
  const std::string xml = folder_.file("sum.xml");
  const Invoked invoked = run({"--json", "--as-written", "--expect", "scan: excessive == 0",
                               "--expect", "exit == 0", "--junit", xml});
  EXPECT_EQ(invoked.code, 1);
  const auto told = invoked.json()["expectations"];
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0]["result"], "failed");
  EXPECT_EQ(told[0]["figures"]["excessive"], 2);
  EXPECT_EQ(told[0]["launch"], 1);
  EXPECT_EQ(told[0]["at_line"], 7);
  EXPECT_EQ(told[1]["result"], "fulfilled");
  std::ifstream in(xml);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_NE(text.find("tests=\"3\" failures=\"1\" errors=\"0\""), std::string::npos) << text;
  EXPECT_FALSE(run({"--json", "--as-written"}).json().contains("expectations"));
}

}  // namespace
}  // namespace warpscope
