#include "app/subject/layout_offers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "instrumentation/executor/stepwise_executor.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

std::ptrdiff_t threads_here() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

/// Eight tiles whose columns are read again and again.
std::shared_ptr<const Trace> columns_of_tiles() {
  test::TraceMaker make(32);
  for (int tile = 0; tile < 8; ++tile) {
    const int array = make.matrix("tile" + std::to_string(tile), 32, 32);
    for (int k = 0; k < 1000; ++k) {
      make.load(array, 5, all_lanes, [](int lane) { return 32 * lane; });
    }
  }
  return std::make_shared<const Trace>(make.take());
}

TEST(LayoutOffersTest, OneThreadAnswersWhateverIsAskedAndNobodyWaits) {
  const auto trace = columns_of_tiles();
  const LayoutOffers offers(trace, BankModel::cc5);
  std::thread([] {}).join();  // a sanitizer makes a thread of its own beside the first one
  const std::ptrdiff_t before = threads_here();
  std::ptrdiff_t most = before;
  for (std::uint32_t access = 0; access < trace->accesses.size(); access += 1000) {
    static_cast<void>(offers.at(access));
    most = std::max(most, threads_here());
  }
  EXPECT_LE(most, before + 1);
  for (std::uint32_t access = 0; access < trace->accesses.size(); access += 1000) {
    while (!offers.at(access)) std::this_thread::yield();
    EXPECT_FALSE(offers.at(access)->empty());
    EXPECT_EQ(*offers.at(access), offers.wait_for(access));
  }
}

TEST(LayoutOffersTest, WithoutThreadsWorksItOutWhenItIsItsTurnOrSomebodyWaits) {
  StepwiseExecutor executor;
  const ExecutorScope scope(executor);
  const LayoutOffers offers(columns_of_tiles(), BankModel::cc5);
  EXPECT_FALSE(offers.at(0));
  EXPECT_FALSE(offers.at(1000));
  EXPECT_FALSE(offers.wait_for(0).empty());
  EXPECT_TRUE(offers.at(0));
  EXPECT_FALSE(offers.at(1000));
  while (executor.step()) {
  }
  EXPECT_TRUE(offers.at(1000));
}

TEST(LayoutOffersTest, WhatNobodyWantsAnyMoreIsGivenUp) {
  const auto trace = columns_of_tiles();
  {
    const LayoutOffers offers(trace, BankModel::cc5);
    for (std::uint32_t access = 0; access < trace->accesses.size(); access += 1000) {
      static_cast<void>(offers.at(access));
    }
  }
  EXPECT_EQ(trace.use_count(), 1) << "no thread works on it";
}

}  // namespace
}  // namespace warpscope
