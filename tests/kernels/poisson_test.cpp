// Poisson's equation by Fourier transforms: seven launches, and the error that they leave.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "kernels/fft/poisson.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

RunRequest poisson_request(std::int64_t n, int block, const std::string& input) {
  return {.kernel = "poisson_fft", .size = n, .block = block, .input = {.kind = input, .seed = 3}};
}

/// The numbers that a launch, from 1, stores to an array, by place.
std::map<std::int64_t, double> numbers_of_launch(const Trace& trace, std::uint32_t launch,
                                                 std::string_view array) {
  std::map<std::int64_t, double> numbers;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].launch + 1 != launch || access.operation != Operation::store ||
        trace.arrays[access.array].name != array) {
      continue;
    }
    const auto indices = trace.lane_indices(access);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      numbers[indices[i]] = static_cast<double>(
          std::bit_cast<float>(trace.lane_value(access, static_cast<int>(i)).front()));
    }
  }
  return numbers;
}

TEST(Poisson, EigenvaluesAreThoseOfTheDifferences) {
  for (const std::int64_t n : {2, 4, 32}) {
    const std::vector<float> eigenvalues = poisson_eigenvalues(n);
    ASSERT_EQ(std::ssize(eigenvalues), n);
    EXPECT_EQ(eigenvalues[0], 0.0F);
    for (std::int64_t k = 0; k < n; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      EXPECT_NEAR(eigenvalues[static_cast<std::size_t>(k)], 2 - 2 * std::cos(angle), 1e-6) << k;
    }
  }
}

TEST(Poisson, MismatchTellsWrongResults) {
  const std::vector<float> u = without_mean({1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_NEAR(std::accumulate(u.begin(), u.end(), 0.0), 0, 1e-5);
  std::vector<float> right = u;
  right.resize(2 * u.size(), 0.0F);
  EXPECT_EQ(poisson_mismatch(u, 4, right), "");
  std::vector<float> wrong = right;
  wrong[5] += 0.01F;
  EXPECT_NE(poisson_mismatch(u, 4, wrong), "") << "beyond the tolerance";
  wrong = right;
  wrong[20] = 0.5F;
  EXPECT_NE(poisson_mismatch(u, 4, wrong), "") << "an error that is none";
  EXPECT_NE(poisson_mismatch(u, 4, u), "");
}

TEST(PoissonFft, IsSevenLaunches) {
  const RunResult result = emulate(poisson_request(16, 128, "waves"));
  std::vector<std::string> kernels;
  for (const Launch& launch : result.trace->launches) kernels.push_back(launch.kernel);
  EXPECT_EQ(kernels, (std::vector<std::string>{"poisson_right_side", "poisson_fft", "poisson_fft",
                                               "poisson_divide", "poisson_fft", "poisson_fft",
                                               "poisson_error"}));
}

// Two waves: each is two cells of the spectrum, and each cell is divided by its own eigenvalue.
TEST(PoissonFft, FindsTheWavesOfWhichTheRightSideIsMade) {
  const RunResult result = emulate(poisson_request(16, 128, "waves"));
  const double first = 4 - 4 * std::cos(std::numbers::pi / 8);   // of the wave (1, 1)
  const double second = 2 - 2 * std::cos(std::numbers::pi / 4);  // of the wave (0, 2)
  for (const auto& [at, value] : numbers_of_launch(*result.trace, 3, "re")) {
    EXPECT_NEAR(value, at == 17 || at == 255 ? 512 * first : 0, 1e-3) << at;
  }
  for (const auto& [at, value] : numbers_of_launch(*result.trace, 3, "im")) {
    const double expected = at == 32 ? -256 : at == 14 * 16 ? 256 : 0;
    EXPECT_NEAR(value, expected * second, 1e-3) << at;
  }
  const auto divided = numbers_of_launch(*result.trace, 4, "re");
  EXPECT_NEAR(divided.at(17), 2, 1e-5);
  EXPECT_NEAR(divided.at(255), 2, 1e-5);
  EXPECT_EQ(divided.at(0), 0);
}

TEST(PoissonFft, LeavesRoundingsAlone) {
  for (const char* input : {"waves", "random", "ramp"}) {
    const RunResult result = emulate(poisson_request(16, 128, input));
    const auto errors = numbers_of_launch(*result.trace, 7, "error");
    ASSERT_EQ(errors.size(), 256U);
    double largest = 0, size = 0;
    for (const auto& [at, error] : errors) largest = std::max(largest, error);
    for (std::size_t i = 0; i < 256; ++i) size = std::max(size, std::abs(result.output[i]));
    EXPECT_LT(largest, 4e-6 * size) << input;
    EXPECT_GT(largest, 0) << input;
  }
}

TEST(PoissonFft, IsRightForEverySizeAndBlock) {
  for (std::int64_t n = 2; n <= 64; n *= 2) {
    for (const int block : {2, 8, 32, 128, 512}) {
      if (n * n < 2 * block) continue;
      for (const char* input : {"waves", "random", "ramp"}) {
        EXPECT_EQ(emulate(poisson_request(n, block, input)).mismatch, "") << n << ", " << block;
      }
    }
  }
}

TEST(PoissonFft, RefusesOtherSizes) {
  EXPECT_NE(test::refusal(poisson_request(48, 128, "waves")).find("a power of two"),
            std::string::npos);
  EXPECT_NE(test::refusal(poisson_request(8, 128, "waves")).find("at least 16"), std::string::npos);
}

// Lanes of a warp stand in four rows of eight: what they read is side by side, what they store is a
// column of the array, of which four neighbours share a sector.
TEST(PoissonFft, StoresByColumns) {
  const RunResult result = emulate(poisson_request(16, 128, "waves"));
  const Trace& trace = *result.trace;
  int loads = 0, stores = 0;
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].launch != 1) continue;
    const std::string& array = trace.arrays[access.array].name;
    if (array == "re") {
      EXPECT_EQ(global_request(trace, access).sectors, 4);
      ++loads;
    }
    if (array == "turned_re") {
      EXPECT_EQ(global_request(trace, access).sectors, 8);
      ++stores;
    }
  }
  EXPECT_EQ(loads, 8);
  EXPECT_EQ(stores, 8);
}

}  // namespace
}  // namespace warpscope
