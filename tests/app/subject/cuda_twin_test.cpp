#include "app/subject/cuda_twin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

#include "kernels/catalogue.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

TEST(CudaTwins, OnlyTheseKernelsHaveNone) {
  std::set<std::string> without;
  for (const KernelInfo* info : catalogue()) {
    if (cuda_twin(info->id).empty()) without.emplace(info->id);
  }
  EXPECT_EQ(without, (std::set<std::string>{"block_shape", "latency_hiding", "local_array",
                                            "matmul_register_tiled", "pcr_hybrid", "radix_float",
                                            "radix_onesweep", "scan_lookback"}))
      << "who writes one more takes it off this list";
  EXPECT_EQ(cuda_twins() + without.size(), catalogue().size());
  EXPECT_TRUE(cuda_twin("no_such_kernel").empty());
}

TEST(CudaTwins, AreCudaWithoutOurWordsOrThoseOfTheTests) {
  const std::regex foreign(R"(\b(Exact|ExactElement|namespace|WS_DEVICE|Global<|block\.|twins)\b)");
  for (const KernelInfo* info : catalogue()) {
    const std::string& text = cuda_twin(info->id);
    if (text.empty()) continue;
    EXPECT_FALSE(std::regex_search(text, foreign)) << info->id << ":\n" << text;
    EXPECT_NE(text.find("__global__ void "), std::string::npos) << info->id;
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}')) << info->id;
    EXPECT_TRUE(text.ends_with('\n') && !text.ends_with("\n\n")) << info->id;
  }
}

TEST(CudaTwins, HoldTheirOwnKernelAndNoOther) {
  const std::string& strided = cuda_twin("reduce_strided");
  EXPECT_NE(strided.find("__global__ void reduce_strided("), std::string::npos);
  EXPECT_EQ(strided.find("reduce_divergent"), std::string::npos);
  const std::string& padded = cuda_twin("scan_padded16");
  EXPECT_NE(padded.find("int padded(int i)"), std::string::npos) << "what it calls";
  EXPECT_TRUE(padded.ends_with("// Launched as scan_blelloch<4, 0>.\n"));
  const std::string& radix = cuda_twin("radix_split");
  EXPECT_LT(radix.find("void radix_bits("), radix.find("void radix_sums("));
  EXPECT_LT(radix.find("void radix_sums("), radix.find("void radix_split("));
  EXPECT_NE(cuda_twin("reduce_to_one").find("void reduce_results("), std::string::npos);
}

/// Each in a namespace of its own, with the instance that is launched.
TEST(CudaTwins, CompileForAGpu) {
  if (std::system("nvcc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no nvcc";
  const TestFolder folder;
  const auto file = folder.path() / "twins.cu";
  {
    std::ofstream all(file);
    const std::regex instance(R"(// Launched as ([^.]*?>))");
    for (const KernelInfo* info : catalogue()) {
      const std::string& text = cuda_twin(info->id);
      all << "namespace of_" << info->id << " {\n#line 1 \"" << info->id << "\"\n" << text;
      if (std::smatch match; std::regex_search(text, match, instance)) {
        all << "const void* launched() { return (const void*)&" << match[1] << "; }\n";
      }
      all << "}\n";
    }
  }
  const std::string command = "nvcc -arch=sm_90 -cubin " + file.string() + " -o " +
                              (folder.path() / "twins.cubin").string();
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

}  // namespace
}  // namespace warpscope
