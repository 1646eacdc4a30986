// Random numbers: those of cuRAND to the bit, and what their kernels move.
//
// The expected words are cuRAND's own (CUDA 13.0), printed by its headers compiled for the host:
// curand_init(seed, thread, 0, &state), then curand(&state) four times.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "kernels/random/generators.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

struct Drawn {
  std::uint64_t seed;
  std::uint32_t thread;
  std::array<std::uint32_t, 4> words;
};

constexpr Drawn philox_words[] = {
    {0, 0, {0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}},
    {0, 1, {0x844515e1U, 0xf08d6eaaU, 0x0f19c053U, 0x83f875f0U}},
    {7, 31, {0xb20380efU, 0x922f96e4U, 0x2699d854U, 0x4b0dc57fU}},
    {1234, 0, {0x2090b348U, 0xda7cf0abU, 0x4401906fU, 0xcbca470eU}},
    {1234, 1000003, {0x127e74caU, 0x6f179e2cU, 0x0d9806c0U, 0xcfef17c4U}},
    {4294967295, 1, {0xed35d965U, 0x3f9f9c34U, 0x77e4fdc4U, 0xfec7f0e3U}},
};

TEST(Philox, GivesTheWordsOfCurand) {
  for (const Drawn& drawn : philox_words) {
    const Words4 words = philox_of_thread(drawn.seed, drawn.thread, 0);
    EXPECT_EQ((std::array{words.x, words.y, words.z, words.w}), drawn.words)
        << drawn.seed << " " << drawn.thread;
  }
}

// curand_uniform() of words of the first rows above, in the notation of printf's %a.
TEST(Philox, GivesTheUniformNumbersOfCurand) {
  EXPECT_EQ(uniform_of(0x6627e8d5U), 0x1.989fa4p-2F);
  EXPECT_EQ(uniform_of(0x0f19c053U), 0x1.e3380ap-5F);
  EXPECT_EQ(uniform_of(0xac03ffd6U), 0x1.5808p-1F);
  EXPECT_EQ(uniform_of(0xfec7f0e3U), 0x1.fd8fe2p-1F);
  EXPECT_GT(uniform_of(0), 0.0F);
  EXPECT_EQ(uniform_of(0xffffffffU), 1.0F);
}

constexpr Drawn xorwow_words[] = {
    {0, 0, {0xbd7f03b6U, 0x703e556dU, 0x845af0c5U, 0x283067fdU}},
    {0, 1, {0xebc63fb7U, 0x75da7152U, 0x555de696U, 0x5f5d7f6cU}},
    {0, 31, {0xb9116b68U, 0x59b7548bU, 0x5cceef49U, 0x5ccaa7d2U}},
    {1234, 0, {0x253d5e15U, 0x6f558604U, 0xdee6daf2U, 0x7485b394U}},
    {1234, 1, {0xd1f7605aU, 0xed29ae49U, 0x83030ed9U, 0x899fbaf4U}},
    {1234, 2, {0x8ce6f6f8U, 0xcfd51210U, 0xc85b17c4U, 0xbe170358U}},
    {1234, 1000, {0x8fd7f983U, 0x7c0b2706U, 0xf973bba0U, 0xe712224bU}},
};

TEST(XorwowStates, GiveTheWordsOfCurand) {
  for (const Drawn& drawn : xorwow_words) {
    Xorwow state = xorwow_states(drawn.seed, drawn.thread + 1).back();
    for (const std::uint32_t word : drawn.words) {
      EXPECT_EQ(state.draw(), word) << drawn.seed << " " << drawn.thread;
    }
  }
}

/// A run whose seed is the input's first number.
RunRequest seeded(const std::string& kernel, std::uint32_t seed, std::int64_t size, int block) {
  static std::vector<std::unique_ptr<test::NumberFile>> files;
  files.push_back(
      std::make_unique<test::NumberFile>(static_cast<int>(size), [&](int) { return seed; }));
  return {.kernel = kernel, .size = size, .block = block, .input = {.kind = files.back()->path()}};
}

TEST(RandomPhilox, StoresTheNumbersOfCurandSideBySide) {
  const RunResult result = emulate(seeded("random_philox", 7, 256, 32));
  // Thread 31 of block 0: its four numbers stand a block apart.
  const std::array<float, 4> of_31{0x1.640702p-1F, 0x1.245f2ep-1F, 0x1.34cec2p-3F, 0x1.2c3716p-2F};
  for (std::size_t k = 0; k < of_31.size(); ++k) {
    EXPECT_EQ(static_cast<float>(result.output[31 + 32 * k]), of_31[k]) << k;
  }
  const Totals totals = summarize(*result.trace, BankModel::cc5).totals;
  EXPECT_EQ(totals.global_store.requests, 4U);
  EXPECT_EQ(totals.global_store.sectors, 16U) << "128 bytes each, coalesced";
  EXPECT_EQ(totals.global_load.sectors, 1U) << "the seed";
}

// Threads differ in one bit of the counter; about half the bits of their words differ.
TEST(RandomPhilox, NeighboursHaveNothingInCommon) {
  int differ = 0;
  constexpr int pairs = 1000;
  for (std::uint32_t thread = 0; thread < 2 * pairs; thread += 2) {
    const Words4 even = philox_of_thread(7, thread, 0), odd = philox_of_thread(7, thread + 1, 0);
    differ += std::popcount(even.x ^ odd.x) + std::popcount(even.y ^ odd.y) +
              std::popcount(even.z ^ odd.z) + std::popcount(even.w ^ odd.w);
  }
  // 64 of 128 bits; the mean of 1,000 pairs lies within five of its standard deviations.
  EXPECT_NEAR(static_cast<double>(differ) / pairs, 64, 5 * std::sqrt(32.0 / pairs));
}

RunRequest sensors(const char* states, int readings) {
  RunRequest request = seeded("random_xorwow", 1234, 64, 32);
  request.parameters = {{"states", states}, {"readings", std::to_string(readings)}};
  return request;
}

TEST(RandomXorwow, ReadsWhatTheLecturesProgramReads) {
  const RunResult result = emulate(sensors("arrays", 4));
  for (const Drawn& drawn : xorwow_words) {
    if (drawn.seed != 1234 || drawn.thread >= 64) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(result.output[k * 64 + drawn.thread], drawn.words[k] % 100 - 50.0);
    }
  }
  const auto readings = std::span(result.output).first(256);
  EXPECT_GE(*std::ranges::min_element(readings), -50);
  EXPECT_LE(*std::ranges::max_element(readings), 49) << "never 50";
}

TEST(RandomXorwow, GoesOnWhereTheLaunchBeforeEnded) {
  const auto four = emulate(sensors("arrays", 4)).output,
             one = emulate(sensors("arrays", 1)).output;
  // The states after one reading, drawn from three times more.
  for (std::size_t thread = 0; thread < 64; ++thread) {
    Xorwow state;
    for (std::size_t w = 0; w < 5; ++w) {
      state.x[w] = static_cast<std::uint32_t>(one[64 + w * 64 + thread]);
    }
    state.count = static_cast<std::uint32_t>(one[64 + 5 * 64 + thread]);
    for (std::size_t k = 1; k < 4; ++k) {
      EXPECT_EQ(reading_of(state.draw()), four[k * 64 + thread]) << thread << " " << k;
    }
  }
}

// 6 words of 32 lanes: 4 sectors each where they lie together, else all 24 of the lanes' states.
TEST(RandomXorwow, MovesSixTimesTheSectorsWhereStatesAreStructs) {
  const auto moved = [](const char* states) {
    const RunResult result = emulate(sensors(states, 1));
    return summarize(*result.trace, BankModel::cc5).totals;
  };
  const Totals arrays = moved("arrays"), structs = moved("structs");
  EXPECT_EQ(arrays.global_load.sectors, 6U * 4U);
  EXPECT_EQ(structs.global_load.sectors, 6U * 24U);
  EXPECT_EQ(arrays.global_store.sectors, 6U * 4U + 4U);
  EXPECT_EQ(structs.global_store.sectors, 6U * 24U + 4U);
  EXPECT_EQ(emulate(sensors("arrays", 8)).output.size(),
            emulate(sensors("structs", 8)).output.size());
}

TEST(MonteCarloPi, CountsEachPointOnceInNoMemory) {
  RunRequest request = seeded("monte_carlo_pi", 7, 256, 64);
  request.parameters = {{"launches", "8"}};
  const RunResult result = emulate(request);
  EXPECT_EQ(result.trace->launches.size(), 16U);
  const Totals totals = summarize(*result.trace, BankModel::cc5).totals;
  EXPECT_EQ(totals.shuffles, 8U * 2U * 5U);
  EXPECT_EQ(totals.global_atomic.requests, 8U * 2U) << "one a warp and launch";
  EXPECT_EQ(totals.shared_load.requests + totals.shared_store.requests, 0U);
}

// The error of the mean of n points has the standard deviation sqrt(π (4 - π) / n).
TEST(MonteCarloPi, ComesNearPiAsTheRootOfThePoints) {
  double squares = 0;
  int runs = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    RunRequest request = seeded("monte_carlo_pi", seed, 256, 128);
    request.parameters = {{"launches", "6"}};
    const std::vector<double> output = emulate(request).output;
    for (std::size_t k = 0; k < 6; ++k, ++runs) {
      const double points = 256.0 * std::ldexp(1.0, static_cast<int>(k));
      const double deviation = std::sqrt(std::numbers::pi * (4 - std::numbers::pi) / points);
      EXPECT_LT(output[6 + k], 5 * deviation) << seed << " " << k;
      EXPECT_NEAR(output[6 + k], std::abs(output[k] - std::numbers::pi), 1e-6);
      squares += output[6 + k] * output[6 + k] / (deviation * deviation);
    }
  }
  EXPECT_NEAR(squares / runs, 1, 0.5) << "as far off as chance has it, no less and no more";
}

TEST(MonteCarloPi, NoticesAPointThatIsCountedTwice) {
  Problem<std::uint32_t> problem{.input = {7}, .count = 1, .size = 64, .block = 32};
  problem.parameters = {{"launches", "3"}};
  RunRequest request = seeded("monte_carlo_pi", 7, 64, 32);
  request.parameters = problem.parameters;
  const std::vector<double> right = emulate(request).output;
  std::vector<float> output(right.begin(), right.end());
  EXPECT_EQ(PiEstimates::mismatch(problem, output), "");
  output[0] += 4.0F / 64;
  EXPECT_NE(PiEstimates::mismatch(problem, output), "");
}

}  // namespace
}  // namespace warpscope
