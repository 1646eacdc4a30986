#include "instrumentation/timing/measure.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/timing/fake_timeable.hpp"

namespace warpscope {
namespace {

using Texts = std::vector<std::string>;

TEST(Measure, InterleavesInAnOrderThatTurns) {
  Texts log;
  FakeTimeable a("a", log), b("b", log);
  const std::array<Timeable*, 2> subjects{&a, &b};
  FakeClock clock;
  const auto times = measure(subjects, clock, {.warmup = 1, .repetitions = 2}, {}, {});
  EXPECT_EQ(log,
            (Texts{"prepare a0", "start a0", "prepare b0", "start b0",     // warm-up
                   "prepare b1", "start b1", "prepare a1", "start a1",     // b first
                   "prepare a0", "start a0", "prepare b0", "start b0"}));  // the first set again
  ASSERT_EQ(times.size(), 2U);
  // The clock's k-th run takes k ms: the warm-up's 1 and 2 are not among them.
  EXPECT_EQ(times[0].milliseconds, (std::vector<double>{4, 5}));
  EXPECT_EQ(times[1].milliseconds, (std::vector<double>{3, 6}));
  EXPECT_TRUE(times[0].ended.empty());
}

TEST(Measure, OfThreeEachBeginsARound) {
  Texts log;
  FakeTimeable a("a", log, 1, 1), b("b", log, 1, 1), c("c", log, 1, 1);
  const std::array<Timeable*, 3> subjects{&a, &b, &c};
  FakeClock clock;
  const auto times = measure(subjects, clock, {.warmup = 0, .repetitions = 3}, {}, {});
  const std::array<std::size_t, 9> order{0, 1, 2, 1, 2, 0, 2, 0, 1};
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(log[2 * i + 1].back(), '0') << "the only set";
    EXPECT_EQ(log[2 * i + 1][6], "abc"[order[i]]) << i;
  }
  EXPECT_EQ(times[2].milliseconds.size(), 3U);
}

TEST(Measure, ACancelKeepsWhatWasMeasured) {
  Texts log;
  FakeTimeable a("a", log), b("b", log);
  const std::array<Timeable*, 2> subjects{&a, &b};
  FakeClock clock;
  std::stop_source stop;
  const auto progress = [&](double part) {
    if (part >= 0.5) stop.request_stop();
  };
  const auto times =
      measure(subjects, clock, {.warmup = 2, .repetitions = 6}, progress, stop.get_token());
  EXPECT_EQ(clock.runs(), 8);
  for (const Times& each : times) {
    EXPECT_EQ(each.milliseconds.size(), 2U);
    EXPECT_EQ(each.ended, "cancelled");
  }
}

TEST(Measure, ALostDeviceKeepsWhatWasMeasured) {
  Texts log;
  FakeTimeable a("a", log), b("b", log);
  const std::array<Timeable*, 2> subjects{&a, &b};
  FakeClock clock(5);
  const auto times = measure(subjects, clock, {.warmup = 0, .repetitions = 30}, {}, {});
  EXPECT_EQ(times[0].milliseconds.size(), 3U);  // a b, b a, a …
  EXPECT_EQ(times[1].milliseconds.size(), 2U);
  EXPECT_NE(times[0].ended.find("lost"), std::string::npos);
  EXPECT_NE(times[1].ended.find("lost"), std::string::npos);
}

TEST(Measure, ProgressRisesToOne) {
  Texts log;
  FakeTimeable a("a", log);
  const std::array<Timeable*, 1> subjects{&a};
  FakeClock clock;
  std::vector<double> told;
  const auto times = measure(subjects, clock, {.warmup = 1, .repetitions = 3},
                             [&](double part) { told.push_back(part); }, {});
  EXPECT_EQ(told, (std::vector<double>{0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(times[0].milliseconds.size(), 3U);
}

TEST(Quantile, LiesBetweenTwoValues) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({5, 1, 4, 2, 3}, 0.25), 2);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.75), 3.25);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.75), 7);
  EXPECT_DOUBLE_EQ(quantile({1, 2}, 1), 2);
}

}  // namespace
}  // namespace warpscope
