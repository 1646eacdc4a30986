// The Thomas algorithm beside cyclic reduction: operations are counted, not believed.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/emulator_machine.hpp"
#include "kernels/solver/cyclic_reduction.cuh"
#include "kernels/solver/parallel_cyclic_reduction.cuh"
#include "kernels/solver/thomas.cuh"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate, test::emulate_anyhow, test::numerics;

/// A float that counts what is computed with it. A changed sign is no operation.
struct CountedFloat {
  float value = 0;
  inline static int operations = 0;

  CountedFloat() = default;
  CountedFloat(int number)  // NOLINT(google-explicit-constructor)
      : value(static_cast<float>(number)) {}
  static CountedFloat made(float value) {
    ++operations;
    CountedFloat number;
    number.value = value;
    return number;
  }
  friend CountedFloat operator-(CountedFloat a) {
    a.value = -a.value;
    return a;
  }
  friend CountedFloat operator+(CountedFloat a, CountedFloat b) { return made(a.value + b.value); }
  friend CountedFloat operator*(CountedFloat a, CountedFloat b) { return made(a.value * b.value); }
  friend CountedFloat operator/(CountedFloat a, CountedFloat b) { return made(a.value / b.value); }
};

}  // namespace

template <>
struct ElementOf<CountedFloat> {
  static constexpr ElementType type{Scalar::f32, 1};
};

namespace {

/// Operations of one launch of the kernel's own code: -x(i-1) + 4 x(i) - x(i+1) = 1, n equations.
template <class Kernel, class Launch>
int operations_of(int n, const Launch& launch) {
  TraceBuilder trace(TraceHeader{});
  EmulatorMachine machine(trace, 0, {}, {});
  const auto count = static_cast<std::size_t>(n);
  std::vector<CountedFloat> beside(count, -1), last = beside;
  beside.front() = last.back() = 0;
  const auto lower = machine.upload("lower", beside).read_only();
  const auto diagonal = machine.upload("diagonal", std::vector<CountedFloat>(count, 4)).read_only();
  const auto upper = machine.upload("upper", last).read_only();
  const auto right = machine.upload("right side", std::vector<CountedFloat>(count, 1)).read_only();
  const auto x = machine.template allocate<CountedFloat>("solution", n);
  CountedFloat::operations = 0;
  launch(machine, lower, diagonal, upper, right, x);
  const int counted = CountedFloat::operations;
  for (const CountedFloat& unknown : machine.download(x)) {
    EXPECT_TRUE(unknown.value > 0.3F && unknown.value <= 0.5F) << unknown.value;
  }
  return counted;
}

template <class Kernel>
int block_operations(int n, int threads) {
  return operations_of<Kernel>(n, [&](auto& machine, auto... arrays) {
    machine.launch(Kernel{}, 1, threads, Kernel::shared_count(threads) * sizeof(float), arrays...);
  });
}

int thomas_operations() {
  constexpr int n = Thomas::equations;
  return operations_of<Thomas>(
      n, [](auto& machine, auto lower, auto diagonal, auto upper, auto right, auto x) {
        const auto reduced = machine.template allocate<CountedFloat>("reduced upper", n);
        machine.launch(Thomas{}, 1, 1, 0, lower, diagonal, upper, right, reduced, x, n, 1);
      });
}

// The lecture's 8 n, 17 n and 12 n log2(n), with what they leave out.
TEST(TridiagonalOperations, AreThoseOfTheLecture) {
  EXPECT_EQ(thomas_operations(), 8 * Thomas::equations - 2);
  for (int log = 1; log <= 10; ++log) {
    const int n = 1 << log;
    EXPECT_EQ(block_operations<CyclicReduction>(n, n / 2), 17 * (n - 2) + 9) << n;
    EXPECT_EQ(block_operations<ParallelCyclicReduction>(n, n), 12 * n * log + n) << n;
  }
}

RunRequest systems(int count, const std::string& layout, int block = 32) {
  return {.kernel = "thomas",
          .size = std::int64_t{count} * Thomas::equations,
          .block = block,
          .parameters = {{"layout", layout}}};
}

TEST(ThomasKernel, TakesTwoStepsAnEquationOnEveryThread) {
  const RunResult result = emulate(systems(64, "interleaved"));
  const auto named = [&](const char* name) {
    return std::ranges::count(result.trace->steps, name, &Step::name);
  };
  EXPECT_EQ(named("eliminate"), Thomas::equations);
  EXPECT_EQ(named("substitute"), Thomas::equations - 1);
  for (const Access& access : result.trace->accesses) EXPECT_EQ(access.mask, all_lanes);
  EXPECT_EQ(summarize(*result.trace, BankModel::cc5).totals.barriers, 0U);
}

// Side by side, 32 floats are 4 sectors; 16 floats apart, a sector for each lane.
TEST(ThomasKernel, LayoutDecidesTheSectors) {
  for (const auto& [layout, sectors] : {std::pair("interleaved", 4), std::pair("contiguous", 32)}) {
    const RunResult result = emulate(systems(128, layout));
    const Summary summary = summarize(*result.trace, BankModel::cc5);
    for (const AccessCost& cost : summary.accesses) EXPECT_EQ(cost.sectors, sectors) << layout;
  }
}

TEST(ThomasKernel, BothLayoutsGiveTheSameSolution) {
  for (const int block : {1, 4, 64}) {
    for (const char* input : {"dominant", "poisson"}) {
      RunRequest request = systems(128, "interleaved", block);
      request.input.kind = input;
      const RunResult interleaved = emulate(request);
      EXPECT_EQ(numerics(interleaved), "");
      request.parameters["layout"] = "contiguous";
      EXPECT_EQ(emulate(request).output, interleaved.output) << input;
    }
  }
}

TEST(ThomasKernel, SaysWhatItCannotPromise) {
  RunRequest request = systems(4, "interleaved", 4);
  request.input.kind = "singular";
  const RunResult result = emulate_anyhow(request);
  EXPECT_EQ(result.mismatch, "");
  EXPECT_NE(numerics(result).find("is singular (row "), std::string::npos) << numerics(result);
}

}  // namespace
}  // namespace warpscope
