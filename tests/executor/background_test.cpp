#include "instrumentation/executor/background.hpp"

#include <gtest/gtest.h>

#include <new>
#include <system_error>

#include "instrumentation/executor/stepwise_executor.hpp"

namespace warpscope {
namespace {

/// Jobs that nobody does unless the test says so.
class BackgroundTest : public testing::Test {
 protected:
  StepwiseExecutor executor_;
  ExecutorScope scope_{executor_};
};

TEST_F(BackgroundTest, IsReadyOnceItsJobWasDone) {
  Background<int> work("count", [] { return Result<int>(7); });
  EXPECT_TRUE(work.valid());
  EXPECT_FALSE(work.ready());
  EXPECT_TRUE(executor_.step());
  EXPECT_TRUE(work.ready());
  EXPECT_EQ(work.take().value(), 7);
  EXPECT_FALSE(work.valid());
}

TEST_F(BackgroundTest, WhoTakesEarlyDoesIt) {
  Background<int> work("count", [] { return Result<int>(7); });
  EXPECT_EQ(work.take().value(), 7);
  EXPECT_FALSE(executor_.step()) << "it is done twice";
}

TEST_F(BackgroundTest, WakesOnceTheResultCanBeTaken) {
  int woken = 0;
  Background<int> work;
  work = Background<int>(
      "count", [] { return Result<int>(7); },
      [&] {
        ++woken;
        EXPECT_TRUE(work.ready()) << "whoever wakes looks, finds nothing, and sleeps on";
      });
  EXPECT_EQ(woken, 0);
  executor_.step();
  EXPECT_EQ(woken, 1);
}

TEST_F(BackgroundTest, OneThatIsDroppedIsStillDone) {
  const auto used = std::make_shared<int>(0);
  {
    const Background<int> dropped("count", [used] { return Result<int>(++*used); });
  }
  EXPECT_EQ(*used, 0);
  executor_.finish();
  EXPECT_EQ(*used, 1);
  EXPECT_EQ(used.use_count(), 1);
}

TEST_F(BackgroundTest, WhatIsThrownIsAnError) {
  Background<int> work("count", []() -> Result<int> { throw std::bad_alloc(); });
  const Result<int> result = work.take();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::unavailable);
}

TEST(BackgroundWithoutThreads, SaysSoAndWakes) {
  class Exhausted final : public Executor {
   public:
    void finish() override {}

   protected:
    std::shared_ptr<RunningWork> begin(Turn, bool) override {
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
  };
  Exhausted executor;
  const ExecutorScope scope(executor);
  bool woken = false;
  Background<int> work(
      "count", [] { return Result<int>(7); }, [&] { woken = true; });
  EXPECT_TRUE(woken);
  ASSERT_TRUE(work.ready());
  EXPECT_FALSE(work.take());
}

}  // namespace
}  // namespace warpscope
