#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/cli/table.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/lectures.hpp"
#include "tests/app/cli_harness.hpp"

namespace warpscope {
namespace {

const std::vector<std::string> subcommands{"list",   "report", "compare", "run",
                                           "trace",  "info",   "diff",    "export",
                                           "verify", "bench",  "doctor",  "progress"};

TEST(CliHelp, NamesEverySubcommand) {
  const Invoked invoked = invoke({"--help"});
  EXPECT_EQ(invoked.code, 0);
  for (const std::string& name : subcommands) {
    EXPECT_NE(invoked.out.find("\n  " + name + " "), std::string::npos) << name;
  }
}

TEST(CliHelp, HasExamplesThatAreNamedAfterTheSubcommandAndFitATerminal) {
  for (const std::string& name : subcommands) {
    const Invoked invoked = invoke({name, "--help"});
    EXPECT_EQ(invoked.code, 0) << name;
    EXPECT_NE(invoked.out.find("\n  warpscope " + name), std::string::npos) << invoked.out;
    std::istringstream lines(invoked.out);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(text_columns(line), terminal_columns) << line;
    }
  }
}

TEST(CliHelp, MentionsEveryOption) {
  const std::vector<std::string> run{"--block",        "--input",   "--seed",        "--param",
                                     "--banks",        "--machine", "--trace-block", "--schedule",
                                     "--drop-barrier", "--pad",     "--launch",      "--define",
                                     "--check-limit"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> own{
      {"list", {"--json"}},
      {"report", {"--size", "--json"}},
      {"compare", {"--size", "--json"}},
      {"trace", {"--size", "--output"}},
      {"info", {"--json"}},
      {"diff", {"--launch", "--json"}},
      {"run",
       {"--include", "-D", "--std", "--optimise", "--setup", "--launch", "--trace-block",
        "--all-blocks", "--banks", "--schedule", "--store-winner", "--check-limit", "--time-limit",
        "--memory-limit", "--json", "--output", "--watch"}},
      {"export", {"--view", "--step", "--steps", "--format", "--size", "--theme", "--elements"}},
      {"verify", {"--machine", "--cases", "--seed", "--json"}},
      {"bench",
       {"--sizes", "--block", "--param", "--input", "--seed", "--repetitions", "--json",
        "--json-lines", "--alone", "--no-processor", "--device"}},
      {"doctor", {"--json"}},
      {"progress", {"--csv", "--json"}}};
  for (const auto& [name, options] : own) {
    const std::string help = invoke({name, "--help"}).out;
    for (const std::string& option : options) {
      EXPECT_NE(help.find(option), std::string::npos) << name << ' ' << option;
    }
    const bool runs = name == "report" || name == "compare" || name == "trace" || name == "export";
    if (!runs) continue;
    for (const std::string& option : run) {
      EXPECT_NE(help.find(option), std::string::npos) << name << ' ' << option;
    }
  }
}

TEST(CliList, SaysWhatTheLettersOfLecturesMean) {
  const std::string list = invoke({"list"}).out, help = invoke({"list", "--help"}).out;
  for (const Lecture& lecture : lectures) {
    const std::string line = fmt::format("\n  {}  {}\n", lecture.letter, lecture.title);
    EXPECT_NE(list.find(line), std::string::npos) << line;
    EXPECT_NE(help.find(line), std::string::npos) << line;
  }
  for (const KernelInfo* kernel : catalogue()) {
    for (const char letter : kernel->lecture) {
      if (letter == ',' || letter == ' ') continue;
      EXPECT_EQ(std::ranges::count(lectures, std::string_view(&letter, 1), &Lecture::letter), 1)
          << kernel->id << ": " << letter;
    }
  }
  EXPECT_TRUE(invoke({"list", "--json"}).json().is_array()) << "the shape others rely on";
}

TEST(CliList, TheDefaultsAreThoseOfARun) {
  for (const auto& kernel : invoke({"list", "--json"}).json()) {
    const std::string id = kernel["id"];
    const auto own = complete({.kernel = id});
    ASSERT_TRUE(own) << id;
    EXPECT_EQ(kernel["defaults"]["size"], *own->size) << id;
    EXPECT_EQ(kernel["defaults"]["block"], *own->block) << id;
  }
}

TEST(CliVersion, IsOneLine) {
  const Invoked invoked = invoke({"--version"});
  EXPECT_EQ(invoked.code, 0);
  EXPECT_TRUE(invoked.out.starts_with("warpscope "));
  EXPECT_EQ(std::ranges::count(invoked.out, '\n'), 1);
}

TEST(CliVerify, HoldsForEveryKernelOnTheEmulator) {
  const Invoked invoked = invoke({"verify", "--machine", "emulator", "--cases", "2", "--json"});
  EXPECT_EQ(invoked.code, 0) << invoked.out;
  const auto record = invoked.json();
  EXPECT_EQ(record["differences"], 0);
  ASSERT_EQ(record["kernels"].size(), catalogue().size());
  for (const auto& kernel : record["kernels"]) EXPECT_EQ(kernel["cases"], 2);
}

TEST(CliVerify, TextHasALinePerKernel) {
  const Invoked invoked = invoke({"verify", "reduce_shuffle", "scan_padded32", "--machine",
                                  "emulator", "--cases", "2", "--seed", "4"});
  EXPECT_EQ(invoked.code, 0) << invoked.out;
  EXPECT_NE(invoked.out.find("\nreduce_shuffle "), std::string::npos);
  EXPECT_NE(invoked.out.find("\nscan_padded32 "), std::string::npos);
  EXPECT_NE(invoked.out.find("All equal."), std::string::npos);
}

TEST(CliDoctor, SaysWhatThisMachineHas) {
  const ProgramRunner programs{.find_compiler = [] {
    return Result<Compiler>(Compiler{Compiler::Kind::gcc, "/usr/bin/g++", 12, "g++ 12.2.0"});
  }};
  const Invoked text = invoke({"doctor"}, programs);
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("/usr/bin/g++: g++ 12.2.0"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("There is no EGL."), std::string::npos);
  const auto json = invoke({"doctor", "--json"}, programs).json();
  EXPECT_EQ(json["compiler"]["kind"], "gcc");
  EXPECT_EQ(json["compiler"]["usable"], true);
  EXPECT_EQ(json["cuda"]["usable"], cuda_status().usable);
  EXPECT_EQ(json["machine"], cuda_status().usable ? "cuda" : "emulator");
  EXPECT_EQ(json["pictures"]["usable"], false);
}

TEST(CliDoctor, WithoutACompilerSaysWhatToInstallAndIsNoError) {
  const ProgramRunner programs{.find_compiler = [] {
    return Result<Compiler>(Error{ErrorKind::unavailable, "Install clang or g++."});
  }};
  const Invoked text = invoke({"doctor"}, programs);
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("Install clang or g++."), std::string::npos) << text.out;
  EXPECT_EQ(invoke({"doctor", "--json"}, programs).json()["compiler"]["usable"], false);
}

}  // namespace
}  // namespace warpscope
