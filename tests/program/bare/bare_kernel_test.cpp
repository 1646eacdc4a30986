#include "instrumentation/program/bare/bare_kernel.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "instrumentation/program/source/cuda_tokens.hpp"
#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

BareKernels kernels_of(const std::string& text) {
  const auto tokens = cuda_tokens(text);
  const CudaCode code(text, tokens);
  return find_bare_kernels(text, code);
}

TEST(BareKernels, ParametersAreReadFromTheDeclaration) {
  const auto found = kernels_of(
      "namespace a { namespace b {\n"
      "template <typename T, unsigned int BLOCK = 128>\n"
      "__global__ void __launch_bounds__(BLOCK * 2)\n"
      "sum(const T* __restrict__ in, volatile float4 *out, size_t n, unsigned int flags[]) { "
      "out[0] = in[n]; }\n"
      "} }\n");
  ASSERT_EQ(found.kernels.size(), 1U);
  const BareKernel& kernel = found.kernels[0];
  EXPECT_EQ(kernel.name, "sum");
  EXPECT_EQ(kernel.space, "a::b");
  EXPECT_EQ(kernel.line, 4);
  EXPECT_EQ(kernel.problem, "");
  EXPECT_EQ(kernel.bounds.size(), 3U);
  ASSERT_EQ(kernel.template_parameters.size(), 2U);
  EXPECT_EQ(kernel.template_parameters[0].type, "");
  EXPECT_EQ(kernel.template_parameters[1].type, "unsigned int");
  EXPECT_TRUE(kernel.template_parameters[1].has_default);
  ASSERT_EQ(kernel.parameters.size(), 4U);
  EXPECT_EQ(kernel.parameters[0].element, "T");
  EXPECT_TRUE(kernel.parameters[0].is_const);
  EXPECT_EQ(kernel.parameters[1].element, "float4");
  EXPECT_FALSE(kernel.parameters[1].is_const);
  EXPECT_EQ(kernel.parameters[2].element, "size_t");
  EXPECT_FALSE(kernel.parameters[2].is_pointer);
  EXPECT_EQ(kernel.parameters[3].element, "unsigned int");
  EXPECT_TRUE(kernel.parameters[3].is_pointer);
}

TEST(BareKernels, CommentsAboveAKernelBelongToIt) {
  const auto found = kernels_of(
      "// warpscope: grid 2,\n"
      "//  warpscope:  block 64\n"
      "// Adds.\n"
      "#define N 4\n"
      "template <int M>\n"
      "// warpscope: n 4\n"
      "__global__ void first(int n) {}\n"
      "__global__ void second() {}\n");
  ASSERT_EQ(found.kernels.size(), 2U);
  EXPECT_EQ(found.kernels[0].setup, "grid 2, block 64, n 4");
  EXPECT_EQ(found.kernels[0].setup_line, 1);
  EXPECT_EQ(found.kernels[1].setup_line, 0);
  EXPECT_TRUE(found.stray_lines.empty());
}

TEST(BareKernels, OtherCommentsSayNothing) {
  const auto found = kernels_of(
      "/* // warpscope: grid 2 */\n"
      "const char* text = \"// warpscope: grid 3\";  \n"
      "#if 0\n// warpscope: grid 4\n#endif\n"
      "// see warpscope: grid 5\n"
      "// warpscope is a program\n"
      "__global__ void k() {}  // warpscope: grid 6\n"
      "// warpscope: grid 7\n");
  ASSERT_EQ(found.kernels.size(), 1U);
  EXPECT_EQ(found.kernels[0].setup, "");
  EXPECT_EQ(found.stray_lines, (std::vector<int>{8, 9}));
}

TEST(BareKernels, DeclarationsAndHiddenOnesAreNone) {
  const auto found = kernels_of(
      "__global__ void declared(int*);\n"
      "#if 0\n__global__ void hidden() {}\n#endif\n"
      "// __global__ void comment() {}\n"
      "template <> __global__ void special<int>(int* p) {}\n"
      "#ifdef FAST\n__global__ void twice(int* p) {}\n#else\n__global__ void twice(int* p) "
      "{}\n#endif\n");
  ASSERT_EQ(found.kernels.size(), 1U);
  EXPECT_EQ(found.kernels[0].name, "twice");
}

TEST(BareKernels, WhatNoMainCanCallIsTold) {
  for (const char* const text : {"__global__ void k(float** p) {}", "__global__ void k(int) {}",
                                 "template <class... T> __global__ void k(int* p) {}",
                                 "template <template <class> class T> __global__ void k(int* p) {}",
                                 "__global__ void k(float (*p)[4]) {}"}) {
    const auto found = kernels_of(text);
    ASSERT_EQ(found.kernels.size(), 1U) << text;
    EXPECT_NE(found.kernels[0].problem, "") << text;
  }
}

TEST(BareKernels, DamagedTextIsRead) {
  std::string whole;
  for (const auto& each :
       std::filesystem::directory_iterator(test::program_tests / "bare/slides")) {
    whole += test::text_of(each.path());
  }
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string text = whole.substr(random() % whole.size(), 2000);
    for (int k = 0; k < 8; ++k) {
      text[random() % text.size()] = "(){}<>[];,\"'/*\\#\n"[random() % 17];
    }
    static_cast<void>(kernels_of(text));
  }
}

}  // namespace
}  // namespace warpscope
