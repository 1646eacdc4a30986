// The power method: a vector that turns towards an eigenvector, fast, slowly or never.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/analysis/coalescing.hpp"
#include "kernels/solver/eigenproblem.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate, test::emulate_anyhow, test::numerics;

RunRequest request_of(const std::string& ratio, int iterations, std::int64_t size = 32) {
  return {.kernel = "power_method",
          .size = size,
          .parameters = {{"ratio", ratio}, {"iterations", std::to_string(iterations)}}};
}

/// The values stored to an array that gets one per iteration.
std::vector<double> series_of(const Trace& trace, std::string_view name) {
  std::vector<double> series;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].name != name || access.operation != Operation::store) continue;
    EXPECT_EQ(trace.lane_indices(access).front(), std::ssize(series));
    series.push_back(
        static_cast<double>(std::bit_cast<float>(trace.lane_value(access, 0).front())));
  }
  return series;
}

// The matrix ---------------------------------------------------------------------------------

TEST(Eigenproblem, HasTheEigenvaluesThatItPromises) {
  const std::vector<float> normal{3, 1, 4, 1, 5, 9, 2, 6};
  for (const double ratio : {0.5, -1.0, 0.0, 0.9}) {
    const Eigenproblem problem = eigenproblem(normal, ratio);
    const std::size_t n = normal.size();
    double trace = 0, squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double image = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double entry = problem.matrix[i * n + j];
        EXPECT_EQ(entry, problem.matrix[j * n + i]);
        image += entry * problem.a1[j];
        squares += entry * entry;
      }
      trace += problem.matrix[i * n + i];
      EXPECT_NEAR(image, Eigenproblem::first * problem.a1[i], 1e-5);
    }
    // The sums of the eigenvalues and of their squares.
    double sum = 1, square_sum = 1;
    for (std::size_t k = 1; k < n; ++k) {
      const double value = ratio * static_cast<double>(n - k) / static_cast<double>(n - 1);
      sum += value;
      square_sum += value * value;
    }
    EXPECT_NEAR(trace, Eigenproblem::first * sum, 1e-4) << ratio;
    EXPECT_NEAR(squares, 64 * square_sum, 1e-3) << ratio;
  }
}

TEST(PowerMismatch, TellsWrongResults) {
  const std::vector<float> normal{3, 1, 4, 1, 5, 9, 2, 6};
  const Eigenproblem problem = eigenproblem(normal, 0.5);
  const auto result_of = [&](int count) {
    const PowerResult exact = power_iterations(problem, count);
    std::vector<double> result = exact.v;
    result.push_back(exact.lambda);
    result.push_back(count);
    return result;
  };
  EXPECT_EQ(power_mismatch(problem, 16, result_of(16)), "");
  EXPECT_EQ(power_mismatch(problem, 32, result_of(20)), "") << "stopped when it was still";
  EXPECT_NE(power_mismatch(problem, 32, result_of(3)).english().find("still moved"),
            std::string::npos);
  EXPECT_NE(power_mismatch(problem, 16, result_of(17)), "") << "more than it may";
  for (const std::size_t part : {0U, 5U, 8U}) {
    std::vector<double> wrong = result_of(16);
    wrong[part] *= 1.001;
    EXPECT_NE(power_mismatch(problem, 16, wrong), "") << part;
  }
  EXPECT_NE(power_mismatch(problem, 16, {1, 2}), "");
}

// The kernel ---------------------------------------------------------------------------------

TEST(PowerMethod, TurnsToTheEigenvectorAtTheRatioOfTheEigenvalues) {
  for (const double ratio : {0.5, 0.8}) {
    const RunResult result = emulate_anyhow(request_of(std::to_string(ratio), 12));
    const std::vector<double> moved = series_of(*result.trace, "moved");
    ASSERT_GE(moved.size(), 10U);
    for (std::size_t k = 6; k < moved.size(); ++k) {
      EXPECT_NEAR(moved[k] / moved[k - 1], ratio, 0.15) << ratio << ", " << k;
    }
  }
}

// The quotient's error falls by the square of the ratio, since A is symmetric.
TEST(PowerMethod, ItsEigenvalueComesTwiceAsFast) {
  const RunResult result = emulate_anyhow(request_of("0.8", 16));
  const std::vector<double> lambda = series_of(*result.trace, "lambda");
  ASSERT_EQ(lambda.size(), 16U);
  for (std::size_t k = 6; k < 12; ++k) {
    const double before = Eigenproblem::first - lambda[k - 1],
                 now = Eigenproblem::first - lambda[k];
    EXPECT_GT(now, 0) << "never above the largest eigenvalue";
    EXPECT_NEAR(now / before, 0.8 * 0.8, 0.1) << k;
  }
}

TEST(PowerMethod, StopsWhenTheVectorIsStill) {
  const RunResult result = emulate(request_of("0.5", 32));
  const std::vector<double> moved = series_of(*result.trace, "moved");
  ASSERT_LT(moved.size(), 32U);
  EXPECT_EQ(result.output.back(), static_cast<double>(moved.size()));
  EXPECT_LE(moved.back(), 1.0 / 4096);
  EXPECT_GT(moved[moved.size() - 2], 1.0 / 4096);
  // What is launched after that reads one number, and ends.
  const Trace& trace = *result.trace;
  ASSERT_EQ(trace.launches.size(), 64U);
  for (const Access& access : trace.accesses) {
    if (trace.steps[access.step].launch < 2 * moved.size()) continue;
    EXPECT_EQ(trace.arrays[access.array].name, "done");
    EXPECT_EQ(access.operation, Operation::load);
  }
  EXPECT_NEAR(result.output[result.output.size() - 2], Eigenproblem::first, 1e-4);
}

TEST(PowerMethod, NeverComesToRestBetweenTwoEigenvaluesOfOneSize) {
  const RunResult result = emulate_anyhow(request_of("-1", 64));
  EXPECT_EQ(result.mismatch, "");
  const std::vector<double> moved = series_of(*result.trace, "moved");
  ASSERT_EQ(moved.size(), 64U);
  EXPECT_GT(moved.back(), 0.01);
  EXPECT_NEAR(moved[63], moved[62], 1e-3) << "to and fro";
  EXPECT_NE(numerics(result).find("differ in sign alone"), std::string::npos) << numerics(result);
}

TEST(PowerMethod, SaysThatItHasNotCome) {
  const RunResult slow = emulate_anyhow(request_of("0.9", 16));
  EXPECT_EQ(slow.mismatch, "");
  EXPECT_NE(numerics(slow).find("still moves"), std::string::npos) << numerics(slow);
}

TEST(PowerMethod, IsRightForEverySize) {
  for (const std::int64_t size : {1, 2, 3, 31, 33, 64, 100}) {
    for (const char* ratio : {"0.5", "0.9", "-1", "1", "0", "-0.3"}) {
      const RunResult result = emulate_anyhow(request_of(ratio, 8, size));
      EXPECT_EQ(result.mismatch, "") << size << ", " << ratio;
    }
  }
}

TEST(PowerMethod, AWarpReadsARowTogether) {
  const RunResult result = emulate(request_of("0.5", 32));
  const Trace& trace = *result.trace;
  std::size_t loads = 0;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].name != "A") continue;
    EXPECT_EQ(access.active(), 32);
    EXPECT_EQ(global_request(trace, access).sectors, 4);
    ++loads;
  }
  EXPECT_GT(loads, 0U);
}

}  // namespace
}  // namespace warpscope
