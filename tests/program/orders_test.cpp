// `run --orders`: programs whose results an order changes, and those that are right in all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr const char* blocks_program = R"cuda(#include <cstdio>
__global__ void last(int* out, int* sum) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) *sum = *sum * 3 + blockIdx.x;
}
int main() {
  int *out, *sum, host = 0;
  cudaMalloc(&out, 5 * 64 * 4);
  cudaMalloc(&sum, 4);
  cudaMemset(sum, 0, 4);
  last<<<5, 64>>>(out, sum);
  cudaMemcpy(&host, sum, 4, cudaMemcpyDeviceToHost);
  printf("sum %d\n", host);
}
)cuda";

constexpr const char* warps_program = R"cuda(#include <cstdio>
__global__ void k(int* out) {
  __shared__ int s[1];
  if (threadIdx.x == 0) s[0] = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) { int v = atomicAdd(&s[0], 1); out[threadIdx.x / 32] = v; }
}
int main() {
  int* out; cudaMalloc(&out, 8 * 4);
  k<<<1, 256>>>(out);
  int first = 0;
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", first);
}
)cuda";

constexpr const char* unset_program = R"cuda(#include <cstdio>
__global__ void k(int* out, int* in) { out[threadIdx.x] = in[threadIdx.x] + 1; }
int main() {
  int *out, *in, h = 0; cudaMalloc(&out, 32 * 4); cudaMalloc(&in, 32 * 4);
  cudaMemset(in, 0, 16 * 4);
  k<<<1, 32>>>(out, in);
  cudaMemcpy(&h, out + 20, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
}
)cuda";

constexpr const char* scan_program = R"cuda(#include <cstdio>
#include <vector>
__device__ int locked = 0;
__device__ int total = 0;
__global__ void scan(const int* in, int* out, volatile int* flag, volatile int* sums) {
  __shared__ int part[64];
  __shared__ int before;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  part[t] = in[i];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = t >= d ? part[t - d] : 0;
    __syncthreads();
    part[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    if (blockIdx.x == 0) before = 0;
    else { while (flag[blockIdx.x - 1] == 0) {} __threadfence(); before = sums[blockIdx.x - 1]; }
    sums[blockIdx.x] = before + part[63];
    __threadfence();
    flag[blockIdx.x] = 1;
  }
  __syncthreads();
  out[i] = before + part[t];
  if (t == 0) {
    while (atomicCAS(&locked, 0, 1) != 0) {}
    __threadfence();
    total = total + 1;
    __threadfence();
    atomicExch(&locked, 0);
  }
}
int main() {
  const int n = 60;
  std::vector<int> h(n * 64, 1);
  int *in, *out, *flag, *sums;
  cudaMalloc(&in, n * 256); cudaMalloc(&out, n * 256); cudaMalloc(&flag, n * 4); cudaMalloc(&sums, n * 4);
  cudaMemcpy(in, h.data(), n * 256, cudaMemcpyHostToDevice);
  cudaMemset(flag, 0, n * 4); cudaMemset(sums, 0, n * 4);
  scan<<<n, 64>>>(in, out, flag, sums);
  cudaMemcpy(h.data(), out, n * 256, cudaMemcpyDeviceToHost);
  int t = 0; cudaMemcpyFromSymbol(&t, total, 4);
  printf("%d %d\n", h[n * 64 - 1], t);
}
)cuda";

constexpr const char* itself_program = R"cuda(#include <chrono>
#include <cstdio>
__global__ void k(long* out, long v, int* s) { out[0] = v; s[0] = 7; }
int main() {
  long* out; int* s; cudaMalloc(&out, 8); cudaMalloc(&s, 4);
  long now = std::chrono::steady_clock::now().time_since_epoch().count();
  k<<<1, 1>>>(out, now, s);
  cudaDeviceSynchronize();
  printf("took %ld\nfine\n", now);
}
)cuda";

constexpr const char* file_program = R"cuda(#include <cstdio>
__global__ void k(int* out) { if (threadIdx.x == 0) *out = blockIdx.x; }
int main() {
  int *out, h = 0; cudaMalloc(&out, 4);
  FILE* old = fopen("result.txt", "r");
  if (old) { puts("there was one"); fclose(old); }
  k<<<3, 32>>>(out);
  cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
  FILE* f = fopen("result.txt", "w"); fprintf(f, "%d\n", h); fclose(f);
}
)cuda";

constexpr const char* atomics_program = R"cuda(#include <cstdio>
__global__ void k(float* out) { atomicAdd(out, 1.0f / (1 + threadIdx.x + blockIdx.x * 64)); }
int main() {
  float *out, h = 0; cudaMalloc(&out, 4); cudaMemset(out, 0, 4);
  k<<<50, 64>>>(out);
  cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
  printf("%.8f\n", h);
}
)cuda";

constexpr int orders = 5;

/// What is told of the program's runs, each of which may take some seconds.
struct OrdersTold {
  int exit_code = -1;
  nlohmann::json orders;
  std::string said;

  [[nodiscard]] const nlohmann::json& run(const std::string& blocks, bool warps,
                                          int unset = 0) const {
    for (const auto& each : orders["runs"]) {
      if (each["blocks"] == blocks && each["warps"].is_null() != warps && each["unset"] == unset)
        return each;
    }
    ADD_FAILURE() << blocks << " is not among " << orders.dump(1);
    return orders;
  }
  [[nodiscard]] bool all_are(const std::string& result) const {
    return std::ranges::all_of(orders["runs"],
                               [&](const auto& each) { return each["result"] == result; });
  }
};

OrdersTold run_orders_of(const std::string& text) {
  const TestFolder folder;
  std::ofstream(folder.path() / "program.cu") << text;
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto run = test::run_whole_program("program.cu --orders " + std::to_string(orders));
  std::filesystem::current_path(here);
  OrdersTold told{.exit_code = run.exit_code, .orders = {}, .said = run.said};
  if (run.json.is_object() && run.json.contains("orders")) told.orders = run.json["orders"];
  EXPECT_EQ(told.orders.value("runs", nlohmann::json::array()).size(), orders + 2U)
      << run.said << run.json.dump(1);
  return told;
}

TEST(OtherOrders, ResultOfTheOrderOfBlocks) {
  const OrdersTold told = run_orders_of(blocks_program);
  EXPECT_EQ(told.exit_code, 1) << told.said;
  EXPECT_TRUE(told.orders["changes"]);
  EXPECT_TRUE(told.orders["by_itself"].is_null()) << told.orders.dump(1);
  EXPECT_EQ(told.run("in-order", true)["result"], "same");
  EXPECT_EQ(told.run("in-order", false, 0xff)["result"], "same");
  const nlohmann::json& reversed = told.run("reversed", false);
  EXPECT_EQ(reversed["result"], "different");
  const nlohmann::json& memory = reversed["memory"];
  EXPECT_EQ(memory["array"], "sum");
  EXPECT_EQ(memory["launch"], 1);
  EXPECT_EQ(memory["index"], 0);
  EXPECT_EQ(memory["usual"]["value"], "58");
  EXPECT_EQ(memory["this"]["value"], "426");
  EXPECT_EQ(memory["usual"]["writer"]["block"], nlohmann::json({4, 0, 0}));
  EXPECT_EQ(memory["this"]["writer"]["block"], nlohmann::json({0, 0, 0}));
  EXPECT_EQ(memory["this"]["writer"]["file"], "program.cu");
  EXPECT_EQ(memory["this"]["writer"]["line"], 4);
}

TEST(OtherOrders, ResultOfTheOrderOfWarps) {
  const OrdersTold told = run_orders_of(warps_program);
  EXPECT_EQ(told.exit_code, 1) << told.said;
  EXPECT_EQ(told.run("in-order", true)["result"], "different");
  EXPECT_EQ(told.run("in-order", true)["memory"]["array"], "out");
  EXPECT_EQ(told.run("in-order", true)["output"]["line"], 1);
  EXPECT_EQ(told.run("reversed", false)["result"], "same");
}

TEST(OtherOrders, ResultOfUnsetMemory) {
  const OrdersTold told = run_orders_of(unset_program);
  EXPECT_EQ(told.exit_code, 1) << told.said;
  EXPECT_EQ(told.run("reversed", false)["result"], "same");
  EXPECT_EQ(told.run("in-order", false, 0xff)["memory"]["this"]["value"], "0");
  EXPECT_EQ(told.run("in-order", false, 0xa5)["memory"]["index"], 16);
}

TEST(OtherOrders, BlocksThatWaitForOneAnotherAreRight) {
  const OrdersTold told = run_orders_of(scan_program);
  EXPECT_EQ(told.exit_code, 0) << told.said;
  EXPECT_TRUE(told.all_are("same")) << told.orders.dump(1);
}

TEST(OtherOrders, WhatDiffersByItselfIsNoOrdersFault) {
  const OrdersTold told = run_orders_of(itself_program);
  EXPECT_EQ(told.exit_code, 0) << told.said;
  EXPECT_FALSE(told.orders["by_itself"].is_null());
  EXPECT_TRUE(told.all_are("same")) << told.orders.dump(1);
}

TEST(OtherOrders, FilesAreThoseOfEachRun) {
  const OrdersTold told = run_orders_of(file_program);
  EXPECT_EQ(told.exit_code, 1) << told.said;
  EXPECT_TRUE(told.orders["by_itself"].is_null()) << "a run finds what another one has written";
  const nlohmann::json& reversed = told.run("reversed", false);
  EXPECT_EQ(reversed["file"]["path"], "result.txt") << reversed;
  EXPECT_TRUE(reversed["output"].is_null());
}

// Reads a file that is too large to be copied; with an argument it writes to it if blocks go in another order.
constexpr const char* large_file_program = R"cuda(#include <cstdio>
__global__ void k(int* out) { if (threadIdx.x == 0) *out = blockIdx.x; }
int main(int count, char**) {
  int *out, h = 0; cudaMalloc(&out, 4);
  k<<<3, 32>>>(out);
  cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
  FILE* f = fopen("large.bin", count > 1 && h == 0 ? "r+" : "r");
  if (!f) { puts("it is not there"); return 1; }
  printf("%d\n", fgetc(f));
  if (count > 1 && h == 0) { rewind(f); fputc(1, f); }
  fclose(f);
  f = fopen("result.txt", "w"); fputs("fine", f); fclose(f);
}
)cuda";

OrdersTold orders_beside_large_file(const std::string& arguments) {
  const TestFolder folder;
  std::ofstream(folder.path() / "program.cu") << large_file_program;
  std::ofstream(folder.path() / "large.bin") << "x";
  std::filesystem::resize_file(folder.path() / "large.bin", std::uintmax_t{70} << 20);
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto run = test::run_whole_program("program.cu --orders 2" + arguments);
  std::filesystem::current_path(here);
  OrdersTold told{.exit_code = run.exit_code, .orders = {}, .said = run.said};
  if (run.json.is_object() && run.json.contains("orders")) told.orders = run.json["orders"];
  return told;
}

TEST(OtherOrders, FilesThatAreTooLargeAreRead) {
  const OrdersTold told = orders_beside_large_file("");
  ASSERT_TRUE(told.orders.is_object()) << told.said;
  EXPECT_TRUE(told.orders["trouble"].is_null()) << told.orders;
  EXPECT_EQ(told.run("in-order", true)["result"], "same");
  EXPECT_EQ(told.run("reversed", false)["output"], nullptr) << told.orders;
  EXPECT_EQ(told.run("reversed", false)["memory"]["array"], "out");
}

TEST(OtherOrders, EndWhenOneWritesToARealFile) {
  const OrdersTold told = orders_beside_large_file(" -- 1");
  ASSERT_TRUE(told.orders.is_object()) << told.said;
  ASSERT_TRUE(told.orders["trouble"].is_string()) << told.orders;
  EXPECT_NE(told.orders["trouble"].get<std::string>().find("large.bin"), std::string::npos);
  EXPECT_EQ(told.orders["runs"].size(), 1U) << "the first of the other orders did";
}

// A counter hands out the places of `taken`; `sum` is the same whoever stands where, `first` is not.
std::string taking_program(const std::string& result) {
  return R"cuda(#include <cstdio>
__global__ void take(int* taken, int* count) { taken[atomicAdd(count, 1)] = blockIdx.x; }
__global__ void sum(const int* taken, int* out) {
  for (int k = 0; k < 128; ++k) *out += taken[k];
}
__global__ void first(const int* taken, int* out) { *out = taken[0]; }
int main() {
  int *taken, *count, *out;
  cudaMalloc(&taken, 512); cudaMalloc(&count, 4); cudaMalloc(&out, 4);
  cudaMemset(count, 0, 4); cudaMemset(out, 0, 4);
  take<<<4, 32>>>(taken, count);
  )cuda" +
         result + "<<<1, 1>>>(taken, out);\n  return cudaDeviceSynchronize();\n}\n";
}

TEST(OtherOrders, PlacesThatACounterHandsOutMatterOnlyIfTheResultDoes) {
  const OrdersTold sum = run_orders_of(taking_program("sum"));
  EXPECT_EQ(sum.exit_code, 0) << sum.said;
  EXPECT_EQ(sum.run("reversed", false)["result"], "reordered") << sum.orders.dump(1);
  const OrdersTold first = run_orders_of(taking_program("first"));
  EXPECT_EQ(first.exit_code, 1) << first.said;
  EXPECT_EQ(first.run("reversed", false)["result"], "different");
  EXPECT_EQ(first.run("reversed", false)["memory"]["launch"], 2);
}

TEST(OtherOrders, SumsOfAtomicsAreRounded) {
  const OrdersTold told = run_orders_of(atomics_program);
  EXPECT_EQ(told.exit_code, 0) << told.said;
  EXPECT_FALSE(told.orders["changes"]);
  const nlohmann::json& reversed = told.run("reversed", false);
  EXPECT_EQ(reversed["result"], "rounding");
  EXPECT_LT(reversed["memory"]["relative"].get<double>(), 1e-5);
}

}  // namespace
}  // namespace warpscope
