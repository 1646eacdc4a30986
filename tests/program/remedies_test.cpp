// Each remedy of a faulty program, applied where it says, gives a program without the finding.

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

using test::run_whole_program;
using test::WholeProgramRun;

struct Faulty {
  const char* name;
  const char* options;  // of the command line
  const char* text;
};

// What the preprocessor leaves out stands near the places that the remedies name.
const std::vector<Faulty> programs{
    {"ARoundWithABarrierThatIsLeftOut", "", R"(__global__ void scan(int* table, int n) {
  extern __shared__ int s[];
  int carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    s[threadIdx.x] = table[base + threadIdx.x];
    __syncthreads();
    table[base + threadIdx.x] = carry + s[blockDim.x - 1 - threadIdx.x];
    carry += s[0];
#ifdef MENDED
    __syncthreads();
#endif
  }
}
int main() {
  int* t;
  cudaMallocManaged(&t, 256 * 4);
  for (int i = 0; i < 256; ++i) t[i] = i;
  scan<<<1, 64, 256>>>(t, 256);
  cudaDeviceSynchronize();
  cudaFree(t);
}
)"},
    {"TwoStatementsWithALeftOutBarrierBetween", "-D FAST=1", R"(#define SAFE (FAST == 0)
__global__ void mirror(int* p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
#if SAFE
  __syncthreads();
#else
  p[64 + threadIdx.x] = 1;
#endif
  p[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
  int* p;
  cudaMallocManaged(&p, 128 * 4);
  for (int i = 0; i < 64; ++i) p[i] = i;
  mirror<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
)"},
    {"ABranchOfAnotherArchitecture", "", R"(__global__ void halve(int* p) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = p[t];
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step) {
      s[t] += s[t + step];
    }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 300
    __syncthreads();
    if (t == 200) s[t] = 0;
#endif
  }
  if (t == 0) p[0] = s[0];
}
int main() {
  int* p;
  cudaMallocManaged(&p, 128 * 4);
  for (int i = 0; i < 128; ++i) p[i] = i;
  halve<<<1, 128>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
)"},
    {"AStoreInABranchAndAReadBehindIt", "", R"(__global__ void first(int* p) {
  __shared__ int all;
  if (threadIdx.x == 0) {
    all = p[0];
#if 0
    __syncthreads();
#endif
  }
  p[threadIdx.x] = all;
}
int main() {
  int* p;
  cudaMallocManaged(&p, 64 * 4);
  for (int i = 0; i < 64; ++i) p[i] = i;
  first<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
)"},
    {"AnUpdateWithoutAnAtomic", "", R"(__global__ void count(const int* x, int* bins) {
#ifdef ATOMIC
  atomicAdd(&bins[x[threadIdx.x] % 8], 1);
#else
  bins[x[threadIdx.x] % 8] += 1;
#endif
}
int main() {
  int *x, *bins;
  cudaMallocManaged(&x, 64 * 4);
  cudaMallocManaged(&bins, 8 * 4);
  for (int i = 0; i < 64; ++i) x[i] = i;
  for (int i = 0; i < 8; ++i) bins[i] = 0;
  count<<<1, 64>>>(x, bins);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(bins);
}
)"},
    {"AnIndexBeyondTheEnd", "", R"(__global__ void scale(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef GUARDED
  if (i < n)
#endif
  x[i] *= 2;
}
int main() {
  float* x;
  cudaMallocManaged(&x, 100 * 4);
  for (int i = 0; i < 100; ++i) x[i] = 1;
  scale<<<2, 64>>>(x, 100);
  cudaDeviceSynchronize();
  cudaFree(x);
}
)"},
    {"TheHostReadsTooEarly", "", R"(#include <cstdio>
__global__ void one(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMallocManaged(&p, 64 * 4);
  one<<<1, 64>>>(p);
#ifdef WAITS
  cudaDeviceSynchronize();
#endif
  const int first = p[0];
  std::printf("%d\n", first);
  cudaDeviceSynchronize();
  cudaFree(p);
}
)"},
};

using Code = std::vector<std::string>;  // line 1 is the first

Code lines_of(const std::string& text) {
  Code lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Does what the remedy says; false: it says nothing that this can do.
bool apply(const std::string& remedy, Code& code) {
  std::smatch match;
  const auto says = [&](const char* pattern) {
    return std::regex_search(remedy, match, std::regex(pattern));
  };
  const auto line = [&](int group) -> std::string& {
    return code.at(std::stoul(match[static_cast<std::size_t>(group)]) - 1);
  };
  if (says(R"(^Put (\S+) at the end of the loop of line \d+, behind line (\d+))") ||
      says(R"(^Put (\S+) behind line (\d+) and before line \d+)")) {
    line(2) += "\n" + match[1].str() + ";";
    return true;
  }
  if (says(R"(^Put (\S+) before line (\d+)\.)")) {
    line(2) = match[1].str() + ";\n" + line(2);
    return true;
  }
  if (says(R"(^Put if \((.*)\) around line (\d+):)")) {
    line(2) = "if (" + match[1].str() + ") {\n" + line(2) + "\n}";
    return true;
  }
  if (says(R"(^Write (.*) in place of (.*) on line (\d+):)")) {
    std::string& changed = line(3);
    const std::string before = match[2], after = match[1];
    const std::size_t at = changed.find(before);
    if (at == std::string::npos) return false;
    changed.replace(at, before.size(), after);
    return true;
  }
  return false;
}

class Remedies : public testing::TestWithParam<Faulty> {};

TEST_P(Remedies, MendWhatTheyAreFor) {
  const Faulty& faulty = GetParam();
  const TestFolder folder;
  const auto file = folder.path() / "faulty.cu";
  const auto run = [&](const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    return run_whole_program(std::string(faulty.options) + " " + file.string());
  };
  std::string text = faulty.text;
  WholeProgramRun found = run(text);
  ASSERT_TRUE(found.json.is_object()) << found.said;
  ASSERT_FALSE(found.json["findings"].empty()) << "the program should be faulty";
  // One remedy may uncover what another finding hid.
  for (int turn = 0; turn < 3 && !found.json["findings"].empty(); ++turn) {
    ASSERT_TRUE(found.json["findings"][0].contains("remedy")) << found.json["findings"].dump(1);
    const std::string remedy = found.json["findings"][0]["remedy"];
    Code code = lines_of(text);
    ASSERT_TRUE(apply(remedy, code)) << remedy;
    text.clear();
    for (const std::string& line : code) text += line + "\n";
    const auto kind = found.json["findings"][0]["kind"];
    found = run(text);
    ASSERT_TRUE(found.json.is_object()) << remedy << "\n" << text << found.said;
    for (const auto& other : found.json["findings"]) {
      EXPECT_NE(other["kind"], kind) << remedy << "\n" << text << other.dump(1);
    }
  }
  EXPECT_TRUE(found.json["findings"].empty()) << text << found.json["findings"].dump(1);
}

INSTANTIATE_TEST_SUITE_P(Programs, Remedies, testing::ValuesIn(programs),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace warpscope
