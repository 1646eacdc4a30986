// The tridiagonal solvers, and the reference that they are compared with.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/emulator_machine.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/solver/pcr_hybrid.cuh"
#include "kernels/solver/tridiagonal.hpp"
#include "kernels/solver/tridiagonal_solver.hpp"
#include "tests/support/kernel_runs.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using test::emulate_anyhow, test::numerics;

/// One system of n equations.
RunRequest one_system(const std::string& kernel, int n, const std::string& input = "dominant") {
  return {.kernel = kernel,
          .size = n,
          .block = kernel == "cyclic_reduction" ? n / 2 : n,
          .input = {.kind = input}};
}

/// Sums and maxima over the accesses of one step.
struct StepCost {
  std::string name;
  int updates = 0;   // stores to b, and substitution's stores to x: one for each equation
  int degree = 0;    // of the worst access
  bool full = true;  // every access by all lanes of its warp
};
std::vector<StepCost> step_costs(const Trace& trace, BankModel model) {
  const Summary summary = summarize(trace, model);
  std::vector<StepCost> costs;
  for (const Step& step : trace.steps) {
    StepCost cost{.name = step.name};
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      const Access& access = trace.accesses[a];
      const std::string& array = trace.arrays[access.array].name;
      const bool updates = array == (step.name == "substitute" ? "x" : "b");
      if (updates && access.operation == Operation::store) cost.updates += access.active();
      cost.degree = std::max<int>(cost.degree, summary.accesses[a].degree);
      cost.full = cost.full && access.mask == all_lanes;
    }
    costs.push_back(cost);
  }
  return costs;
}
std::vector<StepCost> named(const std::vector<StepCost>& costs, const std::string& name) {
  std::vector<StepCost> chosen;
  for (const StepCost& cost : costs) {
    if (cost.name == name) chosen.push_back(cost);
  }
  return chosen;
}
std::vector<int> updates_of(const std::vector<StepCost>& costs) {
  std::vector<int> updates;
  for (const StepCost& cost : costs) updates.push_back(cost.updates);
  return updates;
}
std::vector<int> degrees_of(const std::vector<StepCost>& costs) {
  std::vector<int> degrees;
  for (const StepCost& cost : costs) degrees.push_back(cost.degree);
  return degrees;
}
int total(const std::vector<int>& numbers) {
  int sum = 0;
  for (const int number : numbers) sum += number;
  return sum;
}

// Thomas -----------------------------------------------------------------------------------------

/// -x(i-1) + 2 x(i) - x(i+1) = 1, whose solution is (i + 1)(n - i) / 2.
Tridiagonal<double> unit_load(std::size_t n) {
  Tridiagonal<double> system{std::vector<double>(n, -1), std::vector<double>(n, 2),
                             std::vector<double>(n, -1), std::vector<double>(n, 1)};
  system.a.front() = system.c.back() = 0;
  return system;
}

TEST(Thomas, SolvesWhatIsKnownOnPaper) {
  for (const std::size_t n : {1U, 2U, 7U, 1000U}) {
    const std::vector<double> x = thomas(unit_load(n));
    for (std::size_t i = 0; i < n; ++i) {
      const double exact = static_cast<double>((i + 1) * (n - i)) / 2;
      EXPECT_NEAR(x[i], exact, 1e-9 * exact) << n;
    }
  }
}

/// A number that counts what is done to it.
struct Counted {
  double value = 0;
  inline static int operations = 0;
  static Counted made(double value) {
    ++operations;
    return {value};
  }
  friend Counted operator+(Counted a, Counted b) { return made(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return made(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return made(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return made(a.value / b.value); }
};

TEST(Thomas, TakesEightOperationsAnEquation) {
  for (const std::size_t n : {2U, 64U}) {
    const std::vector<Counted> two(n, Counted{2}), one(n, Counted{1});
    Counted::operations = 0;
    const auto x = thomas(Tridiagonal<Counted>{one, two, one, one});
    EXPECT_EQ(x.size(), n);
    EXPECT_EQ(Counted::operations, 8 * static_cast<int>(n) - 7);
  }
}

// Quality ----------------------------------------------------------------------------------------

TEST(BackwardError, IsTheRelativeResidual) {
  const Tridiagonal<double> system = unit_load(3);  // x = 1.5, 2, 1.5
  EXPECT_EQ(backward_error(system, std::vector{1.5, 2.0, 1.5}), 0);
  // Residual 0.5 - 1 in the first row; rows sum up to 4, x to 2, f to 1.
  EXPECT_DOUBLE_EQ(backward_error(system, std::vector{1.25, 2.0, 1.5}), 0.5 / (4 * 2 + 1));
  EXPECT_EQ(backward_error(system, std::vector{1.5, infinity, 1.5}), infinity);
  EXPECT_EQ(backward_error(system, std::vector{1.5, std::nan(""), 1.5}), infinity);
  EXPECT_EQ(backward_error({{0}, {0}, {0}, {0}}, std::vector{0.0}), 0);
}

TEST(Doubt, SaysWhyEliminationMayFail) {
  Tridiagonal<double> system = unit_load(4);
  EXPECT_EQ(doubt(system).english(), "");
  system.c[1] = 3;
  EXPECT_EQ(doubt(system).english(),
            "is not diagonally dominant (row 1: |2| < |-1| + |3|), so that elimination without "
            "pivoting may fail");
  system.a[1] = system.b[1] = system.c[1] = 0;
  EXPECT_EQ(doubt(system).english(), "is singular (row 1 is zero) and has no single solution");
  system.b[1] = infinity;
  EXPECT_EQ(doubt(system).english(), "holds inf in row 1");
  system.b[1] = 1e30;
  EXPECT_EQ(doubt(system).english(), "holds 1e+30 in row 1, with which floats may overflow");
}

// Every row is weakly dominant, none strictly: any constant solves it with f = 0.
TEST(Doubt, KnowsThatWeakDominanceIsNotEnough) {
  Tridiagonal<double> system = unit_load(4);
  system.b.front() = system.b.back() = 1;
  EXPECT_EQ(doubt(system).english(),
            "may be singular (row 0 and those coupled to it: |1| = |0| + |-1|)");
  system.b.back() = 1.5;
  EXPECT_EQ(doubt(system).english(), "");
  system.c[1] = 0;  // rows 0 and 1 are now coupled to no row but each other
  system.b[1] = 1;
  EXPECT_NE(doubt(system).english(), "");
}

TEST(SolutionMismatch, TellsWrongSolutionsOfGoodSystems) {
  const std::vector<Tridiagonal<double>> systems{unit_load(3), unit_load(3)};
  std::vector<double> x{1.5, 2, 1.5, 1.5, 2, 1.5};
  EXPECT_EQ(solution_mismatch(systems, x), "");
  x[4] = 2.01;
  const std::string wrong = solution_mismatch(systems, x).english();
  EXPECT_TRUE(wrong.starts_with("System 1 (of 0 to 1) is not solved: ")) << wrong;
  EXPECT_TRUE(wrong.ends_with("x[1] is 2.01, the Thomas algorithm says 2.")) << wrong;
  x[4] = std::nan("");
  EXPECT_NE(solution_mismatch(systems, x).english().find("x[1] is not a number"),
            std::string::npos);
  x.pop_back();
  EXPECT_NE(solution_mismatch(systems, x), "");
}

TEST(SolutionRemarks, NamesTheWorstDoubtfulSystem) {
  std::vector<Tridiagonal<double>> systems(3, unit_load(2));
  systems[1].c[0] = systems[2].c[0] = -3;  // still regular: x = 5, 3
  const std::vector<double> x{1, 1, 5, 3, 5, 4};
  const auto remarks = solution_remarks(systems, x);
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_TRUE(remarks[0].english().starts_with(
      "System 2 (of 0 to 2) is not diagonally dominant (row 0: |2| < |0| + |-3|), so that "
      "elimination without pivoting may fail: the backward error is "))
      << remarks[0].english();
  EXPECT_TRUE(remarks[0].english().ends_with(", the worst of 2 alike.")) << remarks[0].english();
  EXPECT_EQ(solution_mismatch(systems, x), "");  // nothing is claimed of such systems

  systems.resize(2);
  const auto solved = solution_remarks(systems, std::span(x).first(4));
  ASSERT_EQ(solved.size(), 1U);
  EXPECT_TRUE(solved[0].english().ends_with(
      "may fail. It is solved all the same: the backward error is 0."))
      << solved[0].english();
}

// Cyclic reduction -------------------------------------------------------------------------------

TEST(CyclicReduction, TakesTheStepsAndOperationsOfTheLecture) {
  for (int log = 1; log <= 11; ++log) {
    const int n = 1 << log;
    const auto costs =
        step_costs(*emulate_anyhow(one_system("cyclic_reduction", n)).trace, BankModel::cc5);
    const auto reduce = named(costs, "reduce");
    const auto substitute = named(costs, "substitute");
    EXPECT_EQ(reduce.size() + named(costs, "solve two").size() + substitute.size(),
              2U * static_cast<unsigned>(log) - 1);
    // A reduction: 2 divisions, 2 products and 4 multiply-adds; a substitution: 2 of them and a
    // division. The last two equations are solved apart.
    EXPECT_EQ(12 * total(updates_of(reduce)) + 5 * total(updates_of(substitute)), 17 * (n - 2));
  }
}

TEST(CyclicReduction, HalvesItsThreads) {
  const auto costs =
      step_costs(*emulate_anyhow(one_system("cyclic_reduction", 256)).trace, BankModel::cc5);
  EXPECT_EQ(updates_of(named(costs, "reduce")), (std::vector{128, 64, 32, 16, 8, 4, 2}));
  EXPECT_EQ(updates_of(named(costs, "substitute")), (std::vector{2, 4, 8, 16, 32, 64, 128}));
}

TEST(CyclicReduction, DoublesItsConflicts) {
  const RunResult result = emulate_anyhow(one_system("cyclic_reduction", 2048));
  const auto degrees = [&](BankModel model) {
    return degrees_of(named(step_costs(*result.trace, model), "reduce"));
  };
  // Then fewer and fewer threads are left to queue.
  EXPECT_EQ(degrees(BankModel::cc5), (std::vector{2, 4, 8, 16, 32, 32, 16, 8, 4, 2}));
  EXPECT_EQ(degrees(BankModel::cc1), (std::vector{2, 4, 8, 16, 16, 16, 16, 8, 4, 2}));
}

TEST(CyclicReduction, SolvesSystemsApart) {
  for (const std::string kernel : {"cyclic_reduction", "parallel_cyclic_reduction"}) {
    for (const std::string input : {"dominant", "poisson"}) {
      const RunResult result =
          emulate_anyhow({.kernel = kernel, .size = 1024, .block = 16, .input = {.kind = input}});
      EXPECT_EQ(result.mismatch, "") << kernel;
      EXPECT_EQ(result.output.size(), 1024U);
      EXPECT_EQ(numerics(result), "") << kernel;
    }
  }
}

// Parallel cyclic reduction ----------------------------------------------------------------------

TEST(ParallelCyclicReduction, TakesTheStepsAndOperationsOfTheLecture) {
  for (int log = 1; log <= 10; ++log) {
    const int n = 1 << log;
    const auto reduce =
        named(step_costs(*emulate_anyhow(one_system("parallel_cyclic_reduction", n)).trace,
                         BankModel::cc5),
              "reduce");
    EXPECT_EQ(reduce.size(), static_cast<std::size_t>(log));
    EXPECT_EQ(12 * total(updates_of(reduce)), 12 * n * log);
  }
}

TEST(ParallelCyclicReduction, KeepsAllThreadsBusyWithoutConflicts) {
  for (const int n : {32, 256, 1024}) {
    const RunResult result = emulate_anyhow(one_system("parallel_cyclic_reduction", n));
    for (const StepCost& cost : named(step_costs(*result.trace, BankModel::cc5), "reduce")) {
      EXPECT_TRUE(cost.full) << n;
      EXPECT_EQ(cost.degree, 1) << n;
    }
  }
}

// Bad systems ------------------------------------------------------------------------------------

TEST(CyclicReduction, SaysWhatItCannotPromise) {
  for (const std::string kernel : {"cyclic_reduction", "parallel_cyclic_reduction"}) {
    int measured = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
      RunRequest request = one_system(kernel, 64, "random");
      request.input.seed = seed;
      const RunResult random = emulate_anyhow(request);
      EXPECT_EQ(random.mismatch, "");
      EXPECT_NE(numerics(random).find("is not diagonally dominant (row "), std::string::npos);
      measured += numerics(random).find("backward error is") != std::string::npos ? 1 : 0;
    }
    EXPECT_GT(measured, 2) << kernel;

    const RunResult singular = emulate_anyhow(one_system(kernel, 64, "singular"));
    EXPECT_EQ(singular.mismatch, "");
    const std::string message = numerics(singular);
    EXPECT_NE(message.find("is singular (row 32 is zero)"), std::string::npos) << message;
    EXPECT_TRUE(message.find("is not a number") != std::string::npos ||
                message.find("is infinite") != std::string::npos)
        << message;
  }
}

// Two equations that any pivoting solves: 0 x + y = 1, x + 0 y = 2.
TEST(CyclicReduction, TellsZeroPivotsInWords) {
  const TestFolder folder;
  const std::string file = folder.file("zero_pivot.txt");
  std::ofstream(file) << "0 1\n0 0\n1 0\n1 2\n";  // lower, diagonal, upper, right side
  const RunResult result = emulate_anyhow(one_system("cyclic_reduction", 2, file));
  EXPECT_EQ(result.mismatch, "");
  EXPECT_NE(numerics(result).find("(row 0: |0| < |0| + |1|)"), std::string::npos)
      << numerics(result);
  EXPECT_NE(numerics(result).find("x[0] is not a number"), std::string::npos) << numerics(result);
}

// Systems of a large problem repeat, so that the host need not hold them all.
TEST(PcrHybrid, SolvesSystemsThatRepeat) {
  constexpr int n = PcrHybrid::info.elements_per_system;
  const auto plan = make_plan({.kernel = "pcr_hybrid", .size = n});
  ASSERT_TRUE(plan);
  const auto input = make_input({}, plan.value());
  ASSERT_TRUE(input);
  const Problem<float> problem{.input = {input->begin(), input->end()},
                               .count = std::int64_t{4} * 3 * n,
                               .size = std::int64_t{3} * n,
                               .grid = 3,
                               .block = 32};
  TraceBuilder builder(TraceHeader{});
  EmulatorMachine machine(builder, 0, {}, {});
  using Solver = TridiagonalSolver<PcrHybrid>;
  const std::vector<float> x = Solver::run(machine, problem);
  ASSERT_EQ(std::ssize(x), 3 * n);
  EXPECT_TRUE(std::equal(x.begin(), x.begin() + n, x.begin() + n));
  EXPECT_TRUE(std::equal(x.begin(), x.begin() + n, x.begin() + 2 * n));
  EXPECT_EQ(Solver::mismatch(problem, x), "");
  std::vector<float> wrong = x;
  wrong.back() += 1;
  EXPECT_NE(Solver::mismatch(problem, wrong), "");
}

TEST(PcrHybrid, IsGivenWholeSystemsThatRepeat) {
  constexpr std::int64_t most = std::int64_t{1} << 20;  // equations that are made
  for (const std::int64_t size : {most / 2, most, 4 * most}) {
    const auto plan =
        make_plan({.kernel = "pcr_hybrid", .size = size, .machine = MachineKind::cuda});
    ASSERT_TRUE(plan) << plan.error().message;
    const auto input = make_input({}, plan.value());
    ASSERT_TRUE(input);
    EXPECT_EQ(std::ssize(input.value()), 4 * std::min(size, most));
    EXPECT_EQ(std::ssize(input.value()) % (4 * PcrHybrid::info.elements_per_system), 0);
  }
}

TEST(CyclicReduction, RefusesSizesThatAreNoSystems) {
  const auto result = run(
      {.kernel = "cyclic_reduction", .size = 100, .block = 32, .machine = MachineKind::emulator});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("a multiple of 64"), std::string::npos)
      << result.error().message;
}

}  // namespace
}  // namespace warpscope
