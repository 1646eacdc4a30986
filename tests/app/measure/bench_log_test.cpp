#include "app/measure/bench_log.hpp"

#include <gtest/gtest.h>

#include "tests/app/fake_bench.hpp"

namespace warpscope {
namespace {

using test::begun_event, test::timed_event;

TEST(BenchLog, GrowsLineByLine) {
  BenchLog log;
  EXPECT_TRUE(log.add(begun_event(3)));
  EXPECT_EQ(log.record().device, "Fake GPU");
  EXPECT_EQ(log.total(), 3);
  EXPECT_TRUE(log.record().results.empty());
  EXPECT_TRUE(log.add(progress_event(1, 3, "reduce_strided, 2^20")));
  EXPECT_EQ(log.done(), 1);
  EXPECT_EQ(log.what(), "reduce_strided, 2^20");
  EXPECT_TRUE(log.add(timed_event("reduce_strided", 20, 0.5)));
  EXPECT_TRUE(log.add(timed_event("reduce_shuffle", 20, 0.25)));
  EXPECT_TRUE(log.add(skipped_event({"reduce_divergent", 1024, "It needs 96 GB."})));
  ASSERT_EQ(log.record().results.size(), 2U);
  EXPECT_EQ(log.record().results[1].kernel, "reduce_shuffle");
  EXPECT_DOUBLE_EQ(log.record().results[1].median_ms, 0.25);
  EXPECT_GT(log.record().results[1].gigabytes_per_second, 0);
  ASSERT_EQ(log.record().skipped.size(), 1U);
  EXPECT_EQ(log.record().skipped[0].why, "It needs 96 GB.");
  EXPECT_FALSE(log.ended());
  EXPECT_TRUE(log.add(end_event("cancelled")));
  EXPECT_TRUE(log.ended());
  EXPECT_EQ(log.record().ended, "cancelled");
  EXPECT_EQ(log.passed_over(), 0);
}

TEST(BenchLog, PassesOverWhatIsNoLineOfBench) {
  BenchLog log;
  EXPECT_FALSE(log.add(timed_event("reduce_strided", 20, 0.5))) << "nothing has begun";
  ASSERT_TRUE(log.add(begun_event(3)));
  const std::string before = timing_json(log.record());
  const std::string rubbish[] = {
      "",
      "nvidia-smi says hello",
      "{",
      "[1,2]",
      "{}",
      R"({"event":7})",
      R"({"event":"surprise"})",
      R"({"event":"progress","done":"many","total":3,"what":"x"})",
      progress_event(4, 3, "more than all"),
      progress_event(-1, 3, "less than none"),
      progress_event(1, 3, std::string(10000, 'x')),
      R"({"event":"result"})",
      R"({"event":"result","result":{"kernel":"reduce_strided"}})",
      timed_event("reduce_strided", 20, -1),
      R"({"event":"skipped","skipped":"all"})",
      begun_event(5),
      std::string(100000, '['),
      "\xff\xfe\x00",
  };
  for (const std::string& line : rubbish) EXPECT_FALSE(log.add(line)) << line.substr(0, 80);
  EXPECT_EQ(log.passed_over(), static_cast<int>(std::size(rubbish)) + 1);
  EXPECT_EQ(timing_json(log.record()), before);
  EXPECT_EQ(log.total(), 3);
  EXPECT_TRUE(log.what().empty());
  EXPECT_TRUE(log.add(timed_event("reduce_strided", 20, 1))) << "what follows is read again";
}

TEST(BenchLog, ARecordOfAnotherKindIsNone) {
  BenchLog log;
  EXPECT_FALSE(log.add(R"({"event":"begin","total":3,"record":{"kind":"counters"}})"));
  EXPECT_FALSE(log.add(begun_event(-3)));
  EXPECT_EQ(log.total(), 0);
}

}  // namespace
}  // namespace warpscope
