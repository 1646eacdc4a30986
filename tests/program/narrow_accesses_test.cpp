#include <gtest/gtest.h>

#include <fstream>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

// Accesses that are narrower than what their array was taken for.

namespace warpscope {
namespace {

nlohmann::json findings_of_counting(const char* type, const char* between) {
  const TestFolder folder;
  const auto file = folder.path() / "count.cu";
  std::ofstream(file) << "__global__ void count(int* out) {\n  __shared__ " << type
                      << " bins[64 / sizeof(" << type
                      << ")];\n"
                         "  if (threadIdx.x < 16) ((unsigned*)bins)[threadIdx.x] = 0;\n  "
                      << between
                      << "\n"
                         "  ((unsigned char*)bins)[(threadIdx.x % 16) * 4 + threadIdx.x / 16]++;\n"
                         "  __syncthreads();\n"
                         "  out[threadIdx.x] = ((unsigned char*)bins)[threadIdx.x];\n}\n"
                         "int main() {\n  int* out;\n  cudaMalloc(&out, 256);\n"
                         "  count<<<1, 64>>>(out);\n  return cudaDeviceSynchronize();\n}\n";
  const auto run = test::run_whole_program(file.string());
  if (run.json.is_object()) {
    EXPECT_EQ(run.json["launches"][0]["shared_bytes"], 64) << "however its bytes are seen";
  }
  return run.json.is_object() ? run.json["findings"] : nlohmann::json("nothing ran: " + run.said);
}

// Threads 0, 16, 32 and 48 count in the four bytes of one word.
TEST(NarrowAccesses, BytesOfOneWordDoNotRace) {
  for (const char* const type : {"unsigned char", "unsigned"}) {
    EXPECT_EQ(findings_of_counting(type, "__syncthreads();"), nlohmann::json::array()) << type;
  }
}

TEST(NarrowAccesses, ByteThatIsClearedWithoutABarrierRaces) {
  for (const char* const type : {"unsigned char", "unsigned"}) {
    const nlohmann::json findings = findings_of_counting(type, "");
    ASSERT_TRUE(findings.is_array() && !findings.empty()) << type << findings;
    EXPECT_EQ(findings[0].value("kind", ""), "race") << findings;
  }
}

// clang would make one byte of a flag that is only set to constants, under another name.
TEST(NarrowAccesses, FlagIsAVariableOfItsOwn) {
  const TestFolder folder;
  const auto file = folder.path() / "flag.cu";
  std::ofstream(file) << R"(__global__ void wait_for(int* p) {
  __shared__ int buffer[64];
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  while (!found) {
    buffer[threadIdx.x] = p[threadIdx.x] + 1;
    __syncthreads();
    p[threadIdx.x] = buffer[63 - threadIdx.x];
    if (p[threadIdx.x] == 3) found = 1;
    __syncthreads();
  }
}
int main() {
  int* p;
  cudaMallocManaged(&p, 256);
  for (int i = 0; i < 64; ++i) p[i] = 0;
  wait_for<<<1, 64>>>(p);
  return cudaDeviceSynchronize() || p[63] != 3;
}
)";
  const auto run = test::run_whole_program(file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json["program"]["exit"], 0) << run.said;
  for (const auto& finding : run.json["findings"]) {
    EXPECT_NE(finding["kind"], "out of bounds") << finding;  // several threads set the flag
  }
  EXPECT_EQ(run.json["launches"][0]["shared_bytes"], 260) << run.json["launches"];
}

TEST(NarrowAccesses, MoveOverItselfWrites) {
  const TestFolder folder;
  const auto file = folder.path() / "shift.cu";
  std::ofstream(file) << R"(#include <cstring>
__global__ void shift(int* p, int n) {
  p[0] = p[1] = 7;
  memmove(p + 1, p, n);
  p[3] = p[2];
}
int main() {
  int* p;
  cudaMalloc(&p, 16);
  shift<<<1, 1>>>(p, 8);
  int last = 0;
  cudaMemcpy(&last, p + 3, 4, cudaMemcpyDeviceToHost);
  return last;
}
)";
  const auto run = test::run_whole_program(file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json["program"]["exit"], 7) << run.said;
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"];
  EXPECT_EQ(run.json["launches"][0]["totals"]["global_store"]["requests"], 2 + 8 + 1)
      << run.json["launches"][0]["totals"];
}

TEST(NarrowAccesses, MoveReadsAsOftenAsItWrites) {
  const TestFolder folder;
  const auto file = folder.path() / "move.cu";
  std::ofstream(file) << R"(__global__ void move(float* p, int n) {
  memmove(p + 4 * threadIdx.x, p + 128 + 4 * threadIdx.x, n);
}
int main() {
  float* p;
  cudaMalloc(&p, 1024);
  cudaMemset(p, 0, 1024);
  move<<<1, 32>>>(p, 16);
  return cudaDeviceSynchronize();
}
)";
  const auto run = test::run_whole_program(file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  const auto& totals = run.json["launches"][0]["totals"];
  EXPECT_GT(totals["global_load"]["requests"], 0) << totals;
  EXPECT_EQ(totals["global_load"]["requests"], totals["global_store"]["requests"]) << totals;
}

}  // namespace
}  // namespace warpscope
