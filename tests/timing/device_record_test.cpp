#include "instrumentation/timing/device_record.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "instrumentation/analysis/occupancy.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/timing/device_operations.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

using test::device_sample;

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// Writing what was read gives the same text, so that no field is lost in between, and the text holds
// every value of the sample, no two of which are equal.
TEST(DeviceRecord, ComesBackAsItWasWritten) {
  const DeviceRecord record = device_sample();
  const std::string text = device_json(record);
  const auto read = parse_device_record(text, "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(device_json(read.value()), text);
  EXPECT_EQ(read->device.name, "A GPU");
  EXPECT_EQ(read->device.multiprocessors, 132);
  EXPECT_EQ(read->date, record.date);
  EXPECT_EQ(read->commit, record.commit);
  ASSERT_EQ(read->operations.size(), 2U);
  EXPECT_EQ(read->operations[1].operation, "shuffle");
  EXPECT_DOUBLE_EQ(read->operations[1].latency, 23.5);
  ASSERT_EQ(read->stamps.size(), 1U);
  ASSERT_EQ(read->stamps[0].stamps.size(), 2U);
  EXPECT_EQ(read->stamps[0].stamps[1].end, 977);
  ASSERT_EQ(read->streams.size(), 1U);
  ASSERT_EQ(read->streams[0].spans.size(), 3U);
  EXPECT_EQ(read->streams[0].spans[2].what, "copy_out");
  ASSERT_EQ(read->copies.size(), 1U);
  EXPECT_TRUE(read->copies[0].pinned);
  ASSERT_EQ(read->resources.size(), 1U);
  EXPECT_EQ(read->resources[0].parameters.at("type"), "int");
  EXPECT_EQ(read->resources[0].local_bytes, 16);
  ASSERT_EQ(read->occupancy.size(), 2U);
  EXPECT_EQ(read->occupancy[0].blocks, 7);
  ASSERT_EQ(read->skipped.size(), 1U);
  EXPECT_EQ(read->skipped[0].why, "It failed.");
}

TEST(DeviceRecord, SectionsMayBeMissing) {
  DeviceRecord record = device_sample();
  record.operations.clear();
  record.streams.clear();
  const std::string text = device_json(record);
  EXPECT_EQ(text.find("\"streams\""), std::string::npos);
  const auto read = parse_device_record(text, "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->operations.empty());
  EXPECT_EQ(read->memories.size(), record.memories.size());
}

TEST(DeviceRecord, DamageIsNamedWithFileAndPlace) {
  const std::string good = device_json(device_sample());
  const std::vector<std::pair<std::string, std::string>> cases{
      {good.substr(0, good.size() / 2), "no JSON object"},
      {"[]", "no JSON object"},
      {with(good, "\"kind\": \"device\"", "\"kind\": \"bench\""), "\"kind\""},
      {with(good, "\"multiprocessors\": 132", "\"multiprocessors\": 0"), "the record has"},
      {with(good, "\"date\"", "\"dote\""), "the record lacks a field"},
      {with(good, "\"cycles\":0.25", "\"cycles\":-0.25"), "\"operations\" 1 has a negative"},
      {with(good, "\"cycles\":0.25", "\"cycles\":0"), "\"operations\" 1 has a \"cycles\" that is"},
      {with(good, "\"cycles\":0.25", "\"cycles\":\"0.25\""), "\"operations\" 1 lacks a field"},
      {with(good, "\"cycles\":0.25", "\"cycles\":1e999"), "it is no JSON object"},
      {with(good, "\"operation\":\"shuffle\"", "\"operation\":7"), "\"operations\" 2 lacks"},
      {with(good, "\"end\":977", "\"end\":5"), "\"stamps\" 1 has an \"end\" before its"},
      {with(good, "\"pinned\":true", "\"pinned\":1"), "\"copies\" 1 lacks"},
      {with(good, "\"blocks\":7", "\"blocks\":7000000000"), "\"occupancy\" 1 lacks"},
      {with(good, "\"blocks\":7", "\"blocks\":7.5"), "\"occupancy\" 1 lacks"},
      {with(good, "\"memories\": [", "\"memories\": {}, \"others\": ["),
       "the section \"memories\""},
      {with(good, "{\"type\":\"int\"}", "[1]"), "\"resources\" 1 lacks"}};
  for (const auto& [text, words] : cases) {
    const auto read = parse_device_record(text, "some/file.json");
    ASSERT_FALSE(read) << words;
    EXPECT_EQ(read.error().kind, ErrorKind::usage);
    EXPECT_NE(read.error().message.find("some/file.json"), std::string::npos);
    EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
  }
}

TEST(DeviceRecord, OtherMeasurementsAreNone) {
  EXPECT_TRUE(is_device_record(device_json(device_sample())));
  EXPECT_FALSE(is_device_record("{\"kind\": \"bench\", \"device\": \"A GPU\"}"));
  EXPECT_FALSE(is_device_record("{\"device\": \"kind\"}"));
  EXPECT_FALSE(is_device_record("not JSON, but \"kind\" and \"device\""));
}

TEST(DeviceRecord, ASpanBeginsNotBeforeItsEngineIsFree) {
  StreamRun run{.streams = 2, .chunks = 2};
  run.spans = {{.chunk = 1, .stream = 1, .what = "copy_in", .begin_ms = 0.5, .end_ms = 4},
               {.chunk = 0, .stream = 0, .what = "copy_in", .begin_ms = 0, .end_ms = 2},
               {.chunk = 0, .stream = 0, .what = "kernel", .begin_ms = 2, .end_ms = 3}};
  const auto spans = busy_spans(run);
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans[0].chunk, 0);
  EXPECT_DOUBLE_EQ(spans[0].begin_ms, 0);
  EXPECT_EQ(spans[1].what, "kernel");
  EXPECT_DOUBLE_EQ(spans[1].begin_ms, 2) << "another engine";
  EXPECT_EQ(spans[2].chunk, 1);
  EXPECT_DOUBLE_EQ(spans[2].begin_ms, 2) << "it waited for the first copy";
  EXPECT_DOUBLE_EQ(spans[2].end_ms, 4);
}

// Records that come with the program: whole, and of operations that it can name.
TEST(DeviceRecord, EveryOneThatComesWithTheProgramIsRead) {
  for (const std::string_view path : embedded_paths("assets/measurements/")) {
    const std::string_view text = embedded_text(path);
    if (!is_device_record(text)) continue;
    const auto read = parse_device_record(text, std::string(path));
    ASSERT_TRUE(read) << read.error().message;
    for (const OperationFigure& each : read->operations) {
      EXPECT_NE(find_device_operation(each.operation), nullptr) << path << ": " << each.operation;
    }
    for (const MemoryFigure& each : read->memories) {
      EXPECT_EQ(std::ranges::count(device_memories(), each.memory, &MeasuredMemory::id), 1)
          << path << ": " << each.memory;
    }
  }
}

TEST(DeviceOperations, HaveNamesOfTheirOwnAndRowsOfTheLecture) {
  std::set<std::string_view> ids, titles;
  std::set<int> rows;
  for (const DeviceOperation& each : device_operations()) {
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    EXPECT_TRUE(titles.insert(each.title).second) << each.title;
    EXPECT_EQ(find_device_operation(each.id), &each);
    ASSERT_LT(each.lecture, static_cast<int>(lecture_operations.size())) << each.id;
    if (each.lecture >= 0) rows.insert(each.lecture);
  }
  EXPECT_EQ(rows.size(), lecture_operations.size()) << "a row that nothing measures";
  EXPECT_EQ(find_device_operation("fp128_add"), nullptr);
}

// The model of occupancy holds for every launch that a device was asked about.
TEST(DeviceRecord, OccupanciesAreThoseOfTheModel) {
  std::size_t asked = 0;
  for (const std::string_view path : embedded_paths("assets/measurements/")) {
    const std::string_view text = embedded_text(path);
    if (!is_device_record(text)) continue;
    const DeviceRecord record = parse_device_record(text, std::string(path)).value();
    const std::size_t dot = record.device.compute.find('.');
    const MultiprocessorLimits* machine = find_multiprocessor(
        std::stoi(record.device.compute), std::stoi(record.device.compute.substr(dot + 1)));
    ASSERT_NE(machine, nullptr) << record.device.compute;
    std::vector<MeasuredOccupancy> measured;
    std::set<std::string> kernels;
    for (const OccupancyFigure& each : record.occupancy) {
      measured.push_back({each.kernel, each.registers, static_cast<int>(each.static_shared_bytes),
                          each.block, static_cast<int>(each.dynamic_shared_bytes), each.blocks});
      kernels.insert(each.kernel);
    }
    asked += measured.size();
    EXPECT_GE(kernels.size(), 16U) << path;
    for (const MeasuredOccupancy& each : differing_occupancies(*machine, measured)) {
      ADD_FAILURE() << each.kernel << ": " << each.registers << " registers, " << each.block
                    << " threads, " << each.dynamic_shared << " bytes: CUDA says " << each.blocks;
    }
  }
  EXPECT_GT(asked, 1000U);
}

}  // namespace
}  // namespace warpscope
