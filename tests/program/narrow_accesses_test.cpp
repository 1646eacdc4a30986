#include <gtest/gtest.h>

#include <fstream>

#include "tests/program/whole_program.hpp"

// Accesses that are narrower than what their array was taken for.

namespace warpscope {
namespace {

nlohmann::json findings_of_counting(const char* type, const char* between) {
  const test::FolderForTest folder;
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

}  // namespace
}  // namespace warpscope
