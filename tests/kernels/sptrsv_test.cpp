// Triangular systems by levels: which rows are solved at once, and what their threads do meanwhile.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "kernels/sparse/triangular_solver.hpp"
#include "kernels/sparse/triangular_system.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;

constexpr const char* known_solutions[] = {"power_law", "random", "banded"};

/// Whole numbers from 0 to 99.
std::vector<float> whole_numbers(int count) {
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(static_cast<float>(37 * i % 100));
  return numbers;
}

/// L x - b, the largest of its rows, beside what is added there.
double residual(const TriangularSystem& system, const std::vector<float>& x) {
  double largest = 0;
  std::size_t k = 0;
  for (int row = 0; row < system.lower.rows(); ++row) {
    double sum = -static_cast<double>(system.right_side[static_cast<std::size_t>(row)]);
    double added = std::abs(sum);
    for (int i = 0; i < system.lower.length(row); ++i, ++k) {
      const double product =
          static_cast<double>(system.lower.value[k]) *
          static_cast<double>(x[static_cast<std::size_t>(system.lower.column[k])]);
      sum += product;
      added += std::abs(product);
    }
    largest = std::max(largest, added == 0 ? 0 : std::abs(sum) / added);
  }
  return largest;
}

std::vector<int> rows_per_level(const LevelSets& sets) {
  std::vector<int> rows;
  for (int level = 0; level < sets.levels(); ++level) {
    const auto at = static_cast<std::size_t>(level);
    rows.push_back(sets.level_begin[at + 1] - sets.level_begin[at]);
  }
  return rows;
}

TEST(TriangularSystems, AreLowerAndEndRowsWithTheDiagonal) {
  for (const std::string kind : {"power_law", "random", "banded", "diamond", "slide"}) {
    for (const int n : {1, 2, 3, 4, 5, 64, 333}) {
      const TriangularSystem system = triangular_system(kind, whole_numbers(n));
      ASSERT_EQ(system.lower.rows(), n);
      ASSERT_EQ(std::ssize(system.right_side), n);
      for (int row = 0; row < n; ++row) {
        const auto first = static_cast<std::size_t>(system.lower.row_begin[row]);
        const auto end = static_cast<std::size_t>(system.lower.row_begin[row + 1]);
        ASSERT_LT(first, end);
        EXPECT_EQ(system.lower.column[end - 1], row) << kind;
        EXPECT_NE(system.lower.value[end - 1], 0) << kind;
        for (std::size_t k = first + 1; k < end; ++k) {
          EXPECT_GT(system.lower.column[k], system.lower.column[k - 1]) << kind;
        }
      }
    }
  }
}

TEST(TriangularSystems, HaveTheirSolutionBitByBit) {
  for (const char* kind : known_solutions) {
    for (const int n : {1, 31, 64, 1000, 8192}) {
      const std::vector<float> solution = whole_numbers(n);
      EXPECT_EQ(forward_substitution(triangular_system(kind, solution)), solution) << kind << n;
    }
  }
}

TEST(TriangularSystems, OfFourUnknownsAreKnownOnPaper) {
  const std::vector<float> any(4);
  EXPECT_EQ(forward_substitution(triangular_system("diamond", any)),
            (std::vector<float>{3, 2, 5, 7}));
  const std::vector<float> x = forward_substitution(triangular_system("slide", any));
  EXPECT_EQ(x, (std::vector<float>{70, 0, -70.0F / 6, -105}));
  EXPECT_EQ(std::round(x[2] * 100), -1167);
}

// A row needs only rows of levels before, at least one of the level just before: no level is idle.
TEST(TriangularLevels, AreAsEarlyAsTheirRowsAllow) {
  for (const std::string kind : {"power_law", "random", "banded", "diamond", "slide"}) {
    const SparseMatrix lower = triangular_system(kind, whole_numbers(200)).lower;
    const LevelSets sets = level_sets(lower);
    std::vector<int> level_of(200, -1);
    for (int level = 0; level < sets.levels(); ++level) {
      for (int i = sets.level_begin[level]; i < sets.level_begin[level + 1]; ++i) {
        int& of_row = level_of[static_cast<std::size_t>(sets.row[static_cast<std::size_t>(i)])];
        EXPECT_EQ(of_row, -1) << "a row stands in two levels";
        of_row = level;
      }
    }
    std::size_t k = 0;
    for (int row = 0; row < 200; ++row) {
      int latest = -1;
      for (int i = 0; i + 1 < lower.length(row); ++i, ++k) {
        latest = std::max(latest, level_of[static_cast<std::size_t>(lower.column[k])]);
      }
      ++k;
      EXPECT_EQ(level_of[static_cast<std::size_t>(row)], latest + 1) << kind << " row " << row;
    }
  }
}

TEST(TriangularLevels, AreFromOneRowToMany) {
  const auto rows_of = [](const char* kind, int n) {
    return rows_per_level(level_sets(triangular_system(kind, whole_numbers(n)).lower));
  };
  EXPECT_EQ(rows_of("diamond", 4), (std::vector<int>{1, 2, 1}));
  EXPECT_EQ(rows_of("slide", 4), (std::vector<int>{1, 1, 1, 1}));
  EXPECT_EQ(rows_of("diamond", 64), (std::vector<int>{16, 32, 16}));
  EXPECT_EQ(rows_of("banded", 64), std::vector<int>(64, 1));
  EXPECT_EQ(rows_of("power_law", 32), (std::vector<int>{9, 7, 5, 6, 3, 1, 1}));
}

RunRequest solve(const std::string& rows, std::int64_t size, int block = 32) {
  return {.kernel = "sptrsv_levels", .size = size, .block = block, .parameters = {{"rows", rows}}};
}

TEST(SptrsvLevels, SolvesFourUnknowns) {
  EXPECT_EQ(emulate(solve("diamond", 4, 4)).output, (std::vector<double>{3, 2, 5, 7}));
  const std::vector<double> x = emulate(solve("slide", 4, 4)).output;
  ASSERT_EQ(x.size(), 4U);
  EXPECT_EQ(x[0], 70);
  EXPECT_EQ(x[1], 0);
  EXPECT_NEAR(x[2], -35.0 / 3, 1e-6);
  EXPECT_EQ(x[3], -105);
}

TEST(SptrsvLevels, FindsTheSolutionThatTheRightSideWasMadeOf) {
  for (const char* rows : known_solutions) {
    RunRequest request = solve(rows, 100);
    request.input.kind = "ramp";
    const RunResult result = emulate(request);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(result.output[static_cast<std::size_t>(i)], i) << rows;
  }
}

TEST(SptrsvLevels, TakesAnyNumberOfUnknowns) {
  for (const std::string rows : {"power_law", "random", "banded", "diamond", "slide"}) {
    for (const int block : {1, 2, 32, 64, 512}) {
      for (const std::int64_t size : {1, 2, 31, 65, 513, 1000}) {
        if (size < block) continue;
        const RunResult result = emulate(solve(rows, size, block));
        EXPECT_TRUE(result.trace->findings.empty()) << rows << " " << size << " by " << block;
        const TriangularSystem system =
            triangular_system(rows, std::vector<float>(static_cast<std::size_t>(size)));
        if (rows != "diamond" && rows != "slide") continue;
        EXPECT_LT(residual(system, {result.output.begin(), result.output.end()}), 1e-6) << rows;
      }
    }
  }
}

TEST(SptrsvLevels, NoticesAWrongUnknown) {
  Problem<float> problem{.input = {9, 8, 7, 6, 5}, .count = 5, .size = 5};
  problem.parameters = {{"rows", "random"}};
  std::vector<float> x = problem.input;
  EXPECT_EQ(TriangularSolver::mismatch(problem, x), "");
  x[4] = std::nextafter(x[4], 100.0F);
  EXPECT_NE(TriangularSolver::mismatch(problem, x), "");
}

// However many threads there are: a band needs a step for each row.
TEST(SptrsvLevels, TakesABarrierForEachLevel) {
  for (const std::string rows : {"power_law", "random", "banded", "diamond", "slide"}) {
    const int levels = level_sets(triangular_system(rows, whole_numbers(64)).lower).levels();
    for (const int block : {4, 64}) {
      const RunResult result = emulate(solve(rows, 64, block));
      EXPECT_EQ(summarize(*result.trace, BankModel::cc5).totals.barriers,
                static_cast<std::uint64_t>(levels))
          << rows;
      EXPECT_EQ(std::ranges::count(result.trace->steps, "level", &Step::name), levels) << rows;
    }
  }
}

// With a warp for all rows: a thread for each row of the level, and the others idle.
TEST(SptrsvLevels, IdlesButForTheRowsOfTheLevel) {
  for (const std::string rows : {"power_law", "random", "banded", "diamond", "slide"}) {
    const auto expected =
        rows_per_level(level_sets(triangular_system(rows, whole_numbers(32)).lower));
    const RunResult result = emulate(solve(rows, 32));
    const Trace& trace = *result.trace;
    std::vector<int> found;
    for (const Access& access : trace.accesses) {
      if (access.operation != Operation::store || trace.arrays[access.array].name != "x") continue;
      EXPECT_EQ(trace.arrays[access.array].space, Space::shared);
      EXPECT_EQ(trace.steps[access.step].value, static_cast<std::int64_t>(found.size()));
      found.push_back(access.active());
    }
    EXPECT_EQ(found, expected) << rows;
  }
}

// Every entry below the diagonal is multiplied once, by whichever thread.
TEST(SptrsvLevels, ReadsEachEntryOnce) {
  for (const std::string rows : {"power_law", "random", "banded"}) {
    const auto entries =
        static_cast<std::uint64_t>(triangular_system(rows, whole_numbers(100)).lower.entries());
    const RunResult result = emulate(solve(rows, 100));
    EXPECT_EQ(test::lanes_of(*result.trace, "value", Operation::load), entries) << rows;
    EXPECT_EQ(test::lanes_of(*result.trace, "column", Operation::load), entries - 100) << rows;
    EXPECT_EQ(test::lanes_of(*result.trace, "x", Operation::load), entries) << rows;
    EXPECT_EQ(test::lanes_of(*result.trace, "x", Operation::store), 100U) << rows;
  }
}

// The lecture's exercise: the matrix times the solution is the right side again.
TEST(SptrsvLevels, IsCheckedByMultiplyingAgain) {
  for (const char* rows : {"slide", "diamond", "power_law"}) {
    const RunResult result = emulate({.kernel = "sptrsv_levels",
                                      .size = 8,
                                      .block = 8,
                                      .parameters = {{"rows", rows}, {"check", "yes"}}});
    const std::vector<float> x(result.output.begin(), result.output.end());
    const TriangularSystem system = triangular_system(rows, x);
    int products = 0;
    for (const Access& access : result.trace->accesses) {
      if (result.trace->arrays[access.array].name != "L x") continue;
      for (int lane = 0; lane < 8; ++lane, ++products) {
        const auto at = static_cast<std::size_t>(lane);
        EXPECT_EQ(result.trace->lane_indices(access)[at], lane);
        EXPECT_FLOAT_EQ(std::bit_cast<float>(result.trace->value_of(access, lane)[0]),
                        system.right_side[at])
            << rows << " " << lane;
      }
    }
    EXPECT_EQ(products, 8) << rows;
  }
}

}  // namespace
}  // namespace warpscope
