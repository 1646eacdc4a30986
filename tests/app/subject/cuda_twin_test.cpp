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

TEST(CudaTwins, ThereIsOneOfEveryKernel) {
  for (const KernelInfo* info : catalogue()) EXPECT_FALSE(cuda_twin(info->id).empty()) << info->id;
  EXPECT_TRUE(cuda_twin("no_such_kernel").empty());
}

TEST(CudaTwins, AreCudaWithoutOurWordsOrThoseOfTheTests) {
  const std::regex foreign(R"(\b(Exact|ExactElement|namespace|WS_DEVICE|Global<|block\.|twins)\b)");
  for (const KernelInfo* info : catalogue()) {
    const std::string& text = cuda_twin(info->id);
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
  const std::string& floats = cuda_twin("radix_float");
  EXPECT_LT(floats.find("void radix_float("), floats.find("void radix_bits("));
  EXPECT_LT(floats.find("void radix_split("), floats.find("void radix_unflip("));
  const std::string& lookback = cuda_twin("scan_lookback");
  EXPECT_NE(lookback.find(" scan_lookback("), std::string::npos) << "behind its launch bounds";
  EXPECT_NE(lookback.find("int look_back("), std::string::npos) << "what it calls";
  EXPECT_EQ(lookback.find("digit"), std::string::npos) << "not another file's look_back";
}

/// Each in a namespace of its own, with the instances that are launched.
TEST(CudaTwins, CompileForAGpu) {
  if (std::system("nvcc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no nvcc";
  const TestFolder folder;
  const auto file = folder.path() / "twins.cu";
  {
    std::ofstream all(file);
    const std::regex launched("// Launched as (.*)"), instance(R"(\w+<[^>]*>)");
    for (const KernelInfo* info : catalogue()) {
      const std::string& text = cuda_twin(info->id);
      all << "namespace of_" << info->id << " {\n#line 1 \"" << info->id << "\"\n" << text;
      if (std::smatch match; std::regex_search(text, match, launched)) {
        const std::string line = match[1];
        int number = 0;
        for (std::sregex_iterator at(line.begin(), line.end(), instance), end; at != end; ++at) {
          all << "const void* launched" << ++number << "() { return (const void*)&" << at->str()
              << "; }\n";
        }
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
