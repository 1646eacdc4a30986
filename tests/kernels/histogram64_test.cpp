// Checks the lectures' claims on the histogram of 64 bins in bytes, on the emulator's traces.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate, test::NumberFile, test::refusal, test::request, test::trace_of;

/// Wavefronts of each access to shared memory in the steps of that name.
std::vector<Wavefronts> costs_in(const Trace& trace, const std::string& step, BankModel model) {
  std::vector<Wavefronts> costs;
  for (const Access& access : trace.accesses) {
    const auto request = shared_request(trace, access);
    if (request && trace.steps[access.step].name == step) {
      costs.push_back(wavefronts(model, *request));
    }
  }
  EXPECT_FALSE(costs.empty()) << step;
  return costs;
}
/// Degrees of the mildest and of the worst of them.
std::pair<int, int> degrees_in(const Trace& trace, const std::string& step, BankModel model) {
  const auto costs = costs_in(trace, step, model);
  const auto [low, high] = std::ranges::minmax(costs, {}, &Wavefronts::degree);
  return {low.degree, high.degree};
}
std::pair<int, int> counting(const std::string& kernel, const std::string& input, BankModel model) {
  return degrees_in(*trace_of(kernel, input), "count", model);
}
using Ways = std::pair<int, int>;
const std::vector<std::string> every_input{"random", "ones", "ramp", "alternating", "reversed"};
const std::vector<std::string> of_64_bins{"histogram64_thread_major", "histogram64_bin_major",
                                          "histogram64_permuted16", "histogram64_permuted32"};

TEST(Histogram64, ThreadMajorConflictsDependOnTheData) {
  // The bank is value / 4: if all are equal the half-warp queues at one bank.
  EXPECT_EQ(counting("histogram64_thread_major", "ones", BankModel::cc1), (Ways{16, 16}));
  EXPECT_EQ(counting("histogram64_thread_major", "ramp", BankModel::cc1), (Ways{4, 4}));
  const NumberFile spread(2048, [](int i) { return 4 * (i % 16); });
  EXPECT_EQ(counting("histogram64_thread_major", spread.path(), BankModel::cc1), (Ways{1, 1}));
  EXPECT_EQ(counting("histogram64_thread_major", "ones", BankModel::cc5), (Ways{16, 16}));
}

TEST(Histogram64, BinMajorIsFourWayOnSixteenBanksWhateverTheData) {
  for (const std::string& input : every_input) {
    const auto trace = trace_of("histogram64_bin_major", input);
    for (const Wavefronts& cost : costs_in(*trace, "count", BankModel::cc1)) {
      ASSERT_EQ(cost, (Wavefronts{.actual = 8, .ideal = 2, .degree = 4})) << input;
    }
  }
}

TEST(Histogram64, BinMajorDependsOnTheDataOnThirtyTwoBanks) {
  EXPECT_EQ(counting("histogram64_bin_major", "ones", BankModel::cc5), (Ways{1, 1}));
  // Four neighbours want the words 0, 32, 64 and 96 of their bank.
  const NumberFile even(2048, [](int i) { return 2 * (i % 4); });
  EXPECT_EQ(counting("histogram64_bin_major", even.path(), BankModel::cc5), (Ways{4, 4}));
}

TEST(Histogram64, Permuted16IsFreeOnSixteenBanksWhateverTheData) {
  for (const std::string& input : every_input) {
    const auto trace = trace_of("histogram64_permuted16", input);
    const Totals totals = summarize(*trace, BankModel::cc1).totals;
    EXPECT_GT(totals.shared_store.requests, 0U);
    EXPECT_EQ(totals.shared_load.conflicts(), 0U) << input;
    EXPECT_EQ(totals.shared_store.conflicts(), 0U) << input;
  }
}

TEST(Histogram64, Permuted16IsUpToTwoWayOnThirtyTwoBanks) {
  EXPECT_EQ(counting("histogram64_permuted16", "ones", BankModel::cc5), (Ways{1, 1}));
  EXPECT_EQ(counting("histogram64_permuted16", "random", BankModel::cc5), (Ways{2, 2}));
  // Lanes n and n + 16 differ by 16, an even number.
  EXPECT_EQ(counting("histogram64_permuted16", "ramp", BankModel::cc5), (Ways{2, 2}));
  const NumberFile odd(2048, [](int i) { return i / 16 % 2; });
  EXPECT_EQ(counting("histogram64_permuted16", odd.path(), BankModel::cc5), (Ways{1, 1}));
}

TEST(Histogram64, Permuted32IsFreeWhateverTheData) {
  for (const std::string& input : every_input) {
    const auto trace = trace_of("histogram64_permuted32", input);
    for (const BankModel model : {BankModel::cc1, BankModel::cc5}) {
      const Totals totals = summarize(*trace, model).totals;
      EXPECT_GT(totals.shared_store.requests, 0U);
      EXPECT_EQ(totals.shared_load.conflicts(), 0U) << input << ' ' << id(model);
      EXPECT_EQ(totals.shared_store.conflicts(), 0U) << input << ' ' << id(model);
    }
  }
}

// The lectures stop before this; where the threads begin keeps their lanes in different banks.
TEST(Histogram64, AddingUpIsFreeWhereCountersOfABinLieSideBySide) {
  for (const std::string& kernel : of_64_bins) {
    const bool thread_major = kernel == "histogram64_thread_major";
    const auto trace = trace_of(kernel, "random");
    EXPECT_EQ(degrees_in(*trace, "add up", BankModel::cc1), thread_major ? Ways(4, 4) : Ways(1, 1))
        << kernel;
    EXPECT_EQ(degrees_in(*trace, "add up", BankModel::cc5), (Ways{1, 1})) << kernel;
  }
}

TEST(Histogram64, AByteCountsTo255AndNoFurther) {
  for (const std::string& kernel : of_64_bins) {
    const int threads = kernel == "histogram64_permuted32" ? 128 : 64;
    RunRequest full = request(kernel, "ones");
    full.parameters = {{"per_thread", "255"}};
    full.size = 255 * threads;
    const RunResult result = emulate(full);
    ASSERT_EQ(result.output.size(), 64U);
    EXPECT_EQ(result.output[1], 255 * threads) << kernel;
    EXPECT_TRUE(result.trace->findings.empty()) << kernel;

    full.parameters = {{"per_thread", "256"}};
    full.size = 256 * threads;
    EXPECT_EQ(refusal(full), "per_thread=256 is not possible: " + kernel +
                                 " takes a whole number from 1 to 255, since a byte counts to "
                                 "255.");
  }
}

TEST(Histogram64, ValuesAboveTheBinsAreRefused) {
  const NumberFile numbers(2048, [](int i) { return i == 3 ? 64 : 1; });
  for (const std::string& kernel : of_64_bins) {
    const std::string message = refusal(request(kernel, numbers.path()));
    EXPECT_NE(message.find("line 4: \"64\" is not a number from 0 to 63"), std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace warpscope
