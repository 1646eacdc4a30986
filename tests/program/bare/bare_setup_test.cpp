#include "instrumentation/program/bare/bare_setup.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "instrumentation/program/source/cuda_tokens.hpp"

namespace warpscope {
namespace {

using ContentsKind = BareArgument::Kind;

BareSetup setup_of(const std::string& text) {
  auto setup = parse_bare_setup(text);
  EXPECT_TRUE(setup.ok()) << text << ": " << (setup ? "" : setup.error().message);
  return setup ? std::move(setup).value() : BareSetup{};
}

std::string refusal_of(const std::string& text) {
  const auto setup = parse_bare_setup(text);
  EXPECT_FALSE(setup.ok()) << text;
  return setup ? std::string() : setup.error().message;
}

TEST(BareSetup, ReadsEveryItem) {
  const BareSetup setup = setup_of(
      "kernel reduce, grid 2, block 16x8x2, shared 1024, in random int[512] below 64, "
      "rows ramp int[65] by 4, perm shuffled [64], text letters char[9], edge ones float[32] halo "
      "3,"
      " out zero, n 512, alpha -2.5e1f, T unsigned int, flag true");
  EXPECT_EQ(setup.kernel, "reduce");
  EXPECT_EQ(setup.grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(setup.block, (Dim3{16, 8, 2}));
  EXPECT_EQ(setup.shared_bytes, 1024);
  ASSERT_EQ(setup.arguments.size(), 10U);
  EXPECT_EQ(
      *setup.find("in"),
      (BareArgument{
          .name = "in", .kind = ContentsKind::random, .type = "int", .count = 512, .below = 64}));
  EXPECT_EQ(
      *setup.find("rows"),
      (BareArgument{
          .name = "rows", .kind = ContentsKind::ramp, .type = "int", .count = 65, .step = 4}));
  EXPECT_EQ(*setup.find("perm"),
            (BareArgument{.name = "perm", .kind = ContentsKind::shuffled, .count = 64}));
  EXPECT_EQ(setup.find("edge")->halo, 3);
  EXPECT_EQ(*setup.find("out"), (BareArgument{.name = "out", .kind = ContentsKind::zero}));
  EXPECT_EQ(setup.find("alpha")->value, "-2.5e1f");
  EXPECT_EQ(setup.find("T")->value, "unsigned int");
}

TEST(BareSetup, ItsTextGivesItBack) {
  for (const char* const text :
       {"", "grid 2", "grid 2x3", "grid 1x1x4, block 32", "shared 0", "kernel k, n 1",
        "in random int[512] below 64, out zero float[2], n 512, T float", "kernel random float[9]",
        "a ramp int[65] by -4 halo 2", "p zero Pair<int, 4>[8]", "x -1.5, y 0x1f, z .5"}) {
    const BareSetup setup = setup_of(text);
    EXPECT_EQ(bare_setup_text(setup), text);
    EXPECT_EQ(setup_of(bare_setup_text(setup)), setup);
  }
}

TEST(BareSetup, BlanksAndALastCommaSayNothing) {
  EXPECT_EQ(setup_of("  grid   4 ,block\t64,  in   zero   int [ 4 ] , "),
            setup_of("grid 4, block 64, in zero int[4]"));
}

TEST(BareSetup, SaysWhatIsWrong) {
  EXPECT_NE(refusal_of("grid 0").find("such as grid 4"), std::string::npos);
  EXPECT_NE(refusal_of("grid 4 4").find("grid 4x4"), std::string::npos);
  EXPECT_NE(refusal_of("block 2048").find("1024 threads"), std::string::npos);
  EXPECT_NE(refusal_of("grid 1x70000").find("65535"), std::string::npos);
  EXPECT_NE(refusal_of("in random 512").find("in random float[512]"), std::string::npos);
  EXPECT_NE(refusal_of("in random int[0]").find("number of elements"), std::string::npos);
  EXPECT_NE(refusal_of("in zero int[4] below 3").find("belongs to random"), std::string::npos);
  EXPECT_NE(refusal_of("in random int[4] by 3").find("belongs to ramp"), std::string::npos);
  EXPECT_NE(refusal_of("in random int[4] below").find("takes a number"), std::string::npos);
  EXPECT_NE(refusal_of("n 1, n 2").find("twice"), std::string::npos);
  EXPECT_NE(refusal_of("n 1,, m 2").find("between two commas"), std::string::npos);
  EXPECT_NE(refusal_of("n").find("n and a number"), std::string::npos);
  EXPECT_NE(refusal_of("n 1; system(\"x\")").find("not understood"), std::string::npos);
  EXPECT_NE(refusal_of("512").find("begins with"), std::string::npos);
  EXPECT_FALSE(refusal_of(std::string(20'000, 'n')).empty());
}

// Whatever is accepted has a text that means the same.
TEST(BareSetup, DamagedTextIsRefusedOrUnderstood) {
  const std::string whole =
      "kernel reduce, grid 2x2, block 256, shared 1024, in random int[512] below 64, r ramp "
      "int[65] "
      "by 4 halo 1, n 512, T Pair<int, 2>";
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = whole;
    const auto edits = 1 + random() % 4;
    for (std::size_t k = 0; k < edits && !text.empty(); ++k) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text.erase(at, 1 + random() % 5); break;
        case 1: text.insert(at, 1, static_cast<char>(random() % 256)); break;
        case 2: text[at] = ",x[]<> 09-."[random() % 11]; break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 20)); break;
      }
    }
    const auto setup = parse_bare_setup(text);
    if (!setup) {
      EXPECT_FALSE(setup.error().message.empty());
      continue;
    }
    const auto again = parse_bare_setup(bare_setup_text(setup.value()));
    ASSERT_TRUE(again.ok()) << text << " -> " << bare_setup_text(setup.value());
    EXPECT_EQ(again.value(), setup.value()) << text;
  }
}

BareKernel only_kernel(const std::string& text) {
  const auto tokens = cuda_tokens(text);
  const CudaCode code(text, tokens);
  auto found = find_bare_kernels(text, code).kernels;
  EXPECT_EQ(found.size(), 1U) << text;
  return found.empty() ? BareKernel{} : found.front();
}

TEST(BareSetup, IsHeldAgainstTheKernel) {
  const BareKernel kernel = only_kernel(
      "template <typename T, int B> __global__ void k(const T* in, float* out, int n) {}");
  const auto refusal = [&](const std::string& text) {
    const Status status = check_bare_setup(setup_of(text), kernel);
    return status ? std::string() : status.error().message;
  };
  EXPECT_EQ(refusal("in random int[4], out zero float[2], n 4, T int, B 32"), "");
  EXPECT_NE(refusal("inn zero").find("\"in\""), std::string::npos);
  EXPECT_NE(refusal("in 4").find("pointer"), std::string::npos);
  EXPECT_NE(refusal("n zero int[4]").find("no pointer"), std::string::npos);
  EXPECT_NE(refusal("n float").find("must be a number"), std::string::npos);
  EXPECT_NE(refusal("out zero int[2]").find("elements of float and not of int"), std::string::npos);
  EXPECT_NE(refusal("B float").find("number of the template"), std::string::npos);
  EXPECT_NE(refusal("T 4").find("type of the template"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
