#include "instrumentation/program/bare/bare_guess.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "instrumentation/program/bare/index_ranges.hpp"
#include "instrumentation/program/source/cuda_tokens.hpp"
#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

/// Of the first kernel of a text; the sentence if there is no guess.
std::string guessed_setup(const std::string& text, const std::string& given = {}) {
  const auto tokens = cuda_tokens(text);
  const CudaCode code(text, tokens);
  BareNames names;
  names.add_file(code);
  const auto found = find_bare_kernels(text, code);
  if (found.kernels.empty()) return "no kernel";
  const auto setup = parse_bare_setup(given);
  if (!setup) return setup.error().message;
  const auto guessed = guess_bare_setup(found.kernels[0], names, setup.value());
  return guessed ? bare_setup_text(guessed.value()) : guessed.error().message;
}

TEST(BareGuess, AGuardedIndexCoversTheSize) {
  const std::string saxpy =
      "__global__ void saxpy(int n, float a, float* x, float* y) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = a * x[i] + y[i];\n}\n";
  EXPECT_EQ(guessed_setup(saxpy),
            "grid 4, block 256, n 1024, a 2, x random float[1024], y random float[1024]");
  EXPECT_EQ(guessed_setup(saxpy, "n 1000"),
            "grid 4, block 256, n 1000, a 2, x random float[1000], y random float[1000]");
  EXPECT_EQ(guessed_setup(saxpy, "block 64, x ones float[9]"),
            "grid 4, block 64, n 256, a 2, x ones float[9], y random float[256]");
}

// An index beyond the size is the kernel's mistake, which a larger buffer would hide.
TEST(BareGuess, AMissingGuardDoesNotMakeBuffersLarger) {
  EXPECT_EQ(guessed_setup("__global__ void k(const int* in, int* out, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < n) out[i] = in[i] + in[i + 1];\n}\n"),
            "grid 4, block 256, in random int[1024], out zero int[1024], n 1024");
}

TEST(BareGuess, SharedArraysChooseTheBlock) {
  const auto reduce = [](const std::string& size) {
    return "#define SIZE " + size +
           "\n__global__ void k(const int* in, int* out) {\n  __shared__ int s[SIZE];\n"
           "  s[threadIdx.x] = in[blockIdx.x * SIZE + threadIdx.x];\n  __syncthreads();\n"
           "  if (threadIdx.x == 0) out[blockIdx.x] = s[0] + s[SIZE - 1];\n}\n";
  };
  EXPECT_EQ(guessed_setup(reduce("128")), "grid 4, block 128, in random int[512], out zero int[4]");
  EXPECT_EQ(guessed_setup(reduce("(1 << 9)")),
            "grid 4, block 512, in random int[2048], out zero int[4]");
}

TEST(BareGuess, RowsOfBlocksThatLoopAreFlat) {
  const std::string text = test::text_of(test::program_tests / "bare/slides/transpose.cu");
  EXPECT_EQ(guessed_setup(text),
            "grid 2x2, block 32x8, odata zero float[4096], idata random float[4096]");
}

TEST(BareGuess, DynamicSharedMemoryIsCounted) {
  EXPECT_EQ(guessed_setup(test::text_of(test::program_tests / "bare/slides/raw_shared.cu")),
            "grid 4, block 256, shared 2048, in random float[1024], lo zero float[4], "
            "hi zero float[4], n 1024");
}

TEST(BareGuess, ElementsThatAreIndicesStayInside) {
  EXPECT_EQ(
      guessed_setup("__global__ void k(const float* in, float* out, const int* perm, int n) {\n"
                    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "  if (i < n) out[perm[i]] = in[i];\n}\n"),
      "grid 4, block 256, in random float[1024], out zero float[1024], "
      "perm shuffled int[1024], n 1024");
  EXPECT_EQ(guessed_setup(
                "__global__ void k(const int* data, int* out, int n) {\n"
                "  __shared__ int bins[16];\n  if (threadIdx.x < 16) bins[threadIdx.x] = 0;\n"
                "  __syncthreads();\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  if (i < n) atomicAdd(&bins[data[i]], 1);\n  __syncthreads();\n"
                "  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);\n}\n"),
            "grid 4, block 256, data random int[1024] below 16, out zero int[16], n 1024");
}

TEST(BareGuess, TemplatesGetTypesAndNumbers) {
  const std::string text =
      "template <typename T, int BLOCK_SIZE, bool FULL>\n__global__ void k(T* data) {\n"
      "  data[blockIdx.x * BLOCK_SIZE + threadIdx.x] *= 2;\n}\n";
  EXPECT_EQ(guessed_setup(text),
            "grid 4, block 256, T float, BLOCK_SIZE 256, FULL true, data random float[1024]");
  EXPECT_EQ(guessed_setup(text, "data random double[64], BLOCK_SIZE 16, block 16"),
            "grid 4, block 16, T double, BLOCK_SIZE 16, FULL true, data random double[64]");
}

TEST(BareGuess, WhatCannotBeGuessedIsNamedWithALineThatSaysIt) {
  EXPECT_NE(
      guessed_setup("template <class Op> __global__ void k(int* p, Op op) {}").find("such as Op"),
      std::string::npos);
  EXPECT_NE(
      guessed_setup("template <int WEIRD> __global__ void k(int* p) {}").find("such as WEIRD 16"),
      std::string::npos);
  EXPECT_NE(guessed_setup("__global__ void k(void* p) {}").find("p random float[512]"),
            std::string::npos);
  EXPECT_NE(guessed_setup("struct S { int a; }; __global__ void k(S s) {}").find("\"s zero\""),
            std::string::npos);
  EXPECT_EQ(guessed_setup("struct S { int a; }; __global__ void k(S* s) { s[threadIdx.x].a = 1; }"),
            "grid 1, block 256, s zero S[256]");
}

TEST(BareGuess, EveryGuessCanBeReadBack) {
  for (const auto& each :
       std::filesystem::directory_iterator(test::program_tests / "bare/slides")) {
    const std::string text = test::text_of(each.path());
    const std::string first = guessed_setup(text);
    EXPECT_EQ(guessed_setup(text, first), first) << each.path();
  }
}

TEST(BareGuess, DamagedKernelsAreRefusedOrGuessed) {
  std::vector<std::string> slides;
  for (const auto& each :
       std::filesystem::directory_iterator(test::program_tests / "bare/slides")) {
    slides.push_back(test::text_of(each.path()));
  }
  std::ranges::sort(slides);
  std::mt19937 random(3);
  for (int round = 0; round < 150; ++round) {
    std::string text = slides[random() % slides.size()];
    for (int k = 0; k < 6; ++k) {
      text[random() % text.size()] = "(){}<>[];,+-*/%=?:&|!0a"[random() % 23];
    }
    static_cast<void>(guessed_setup(text));
  }
}

TEST(IndexRanges, ConstantsAreWorkedOut) {
  const auto value = [](const std::string& text, const std::string& file = {}) {
    const auto file_tokens = cuda_tokens(file);
    BareNames names;
    names.add_file(CudaCode(file, file_tokens));
    const auto tokens = cuda_tokens(text);
    const CudaCode code(text, tokens);
    return constant_value(bare_text(code, {0, tokens.size()}), names);
  };
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("(1 << 10) / sizeof(float)"), 256);
  EXPECT_EQ(value("N", "#define N 4\n"), 4);
  EXPECT_EQ(value("SQUARE(N + 1)", "#define N 4\n#define SQUARE(x) ((x) * (x))\n"), 25);
  EXPECT_EQ(value("B", "const int A = 8, B = A * 2;"), 16);
  EXPECT_EQ(value("two", "enum { zero, one, two };"), 2);
  EXPECT_EQ(value("N", "#define N M\n#define M N\n"), std::nullopt);
  EXPECT_EQ(value("A", "const int A = B; const int B = A;"), std::nullopt);
  EXPECT_EQ(value("1 / 0"), std::nullopt);
  EXPECT_EQ(value(""), std::nullopt);
  EXPECT_EQ(value("0x7fffffffffffffff * 4"), std::nullopt);
}

}  // namespace
}  // namespace warpscope
