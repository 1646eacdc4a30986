#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

// Shifts by too many bits, and numbers that do not fit an integer. The GPU's results are those of an H200 with CUDA 13.0.

namespace warpscope {
namespace {

constexpr const char* program = R"(#include <cmath>
#include <cstdio>
#define BY(x, n) ((x) >> (n))
__global__ void work(unsigned* o, int by, float f, double d) {
  unsigned x = 0x12345678u;
  o[0] = x <<= by, o[1] = BY(-1ll, by + 40);
  o[2] = (int)f;
  o[3] = (unsigned)-f;
  o[4] = (unsigned char)(f * 2);
  o[5] = (int)std::sqrt(-f);
  o[6] = (short)-d;
  o[7] = 1u << (by - 1);
  o[8] = (int)-f;
  o[9] = (unsigned char)(by * 9.4f);
  o[10] = (int)std::sqrt(-d);
  o[11] = (unsigned)3e9f + (int)-0.5f;
}
int main(int count, char**) {
  unsigned* o;
  cudaMalloc(&o, 64);
  work<<<1, 1>>>(o, 31 + count, 3e9f, -3e9);
  volatile int by = 32;
  std::printf("%d %d", 1 << by, (int)(by * 1e9f));
  return cudaDeviceSynchronize();
}
)";

class UndefinedResults : public test::WithCompiler {};

TEST_P(UndefinedResults, AreFoundInDeviceCodeWhereAGpuHasOthers) {
  const TestFolder folder;
  const auto file = folder.path() / "work.cu";
  std::ofstream(file) << program;
  const auto run = test::run_whole_program(file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  std::map<int, std::string> found;
  for (const auto& finding : run.json["findings"]) {
    EXPECT_EQ(finding["kind"], "undefined result") << finding;
    found[finding["line"]] += finding["message"].get<std::string>();
  }
  const std::map<int, std::string> expected{
      {6, "shifts a number of 32 bits by 32"},
      {7, "turns 3e+09 into int: C++ leaves the result open (a GPU gives 2147483647,"},
      {8, "turns -3e+09 into unsigned int: C++ leaves the result open (a GPU gives 0,"},
      {9, "turns 6e+09 into unsigned char: C++ leaves the result open (a GPU gives 255,"},
      {10, "nan into int: C++ leaves the result open (a GPU gives 0,"},
      {11, ": C++ leaves the result open (a GPU gives -1,"}};
  for (const auto& [line, message] : expected) {
    EXPECT_NE(found[line].find(message), std::string::npos) << line << ": " << found[line];
    found.erase(line);
  }
  EXPECT_TRUE(found.empty()) << found.begin()->first << ": " << found.begin()->second;
}

TEST_P(UndefinedResults, AreNoneWhereAShiftOfTheDeviceIsWrittenOut) {
  const TestFolder folder;
  const auto file = folder.path() / "shift.cu";
  std::ofstream(file) << R"(#include <cstdio>
struct Bits { unsigned of : 5; };
struct Words { int value; __device__ Words operator<<(int n) const { return {value * 10 + n}; } };
template <class T> __device__ T times_two(T value, int n) { return value << 2 * n - 1 >> n; }
__global__ void shift(unsigned* o, int n, long long* q) {
  const int number = (int)0x92345678;
  o[0] = 0x12345678u << n, o[1] = number >> n, o[2] = 0x92345678u >> n, o[3] = 1u << -n, o[4] = number >> -n;
  q[0] = 1ll << n * 2, q[1] = -5ll >> (n * 2), q[2] = 5ull >> n * 4, q[3] = 1ll << (n + (1ll << 32));
  q[4] = (Words{3} << n).value;
  q[5] = times_two(7, n - 29);
  Bits bits{7};
  int squares[1 << sizeof(int)];
  q[6] = (bits.of << bits.of) + sizeof squares;
}
int main(int count, char**) {
  unsigned* o;
  long long* q;
  cudaMallocManaged(&o, 64);
  cudaMallocManaged(&q, 64);
  shift<<<1, 1>>>(o, 31 + count, q);
  const int failed = cudaDeviceSynchronize();
  for (int i = 0; i < 5; ++i) printf("%x ", o[i]);
  for (int i = 0; i < 7; ++i) printf("%lld ", q[i]);
  return failed;
}
)";
  const auto run = test::run_whole_program(file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_TRUE(run.said.starts_with("0 ffffffff 0 0 ffffffff 0 -1 0 4294967296 62 28 960 "))
      << run.said;
  EXPECT_EQ(run.json["findings"], nlohmann::json::array());
}

TEST_P(UndefinedResults, AreFoundInBlocksAtSpeed) {
  const TestFolder folder;
  const auto file = folder.path() / "speed.cu";
  std::ofstream(file) << R"(__global__ void convert(int* o, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = (int)(blockIdx.x == 40 && threadIdx.x == 7 ? 3e9f : i * 0.5f);
  o[i] |= 1 << (n + (i & 1));
}
int main(int count, char**) {
  int* o;
  cudaMallocManaged(&o, 64 * 256 * 4);
  convert<<<64, 256>>>(o, 30 + count);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 64 * 256; ++i) {
    if (i != 40 * 256 + 7 && o[i] != ((int)(i * 0.5f) | (i & 1 ? 0 : 1 << 31))) return 2;
  }
  return 0;
}
)";
  const auto run = test::run_whole_program("--check-limit 0 " + file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json["program"]["exit"], 0) << run.said;
  EXPECT_EQ(run.json["launches"][0]["checked_blocks"], 1) << run.json["launches"];
  ASSERT_EQ(run.json["findings"].size(), 1U) << run.json["findings"];
  const auto& finding = run.json["findings"][0];
  EXPECT_EQ(finding["line"], 3) << finding;
  EXPECT_EQ(finding["block"][0], 40) << finding;
  EXPECT_EQ(finding["thread"][0], 7) << finding;
}

INSTANTIATE_TEST_SUITE_P(Compilers, UndefinedResults, testing::Values("clang++", "g++"),
                         [](const auto& compiler) {
                           return std::string(compiler.param) == "g++" ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace warpscope
