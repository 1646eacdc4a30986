#include "instrumentation/program/machine/program_log.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

int sentences = 0;
Sentence sentence() {
  ++sentences;
  return std::string("It is wrong.");
}

TEST(ProgramLogTest, OneCauseIsToldOnceAndCounted) {
  ProgramLog log{ProgramOptions()};
  const ProgramFinding finding{.kind = FindingKind::race, .file = "a.cu", .line = 3, .launch = 1};
  sentences = 0;
  EXPECT_TRUE(log.report(finding, sentence).second);
  const auto [again, fresh] = log.report(finding, sentence);
  EXPECT_FALSE(fresh);
  EXPECT_EQ(again->times, 2U);
  ProgramFinding elsewhere = finding;
  elsewhere.line = 4;
  EXPECT_TRUE(log.report(elsewhere, sentence).second);
  EXPECT_TRUE(log.report(finding, sentence, "in another way").second);
  EXPECT_EQ(sentences, 3);
}

TEST(ProgramLogTest, APairOfAccessesIsOneRaceWhicheverCameSecond) {
  ProgramLog log{ProgramOptions()};
  const auto pair = [](FindingKind kind, std::uint32_t line, std::uint32_t other) {
    return ProgramFinding{.kind = kind,
                          .file = "a.cu",
                          .line = line,
                          .launch = 1,
                          .other_file = "a.cu",
                          .other_line = other};
  };
  EXPECT_TRUE(log.report(pair(FindingKind::race, 7, 8), sentence).second);
  const auto [again, fresh] = log.report(pair(FindingKind::race, 8, 7), sentence);
  EXPECT_FALSE(fresh);
  EXPECT_EQ(again->line, 7U);
  EXPECT_EQ(again->times, 2U);
  EXPECT_TRUE(log.report(pair(FindingKind::race, 7, 9), sentence).second);
  // What reads first is at fault, and not what wrote.
  EXPECT_TRUE(log.report(pair(FindingKind::uninitialised_read, 7, 8), sentence).second);
  EXPECT_TRUE(log.report(pair(FindingKind::uninitialised_read, 8, 7), sentence).second);
}

TEST(ProgramLogTest, ALoopOfLaunchesDoesNotRepeatWithoutEnd) {
  ProgramLog log{ProgramOptions()};
  int told = 0;
  std::uint64_t times = 0;
  for (int launch = 1; launch <= 1000; ++launch) {
    const auto [known, fresh] = log.report(
        {.kind = FindingKind::race, .file = "a.cu", .line = 3, .launch = launch}, sentence);
    told += fresh ? 1 : 0;
    times = known->times;
  }
  EXPECT_EQ(told, 16);
  EXPECT_EQ(times, 985U);
}

TEST(ProgramLogTest, FindingsWithoutEndTakeNoMemoryWithoutEnd) {
  ProgramLog log{ProgramOptions()};
  int told = 0;
  for (std::uint32_t line = 1; line <= 100'000; ++line) {
    told += log.report({.kind = FindingKind::race, .file = "a.cu", .line = line}, sentence).second;
  }
  EXPECT_EQ(told, static_cast<int>(ProgramLog::most_told));
}

}  // namespace
}  // namespace warpscope
