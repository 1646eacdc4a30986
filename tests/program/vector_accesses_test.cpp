// What a GPU moves with one instruction is one access, whatever compiler makes the program's code, and however much
// that one optimises.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/trace/trace_file.hpp"
#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// "ld8", "sts16": the accesses of a kernel, sorted.
using Accesses = std::vector<std::string>;

const std::filesystem::path vectors = test::program_tests / "programs/twins/vectors.cu";

/// What the comments in vectors.cu say that nvcc makes.
std::map<std::string, Accesses> expected_accesses() {
  std::map<std::string, Accesses> expected;
  std::istringstream lines(test::text_of(vectors));
  const std::regex begin(R"((THROUGH\(|__global__ void )(\w+).*)");
  const std::regex comment(R"(.* // ((?:(?:ld|st)s?\d+ ?)+))");
  std::string kernel;
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, found, begin)) {
      kernel = (found[1].str().starts_with("THROUGH") ? "through_" : "") + found[2].str();
    }
    if (kernel.empty() || !std::regex_match(line, found, comment)) continue;
    std::istringstream words(found[1].str());
    Accesses& accesses = expected[kernel];
    for (std::string word; words >> word;) accesses.push_back(word);
    std::ranges::sort(accesses);
  }
  return expected;
}

/// What a compiler does not tell of, or tells more of.
bool is_told(const std::string& kernel, const std::string& compiler, int level) {
  // Without an optimiser a member that is named twice is read twice.
  if (level == 0 && kernel == "product") return false;
  if (compiler != "g++") return true;
  // What it does not inline takes and returns structures of the program's own without a call of ours.
  const bool by_value = kernel == "value_pair" || kernel == "value_quad" || kernel == "taken";
  // Each function that it inlines is a run of code of its own.
  return level > 0 ||
         !(by_value || kernel.find("members") != std::string::npos || kernel == "three_written" ||
           kernel == "parts" || kernel == "through_two" || kernel == "through_twin");
}

std::map<std::string, Accesses> recorded_accesses(const Trace& trace) {
  std::map<std::string, Accesses> recorded;
  for (const Access& access : trace.accesses) {
    const Space space = trace.arrays[static_cast<std::size_t>(access.array)].space;
    if (space != Space::shared && space != Space::global) continue;
    const Launch& launch = trace.launches[trace.steps[access.step].launch];
    recorded[launch.kernel].push_back(
        std::string(access.operation == Operation::load ? "ld" : "st") +
        (space == Space::shared ? "s" : "") + std::to_string(trace.lane_bytes(access)));
  }
  for (auto& [kernel, accesses] : recorded) std::ranges::sort(accesses);
  return recorded;
}

class VectorAccesses : public testing::TestWithParam<std::tuple<const char*, int>> {};

TEST_P(VectorAccesses, AreThoseOfTheGpu) {
  const auto& [compiler, level] = GetParam();
  if (std::system((std::string(compiler) + " --version > /dev/null 2>&1").c_str()) != 0) {
    GTEST_SKIP() << "there is no " << compiler;
  }
  const TestFolder folder;
  const auto file = folder.path() / "vectors.wscope";
  setenv("WARPSCOPE_CXX", compiler, 1);
  const auto run = test::run_whole_program("--optimise " + std::to_string(level) + " -o " +
                                           file.string() + " " + vectors.string());
  unsetenv("WARPSCOPE_CXX");
  EXPECT_EQ(run.exit_code, 0) << run.said;
  // What all kernels write, as one number: an H200 says the same.
  EXPECT_NE(run.said.find("Success"), std::string::npos) << run.said;
  const auto trace = read_trace(file);
  ASSERT_TRUE(trace) << trace.error().message;
  const auto recorded = recorded_accesses(trace.value());
  const auto expected = expected_accesses();
  EXPECT_FALSE(expected.empty());
  for (const auto& [kernel, accesses] : expected) {
    const auto found = recorded.find(kernel);
    if (!is_told(kernel, compiler, level)) continue;
    ASSERT_NE(found, recorded.end()) << kernel;
    EXPECT_EQ(found->second, accesses) << kernel;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, VectorAccesses,
                         testing::Combine(testing::Values("clang++", "g++"),
                                          testing::Values(0, 1, 2)),
                         [](const auto& tested) {
                           const std::string compiler = std::get<0>(tested.param);
                           return (compiler == "g++" ? "gcc" : "clang") +
                                  std::to_string(std::get<1>(tested.param));
                         });

}  // namespace
}  // namespace warpscope
