// What arrays are called: each launch by its own parameters, the whole by the host's variable.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/protocol/machine_binary.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class ArrayNames : public testing::Test {
 protected:
  ProgramRun run(const std::string& text) {
    const auto file = folder_.path() / "names.cu";
    std::ofstream(file) << text;
    set_machine_binary({});
    const ProgramRequest request{.build = {.files = {file}}};
    const BuildResult built = build_program(request.build, {}, [](const std::string&) {});
    if (!built.program) {
      ADD_FAILURE() << built.failure.message;
      return {};
    }
    auto ran = run_program(*built.program, request, ProgramOutput::inherit, {});
    if (!ran || !ran->trace) {
      ADD_FAILURE() << "nothing was recorded";
      return {};
    }
    EXPECT_EQ(find_fault(*ran->trace), std::nullopt);
    return std::move(ran).value();
  }
  /// Of each access to global memory in order: "reads in[i] of d_a".
  static std::vector<std::string> told(const Trace& trace) {
    std::vector<std::string> texts;
    for (const Access& access : trace.accesses) {
      const Array& array = trace.arrays[static_cast<std::size_t>(access.array)];
      if (array.space != Space::global) continue;
      texts.push_back(std::string(traits_of(access.operation).does) + " " +
                      written_as(trace, access) + " of " + array.name);
    }
    return texts;
  }

  TestFolder folder_;
};

using Told = std::vector<std::string>;

TEST_F(ArrayNames, AreThoseOfEachLaunch) {
  const ProgramRun ran =
      run("__global__ void step(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
          "int main() {\n"
          "  int *d_a, *d_b;\n"
          "  cudaMalloc(&d_a, 128);\n"
          "  cudaMalloc((void**)&d_b, 128);\n"
          "  cudaMemset(d_a, 0, 128);\n"
          "  step<<<1, 32>>>(d_a, d_b);\n"
          "  step<<<1, 32>>>(d_b, d_a);\n"
          "  return cudaDeviceSynchronize();\n"
          "}\n");
  ASSERT_TRUE(ran.trace);
  const Trace& trace = *ran.trace;
  EXPECT_EQ(told(trace), (Told{"reads in[threadIdx.x] of d_a", "writes out[threadIdx.x] of d_b",
                               "reads in[threadIdx.x] of d_b", "writes out[threadIdx.x] of d_a"}));
  EXPECT_EQ(trace.arrays.size(), 2U) << "each allocation is one array";
  EXPECT_EQ(element_name(trace, 0, trace.accesses[0].array, 5), "in[5]");
  EXPECT_EQ(element_name(trace, 1, trace.accesses[0].array, 5), "out[5]");
  const auto read = decode_trace(encode_trace(trace), "names");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->launches, trace.launches);
}

TEST_F(ArrayNames, TellCallsOfOneLineApartAndNotThoseOfAFunction) {
  const ProgramRun ran =
      run("__global__ void add(int* x, const int* y) { x[threadIdx.x] += y[threadIdx.x]; }\n"
          "int* make() { int* p; cudaMalloc(&p, 128); cudaMemset(p, 0, 128); return p; }\n"
          "#define MAKE(p) cudaMalloc(&p, 128)\n"
          "int main() {\n"
          "  int *d_a, *d_b, *d_c;\n"
          "  cudaMalloc(&d_a, 128); cudaMalloc(&d_b, 128);\n"
          "  MAKE(d_c);\n"
          "  for (int* p : {d_a, d_b, d_c}) cudaMemset(p, 0, 128);\n"
          "  add<<<1, 32>>>(d_a, d_b);\n"
          "  add<<<1, 32>>>(make(), make());\n"
          "  add<<<1, 32>>>(d_c, d_a);\n"
          "  return cudaDeviceSynchronize();\n"
          "}\n");
  ASSERT_TRUE(ran.trace);
  std::vector<std::string> names;
  for (const Array& array : ran.trace->arrays) names.push_back(array.name);
  std::ranges::sort(names);
  EXPECT_EQ(names, (Told{"d_a", "d_b", "x", "x_2", "y"}));
}

TEST_F(ArrayNames, OfAPartAreThoseOfTheWhole) {
  const ProgramRun ran = run(
      "__global__ void move(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }\n"
      "__global__ void twice(int* a, int* b) { b[threadIdx.x] = a[threadIdx.x]; }\n"
      "int main() {\n"
      "  int* d_all;\n"
      "  cudaMalloc(&d_all, 256);\n"
      "  cudaMemset(d_all, 0, 256);\n"
      "  move<<<1, 32>>>(d_all, d_all + 32);\n"
      "  twice<<<1, 32>>>(d_all, d_all);\n"
      "  return cudaDeviceSynchronize();\n"
      "}\n");
  ASSERT_TRUE(ran.trace);
  EXPECT_EQ(told(*ran.trace),
            (Told{"reads from[threadIdx.x] (array to) of d_all", "writes to[threadIdx.x] of d_all",
                  "reads a[threadIdx.x] of d_all", "writes b[threadIdx.x] of d_all"}));
}

TEST_F(ArrayNames, HaveAsManyIndicesAsInTheSource) {
  const ProgramRun ran =
      run("__device__ int table[4][8];\n"
          "__global__ void shapes(float (*m)[8], float* flat) {\n"
          "  __shared__ float tile[2][4][8];\n"
          "  __shared__ char bytes[8][8];\n"
          "  __shared__ float4 quads[4][8];\n"
          "  const int x = threadIdx.x % 8, y = threadIdx.x / 8;\n"
          "  tile[1][y][x] = m[y][x];\n"
          "  bytes[y][x] = 1;\n"
          "  quads[y][x].y = 2;\n"
          "  table[y][x] = 4;\n"
          "  flat[threadIdx.x] = tile[1][y][x] + bytes[y][x] + quads[y][x].y;\n"
          "}\n"
          "int main() {\n"
          "  float *d_m, *d_flat;\n"
          "  cudaMalloc(&d_m, 128);\n"
          "  cudaMalloc(&d_flat, 128);\n"
          "  cudaMemset(d_m, 0, 128);\n"
          "  shapes<<<1, 32>>>((float (*)[8])d_m, d_flat);\n"
          "  return cudaDeviceSynchronize();\n"
          "}\n");
  ASSERT_TRUE(ran.trace);
  const Trace& trace = *ran.trace;
  std::vector<std::string> texts;
  for (const Access& access : trace.accesses) {
    if (access.operation != Operation::store) continue;
    // Lane 11 stands at y = 1, x = 3.
    texts.push_back(element_name(trace, 0, access.array, trace.lane_indices(access)[11]));
  }
  EXPECT_EQ(texts,
            (Told{"tile[1][1][3]", "bytes[1][3]", "quads[1][3].y", "table[1][3]", "flat[11]"}));
  const Access& first = trace.accesses.front();
  EXPECT_EQ(element_name(trace, 0, first.array, 11), "m[1][3]");
  EXPECT_EQ(element_name(trace, first.array, 11), "d_m[11]");
  EXPECT_EQ(written_as(trace, first), "m[y][x]");
  const auto read = decode_trace(encode_trace(trace), "names");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->arrays, trace.arrays);
  EXPECT_EQ(read->launches, trace.launches);
}

TEST_F(ArrayNames, OfDynamicMemoryAreTheKernelsOwn) {
  const ProgramRun ran =
      run("extern __shared__ int all[];\n"
          "__global__ void first(int* out) { all[threadIdx.x] = 1; out[0] = all[0]; }\n"
          "__global__ void second(int* out) {\n"
          "  extern __shared__ int mine[];\n"
          "  mine[threadIdx.x] = 1;\n"
          "  out[0] = mine[0];\n"
          "}\n"
          "int main() {\n"
          "  int* d_out;\n"
          "  cudaMalloc(&d_out, 4);\n"
          "  first<<<1, 1, 128>>>(d_out);\n"
          "  second<<<1, 1, 128>>>(d_out);\n"
          "  return cudaDeviceSynchronize();\n"
          "}\n");
  ASSERT_TRUE(ran.trace);
  std::vector<std::string> names;
  for (const Access& access : ran.trace->accesses) {
    const Array& array = ran.trace->arrays[static_cast<std::size_t>(access.array)];
    if (array.space == Space::shared && access.operation == Operation::store) {
      names.push_back(array.name);
    }
  }
  EXPECT_EQ(names, (Told{"all", "mine"}));
}

TEST_F(ArrayNames, AndShapesAreThoseOfFindings) {
  const ProgramRun ran =
      run("__global__ void late(int* out) {\n"
          "  __shared__ int tile[4][8];\n"
          "  tile[threadIdx.x / 8 + 1][threadIdx.x % 8] = 1;\n"
          "  out[threadIdx.x] = 1;\n"
          "  out[threadIdx.x + 1] = 1;\n"
          "}\n"
          "int main() {\n"
          "  int* d_sums;\n"
          "  cudaMalloc(&d_sums, 128);\n"
          "  late<<<1, 32>>>(d_sums);\n"
          "  return cudaDeviceSynchronize();\n"
          "}\n");
  const auto says = [&](std::string_view part, std::string_view array) {
    return std::ranges::any_of(ran.outcome.findings, [&](const ProgramFinding& finding) {
      return finding.message.english().find(part) != std::string::npos && finding.array == array;
    });
  };
  EXPECT_TRUE(says("tile[4][0]", "tile"));
  EXPECT_TRUE(says("out[32]", "out"));
}

}  // namespace
}  // namespace warpscope
