// The iterative solvers: residuals that fall, and residuals that grow without end.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "kernels/solver/iteration.hpp"
#include "tests/support/kernel_runs.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using Parameters = std::map<std::string, std::string>;

using test::emulate_anyhow, test::numerics;

/// The values stored to the array residual, iteration by iteration.
std::vector<float> residuals(const Trace& trace) {
  std::vector<float> series;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].name != "residual") continue;
    EXPECT_EQ(trace.lane_indices(access).front(), std::ssize(series));
    series.push_back(std::bit_cast<float>(trace.lane_value(access, 0).front()));
  }
  return series;
}

/// x of n equations -x(i-1) + 2 x(i) - x(i+1) = 1.
Iteration poisson(std::size_t n, double alpha) {
  Iteration iteration{std::vector<double>(n * n), std::vector<double>(n, 1), alpha, "E + alpha A"};
  for (std::size_t i = 0; i < n; ++i) {
    iteration.a[i * n + i] = 2;
    if (i > 0) iteration.a[i * n + i - 1] = iteration.a[(i - 1) * n + i] = -1;
  }
  return iteration;
}

// The reference ----------------------------------------------------------------------------------

// Eigenvalues of the matrix are 2 - 2 cos(k π / (n + 1)).
TEST(IterationNorm, IsKnownForPoisson) {
  constexpr double angle = std::numbers::pi / 33;
  EXPECT_NEAR(iteration_norm(poisson(32, -0.4)), 1 - 0.4 * (2 - 2 * std::cos(angle)), 1e-3);
  EXPECT_LT(iteration_norm(poisson(32, -0.4)), 1);
  EXPECT_NEAR(iteration_norm(poisson(32, -0.6)), 0.6 * (2 + 2 * std::cos(angle)) - 1, 1e-2);
  EXPECT_DOUBLE_EQ(iteration_norm({{3}, {0}, -0.5, ""}), 0.5);
  // Sums of rows say 1.5, of columns 2: the smaller one is a norm as well.
  EXPECT_LE(iteration_norm({{-1, 1.5, -0.5, -0.5}, {0, 0}, 1, ""}), 1.5);
}

TEST(Iterate, FollowsTheFormula) {
  const Iteration halving{{2}, {4}, -0.25, ""};  // x := x / 2 + 1
  const IterationResult result = iterate(halving, 3);
  EXPECT_DOUBLE_EQ(result.x[0], 1.75);
  EXPECT_GT(result.tolerance[0], 0);
  EXPECT_LT(result.tolerance[0], 1e-5);
  EXPECT_FALSE(result.may_overflow || result.must_overflow);
  EXPECT_DOUBLE_EQ(residual_norm(halving, result.x), 0.5);
}

TEST(Iterate, KnowsWhenFloatsOverflow) {
  const Iteration growing{{10}, {1}, 2, ""};  // times 21
  EXPECT_FALSE(iterate(growing, 20).may_overflow);
  EXPECT_TRUE(iterate(growing, 40).must_overflow);
  EXPECT_TRUE(iterate({{1e30, 0, 0, 1e30}, {1e30, 1e30}, 2, ""}, 1000).must_overflow);
}

TEST(IterationMismatch, TellsWrongResults) {
  for (const double alpha : {-0.4, -0.6}) {  // one converges, one does not
    const Iteration iteration = poisson(16, alpha);
    std::vector<double> x = iterate(iteration, 16).x;
    EXPECT_EQ(iteration_mismatch(iteration, 16, x), "");
    double largest = 0;
    for (const double value : x) largest = std::max(largest, std::abs(value));
    x[3] += 1e-3 * largest;
    EXPECT_NE(iteration_mismatch(iteration, 16, x), "") << alpha;
    x[3] = std::numeric_limits<double>::infinity();
    EXPECT_NE(iteration_mismatch(iteration, 16, x), "") << alpha;
    x.pop_back();
    EXPECT_NE(iteration_mismatch(iteration, 16, x), "");
  }
  const Iteration growing{{10}, {1}, 2, ""};
  EXPECT_NE(iteration_mismatch(growing, 40, {1}), "");
  EXPECT_EQ(iteration_mismatch(growing, 40, {-std::numeric_limits<double>::infinity()}), "");
}

// Simple iteration -------------------------------------------------------------------------------

TEST(SimpleIteration, ResidualFallsWhileTheNormIsBelowOne) {
  const RunResult result = emulate_anyhow({.kernel = "simple_iteration"});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_EQ(numerics(result), "");
  const std::vector<float> series = residuals(*result.trace);
  ASSERT_EQ(series.size(), 16U);
  for (std::size_t k = 1; k < series.size(); ++k) EXPECT_LE(series[k], series[k - 1]) << k;
  EXPECT_LT(series.back(), series.front());
}

TEST(SimpleIteration, ConvergesToTheSolution) {
  const RunResult result =
      emulate_anyhow({.kernel = "simple_iteration",
                      .size = 4,
                      .parameters = {{"alpha", "-0.4"}, {"iterations", "64"}}});
  const std::vector<float> series = residuals(*result.trace);
  EXPECT_LT(series.back(), 1e-3F * series.front());
}

// ‖E + αA‖ = 0.6 (2 + 2 cos(π / 33)) - 1 = 1.395.
TEST(SimpleIteration, DivergesWhereTheNormIsAboveOne) {
  const RunResult result =
      emulate_anyhow({.kernel = "simple_iteration", .parameters = {{"alpha", "-0.6"}}});
  EXPECT_EQ(result.mismatch, "");
  const std::vector<float> series = residuals(*result.trace);
  EXPECT_GT(series.back(), 10 * series.front());
  const std::string message = numerics(result);
  EXPECT_TRUE(message.starts_with("The residual grew from ")) << message;
  EXPECT_NE(message.find("in 16 iterations: ‖E + alpha A‖ = 1.39"), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with("converge only below 1.")) << message;
}

TEST(SimpleIteration, ComesToGrowByTheNorm) {
  const RunResult result =
      emulate_anyhow({.kernel = "simple_iteration",
                      .size = 8,
                      .parameters = {{"alpha", "-0.6"}, {"iterations", "64"}}});
  const std::vector<float> series = residuals(*result.trace);
  ASSERT_EQ(series.size(), 64U);
  const double norm = 0.6 * (2 + 2 * std::cos(std::numbers::pi / 9)) - 1;
  EXPECT_NEAR(series[63] / series[62], norm, 1e-3);
}

// The slide's "small enough alpha" is not enough if A has eigenvalues of both signs.
TEST(SimpleIteration, NoAlphaHelpsWhereEigenvaluesHaveBothSigns) {
  for (const std::string alpha : {"-0.01", "-0.001", "0.001", "0.01"}) {
    const RunResult result =
        emulate_anyhow({.kernel = "simple_iteration",
                        .input = {.kind = "dominant"},
                        .parameters = {{"alpha", alpha}, {"iterations", "64"}}});
    EXPECT_EQ(result.mismatch, "");
    const std::vector<float> series = residuals(*result.trace);
    EXPECT_GT(series.back(), 100 * series.front()) << alpha;
    EXPECT_NE(numerics(result).find("The residual grew"), std::string::npos) << numerics(result);
  }
}

TEST(SimpleIteration, SaysWhenFloatsOverflow) {
  const RunResult result = emulate_anyhow({.kernel = "simple_iteration",
                                           .input = {.kind = "dominant"},
                                           .parameters = {{"alpha", "2"}, {"iterations", "64"}}});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_FALSE(std::isfinite(result.output.front()));
  EXPECT_NE(numerics(result).find("grew beyond what a float holds within 64 iterations"),
            std::string::npos)
      << numerics(result);
  EXPECT_FALSE(std::isfinite(residuals(*result.trace).back()));  // not lost in the maximum
}

TEST(SimpleIteration, StandsStillAtAlphaZero) {
  const RunResult result =
      emulate_anyhow({.kernel = "simple_iteration", .parameters = {{"alpha", "0"}}});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_EQ(result.output, std::vector<double>(32));
  EXPECT_NE(numerics(result), "");
}

TEST(SimpleIteration, TakesAnyNumberOfUnknowns) {
  for (const std::string kernel : {"simple_iteration", "jacobi"}) {
    for (const int n : {1, 2, 31, 33, 100}) {
      for (const int block : {32, 64}) {
        const RunResult result = emulate_anyhow({.kernel = kernel, .size = n, .block = block});
        EXPECT_EQ(result.mismatch, "") << kernel << " " << n;
        EXPECT_EQ(std::ssize(result.output), n);
        EXPECT_EQ(result.trace->launches.size(), 32U);
      }
    }
  }
}

TEST(SimpleIteration, LaunchesTheNormAfterEachIteration) {
  const RunResult result =
      emulate_anyhow({.kernel = "simple_iteration", .parameters = {{"iterations", "2"}}});
  std::vector<std::string> kernels;
  for (const Launch& launch : result.trace->launches) {
    kernels.push_back(launch.kernel);
    EXPECT_EQ(result.trace->sources[launch.source].name, launch.kernel + ".cuh");
  }
  EXPECT_EQ(kernels, (std::vector<std::string>{"simple_iteration", "residual_norm",
                                               "simple_iteration", "residual_norm"}));
}

// Each lane reads its own row of the matrix; all of them the same element of x.
TEST(SimpleIteration, ReadsTheMatrixASectorForEachLane) {
  const RunResult result = emulate_anyhow({.kernel = "simple_iteration"});
  const Trace& trace = *result.trace;
  const Summary summary = summarize(trace, BankModel::cc5);
  int of_a = 0, of_x = 0;
  for (std::size_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (trace.steps[access.step].name != "product") continue;
    const bool matrix = trace.arrays[access.array].name == "A";
    EXPECT_EQ(summary.accesses[i].sectors, matrix ? 32 : 1);
    ++(matrix ? of_a : of_x);
  }
  EXPECT_EQ(of_a, 16 * 32);
  EXPECT_EQ(of_x, 16 * 32);
}

TEST(SimpleIteration, RefusesParametersOutOfRange) {
  const auto refused = [](const Parameters& parameters) {
    const auto result = run(
        {.kernel = "simple_iteration", .parameters = parameters, .machine = MachineKind::emulator});
    return result ? std::string() : result.error().message;
  };
  EXPECT_NE(refused({{"alpha", "3"}}).find("a number from -2 to 2"), std::string::npos);
  EXPECT_NE(refused({{"iterations", "65"}}).find("a whole number from 1 to 64"), std::string::npos);
  EXPECT_NE(refused({{"iterations", "1.5"}}), "");
}

// Jacobi -----------------------------------------------------------------------------------------

TEST(Jacobi, ConvergesOnDominantSystems) {
  for (const std::string input : {"dominant", "poisson"}) {
    const RunResult result = emulate_anyhow({.kernel = "jacobi", .input = {.kind = input}});
    EXPECT_EQ(result.mismatch, "");
    EXPECT_EQ(numerics(result), "") << input;
    const std::vector<float> series = residuals(*result.trace);
    ASSERT_EQ(series.size(), 16U);
    EXPECT_LT(series.back(), series.front()) << input;
  }
}

TEST(Jacobi, DivergesWithoutADominantDiagonal) {
  const RunResult result = emulate_anyhow({.kernel = "jacobi", .input = {.kind = "random"}});
  EXPECT_EQ(result.mismatch, "");
  const std::vector<float> series = residuals(*result.trace);
  EXPECT_GT(series.back(), 100 * series.front());
  EXPECT_NE(numerics(result).find("‖B‖ = "), std::string::npos) << numerics(result);
}

// 2 x + y = 4, x + 2 y = 5 has the solution 1, 2; ‖B‖ is a half.
TEST(Jacobi, SolvesASystemFromAFile) {
  const TestFolder folder;
  const std::string file = folder.file("jacobi.txt");
  std::ofstream(file) << "2 1\n1 2\n4 5\n";
  const RunResult result = emulate_anyhow({.kernel = "jacobi",
                                           .size = 2,
                                           .input = {.kind = file},
                                           .parameters = {{"iterations", "32"}}});
  ASSERT_EQ(result.output.size(), 2U);
  EXPECT_NEAR(result.output[0], 1, 1e-6);
  EXPECT_NEAR(result.output[1], 2, 1e-6);
}

TEST(Jacobi, NamesTheZeroThatItDividesBy) {
  const TestFolder folder;
  const std::string file = folder.file("jacobi_zero.txt");
  std::ofstream(file) << "2 1\n1 0\n4 5\n";
  const RunResult result = emulate_anyhow({.kernel = "jacobi", .size = 2, .input = {.kind = file}});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_TRUE(numerics(result).starts_with("Row 1 has a zero on the diagonal")) << numerics(result);
}

}  // namespace
}  // namespace warpscope
