#include "instrumentation/timing/timing_record.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/run/embedded.hpp"
#include "instrumentation/timing/rivals.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

TimingRecord sample() {
  TimingRecord record{.device = "A GPU",
                      .compute = "9.0",
                      .driver = "13.0",
                      .runtime = "13.1",
                      .date = "2026-11-22T10:00:00Z",
                      .command = "warpscope bench reduction --json",
                      .note = "one \"sentence\"",
                      .results = {}};
  for (const double ms : {0.25, 4.0}) {
    record.results.push_back({.kernel = "reduce_strided",
                              .size = 1 << 20,
                              .block = 256,
                              .parameters = {{"op", "add"}, {"type", "int"}},
                              .repetitions = 30,
                              .median_ms = ms,
                              .first_quartile_ms = ms * 0.9,
                              .third_quartile_ms = ms * 1.1,
                              .bytes = 4U << 20U,
                              .gigabytes_per_second = (4 << 20) / (ms * 1e6)});
  }
  return record;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(TimingRecord, ComesBackAsItWasWritten) {
  const TimingRecord record = sample();
  const auto read = parse_timing_record(timing_json(record), "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->device, record.device);
  EXPECT_EQ(read->date, record.date);
  EXPECT_EQ(read->command, record.command);
  EXPECT_EQ(read->driver, record.driver);
  EXPECT_EQ(read->runtime, record.runtime);
  EXPECT_EQ(read->compute, record.compute);
  EXPECT_EQ(read->note, record.note);
  ASSERT_EQ(read->results.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const BenchResult &a = read->results[i], &b = record.results[i];
    EXPECT_EQ(a.kernel, b.kernel);
    EXPECT_EQ(a.size, b.size);
    EXPECT_EQ(a.block, b.block);
    EXPECT_EQ(a.parameters, b.parameters);
    EXPECT_EQ(a.repetitions, b.repetitions);
    EXPECT_EQ(a.bytes, b.bytes);
    EXPECT_DOUBLE_EQ(a.median_ms, b.median_ms);
    EXPECT_DOUBLE_EQ(a.first_quartile_ms, b.first_quartile_ms);
    EXPECT_DOUBLE_EQ(a.third_quartile_ms, b.third_quartile_ms);
    EXPECT_DOUBLE_EQ(a.gigabytes_per_second, b.gigabytes_per_second);
  }
}

TEST(TimingRecord, WithoutResultsIsARecordToo) {
  TimingRecord record = sample();
  record.results.clear();
  const auto read = parse_timing_record(timing_json(record), "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->results.empty());
}

TEST(TimingRecord, DamageIsNamedWithFileAndResult) {
  const std::string good = timing_json(sample());
  const std::vector<std::pair<std::string, std::string>> cases{
      {good.substr(0, good.size() / 2), "no JSON object"},
      {"[]", "no JSON object"},
      {replaced(good, "\"bench\"", "\"counters\""), "\"kind\""},
      {replaced(good, "\"device\"", "\"divice\""), "the record lacks a field"},
      {replaced(good, "\"median_ms\":4.0", "\"median_ms\":\"4\""), "result 2 lacks a field"},
      {replaced(good, "\"median_ms\":4.0", "\"median_ms\":-4.0"), "result 2 says a time"},
      {replaced(good, "\"median_ms\":4.0", "\"median_ms\":5.0"), "result 2 has quartiles"},
      {replaced(good, "\"kernel\":\"reduce_strided\"", "\"kernel\":\"\""),
       "result 1 does not name"},
      {replaced(good, "\"size\":", "\"subject\":\"a cat\",\"size\":"),
       "unknown subject, \"a cat\""},
      {replaced(good, "\"results\": [", "\"skipped\": [7], \"results\": ["), "the record lacks"},
      {replaced(good, "\"block\":256", "\"block\":-256"), "result 1 has a negative size"},
      {replaced(good, "\"results\": [", "\"results\": 7, \"others\": ["), "the record lacks"}};
  for (const auto& [text, words] : cases) {
    const auto read = parse_timing_record(text, "some/file.json");
    ASSERT_FALSE(read) << words;
    EXPECT_NE(read.error().message.find("some/file.json"), std::string::npos);
    EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
  }
}

TEST(TimingRecord, SubjectsSkippedOnesAndTheEndComeBack) {
  TimingRecord record = sample();
  record.commit = "abc123";
  record.ended = "cancelled";
  record.skipped = {{.kernel = "matmul_naive", .size = 1 << 20, .why = "It needs 13 TB."}};
  record.results[0].operations = 1 << 20;
  record.results[0].wavefronts = 77;
  BenchResult limit = record.results[1];
  limit.kernel = "limit_read";
  limit.subject = TimedKind::limit;
  record.results.push_back(limit);
  const auto read = parse_timing_record(timing_json(record), "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->commit, "abc123");
  EXPECT_EQ(read->ended, "cancelled");
  ASSERT_EQ(read->skipped.size(), 1U);
  EXPECT_EQ(read->skipped[0].why, "It needs 13 TB.");
  EXPECT_EQ(read->results[0].operations, 1U << 20U);
  EXPECT_EQ(read->results[0].wavefronts, 77U);
  EXPECT_EQ(read->results[0].subject, TimedKind::kernel);
  EXPECT_EQ(read->results[2].subject, TimedKind::limit);
}

TEST(TimingRecord, SaysHowFarFromTheCeilingAResultIs) {
  TimingRecord record = sample();
  EXPECT_EQ(timing_json(record).find("fraction_of_ceiling"), std::string::npos);
  BenchResult limit = record.results[0];
  limit.kernel = "limit_read";
  limit.subject = TimedKind::limit;
  limit.median_ms = 0.125;
  record.results.push_back(limit);
  EXPECT_NE(timing_json(record).find("\"fraction_of_ceiling\":0.5"), std::string::npos);
}

// The records that the program shows without a GPU: all of them must be readable, and their kernels
// must be in the catalogue.
TEST(TimingRecord, EveryOneThatComesWithTheProgramIsRead) {
  int records = 0;
  for (const std::string_view path : embedded_paths("assets/measurements/")) {
    const std::string_view text = embedded_text(path);
    if (!is_timing_record(text)) continue;
    ++records;
    const auto read = parse_timing_record(text, std::string(path));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read->results.empty()) << path;
    for (const BenchResult& result : read->results) {
      const RivalInfo* rival = find_rival(result.kernel);
      const bool known = result.subject == TimedKind::kernel
                             ? std::ranges::count(catalogue(), result.kernel, &KernelInfo::id) == 1
                             : rival != nullptr && rival->subject == result.subject;
      EXPECT_TRUE(known) << path << ": " << result.kernel;
      EXPECT_TRUE(result.size == 0 || result.repetitions >= 30) << path;
    }
  }
  EXPECT_GE(records, 2);
}

TEST(TimingRecord, OtherMeasurementsAreNone) {
  EXPECT_FALSE(is_timing_record("{\"kind\": \"counters\"}"));
  EXPECT_FALSE(is_timing_record("{}"));
  EXPECT_FALSE(is_timing_record("not JSON"));
  EXPECT_TRUE(is_timing_record("{\"kind\": \"bench\"}"));
}

TEST(TimingRecord, AWhatIfComesBackAsSuch) {
  TimingRecord record = sample();
  EXPECT_FALSE(is_what_if(record));
  record.results[0].what_if = std::string(conflict_free);  // 0.25 ms
  const std::string text = timing_json(record);
  EXPECT_NE(text.find("\"conflict_share\":0.9375"), std::string::npos) << text;
  const auto read = parse_timing_record(text, "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(is_what_if(read.value()));
  EXPECT_EQ(read->results[0].what_if, conflict_free);
  EXPECT_EQ(read->results[1].what_if, "");
}

TEST(TimingRecord, ConflictsAreToldOnlyOfTheSameRun) {
  TimingRecord record = sample();
  BenchResult& freed = record.results[0];
  const BenchResult& own = record.results[1];
  EXPECT_FALSE(conflict_share(record, own));
  freed.what_if = std::string(conflict_free);
  EXPECT_DOUBLE_EQ(conflict_share(record, own).value_or(0), 1 - 0.25 / 4);
  EXPECT_FALSE(conflict_share(record, freed)) << "it has none";
  freed.parameters["type"] = "float";
  EXPECT_FALSE(conflict_share(record, own)) << "of other parameters";
  freed.parameters = own.parameters;
  freed.size *= 2;
  EXPECT_FALSE(conflict_share(record, own)) << "of another size";
}

}  // namespace
}  // namespace warpscope
