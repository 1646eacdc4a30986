#include "app/cli/bench_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "app/measure/bench_log.hpp"

namespace warpscope {
namespace {

BenchResult timed(const std::string& id, TimedKind subject, double ms) {
  BenchResult result{.kernel = id, .subject = subject, .size = 1 << 20, .repetitions = 30};
  result.median_ms = ms;
  result.first_quartile_ms = ms * 0.9;
  result.third_quartile_ms = ms * 1.1;
  result.bytes = 4U << 20U;
  result.gigabytes_per_second = static_cast<double>(result.bytes) / (ms * 1e6);
  return result;
}

TimingRecord sample() {
  TimingRecord record{.device = "A GPU", .date = "2026-11-22", .command = "warpscope bench"};
  record.driver = "13.0";
  BenchResult own = timed("reduce_strided", TimedKind::kernel, 0.5);
  own.parameters = {{"op", "add"}, {"type", "int"}};
  BenchResult cub = timed("cub_reduce", TimedKind::library, 0.4);
  cub.parameters = own.parameters;
  record.results = {own, cub, timed("limit_read", TimedKind::limit, 0.25)};
  record.skipped = {{.kernel = "reduce_shuffle", .size = 3000, .why = "It is too large."}};
  return record;
}

TEST(BenchTable, ShowsTimesBesideCeilingAndRival) {
  std::ostringstream out;
  print_bench(out, sample());
  const std::string text = out.str();
  for (const char* words : {"A GPU", "30 runs", "2^20", "0.5000", "0.4500–0.5500", "8.4 GB/s",
                            "50.0 %", "0.80", "reduce_shuffle, 3000: It is too large."}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << '\n' << text;
  }
  EXPECT_EQ(text.find("ended early"), std::string::npos);
}

TEST(BenchTable, SaysWhyItEndedEarly) {
  TimingRecord record = sample();
  record.ended = "The GPU failed.";
  std::ostringstream out;
  print_bench(out, record);
  EXPECT_NE(out.str().find("It ended early: The GPU failed."), std::string::npos);
}

TEST(BenchTable, ArithmeticIsSaidInOperations) {
  TimingRecord record = sample();
  record.results[0].operations = 1U << 30U;
  std::ostringstream out;
  print_bench(out, record);
  EXPECT_NE(out.str().find("2,147.5 GFLOP/s"), std::string::npos) << out.str();
}

TEST(BenchTable, SaysHowModelledAndMeasuredGoTogether) {
  TimingRecord record = sample();
  std::ostringstream without;
  print_bench(without, record);
  EXPECT_EQ(without.str().find("correlation"), std::string::npos);
  for (const double stride : {1.0, 2.0, 4.0}) {
    record.results.push_back(timed("bank_stride", TimedKind::kernel, stride));
    record.results.back().wavefronts = static_cast<std::uint64_t>(100 * stride);
  }
  std::ostringstream out;
  print_bench(out, record);
  EXPECT_NE(out.str().find("of bank_stride, 2^20: correlation 1.000"), std::string::npos)
      << out.str();
}

// One process understands what the other one tells.
TEST(BenchEvents, AreReadByTheProgramThatFollows) {
  const TimingRecord record = sample();
  BenchLog log;
  EXPECT_TRUE(log.add(begin_event(record, 3)));
  EXPECT_TRUE(log.record().results.empty());
  EXPECT_TRUE(log.add(progress_event(1, 3, "reduction, 2^20")));
  EXPECT_EQ(log.done(), 1);
  EXPECT_EQ(log.total(), 3);
  EXPECT_EQ(log.what(), "reduction, 2^20");
  for (const BenchResult& each : record.results) EXPECT_TRUE(log.add(result_event(each)));
  ASSERT_EQ(log.record().results.size(), 3U);
  EXPECT_EQ(log.record().results[2].subject, TimedKind::limit);
  EXPECT_DOUBLE_EQ(log.record().results[0].median_ms, 0.5);
  const SkippedBench late{.kernel = "reduce_shuffle", .size = 7, .why = "No."};
  EXPECT_TRUE(log.add(skipped_event(late)));
  EXPECT_EQ(log.record().skipped.back().why, "No.");
  EXPECT_TRUE(log.add(end_event("cancelled")));
  EXPECT_TRUE(log.ended());
  EXPECT_EQ(log.record().ended, "cancelled");
}

TEST(BenchTable, SaysWhatConflictsTookAndThatTheOtherResultIsWrong) {
  TimingRecord record = sample();
  record.note = std::string(conflict_free_note);
  BenchResult freed = record.results[0];
  freed.what_if = std::string(conflict_free);
  freed.median_ms = 0.125;
  record.results.push_back(freed);
  std::ostringstream out;
  print_bench(out, record);
  for (const char* words :
       {"add int conflict-free", "0.1250", "wrong on purpose",
        "Bank conflicts take 75 % of the time of reduce_strided, 2^20, add int."}) {
    EXPECT_NE(out.str().find(words), std::string::npos) << words << '\n' << out.str();
  }
}

}  // namespace
}  // namespace warpscope
