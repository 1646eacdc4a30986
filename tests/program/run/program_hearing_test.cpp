#include "instrumentation/program/run/program_hearing.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>
#include <vector>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/protocol/log_fields.hpp"

namespace warpscope {
namespace {

template <class... Values>
std::vector<std::byte> record(const Values&... values) {
  std::vector<std::byte> bytes;
  FieldWriter write(bytes);
  (write(values), ...);
  return bytes;
}

ProgramLaunch launch(int number, std::string kernel = "reduce<float, 256>") {
  return {.number = number, .kernel = std::move(kernel), .grid = {3, 2, 1}, .block = {256}};
}

ProgramFinding finding() {
  return {.kind = FindingKind::out_of_bounds,
          .message = say("{0} on {1}.", say("Thread {0}", "(1, 2)"), say("line {}", 41)),
          .file = "reduce.cu",
          .line = 41,
          .launch = 1,
          .thread = {3, 0, 0},
          .array = "data",
          .index = -12,
          .other_thread = Dim3{4, 0, 0}};
}

/// A recorded launch of one access.
std::vector<std::pair<LogKind, std::vector<std::byte>>> small_recording() {
  ProgramLaunch told = launch(1, "copy");
  told.grid = {1};
  told.block = {32};
  told.trace_launch = 0;
  told.recorded_block = 0;
  const LoggedAccess access{.location = 0, .mask = 3, .array = 0, .words = 2};
  std::vector<std::byte> bytes;
  FieldWriter write(bytes);
  const std::array<ElementIndex, 2> indices{0, 1};
  const std::array<std::uint32_t, 2> words{std::bit_cast<std::uint32_t>(1.5F),
                                           std::bit_cast<std::uint32_t>(2.5F)};
  LoggedAccess guessed = access;
  guessed.guess_type = 1;
  write.put(&guessed, sizeof guessed);
  write.put(indices.data(), sizeof indices);
  write.put(words.data(), sizeof words);
  const Launch shape{.kernel = "copy", .grid = {1}, .block = {32}, .number = 1};
  const Array array{.name = "in", .space = Space::global, .type = {Scalar::i32, 1}, .count = 8};
  return {{LogKind::launch_begins, record(told)},
          {LogKind::trace_source, record(std::string("a.cu"), std::string("line\n"))},
          {LogKind::trace_launch, record(shape, std::uint32_t{0})},
          {LogKind::trace_location, record(CodeLocation{.source = 0, .line = 1})},
          {LogKind::trace_array, record(array)},
          {LogKind::trace_access, bytes},
          {LogKind::trace_step, record(0, std::uint32_t{0}, std::string("barrier"))},
          {LogKind::launch_ends, record(told)}};
}

TEST(ProgramHearingTest, WhatIsToldComesBack) {
  ProgramHearing hearing({.all_blocks = true});
  hearing.hear(LogKind::launch_begins, record(launch(1)));
  Totals totals;
  totals.shared_load = {1, 2, 3};
  totals.local_store = {4, 5, 6};
  totals.lane_slots = std::numeric_limits<std::uint64_t>::max() / 2;
  totals.max_degree = 32;
  hearing.hear(LogKind::totals, record(1, totals));
  ProgramLaunch ended = launch(1);
  ended.checked_blocks = 6;
  ended.checked_all = true;
  ended.cut = true;
  ended.error = "cudaErrorIllegalAddress";
  hearing.hear(LogKind::launch_ends, record(ended));
  hearing.hear(LogKind::finding, record(finding()));
  for (int k = 0; k < 16; ++k) hearing.hear(LogKind::finding_again, record(std::uint32_t{0}));
  hearing.hear(LogKind::note, record(finding()));
  EXPECT_EQ(hearing.damaged(), 0);
  const ProgramOutcome outcome = hearing.take_outcome(
      LoggedEnding{.end = static_cast<std::int32_t>(ProgramOutcome::End::returned),
                   .exit_status = 3,
                   .seconds = 1.5});
  EXPECT_EQ(outcome.end, ProgramOutcome::End::returned);
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_EQ(outcome.seconds, 1.5);
  EXPECT_TRUE(outcome.message.empty());
  ASSERT_EQ(outcome.launches.size(), 1U);
  EXPECT_EQ(outcome.launches[0].kernel, "reduce<float, 256>");
  EXPECT_EQ(outcome.launches[0].checked_blocks, 6);
  EXPECT_TRUE(outcome.launches[0].cut);
  EXPECT_EQ(outcome.launches[0].error, "cudaErrorIllegalAddress");
  ASSERT_EQ(outcome.totals.size(), 1U);
  EXPECT_EQ(outcome.totals[0].local_store.sectors, 5U);
  EXPECT_EQ(outcome.totals[0].lane_slots, totals.lane_slots);
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_EQ(outcome.findings[0].times, 17U);
  EXPECT_EQ(outcome.findings[0].index, -12);
  EXPECT_EQ(outcome.findings[0].other_thread, (Dim3{4, 0, 0}));
  EXPECT_EQ(outcome.notes.size(), 1U);
  const InLanguage speaking(pseudo_language);
  EXPECT_NE(outcome.findings[0].message.text().find("⟦line 41"), std::string::npos);
}

TEST(ProgramHearingTest, ARecordedLaunchBecomesATrace) {
  ProgramHearing hearing({});
  for (const auto& [kind, bytes] : small_recording()) hearing.hear(kind, bytes);
  EXPECT_EQ(hearing.damaged(), 0);
  const auto trace = hearing.take_trace();
  ASSERT_TRUE(trace) << hearing.trace_fault();
  ASSERT_EQ(trace->accesses.size(), 1U);
  EXPECT_EQ(trace->indices, (std::vector<ElementIndex>{0, 1}));
  EXPECT_EQ(trace->arrays[0].type.scalar, Scalar::f32) << "by its values";
  EXPECT_EQ(trace->header.program_launches, 1);
}

TEST(ProgramHearingTest, LaunchesOfAProgramThatDiedAreThere) {
  ProgramHearing hearing({});
  hearing.hear(LogKind::launch_begins, record(launch(1)));
  hearing.hear(LogKind::launch_ends, record(launch(1)));
  hearing.hear(LogKind::launch_begins, record(launch(2)));
  const ProgramOutcome outcome = hearing.take_outcome(std::nullopt);
  EXPECT_EQ(outcome.launches.size(), 2U);
}

TEST(ProgramHearingTest, AMillionLaunchesAreFolded) {
  ProgramHearing hearing({.all_blocks = true});
  constexpr int launches = 1'000'000;
  Totals totals;
  totals.global_load = {1, 4, 4};
  for (int number = 1; number <= launches; ++number) {
    ProgramLaunch one = launch(number, number % 2 == 0 ? "even" : "odd");
    one.checked_blocks = 1;
    const auto bytes = record(one);
    hearing.hear(LogKind::launch_begins, bytes);
    hearing.hear(LogKind::totals, record(number, totals));
    hearing.hear(LogKind::launch_ends, bytes);
  }
  EXPECT_EQ(hearing.launches(), launches);
  const ProgramOutcome outcome = hearing.take_outcome(std::nullopt);
  ASSERT_EQ(outcome.launches.size(), 10'002U);
  ASSERT_EQ(outcome.totals.size(), outcome.launches.size());
  std::int64_t times = 0, sectors = 0;
  for (std::size_t k = 0; k < outcome.launches.size(); ++k) {
    times += outcome.launches[k].times;
    sectors += static_cast<std::int64_t>(outcome.totals[k].global_load.sectors);
  }
  EXPECT_EQ(times, launches);
  EXPECT_EQ(sectors, 4 * launches);
  EXPECT_EQ(outcome.launches[10'000].number, 10'001);
  EXPECT_EQ(outcome.launches[10'000].kernel, "odd");
  EXPECT_EQ(outcome.launches_not_recorded, launches);
}

TEST(ProgramHearingTest, TextsAreFitToBeShown) {
  ProgramHearing hearing({});
  ProgramFinding hostile = finding();
  hostile.message = "a\x1b[2Jb" + std::string(100'000, 'x');
  hostile.file = std::string(10'000, 'f');
  hearing.hear(LogKind::finding, record(hostile));
  const ProgramOutcome outcome = hearing.take_outcome(std::nullopt);
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_EQ(outcome.findings[0].message.english().find('\x1b'), std::string::npos);
  EXPECT_LT(outcome.findings[0].message.english().size(), 20'000U);
  EXPECT_LT(outcome.findings[0].file.size(), 5'000U);
}

TEST(ProgramHearingTest, WhatCannotBeIsLeftOut) {
  ProgramHearing hearing({});
  ProgramLaunch wrong = launch(0);
  hearing.hear(LogKind::launch_begins, record(wrong));
  wrong = launch(1);
  wrong.grid = {1, -2, 3};
  hearing.hear(LogKind::launch_begins, record(wrong));
  hearing.hear(LogKind::launch_ends, record(launch(7)));
  hearing.hear(LogKind::finding_again, record(std::uint32_t{0}));
  hearing.hear(LogKind::totals, record(1, Totals()));
  hearing.hear(LogKind::trace_shared, record(std::uint32_t{1}));
  hearing.hear(LogKind::trace_access, record(LoggedAccess{}.mask));
  auto cut = record(finding());
  cut.pop_back();
  hearing.hear(LogKind::finding, cut);
  EXPECT_EQ(hearing.damaged(), 8);
  EXPECT_FALSE(hearing.take_trace());
  const ProgramOutcome outcome = hearing.take_outcome(LoggedEnding{
      .end = 1000, .signal = 1000, .seconds = std::numeric_limits<double>::infinity()});
  EXPECT_TRUE(outcome.launches.empty());
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_EQ(outcome.seconds, 0);
}

TEST(ProgramHearingTest, DamagedRecordsAreSteppedOver) {
  std::mt19937 random(7);
  const auto recording = small_recording();
  int damaged = 0, traces = 0;
  for (int round = 0; round < 20'000; ++round) {
    ProgramHearing hearing({});
    for (auto [kind, bytes] : recording) {
      if (random() % 4 == 0 && !bytes.empty()) {
        bytes[random() % bytes.size()] = static_cast<std::byte>(random());
      }
      if (random() % 30 == 0) bytes.resize(random() % (bytes.size() + 20));
      if (random() % 30 == 0) kind = static_cast<LogKind>(random() % 24);
      hearing.hear(kind, bytes);
    }
    damaged += hearing.damaged() > 0 ? 1 : 0;
    traces += hearing.take_trace() ? 1 : 0;
    static_cast<void>(hearing.take_outcome(std::nullopt));
  }
  EXPECT_GT(damaged, 1000);
  EXPECT_GT(traces, 1000);
}

}  // namespace
}  // namespace warpscope
