#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

RunRequest with(const std::string& kernel, const std::string& name, const std::string& value) {
  RunRequest request;
  request.kernel = kernel;
  request.machine = MachineKind::emulator;
  request.parameters[name] = value;
  return request;
}

TEST(Parameters, AWholeNumberMeansTheSameForTheCheckAndForTheKernel) {
  for (const auto& [kernel, name] : {std::pair{"jacobi", "iterations"}, {"radix_split", "bits"}}) {
    const auto plain = run(with(kernel, name, "10")), other = run(with(kernel, name, "1e1"));
    ASSERT_TRUE(plain && other) << kernel;
    EXPECT_EQ(other->trace->header.parameters.at(name), "10");
    EXPECT_EQ(other->trace->accesses.size(), plain->trace->accesses.size()) << kernel;
    EXPECT_EQ(other->output, plain->output) << kernel;
    EXPECT_EQ(other->mismatch, "") << kernel;
  }
}

TEST(Parameters, RefusesWhatIsNoNumber) {
  for (const char* value : {"nan", "-nan", "inf", "-inf", "0x1p-2", "", "-0.4 "}) {
    const auto refused = complete(with("simple_iteration", "alpha", value));
    ASSERT_FALSE(refused) << value;
    EXPECT_NE(refused.error().message.find("a number from"), std::string::npos) << value;
  }
  for (const char* value : {"nan", "inf", "1.5", "1e99", "10x"}) {
    EXPECT_FALSE(complete(with("jacobi", "iterations", value))) << value;
  }
}

TEST(Parameters, WhatIsSuggestedIsWrittenAsItIsKept) {
  for (const KernelInfo* kernel : catalogue()) {
    for (const auto& [name, values] : legal_parameters(*kernel)) {
      for (const std::string& value : values) {
        const auto kept = complete(with(std::string(kernel->id), name, value));
        if (!kept) continue;  // not with the kernel's own size
        EXPECT_EQ(kept->parameters.at(name), value) << kernel->id;
      }
    }
  }
}

TEST(Input, AFileMayHoldEveryIntAndNoMore) {
  const TestFolder folder;
  const auto path = folder.path() / "extreme_ints.txt";
  const auto result_of = [&](const char* numbers) {
    std::ofstream(path) << numbers;
    return run({.kernel = "reduce_strided",
                .size = 2,
                .block = 2,
                .input = {.kind = path.string()},
                .parameters = {{"op", "min"}},
                .machine = MachineKind::emulator});
  };
  const auto least = result_of("-2147483648 2147483647");
  ASSERT_TRUE(least) << least.error().message;
  EXPECT_EQ(least->output, std::vector<double>{-2147483648.0});
  EXPECT_FALSE(result_of("-2147483649 1"));
  EXPECT_FALSE(result_of("2147483648 1"));
}

}  // namespace
}  // namespace warpscope
