#include "instrumentation/executor/executor.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "instrumentation/executor/stepwise_executor.hpp"
#include "instrumentation/executor/thread_executor.hpp"
#include "instrumentation/executor/worker.hpp"

namespace warpscope {
namespace {

using std::chrono::hours, std::chrono::milliseconds;

/// A pipe of one byte.
class Drip {
 public:
  Drip() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  ~Drip() {
    for (const int end : ends_) ::close(end);
  }
  Drip(const Drip&) = delete;
  Drip& operator=(const Drip&) = delete;
  [[nodiscard]] int read_end() const { return ends_[0]; }
  void fall() const { EXPECT_EQ(::write(ends_[1], "x", 1), 1); }
  void drink() const {
    char byte = 0;
    EXPECT_EQ(::read(ends_[0], &byte, 1), 1);
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// What both forms promise.
class BothExecutors : public testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] static std::unique_ptr<Executor> make() {
    if (GetParam()) return std::make_unique<ThreadExecutor>();
    return std::make_unique<StepwiseExecutor>();
  }
  /// Goes on until that is so: by its turns, or by waiting for them.
  template <class Condition>
  void until(const Condition& is_so) {
    auto* stepwise = dynamic_cast<StepwiseExecutor*>(executor_.get());
    while (!is_so()) {
      if (stepwise != nullptr) stepwise->step();
      std::this_thread::yield();
    }
  }

  std::unique_ptr<Executor> executor_ = make();
};

TEST_P(BothExecutors, FinishesAllJobs) {
  std::atomic<int> done = 0;
  for (int k = 0; k < 5; ++k) executor_->run([&] { ++done; });
  executor_->finish();
  EXPECT_EQ(done, 5);
}

TEST_P(BothExecutors, FinishesJobsThatEndWhileOthersBegin) {
  constexpr int many = 3000;
  std::atomic<int> done = 0;
  for (int k = 0; k < many; ++k) executor_->run([&] { ++done; });
  executor_->finish();
  EXPECT_EQ(done, many);
}

TEST_P(BothExecutors, FinishesJobsAndLeavesAloneWhatGoesOn) {
  const auto going = executor_->go_on([](const std::stop_token&) { return NextTurn::when_rung(); });
  bool done = false;
  executor_->run([&] { done = true; });
  executor_->finish();  // were it to wait for both, it would wait for ever
  EXPECT_TRUE(done);
}

TEST_P(BothExecutors, AJobMayBeginAnotherAndWaitForIt) {
  std::string order;
  executor_->run([&] {
    const auto inner = executor_->run([&] { order += "inner "; });
    inner->join();
    order += "outer";
  });
  executor_->finish();
  EXPECT_EQ(order, "inner outer");
}

TEST_P(BothExecutors, LetsGoOfWhatAJobUsedOnceItHasEnded) {
  const auto used = std::make_shared<int>(7);
  const auto work = executor_->run([used] { EXPECT_EQ(*used, 7); });
  work->join();
  EXPECT_EQ(used.use_count(), 1);
}

TEST_P(BothExecutors, ARingEndsARest) {
  std::atomic<int> turns = 0;
  const auto work = executor_->go_on([&](const std::stop_token&) {
    ++turns;
    return NextTurn::after(hours(1));
  });
  for (int k = 1; k <= 3; ++k) {
    until([&] { return turns == k; });
    work->ring();
  }
  until([&] { return turns == 4; });
  work->request_stop();
  work->join();
}

TEST_P(BothExecutors, APauseEndsByItself) {
  std::atomic<int> turns = 0;
  const auto work = executor_->go_on([&](const std::stop_token&) {
    return ++turns < 3 ? NextTurn::after(milliseconds(1)) : NextTurn::none();
  });
  work->join();
  EXPECT_EQ(turns, 3);
}

TEST_P(BothExecutors, WhatCanBeReadEndsARest) {
  const Drip drip;
  std::atomic<int> read = 0;
  bool first = true;
  const auto work = executor_->go_on([&](const std::stop_token& stop) {
    if (!std::exchange(first, false) && !stop.stop_requested()) {
      drip.drink();
      ++read;
    }
    return NextTurn::when_readable(drip.read_end());
  });
  for (int k = 1; k <= 3; ++k) {
    drip.fall();
    until([&] { return read == k; });
  }
  work->request_stop();
  work->join();
  EXPECT_EQ(read, 3);
}

TEST_P(BothExecutors, AStopIsHeardAtOnceAndEverythingLeftIsDoneFirst) {
  std::atomic<int> left = 0;
  bool heard = false;
  const auto work = executor_->go_on([&](const std::stop_token& stop) {
    if (stop.stop_requested()) heard = true;
    if (left == 0) return NextTurn::after(hours(1));
    --left;
    return NextTurn::at_once();
  });
  left = 100;
  work->request_stop();
  work->join();
  EXPECT_TRUE(heard) << "it ended before it could know of the stop";
  EXPECT_EQ(left, 0);
}

TEST_P(BothExecutors, ItsEndStopsAndAwaitsAll) {
  std::atomic<int> ended = 0;
  std::shared_ptr<RunningWork> kept;
  for (int k = 0; k < 3; ++k) {
    kept = executor_->go_on([&](const std::stop_token& stop) {
      if (!stop.stop_requested()) return NextTurn::when_rung();
      ++ended;
      return NextTurn::none();
    });
  }
  executor_->run([&] { ++ended; });
  executor_.reset();
  EXPECT_EQ(ended, 4);
  kept->join();  // it has ended
}

TEST_P(BothExecutors, AWorkerEndsWithItsOwnerAndBeforeItGetsOtherWork) {
  const ExecutorScope scope(*executor_);
  std::atomic<int> going = 0;
  const auto work = [&](const std::stop_token& stop) {
    // Whatever luck wills, it sees the stop, and so counts one down.
    if (!stop.stop_requested()) return NextTurn::when_rung();
    --going;
    return NextTurn::none();
  };
  {
    going = 1;
    Worker worker(work);
    EXPECT_TRUE(worker.valid());
    worker = Worker([](const std::stop_token&) { return NextTurn::when_rung(); });
    EXPECT_EQ(going, 0);
    going = 1;
    worker = Worker(work);
  }
  EXPECT_EQ(going, 0);
}

INSTANTIATE_TEST_SUITE_P(Forms, BothExecutors, testing::Bool(), [](const auto& form) {
  return form.param ? std::string("Threads") : std::string("Stepwise");
});

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

TEST(ThreadExecutorTest, KeepsNothingOpenOfWorkThatWasJoined) {
  ThreadExecutor executor;
  const ExecutorScope scope(executor);
  const std::ptrdiff_t before = open_descriptors();
  {
    std::atomic<bool> rested = false;
    Worker worker([&](const std::stop_token& stop) {
      if (stop.stop_requested()) return NextTurn::none();
      return rested.exchange(true) ? NextTurn::when_rung() : NextTurn::after(milliseconds(1));
    });
    while (open_descriptors() == before) std::this_thread::yield();  // it has its bell
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(ThreadExecutorTest, WorkGoesOnBesideEachOther) {
  ThreadExecutor executor;
  std::atomic<int> there = 0;
  for (int k = 0; k < 3; ++k) {
    executor.run([&] {
      ++there;
      while (there < 3) std::this_thread::yield();  // with fewer threads it would wait for ever
    });
  }
  executor.finish();
  EXPECT_EQ(there, 3);
}

class StepwiseExecutorTest : public testing::Test {
 protected:
  [[nodiscard]] auto saying(const std::string& what, NextTurn next) {
    return [this, what, next](const std::stop_token&) {
      said_ += what;
      return next;
    };
  }
  bool step() { return executor_.step(); }

  StepwiseExecutor::Clock::time_point now_{};
  std::string said_;
  int left_ = 0;
  StepwiseExecutor executor_{
      [this] { return now_; }};  // last: its end does turns that use the others
};

TEST_F(StepwiseExecutorTest, DoesNothingUntilItIsAsked) {
  executor_.run([&] { said_ += "job"; });
  EXPECT_EQ(said_, "");
  EXPECT_TRUE(step());
  EXPECT_EQ(said_, "job");
  EXPECT_FALSE(step());
}

TEST_F(StepwiseExecutorTest, StaysOnTheThreadThatAsks) {
  std::thread::id where;
  executor_.run([&] { where = std::this_thread::get_id(); });
  step();
  EXPECT_EQ(where, std::this_thread::get_id());
}

TEST_F(StepwiseExecutorTest, GivesTurnsInOrder) {
  left_ = 7;
  const auto saying_some = [this](const char* what) {
    return [this, what](const std::stop_token&) {
      said_ += what;
      return --left_ > 0 ? NextTurn::at_once() : NextTurn::when_rung();
    };
  };
  const std::vector all{executor_.go_on(saying_some("a")), executor_.go_on(saying_some("b")),
                        executor_.go_on(saying("c", NextTurn::none()))};
  while (step()) {
  }
  EXPECT_EQ(said_, "abcababab");
}

TEST_F(StepwiseExecutorTest, WhoWaitsForWorkDoesItsTurnsFirst) {
  const auto a = executor_.go_on(saying("a", NextTurn::when_rung()));
  executor_.go_on(saying("b", NextTurn::none()))->join();
  EXPECT_EQ(said_, "b");
}

TEST_F(StepwiseExecutorTest, RestsByItsOwnClock) {
  const auto a = executor_.go_on(saying("a", NextTurn::after(milliseconds(10))));
  const auto b = executor_.go_on(saying("b", NextTurn::after(milliseconds(15))));
  const auto all = [this] {
    while (step()) {
    }
  };
  all();
  EXPECT_EQ(said_, "ab");
  for (int k = 0; k < 5; ++k) {
    now_ += milliseconds(6);
    all();
    said_ += ' ';
  }
  EXPECT_EQ(said_, "ab a b a  ");
  a->ring();
  all();
  EXPECT_EQ(said_, "ab a b a  a");
}

TEST_F(StepwiseExecutorTest, AStopDuringATurnIsSeenInAnother) {
  std::shared_ptr<RunningWork> work;
  work = executor_.go_on([&](const std::stop_token& stop) {
    said_ += stop.stop_requested() ? "stop" : "go ";
    work->request_stop();
    return NextTurn::when_rung();
  });
  work->join();
  EXPECT_EQ(said_, "go stop");
}

TEST_F(StepwiseExecutorTest, WhoWaitsForWorkThatRestsLetsOthersGoOn) {
  std::shared_ptr<RunningWork> waiting;
  bool is_rung = false;
  waiting = executor_.go_on([&](const std::stop_token&) {
    said_ += "w";
    return std::exchange(is_rung, true) ? NextTurn::none() : NextTurn::when_rung();
  });
  executor_.run([&] {
    said_ += "ring ";
    waiting->ring();
  });
  waiting->join();
  EXPECT_EQ(said_, "wring w");
}

}  // namespace
}  // namespace warpscope
