#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// A program whose kernel copies 64 elements of `type` in, does `wait`, and turns them round.
std::string turning_program(const std::string& type, const std::string& copy,
                            const std::string& wait, const std::string& line = "") {
  return R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline_primitives.h>

#include <cstdio>
namespace cg = cooperative_groups;
using Element = )" +
         type + R"(;
__global__ void turn(const Element* in, Element* out) {
  __shared__ Element tile[128];
  const int t = threadIdx.x;
  )" + copy +
         "\n  " + wait + "\n  " + line + R"(
  out[t] = tile[63 - t];
}
int main() {
  Element *in, *out;
  cudaMalloc(&in, 2 * 64 * sizeof(Element));
  cudaMalloc(&out, 64 * sizeof(Element));
  cudaMemset(in, 1, 2 * 64 * sizeof(Element));
  turn<<<1, 64>>>(in, out);
  unsigned char first[16];
  const int failed = cudaMemcpy(first, out, sizeof(Element), cudaMemcpyDeviceToHost);
  std::printf("%d %d", first[0], first[sizeof(Element) - 1]);
  cudaFree(in);
  cudaFree(out);
  return failed;
}
)";
}

test::WholeProgramRun run_turning(const std::string& type, const std::string& copy,
                                  const std::string& wait, const std::string& line = "") {
  const TestFolder folder;
  const auto file = folder.path() / "turn.cu";
  std::ofstream(file) << turning_program(type, copy, wait, line);
  return test::run_whole_program(file.string());
}

TEST(AsyncCopies, AreAnOperationOfTheirOwn) {
  struct Case {
    std::string type, copy;
    int requests, copied, loads;
  };
  // As an H100 counts: lanes of one bank take turns, there and at the source.
  const std::vector<Case> cases{
      {"float", "__pipeline_memcpy_async(&tile[t], &in[t], 4);", 2, 2, 2},
      {"double", "__pipeline_memcpy_async(&tile[t], &in[t], 8);", 2, 4, 2},
      {"float4", "__pipeline_memcpy_async(&tile[t], &in[t], 16);", 2, 8, 2},
      {"float", "__pipeline_memcpy_async(&tile[t], &in[t % 2], 4);", 2, 32, 2},
      {"float4", "__pipeline_memcpy_async(&tile[t ^ 1], &in[t], 16);", 2, 8, 2},
      {"float4", "__pipeline_memcpy_async(&tile[(t + 1) % 64], &in[t], 16);", 2, 24, 2},
      {"float", "tile[t] = 0; __pipeline_memcpy_async(&tile[64 + t / 16], &in[t % 2], 4);", 2, 48,
       2},
      {"float", "cg::memcpy_async(cg::this_thread_block(), tile, in, 64 * sizeof(float));", 1, 2,
       1},
  };
  for (const Case& made : cases) {
    const auto run = run_turning(made.type, made.copy,
                                 "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();");
    ASSERT_TRUE(run.json.is_object()) << run.said;
    const auto& totals = run.json.at("launches").at(0).at("totals");
    EXPECT_EQ(totals.at("shared_copy").at("requests"), made.requests) << made.copy;
    EXPECT_EQ(totals.at("shared_copy").at("wavefronts"), made.copied) << made.copy;
    EXPECT_EQ(totals.at("global_load").at("requests"), made.loads) << made.copy;
    EXPECT_EQ(totals.at("shared_store").at("requests"), made.copy.starts_with("tile") ? 2 : 0);
    EXPECT_EQ(run.json.at("findings").size(), 0U) << run.json.at("findings");
  }
}

TEST(AsyncCopies, ZerosAreNotRead) {
  const auto run = run_turning("float2", "__pipeline_memcpy_async(&tile[t], &in[t], 8, 4);",
                               "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();");
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_TRUE(run.said.starts_with("1 0")) << run.said;
  EXPECT_EQ(run.json.at("findings").size(), 0U);
  EXPECT_EQ(run.json.at("launches").at(0).at("totals").at("shared_copy").at("requests"), 2);
}

TEST(AsyncCopies, WhoeverUsesThemTooEarlyIsToldHowToWait) {
  struct Case {
    std::string copy, wait, remedy;
  };
  const std::string one = "__pipeline_memcpy_async(&tile[t], &in[t], 4);";
  const std::vector<Case> cases{
      {one, "__syncthreads();",
       "Before line 15, wait for what line 12 copies: __pipeline_commit(), "
       "__pipeline_wait_prior(0), and behind it __syncthreads() if other threads use it."},
      {one, "__pipeline_commit(); __syncthreads();",
       "Before line 15, wait for what line 12 copies: __pipeline_wait_prior(0), and behind it "
       "__syncthreads() if other threads use it."},
      {one, "__pipeline_commit(); __pipeline_wait_prior(1); __syncthreads();",
       "On line 13, wait for more: __pipeline_wait_prior(1) leaves 1 of the groups under way."},
      {"cg::memcpy_async(cg::this_thread_block(), tile, in, 256);", "__syncthreads();",
       "Before line 15, let the group wait for what line 12 copies: wait() of cooperative groups."},
  };
  for (const Case& wrong : cases) {
    const auto run = run_turning("float", wrong.copy, wrong.wait);
    ASSERT_TRUE(run.json.is_object()) << run.said;
    const auto& findings = run.json.at("findings");
    ASSERT_EQ(findings.size(), 1U) << wrong.copy << wrong.wait << findings;
    EXPECT_EQ(findings[0].at("kind"), "unfinished copy");
    EXPECT_EQ(findings[0].at("line"), 15);
    EXPECT_EQ(findings[0].at("other_line"), 12);
    EXPECT_EQ(findings[0].at("remedy"), wrong.remedy);
  }
}

TEST(AsyncCopies, OneOfTwoGroupsIsAwaited) {
  // The second half may still be under way, and nobody uses it.
  const auto run = run_turning("float",
                               "__pipeline_memcpy_async(&tile[t], &in[t], 4); __pipeline_commit(); "
                               "__pipeline_memcpy_async(&tile[64 + t], &in[64 + t], 4);",
                               "__pipeline_commit(); __pipeline_wait_prior(1); __syncthreads();");
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json.at("findings").size(), 0U) << run.json.at("findings");
}

TEST(AsyncCopies, ABarrierIsMissingBehindTheWait) {
  const auto run = run_turning("float", "__pipeline_memcpy_async(&tile[t], &in[t], 4);",
                               "__pipeline_commit(); __pipeline_wait_prior(0);");
  ASSERT_TRUE(run.json.is_object()) << run.said;
  const auto& findings = run.json.at("findings");
  ASSERT_EQ(findings.size(), 2U) << findings;
  EXPECT_EQ(findings[0].at("kind"), "uninitialised read");  // in the emulator's order
  EXPECT_EQ(findings[1].at("kind"), "race");
  EXPECT_EQ(findings[1].at("remedy"), "Put __syncthreads() behind line 13 and before line 15.");
}

}  // namespace
}  // namespace warpscope
