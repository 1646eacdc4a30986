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

// curand_normal4() and curand_normal() of cuRAND's headers compiled for the host, whose sine is not
// the GPU's __sincosf(), with products that are added rounded once, in the notation of printf's %a.
struct DrawnNormals {
  std::uint64_t seed;
  std::uint32_t thread;
  std::array<float, 4> numbers;
};

constexpr DrawnNormals philox_normals[] = {
    {0, 0, {-0x1.d96d5ap-1F, 0x1.fb7668p-1F, -0x1.eda36ep-2F, -0x1.3c373ap-1F}},
    {0, 1, {-0x1.b38d5cp-2F, 0x1.114d98p+0F, -0x1.da1b2p-3F, -0x1.2f19bep+1F}},
    {7, 31, {-0x1.78cdb8p-2F, -0x1.89af3ep-1F, 0x1.dfc1bep+0F, -0x1.0ae5cap-1F}},
    {1234, 0, {-0x1.9dd252p+0F, 0x1.3aa9eep+0F, -0x1.8f7f94p+0F, 0x1.dbc5b4p-2F}},
    {1234, 1000003, {0x1.d9389p-1F, -0x1.0c883p+1F, -0x1.1ebb78p+1F, 0x1.d8e5cp-1F}},
};

constexpr DrawnNormals xorwow_normals[] = {
    {0, 1, {0x1.999662p-4F, -0x1.92a274p-2F, 0x1.106cbap+0F, -0x1.0810d2p+0F}},
    {1234, 0, {0x1.8fdbc4p-1F, -0x1.cd343ap+0F, 0x1.2b9612p-3F, -0x1.02cc3p-1F}},
    {1234, 2, {-0x1.02e6b6p+0F, 0x1.a7f9ecp-2F, -0x1.661106p-1F, -0x1.0cc84p-5F}},
    {1234, 63, {0x1.460f52p-3F, 0x1.32c2a4p-1F, -0x1.fc2e8cp+0F, 0x1.1592c8p-1F}},
};

/// How many numbers lie between two of the same sign.
int places_apart(float a, float b) {
  return std::abs(std::bit_cast<std::int32_t>(a) - std::bit_cast<std::int32_t>(b));
}

TEST(Philox, GivesTheNormalNumbersOfCurandButForTheLastPlaces) {
  for (const DrawnNormals& drawn : philox_normals) {
    const Vec4<float> four = NormalNumbers{}(philox_of_thread(drawn.seed, drawn.thread, 0));
    const std::array numbers{four.x, four.y, four.z, four.w};
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_LE(places_apart(numbers[k], drawn.numbers[k]), 2) << drawn.seed << " " << k;
    }
  }
}

TEST(Xorwow, GivesTheNormalNumbersOfCurandButForTheLastPlaces) {
  for (const DrawnNormals& drawn : xorwow_normals) {
    Xorwow state = xorwow_states(drawn.seed, drawn.thread + 1).back();
    NormalReadings readings;
    for (const float number : drawn.numbers) {
      EXPECT_LE(places_apart(readings.next(state), number), 2) << drawn.seed << " " << number;
    }
  }
}

// Every 97th number from 2^-33 to 1, and every 97th angle.
TEST(NormalNumbers, LogarithmSineAndCosineAreAFewPlacesOffAtMost) {
  const auto places_off = [](float value, double exact) {
    const double place = std::ldexp(1.0, std::ilogb(exact) - 23);
    return std::abs(static_cast<double>(value) - exact) / place;
  };
  double of_log = 0, of_sine = 0, of_cosine = 0;
  for (auto bits = std::bit_cast<std::uint32_t>(0x1p-33F); bits < 0x3f800000U; bits += 97) {
    const auto x = std::bit_cast<float>(bits);
    of_log = std::max(of_log, places_off(log_of(x), std::log(static_cast<double>(x))));
  }
  const auto last = std::bit_cast<std::uint32_t>(angle_of(0xffffffffU));
  for (auto bits = std::bit_cast<std::uint32_t>(angle_of(0)); bits <= last; bits += 97) {
    const auto angle = std::bit_cast<float>(bits);
    const Vec2<float> both = sine_and_cosine(angle);
    of_sine = std::max(of_sine, places_off(both.x, std::sin(static_cast<double>(angle))));
    of_cosine = std::max(of_cosine, places_off(both.y, std::cos(static_cast<double>(angle))));
  }
  EXPECT_LT(of_log, 1);
  EXPECT_LT(of_sine, 1.2);
  EXPECT_LT(of_cosine, 1.2);
  EXPECT_EQ(log_of(1), 0.0F);
  // The floats on both sides of 3π / 2, where nearly all of the angle cancels.
  EXPECT_NEAR(sine_and_cosine(0x1.2d97c8p+2F).y, std::cos(0x1.2d97c8p+2), 1e-15);
  EXPECT_NEAR(sine_and_cosine(0x1.2d97c6p+2F).y, std::cos(0x1.2d97c6p+2), 1e-13);
}

RunRequest normals(const char* kernel, std::uint32_t seed, std::int64_t size) {
  RunRequest request = seeded(kernel, seed, size, 32);
  request.parameters = {{"distribution", "normal"}};
  return request;
}

TEST(RandomPhilox, StoresNormalNumbersInTheOrderOfCurand) {
  const RunResult result = emulate(normals("random_philox", 7, 256));
  for (std::size_t k = 0; k < 4; ++k) {
    const auto number = static_cast<float>(result.output[31 + 32 * k]);
    EXPECT_LE(places_apart(number, philox_normals[2].numbers[k]), 2) << k;
  }
  const Totals totals = summarize(*result.trace, BankModel::cc5).totals;
  EXPECT_EQ(totals.global_store.sectors, 16U) << "as many as of uniform numbers";
}

// Of 2^16 numbers, each moment lies within five of its standard deviations, and so do the numbers
// beyond 2; neighbours, which share a radius, have nothing in common.
TEST(RandomPhilox, DrawsNumbersWithTheMomentsOfTheNormalDistribution) {
  constexpr std::int64_t n = 1 << 16;
  const std::vector<double> drawn = emulate(normals("random_philox", 7, n)).output;
  double moments[5] = {}, beyond = 0, of_pairs = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    for (int k = 0; k < 5; ++k) moments[k] += std::pow(drawn[i], k) / n;
    beyond += std::abs(drawn[i]) > 2 ? 1.0 / n : 0;
    of_pairs += drawn[i] * drawn[(i + 32) % drawn.size()] / n;  // a thread's next number
  }
  const double root = std::sqrt(static_cast<double>(n));
  const double p = std::erfc(std::numbers::sqrt2);
  EXPECT_NEAR(moments[1], 0, 5 / root);
  EXPECT_NEAR(moments[2], 1, 5 * std::sqrt(2) / root);
  EXPECT_NEAR(moments[3], 0, 5 * std::sqrt(15) / root);
  EXPECT_NEAR(moments[4], 3, 5 * std::sqrt(96) / root);
  EXPECT_NEAR(beyond, p, 5 * std::sqrt(p * (1 - p)) / root);
  EXPECT_NEAR(of_pairs, 0, 5 / root);
}

TEST(RandomPhilox, NoticesANormalNumberThatIsFourPlacesOff) {
  Problem<std::uint32_t> problem{.input = {7}, .count = 1, .size = 128, .block = 32};
  const std::vector<double> right = emulate(normals("random_philox", 7, 128)).output;
  std::vector<float> output(right.begin(), right.end());
  using Numbers = PhiloxNumbers<NormalNumbers>;
  EXPECT_EQ(Numbers::mismatch(problem, output), "");
  output[5] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(output[5]) + 8);
  EXPECT_NE(Numbers::mismatch(problem, output), "");
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

RunRequest sensors(const char* states, int readings, const char* distribution = "uniform") {
  RunRequest request = seeded("random_xorwow", 1234, 64, 32);
  request.parameters = {
      {"states", states}, {"readings", std::to_string(readings)}, {"distribution", distribution}};
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

TEST(RandomXorwow, ReadsNormalNumbersInTheOrderOfCurand) {
  const std::vector<double> output = emulate(sensors("arrays", 4, "normal")).output;
  for (const DrawnNormals& drawn : xorwow_normals) {
    if (drawn.seed != 1234) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto number = static_cast<float>(output[k * 64 + drawn.thread]);
      EXPECT_LE(places_apart(number, drawn.numbers[k]), 2) << drawn.thread << " " << k;
    }
  }
}

// A pair costs two words, whether or not both of its numbers are wanted.
TEST(RandomXorwow, DrawsTwoWordsForEachPairOfNormalNumbers) {
  const auto states_after = [](int readings, const char* distribution) {
    const std::vector<double> output = emulate(sensors("structs", readings, distribution)).output;
    return std::vector<double>(output.begin() + 64 * readings, output.end());
  };
  EXPECT_EQ(states_after(4, "normal"), states_after(4, "uniform"));
  EXPECT_EQ(states_after(3, "normal"), states_after(4, "uniform"));
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
