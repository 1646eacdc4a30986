// The figures as a compiler for GPUs makes a kernel, against what the hardware counted of nvcc's.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "instrumentation/program/compile/build_program.hpp"
#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

const std::filesystem::path patterns = test::program_tests / "programs/compiled/patterns.cu";

class AsCompiledTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto compiler = find_compiler();
    if (!compiler || compiler->kind != Compiler::Kind::clang) {
      GTEST_SKIP() << "only clang makes these figures";
    }
  }
};

/// A figure of ncu, as totals say it.
std::uint64_t figure_of(const Json& totals, const std::string& name) {
  const std::size_t last = name.rfind('_');
  return totals.at(name.substr(0, last)).at(name.substr(last + 1)).get<std::uint64_t>();
}

TEST_F(AsCompiledTest, PatternsAreWhatTheHardwareCounts) {
  const Json measured =
      Json::parse(test::text_of(test::program_tests / "measurements/compiled_patterns.json"));
  const auto run = test::run_whole_program("--as-compiled --all-blocks " + patterns.string());
  ASSERT_FALSE(run.json.is_null()) << run.said;
  const Json& launches = run.json.at("launches");
  ASSERT_EQ(launches.size(), measured.at("launches").size());
  std::set<std::string> other;  // kernels
  int figures = 0;
  for (std::size_t k = 0; k < launches.size(); ++k) {
    const Json &hardware = measured["launches"][k], &here = launches[k];
    ASSERT_EQ(hardware.at("kernel"), here.at("kernel"));
    for (const auto& [name, counted] : hardware.items()) {
      if (!counted.is_number() || name.starts_with("local")) continue;
      const std::uint64_t modelled = figure_of(here.at("totals"), name);
      if (counted.get<std::uint64_t>() == 0 && modelled == 0) continue;
      ++figures;
      if (counted.get<std::uint64_t>() != modelled) other.insert(here.at("kernel"));
    }
  }
  EXPECT_GE(figures, 290);
  // ptxas does not join the first round of the one, and looks into the other although it must not be inlined.
  EXPECT_EQ(other, (std::set<std::string>{"loopphi", "vianoinl"}));
}

TEST_F(AsCompiledTest, TheTiledProductHas640LoadsOfSharedMemory) {
  const TestFolder folder;
  const auto source = folder.path() / "product.cu";
  std::ofstream(source) << R"(
constexpr int tile = 16;
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float left[tile][tile], right[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int t = 0; t < n; t += tile) {
    left[y][x] = a[row * n + t + x];
    right[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
int main() {
  const int n = 64;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  cudaMemset(b, 0, n * n * sizeof(float));
  product<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, c, n);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return cudaDeviceSynchronize();
}
)";
  const auto out = folder.path() / "report.json";
  ASSERT_EQ(std::system(("cd " + folder.path().string() + " && " + WARPSCOPE_BINARY +
                         " report --json product.cu > report.json 2> said")
                            .c_str()),
            0);
  const Json report = Json::parse(test::text_of(out));
  EXPECT_EQ(report["totals"]["shared_load"]["requests"], 1024);
  EXPECT_EQ(report["totals"]["joined"]["shared_load"]["requests"], 640) << report;
  EXPECT_EQ(report["grid"]["joined"]["shared_load"]["requests"], 640 * 16);
  std::uint64_t requests = 0;
  for (const Json& line : report["lines"]) {
    if (line["op"] == "shared_load") requests += line["joined"]["requests"].get<std::uint64_t>();
  }
  EXPECT_EQ(requests, 640U) << "of all lines";
}

TEST_F(AsCompiledTest, WhatItDoesInItsFolderIsDoneOnce) {
  const TestFolder folder;
  std::ofstream(folder.path() / "p.cu") << R"(
#include <cstdio>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMalloc(&p, 128);
  k<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
  FILE* file = fopen("log", "a");
  fputs("once\n", file);
  fclose(file);
  puts("said");
}
)";
  ASSERT_EQ(std::system(("cd " + folder.path().string() + " && " + WARPSCOPE_BINARY +
                         " run --json p.cu > run.json 2> said")
                            .c_str()),
            0);
  EXPECT_EQ(test::text_of(folder.path() / "log"), "once\n");
  EXPECT_EQ(test::text_of(folder.path() / "said"), "said\n");
  const Json run = Json::parse(test::text_of(folder.path() / "run.json"));
  EXPECT_TRUE(run["launches"][0]["totals"].contains("joined")) << run;
  EXPECT_FALSE(run.contains("joined_missing"));
}

TEST(AsCompiled, WithoutClangTheReasonIsSaid) {
  const TestFolder folder;
  std::ofstream(folder.path() / "p.cu")
      << "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n"
         "int main() { int* p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); "
         "cudaDeviceSynchronize(); cudaFree(p); }\n";
  ASSERT_EQ(std::system(("cd " + folder.path().string() + " && WARPSCOPE_CXX=g++ " +
                         WARPSCOPE_BINARY + " run --json p.cu > run.json 2> said")
                            .c_str()),
            0);
  const Json run = Json::parse(test::text_of(folder.path() / "run.json"));
  EXPECT_FALSE(run["launches"][0]["totals"].contains("joined"));
  EXPECT_NE(run["joined_missing"].get<std::string>().find("g++"), std::string::npos) << run;
}

}  // namespace
}  // namespace warpscope
