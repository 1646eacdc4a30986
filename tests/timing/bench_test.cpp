#include "instrumentation/timing/bench.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "tests/timing/fake_timeable.hpp"

namespace warpscope {
namespace {

BenchItem kernel(const std::string& id, std::int64_t size) {
  BenchItem item;
  item.run.kernel = id;
  item.run.size = size;
  return item;
}

/// A bench with fakes, and what it told.
class BenchTest : public testing::Test {
 protected:
  /// Makes a subject; `room` of them fit at once, the rest is refused as a full device would.
  Result<MadeSubject> make(const BenchItem& item) {
    made_.push_back(item.id());
    if (const auto error = errors_.find(item.id()); error != errors_.end()) return error->second;
    if (alive_.use_count() - 1 >= room_) return Error{ErrorKind::unavailable, "It is full."};
    struct Held final : Timeable {
      std::shared_ptr<int> token;
      int sets() const override { return 2; }
      void start(int) override {}
    };
    auto held = std::make_unique<Held>();
    held->token = alive_;
    MadeSubject made{.timeable = std::move(held)};
    made.result = {.kernel = item.id(), .subject = item.subject, .size = item.size()};
    made.result.bytes = static_cast<std::uint64_t>(item.size()) * 4;
    if (wrong_ == item.id()) made.mismatch = [] { return "Element 0 is 1, but must be 2."; };
    return made;
  }

  /// Each run takes 1 ms more than the one before, until the device is lost.
  class CountingClock final : public Clock {
   public:
    double milliseconds(Timeable& timeable, int set) override {
      if (runs == lost_at) throw TimingStopped{"running: no device"};
      timeable.start(set);
      return ++runs;
    }
    int runs = 0, lost_at = -1;
  };

  std::string run(const std::vector<BenchGroup>& groups, bool limits) {
    const BenchSources sources{.make = [this](const BenchItem& item) { return make(item); },
                               .wavefronts = [](const BenchItem&) { return 17U; },
                               .gpu = &gpu_,
                               .processor = &processor_};
    const BenchListener listener{
        .result = [this](const BenchResult& result) { results_.push_back(result); },
        .skipped = [this](const SkippedBench& skipped) { skipped_.push_back(skipped); },
        .progress =
            [this](int done, int total, const std::string&) {
              EXPECT_LE(done_, done);
              EXPECT_LE(done, total);
              done_ = done;
              total_ = total;
              if (done >= cancel_at_) stop_.request_stop();
            }};
    return measure_groups(groups, sources, {.repetitions = 30, .limits = limits}, listener,
                          stop_.get_token());
  }
  [[nodiscard]] std::int64_t count(const std::string& id) const {
    return std::ranges::count(results_, id, &BenchResult::kernel);
  }

  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  int room_ = 100, done_ = 0, total_ = 0, cancel_at_ = 1000;
  std::map<std::string, Error> errors_;
  std::string wrong_;
  CountingClock gpu_, processor_;
  std::stop_source stop_;
  std::vector<std::string> made_;
  std::vector<BenchResult> results_;
  std::vector<SkippedBench> skipped_;
};

TEST_F(BenchTest, MeasuresAGroupInterleaved) {
  EXPECT_EQ(run({{"g", {kernel("a", 64), kernel("b", 64)}}}, false), "");
  ASSERT_EQ(results_.size(), 2U);
  EXPECT_EQ(results_[0].repetitions, 30);
  // Alone, a would have ended before b began.
  EXPECT_LT(results_[1].first_quartile_ms, results_[0].third_quartile_ms);
  EXPECT_LT(results_[0].first_quartile_ms, results_[0].median_ms);
  EXPECT_DOUBLE_EQ(results_[0].gigabytes_per_second, 256 / (results_[0].median_ms * 1e6));
  EXPECT_EQ(results_[0].wavefronts, 17U);
  EXPECT_EQ(done_, 2);
  EXPECT_EQ(total_, 2);
}

TEST_F(BenchTest, WhatDoesNotFitIsMeasuredAfterwards) {
  room_ = 2;
  EXPECT_EQ(run({{"g", {kernel("a", 64), kernel("b", 64), kernel("c", 64)}}}, false), "");
  EXPECT_EQ(made_, (std::vector<std::string>{"a", "b", "c", "c"}));
  EXPECT_EQ(results_.size(), 3U);
  EXPECT_TRUE(skipped_.empty());
}

TEST_F(BenchTest, WhatDoesNotEvenFitAloneIsSkippedWithTheReason) {
  errors_["b"] = {ErrorKind::unavailable, "b needs more than there is."};
  EXPECT_EQ(run({{"g", {kernel("a", 64), kernel("b", 128), kernel("c", 64)}}}, false), "");
  EXPECT_EQ(count("a") + count("c"), 2);
  ASSERT_EQ(skipped_.size(), 1U);
  EXPECT_EQ(skipped_[0].kernel, "b");
  EXPECT_EQ(skipped_[0].size, 128);
  EXPECT_EQ(skipped_[0].why, "b needs more than there is.");
  EXPECT_EQ(done_, 3);
}

TEST_F(BenchTest, AWrongResultGetsNoTime) {
  wrong_ = "a";
  EXPECT_EQ(run({{"g", {kernel("a", 64), kernel("b", 64)}}}, false), "");
  EXPECT_EQ(count("a"), 0);
  EXPECT_EQ(count("b"), 1);
  ASSERT_EQ(skipped_.size(), 1U);
  EXPECT_NE(skipped_[0].why.find("Element 0 is 1"), std::string::npos);
}

TEST_F(BenchTest, ALostDeviceKeepsWhatWasMeasured) {
  gpu_.lost_at = 33 + 10;  // in the second group, after 7 timed runs
  const std::string ended = run({{"g", {kernel("a", 64)}}, {"h", {kernel("b", 64)}}}, false);
  EXPECT_NE(ended.find("no device"), std::string::npos);
  ASSERT_EQ(results_.size(), 2U);
  EXPECT_EQ(results_[0].repetitions, 30);
  EXPECT_EQ(results_[1].repetitions, 7);
}

TEST_F(BenchTest, ADeviceThatIsLostWhileMakingEndsIt) {
  errors_["b"] = {ErrorKind::failed, "The GPU failed."};
  EXPECT_EQ(
      run({{"g", {kernel("a", 64)}}, {"h", {kernel("b", 64)}}, {"i", {kernel("c", 64)}}}, false),
      "The GPU failed.");
  EXPECT_EQ(results_.size(), 1U);
  EXPECT_EQ(std::ranges::count(made_, "c"), 0);
}

TEST_F(BenchTest, ACancelKeepsTheGroupsBefore) {
  cancel_at_ = 1;
  EXPECT_EQ(run({{"g", {kernel("a", 64)}}, {"h", {kernel("b", 64)}}}, false), "cancelled");
  EXPECT_EQ(count("a"), 1);
  EXPECT_EQ(count("b"), 0);
}

TEST_F(BenchTest, ProcessorsAreTimedByTheirOwnClock) {
  BenchItem processor{.subject = TimedKind::processor};
  processor.rival = {.id = "cpu", .size = 64};
  EXPECT_EQ(run({{"g", {processor, kernel("a", 64)}}}, false), "");
  EXPECT_EQ(gpu_.runs, 33);
  EXPECT_EQ(processor_.runs, 31);  // one is warm-up enough
  EXPECT_EQ(results_.size(), 2U);
  EXPECT_EQ(results_[1].wavefronts, 0U);
}

TEST_F(BenchTest, EachLimitIsMeasuredOnce) {
  EXPECT_EQ(run({{"g", {kernel("a", 64), kernel("b", 65)}}, {"h", {kernel("a", 128)}}}, true), "");
  EXPECT_EQ(count("limit_launch"), 1);
  EXPECT_EQ(count("limit_fp32"), 1);
  EXPECT_EQ(count("limit_read"), 2);  // 64 and 128 words; 65 lies next to 64
  EXPECT_EQ(count("limit_copy"), 2);
  EXPECT_EQ(done_, 3);
}

TEST_F(BenchTest, LimitsThatDoNotFitBesideTheOthersAreMeasuredAfterwards) {
  room_ = 3;
  EXPECT_EQ(run({{"g", {kernel("a", 64), kernel("b", 64)}}}, true), "");
  EXPECT_EQ(results_.size(), 2U + 5U);
  EXPECT_TRUE(skipped_.empty());
}

TEST(BenchSizes, PowersOfTwoAreWrittenAsSuch) {
  EXPECT_EQ(bench_size_text(1 << 20), "2^20");
  EXPECT_EQ(bench_size_text(512), "512");
  EXPECT_EQ(bench_size_text(3 << 20), "3145728");
}

}  // namespace
}  // namespace warpscope
