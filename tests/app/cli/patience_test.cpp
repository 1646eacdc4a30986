#include "app/cli/patience.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

#include "instrumentation/executor/stepwise_executor.hpp"

namespace warpscope {
namespace {

using std::chrono::milliseconds;

std::string told(bool terminal, int times, const std::function<std::string()>& done = {}) {
  std::ostringstream err;
  Patience patience(err, "report scan\x1b[2J", terminal, {milliseconds(1), milliseconds(1)}, done);
  while (patience.times_told() < times) std::this_thread::yield();
  patience.stop();
  const std::string text = err.str();
  std::this_thread::sleep_for(milliseconds(5));
  EXPECT_EQ(err.str(), text) << "after its end it is silent";
  return text;
}

TEST(Patience, SaysInLinesOfItsOwnThatSomethingGoesOn) {
  const std::string text = told(false, 2);
  EXPECT_TRUE(text.starts_with("warpscope: report scan\ufffd[2J goes on, 0 s so far.\n")) << text;
  EXPECT_GE(std::ranges::count(text, '\n'), 2);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Patience, OnATerminalItLeavesNothing) {
  const std::string text = told(true, 2);
  EXPECT_EQ(std::ranges::count(text, '\n'), 0);
  EXPECT_TRUE(text.ends_with("\r\x1b[K"));
}

TEST(Patience, SaysWhatHasBeenDoneOnceThereIsSomething) {
  for (const bool terminal : {false, true}) {
    int asked = 0;
    const std::string text = told(
        terminal, 2, [&] { return asked++ == 0 ? std::string() : std::string("12 launches"); });
    const std::size_t counted = text.find("12 launches, 0 s so far");
    EXPECT_NE(counted, std::string::npos) << text;
    EXPECT_LT(text.find("0 s so far"), counted) << "the first time there is nothing: " << text;
  }
}

TEST(Patience, KeepsItsPace) {
  StepwiseExecutor::Clock::time_point now{};
  StepwiseExecutor executor([&] { return now; });
  const ExecutorScope scope(executor);
  std::ostringstream err;
  Patience patience(err, "list", false, {milliseconds(20), milliseconds(10)});
  std::string times;
  for (int k = 0; k < 9; ++k) {
    while (executor.step()) {
    }
    times += std::to_string(patience.times_told());
    now += milliseconds(5);
  }
  EXPECT_EQ(times, "000011223");
}

TEST(Patience, IsSilentWhereNothingTakesLong) {
  std::ostringstream err;
  { const Patience patience(err, "list", true, {std::chrono::hours(1), std::chrono::hours(1)}); }
  EXPECT_EQ(err.str(), "");
}

}  // namespace
}  // namespace warpscope
