#include "instrumentation/run/trace_stream.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "instrumentation/block/trace_sink.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

using Words = std::vector<std::uint32_t>;

/// With its true length.
Words record_words(RecordKind kind, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                   const Words& body) {
  Words words{static_cast<std::uint32_t>(kind),
              static_cast<std::uint32_t>(header_words + body.size()),
              0,
              0,
              0,
              a,
              b,
              c};
  words.insert(words.end(), body.begin(), body.end());
  return words;
}

// int data[4], a store of lanes 0 and 1 to it, and a barrier "add".
const Words array_record =
    record_words(RecordKind::array, 3U << 16 | std::uint32_t{4} << 8 | 1, 4, 0, {4, 0, 0x61746164});
const Words store_record = record_words(RecordKind::access, 3U << 8 | 1, 12, 0b11, {0, 1, 70, 71});
const Words barrier_record = record_words(RecordKind::barrier, 5, 1, 3, {0x00646461});

Result<Trace> trace_of(const Words& words) {
  TraceBuilder builder({.kernel = "hand_made"});
  builder.begin_launch({.kernel = "hand_made", .grid = {1}, .block = {32}},
                       {"hand_made.cuh", "code"});
  if (const Status status = read_trace_stream(words, 32, {}, builder); !status) {
    return status.error();
  }
  return builder.build();
}

Words together(std::initializer_list<Words> parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST(TraceStream, IsReadAsItWasWritten) {
  const auto trace = trace_of(together({store_record, array_record, barrier_record}));
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_EQ(trace->arrays.size(), 1U);
  EXPECT_EQ(trace->arrays[0].name, "data");
  EXPECT_EQ(trace->indices, (std::vector<ElementIndex>{0, 1}));
  EXPECT_EQ(trace->words, (Words{70, 71}));
  ASSERT_EQ(trace->steps.size(), 1U);
  EXPECT_EQ(trace->steps[0].name, "add");
}

TEST(TraceStream, ALocalArrayHasARowOfLanesForEachElement) {
  Words local = array_record;
  local[0] = static_cast<std::uint32_t>(RecordKind::local_array);
  const auto trace = trace_of(together({store_record, local, barrier_record}));
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->arrays[0], in_local_memory("data", {}, 4, 32));
  EXPECT_EQ(trace->arrays[0].count, 4 * 32);
  EXPECT_EQ(find_fault(trace.value()), std::nullopt);
}

TEST(TraceStream, ARecordThatIsCutShortIsRefused) {
  for (const Words& whole : {array_record, store_record, barrier_record}) {
    for (std::size_t size = header_words; size < whole.size(); ++size) {
      Words cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      cut[1] = static_cast<std::uint32_t>(size);
      const auto trace = trace_of(whole == array_record ? cut : together({array_record, cut}));
      ASSERT_FALSE(trace) << "kind " << whole[0] << ", " << size << " words";
      EXPECT_EQ(trace.error().kind, ErrorKind::failed);
    }
  }
}

TEST(TraceStream, WhatNoBlockRecordsIsRefused) {
  EXPECT_FALSE(trace_of(record_words(RecordKind::array, 3U << 16 | 77U << 8 | 1, 4, 0, {0, 0})))
      << "no such type";
  EXPECT_FALSE(trace_of(store_record)) << "an array that was not declared";
  EXPECT_FALSE(trace_of(record_words(static_cast<RecordKind>(9), 0, 0, 0, {}))) << "no such kind";
  Words odd = store_record;
  odd[5] = 3U << 8 | 200;
  EXPECT_FALSE(trace_of(together({array_record, odd}))) << "no such operation";
}

TEST(TraceStream, AnyWordsGiveATraceOrAnError) {
  const Words good = together({array_record, store_record, barrier_record});
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) {
    Words words = good;
    for (int change = 0; change < 3; ++change) {
      std::uint32_t& word = words[random() % words.size()];
      word = random() % 2 == 0 ? static_cast<std::uint32_t>(random()) : random() % 16;
    }
    static_cast<void>(trace_of(words));
  }
}

}  // namespace
}  // namespace warpscope
