#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

// Whether the result of an atomic is used decides what it costs: what an H100 counts of it stands beside each kernel.

namespace warpscope {
namespace {

TEST(AtomicResults, SumOf1CostsATurnForEachLaneIfItsResultIsUsed) {
  const TestFolder folder;
  const auto file = folder.path() / "places.cu";
  std::ofstream(file) << R"(
__global__ void used(int* out) {  // 32 wavefronts
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  out[atomicAdd(&counts[threadIdx.x & 1], 1) + 128 * (threadIdx.x & 1)] = threadIdx.x;
}
__global__ void unused(int* out) {  // 2 wavefronts
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x & 1], 1);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x & 1];
}
// 32 and 2: used by some lanes is used, and what follows is another atomic.
__global__ void both(int* out) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  const int place = atomicAdd(&counts[threadIdx.x & 1], 1);
  if (threadIdx.x > 5) out[threadIdx.x] = place;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x & 1], 1);
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  used<<<1, 64>>>(out);
  unused<<<1, 64>>>(out);
  both<<<1, 64>>>(out);
  const int failed = cudaDeviceSynchronize();
  cudaFree(out);
  return failed;
}
)";
  for (const char* const options : {"", "--as-compiled "}) {
    const auto run = test::run_whole_program(options + file.string());
    if (*options != '\0' && run.json.is_null()) continue;  // there is no clang
    ASSERT_TRUE(run.json.is_object()) << run.said;
    const auto& launches = run.json.at("launches");
    ASSERT_EQ(launches.size(), 3U);
    const int expected[] = {32, 2, 34};
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(launches[k]["totals"]["shared_atomic"]["wavefronts"], expected[k])
          << options << launches[k]["kernel"];
    }
    EXPECT_EQ(run.json.at("findings"), nlohmann::json::array());
  }
}

}  // namespace
}  // namespace warpscope
