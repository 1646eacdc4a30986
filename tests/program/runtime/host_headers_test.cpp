#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// What a compiler says to a file beside this one.
struct Compilation {
  bool succeeded = false;
  std::string said;
};
Compilation compile(const std::string& compiler, const std::string& file,
                    const std::string& options) {
  const TestFolder folder;
  const std::string root = WARPSCOPE_SOURCE_DIR, said = (folder.path() / "said").string();
  const std::string command = compiler + " -x c++ -c -o /dev/null -I" + root +
                              "/instrumentation/program/include -I" + root +
                              "/instrumentation/program/abi " + options + " " +
                              (test::program_tests / "runtime" / file).string() + " 2> " + said;
  const int status = std::system(command.c_str());
  return {status == 0, test::text_of(said)};
}

/// Whether some line is an error about a call of this function.
bool refuses(const std::string& said, const std::string& function) {
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: call to ") != std::string::npos &&
        line.find(function) != std::string::npos)
      return true;
  }
  return false;
}

class HostHeaders : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (std::system((GetParam() + " --version > /dev/null 2>&1").c_str()) != 0)
      GTEST_SKIP() << "there is no " << GetParam();
  }
};

TEST_P(HostHeaders, TakeProgramsOfEachStandardWithoutAWarning) {
  for (const char* const standard : {"11", "14", "17", "20"}) {
    const Compilation result =
        compile(GetParam(), "host_calls.cu",
                std::string("-D__CUDACC__ -Wall -Wextra -Werror -Wno-missing-field-initializers "
                            "-fsanitize=thread -std=c++") +
                    standard);
    EXPECT_TRUE(result.succeeded) << "C++" << standard << ":\n" << result.said;
  }
}

/// For files that are not .cu: no device functions, but the host's calls.
TEST_P(HostHeaders, TakeFilesOfTheHostAlone) {
  const Compilation result = compile(GetParam(), "host_calls.cu", "-std=c++17");
  EXPECT_TRUE(result.succeeded) << result.said;
}

TEST_P(HostHeaders, RefuseByNameWhatIsNotEmulated) {
  const Compilation calls = compile(GetParam(), "refused_calls.cu", "-std=c++17");
  EXPECT_FALSE(calls.succeeded);
  for (const char* const name :
       {"cudaMallocArray", "cudaMemcpyToArray", "cudaBindTextureToArray", "cudaCreateSurfaceObject",
        "cudaGraphicsMapResources", "cudaIpcGetMemHandle", "cudaMemcpy3DPeer", "cudaMemPoolCreate",
        "cudaGraphAddKernelNode", "cudaGetDriverEntryPoint"}) {
    EXPECT_TRUE(refuses(calls.said, name)) << name << " is missing in\n" << calls.said;
  }
  EXPECT_NE(calls.said.find("warpscope does not emulate CUDA arrays; use linear memory"),
            std::string::npos)
      << calls.said;
  const Compilation types = compile(GetParam(), "refused_types.cu", "-std=c++17");
  EXPECT_FALSE(types.succeeded);
  for (const char* const name : {"cudaSurfaceObject_t", "cudaResourceViewDesc",
                                 "cudaResourceTypeArray", "cudaResourceTypePitch2D"})
    EXPECT_NE(types.said.find(name), std::string::npos) << types.said;
  EXPECT_NE(types.said.find("warpscope does not emulate textures"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Compilers, HostHeaders, testing::Values("clang++", "g++"),
                         [](const auto& compiler) {
                           return compiler.param == "g++" ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace warpscope
