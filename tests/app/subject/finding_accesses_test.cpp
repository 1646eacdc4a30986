#include "app/subject/finding_accesses.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

using test::racing_trace;
using test::tile_race;

constexpr FindingAccesses both{2, 1};

TEST(FindingAccesses, ARaceHasTheAccessesOfBothThreads) {
  const Trace trace = racing_trace();
  EXPECT_EQ(finding_accesses(trace, trace.findings.front()), both);
  EXPECT_EQ(finding_accesses(trace, tile_race(), 1), both);
}

TEST(FindingAccesses, AProgramsFindingNeedsNoTwinInTheTrace) {
  Trace trace = racing_trace();
  trace.findings.clear();
  EXPECT_EQ(finding_accesses(trace, tile_race(), 1), both);
}

TEST(FindingAccesses, TheStepOfTheOtherThreadDecides) {
  // Warp 0 reads the element in both steps, but only in the first another warp uses it.
  Trace trace = racing_trace();
  trace.findings.clear();
  ProgramFinding race = tile_race();
  race.thread = {2, 0, 0};
  race.index = 4;
  race.other_thread = Dim3{4, 0, 0};
  EXPECT_EQ(finding_accesses(trace, race, 1), (FindingAccesses{3, 1}))
      << "no step has both: the first of each";
}

TEST(FindingAccesses, OnlyTheRecordedBlockHasAny) {
  const Trace trace = racing_trace();
  ProgramFinding race = tile_race();
  race.message = say("another");
  race.block = {1, 0, 0};
  EXPECT_EQ(finding_accesses(trace, race, 1), std::nullopt);
  EXPECT_EQ(finding_accesses(trace, tile_race(), -1), std::nullopt);
  EXPECT_EQ(finding_accesses(trace, tile_race(), 9), std::nullopt) << "of an older trace";
  Finding other = trace.findings.front();
  other.block = 3;
  EXPECT_EQ(finding_accesses(trace, other), std::nullopt);
}

TEST(FindingAccesses, AnAccessThatNeverHappenedIsFoundByItsWarp) {
  const Trace trace = racing_trace();
  Finding finding = trace.findings.front();
  finding.other_line = 0;
  finding.index = 4000;  // out of bounds: not recorded
  EXPECT_EQ(finding_accesses(trace, finding), (FindingAccesses{2, {}}));
  finding.line = 77;  // a barrier
  EXPECT_EQ(finding_accesses(trace, finding), std::nullopt);
  EXPECT_EQ(shown_accesses(trace, finding), std::nullopt);
  finding.kind = FindingKind::barrier_divergence;
  EXPECT_EQ(accesses_before_barrier(trace, finding), (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(shown_accesses(trace, finding), (FindingAccesses{2, {}}));
  finding.block = 3;
  EXPECT_TRUE(accesses_before_barrier(trace, finding).empty()) << "that block is not recorded";
  finding.line = 0;
  EXPECT_EQ(finding_accesses(trace, finding), std::nullopt) << "of the result";
  finding.line = 8;
  finding.thread = -1;
  EXPECT_EQ(finding_accesses(trace, finding), std::nullopt);
}

TEST(FindingAccesses, AMatrixOfThreadsIsCountedAlongX) {
  Trace trace = racing_trace();
  trace.findings.clear();
  trace.launches[1].block = {8, 8};
  ProgramFinding race = tile_race();
  race.thread = {3, 4, 0};  // 35
  EXPECT_EQ(finding_accesses(trace, race, 1), both);
}

}  // namespace
}  // namespace warpscope
