// Memory that no type describes, such as a buffer of bytes, is shown as what its values look like.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "instrumentation/trace/trace_file.hpp"
#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

TEST(UntypedMemory, HoldsFloatsOrIntegersByItsValues) {
  const TestFolder folder;
  const auto source = folder.path() / "untyped.cu", trace_file = folder.path() / "untyped.wscope";
  std::ofstream(source) << R"(
#include <cuda_runtime.h>
__global__ void halves(void* out) {
  extern __shared__ char buffer[];
  float* const f = reinterpret_cast<float*>(buffer);
  f[threadIdx.x] = threadIdx.x / 2.0f;
  __syncthreads();
  static_cast<int*>(out)[threadIdx.x] = static_cast<int>(f[31 - threadIdx.x]);
}
int main() {
  void* out;
  cudaMalloc(&out, 128);
  halves<<<1, 32, 128>>>(out);
  return cudaDeviceSynchronize();
}
)";
  const auto run = test::run_whole_program("-o " + trace_file.string() + " " + source.string());
  ASSERT_EQ(run.exit_code, 0) << run.said;
  const auto trace = read_trace(trace_file);
  ASSERT_TRUE(trace.ok()) << trace.error().message;
  int seen = 0;
  for (const Array& array : trace.value().arrays) {
    if (array.name == "buffer") {
      EXPECT_EQ(array.type.scalar, Scalar::f32);
      ++seen;
    } else if (array.name == "out") {
      EXPECT_EQ(array.type.scalar, Scalar::i32);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace warpscope
