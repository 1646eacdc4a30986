#include "tests/mutants/mutants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "instrumentation/run/emulator_machine.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {
namespace {

using Mutants = testing::TestWithParam<mutants::MutantProgram<EmulatorMachine>>;

/// The catalogue's kernel has no races; the mutant always has some, whatever the warps' order.
TEST_P(Mutants, RaceInEveryOfTwentyRuns) {
  const auto& mutant = GetParam();
  RunRequest request{.kernel = std::string(mutant.id), .machine = MachineKind::emulator};
  const auto races = [](const Trace& trace) {
    return std::ranges::count(trace.findings, FindingKind::race, &Finding::kind);
  };
  const auto original = run(request);
  ASSERT_TRUE(original) << original.error().message;
  EXPECT_EQ(races(*original->trace), 0);
  const Plan plan = make_plan(request).value();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    request.input.seed = seed;
    TraceBuilder trace(TraceHeader{});
    // The first run is in order, as by default.
    EmulatorOptions options;
    if (seed > 0) options.schedule_seed = seed;
    EmulatorMachine machine(trace, 0, options, {});
    mutant.run(machine, make_setup(request.input, plan).value());
    EXPECT_GT(races(trace.build()), 0) << "seed " << seed;
  }
}

/// A mutant differs in its barrier alone: everything else stands on the same lines.
TEST(MutantLines, AreThoseOfTheKernel) {
  const auto lines = [](const Trace& trace) {
    std::set<std::pair<Operation, std::uint32_t>> found;
    for (const Access& access : trace.accesses)
      found.emplace(access.operation, trace.line_of(access));
    return found;
  };
  int shuffles = 0;
  for (const auto& mutant : mutants::all_mutants<EmulatorMachine>()) {
    const RunRequest request{.kernel = std::string(mutant.id), .machine = MachineKind::emulator};
    const auto original = run(request);
    ASSERT_TRUE(original) << original.error().message;
    TraceBuilder trace(TraceHeader{});
    const Plan plan = make_plan(request).value();
    EmulatorMachine machine(trace, plan.traced_block, {}, {});
    mutant.run(machine, make_setup(request.input, plan).value());
    const auto expected = lines(*original->trace);
    EXPECT_EQ(lines(trace.build()), expected) << mutant.id << " without " << mutant.dropped;
    shuffles += static_cast<int>(std::ranges::count(expected, Operation::shuffle,
                                                    [](const auto& place) { return place.first; }));
  }
  EXPECT_GT(shuffles, 0) << "no mutant shuffles";
}

std::string test_name(const testing::TestParamInfo<Mutants::ParamType>& info) {
  std::string name = std::string(info.param.id) + "_without_" + std::string(info.param.dropped);
  std::ranges::replace(name, ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Mutants,
                         testing::ValuesIn(mutants::all_mutants<EmulatorMachine>()), test_name);

TEST(MutantList, IsLongEnough) { EXPECT_GE(mutants::all_mutants<EmulatorMachine>().size(), 12U); }

}  // namespace
}  // namespace warpscope
