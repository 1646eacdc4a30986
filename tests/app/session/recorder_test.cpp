#include "app/session/recorder.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "instrumentation/executor/stepwise_executor.hpp"

namespace warpscope {
namespace {

/// What is given up, and waits for a word before it is gone: as long as a large document takes.
class Large final : public DocumentViews {
 public:
  struct Going {
    std::mutex mutex;
    std::condition_variable changed;
    bool begun = false, may_end = false, was_told = false;
  };
  explicit Large(Going& going) : going_(going) {}
  ~Large() override {
    constexpr std::chrono::seconds patience{10};
    std::unique_lock lock(going_.mutex);
    going_.begun = true;
    going_.changed.notify_all();
    going_.was_told = going_.changed.wait_for(lock, patience, [this] { return going_.may_end; });
  }

 private:
  Going& going_;
};

/// Asks the recorder as each frame does while a document goes.
void ask_meanwhile(Recorder& recorder, Large::Going& going) {
  {
    std::unique_lock lock(going.mutex);
    going.changed.wait(lock, [&] { return going.begun; });
  }
  static_cast<void>(recorder.busy());
  static_cast<void>(recorder.poll());
  {
    const std::lock_guard lock(going.mutex);
    going.may_end = true;
  }
  going.changed.notify_all();
}

Recording holding(Large::Going& going) {
  Recording recording;
  recording.left_views = std::make_shared<Large>(going);
  return recording;
}

TEST(RecorderTest, KeepsNobodyWaitingWhileOldDocumentsGo) {
  Large::Going going;
  {
    Recorder recorder([](const Options& wanted, const Recording&, const std::stop_token&) {
      return Result<Recording>(Recording{.options = wanted, .left = {}, .right = {}});
    });
    recorder.request({}, holding(going));
    ask_meanwhile(recorder, going);
  }
  EXPECT_TRUE(going.was_told) << "they were asked for only when all of it was gone";
}

TEST(RecorderTest, KeepsNobodyWaitingWhileAnUnwantedResultGoes) {
  Large::Going going;
  std::atomic<bool> made = false;
  {
    Recorder recorder([&](const Options&, const Recording&,
                          const std::stop_token&) { return Result<Recording>(holding(going)); },
                      [&] { made = true; });
    recorder.request({}, {});
    while (!made) std::this_thread::yield();
    recorder.cancel();
    ask_meanwhile(recorder, going);
  }
  EXPECT_TRUE(going.was_told);
}

TEST(RecorderTest, TheNewestWishWins) {
  std::atomic<int> begun = 0;
  Recorder recorder([&](const Options& wanted, const Recording&, const std::stop_token& stop) {
    ++begun;
    const bool first = wanted.request.input.seed == 1;
    while (first && !stop.stop_requested()) std::this_thread::yield();
    return Result<Recording>(Recording{.options = wanted, .left = {}, .right = {}});
  });
  Options options;
  options.request.input.seed = 1;
  recorder.request(options, {});
  while (begun == 0) std::this_thread::yield();
  options.request.input.seed = 2;
  recorder.request(options, {});
  std::optional<Result<Recording>> result;
  while (!result) result = recorder.poll();
  EXPECT_EQ(result->value().options.request.input.seed, 2U);
  EXPECT_FALSE(recorder.busy());
}

TEST(RecorderTest, WithoutThreadsMakesWhatIsWantedWhenItIsItsTurn) {
  StepwiseExecutor executor;
  const ExecutorScope scope(executor);
  std::vector<std::uint64_t> made;
  int woken = 0;
  Recorder recorder(
      [&](const Options& wanted, const Recording&, const std::stop_token&) {
        made.push_back(wanted.request.input.seed);
        return Result<Recording>(Recording{.options = wanted, .left = {}, .right = {}});
      },
      [&] { ++woken; });
  Options options;
  for (const std::uint64_t seed : {1, 2, 3}) {
    options.request.input.seed = seed;
    recorder.request(options, {});
  }
  EXPECT_TRUE(recorder.busy());
  EXPECT_FALSE(recorder.poll());
  while (executor.step()) {
  }
  EXPECT_EQ(made, std::vector<std::uint64_t>{3});
  EXPECT_EQ(woken, 1);
  EXPECT_FALSE(recorder.busy());
  EXPECT_TRUE(recorder.poll());
}

}  // namespace
}  // namespace warpscope
