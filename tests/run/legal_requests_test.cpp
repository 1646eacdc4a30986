#include "instrumentation/run/legal_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "instrumentation/analysis/replay.hpp"
#include "kernels/catalogue.hpp"
#include "tests/support/scale.hpp"

namespace warpscope {
namespace {

constexpr int many = 200;

TEST(RandomCase, IsLegal) {
  for (const KernelInfo* kernel : catalogue()) {
    for (int i = 0; i < many; ++i) {
      const RunRequest request = random_case(*kernel, 1, i);
      const auto completed = complete(request);
      ASSERT_TRUE(completed) << kernel->id << " case " << i << ": " << completed.error().message;
    }
  }
}

TEST(RandomCase, IsTheSameEachTimeAndDiffersBetweenCases) {
  const KernelInfo& kernel = *catalogue().front();
  std::set<std::int64_t> sizes;
  for (int i = 0; i < many; ++i) {
    const RunRequest a = random_case(kernel, 5, i), b = random_case(kernel, 5, i);
    EXPECT_EQ(a.size, b.size);
    EXPECT_EQ(a.input.seed, b.input.seed);
    EXPECT_EQ(a.parameters, b.parameters);
    sizes.insert(*a.size);
  }
  EXPECT_GT(sizes.size(), 20U);
  EXPECT_NE(random_case(kernel, 5, 0).input.seed, random_case(kernel, 6, 0).input.seed);
}

/// A tenth, but where all are asked for.
int cases() { return test::whole() ? many : many / 10; }

/// The bar: 200 seeded cases of each kernel against the reference, integers exact.
class EmulatorCases : public testing::TestWithParam<const KernelInfo*> {};

TEST_P(EmulatorCases, EqualTheReferenceAndReplay) {
  const KernelInfo& kernel = *GetParam();
  bool found = false;
  for (int i = 0; i < cases(); ++i) {
    RunRequest request = random_case(kernel, 2024, i);
    request.machine = MachineKind::emulator;
    const auto result = run(request);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->mismatch, "") << "case " << i;
    EXPECT_EQ(replay_violation(*result->trace), "") << "case " << i;
    found |= std::ranges::any_of(result->trace->findings, is_fault);
  }
  EXPECT_EQ(found, kernel.wrong_on_purpose);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EmulatorCases,
                         testing::ValuesIn(catalogue().begin(), catalogue().end()),
                         [](const auto& instance) { return std::string(instance.param->id); });

}  // namespace
}  // namespace warpscope
