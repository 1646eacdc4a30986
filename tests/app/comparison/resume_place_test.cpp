#include "app/comparison/resume_place.hpp"

#include <gtest/gtest.h>

#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::several_launches;

/// The lines of a source behind `line`, and what runs there, move down by one.
void add_line_behind(Trace& trace, std::uint32_t source, std::uint32_t line) {
  std::string& text = trace.sources[source].text;
  std::size_t at = 0;
  for (std::uint32_t k = 0; k < line; ++k) at = text.find('\n', at) + 1;
  text.insert(at, "    // something new\n");
  for (CodeLocation& place : trace.locations) {
    if (place.source == source && place.line > line) ++place.line;
  }
}

TEST(ResumePlace, IsTheSameInTheSameTrace) {
  const Trace trace = several_launches();
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    EXPECT_EQ(resume_place(trace, i, trace), i);
  }
}

TEST(ResumePlace, FollowsItsLine) {
  const Trace before = several_launches();
  Trace after = before;
  for (std::uint32_t source = 0; source < after.sources.size(); ++source) {
    add_line_behind(after, source, 3);
  }
  for (std::uint32_t i = 0; i < before.accesses.size(); ++i) {
    EXPECT_EQ(resume_place(before, i, after), i);
  }
}

TEST(ResumePlace, FollowsItsLaunch) {
  Trace before = several_launches();
  before.launches[0].kernel = before.launches[2].kernel = "scan";
  Trace after = before;
  after.launches[1].kernel = "scan";
  after.launches[2].kernel = "add";
  // The second scan is the second launch now.
  const auto [begin, end] = launch_accesses(before, 2);
  const auto found = resume_place(before, begin, after);
  ASSERT_TRUE(found);
  EXPECT_EQ(after.steps[after.accesses[*found].step].launch, 1U);
}

TEST(ResumePlace, TakesTheNearestIfItsOwnIsGone) {
  const Trace before = several_launches();
  Trace after = before;
  const std::uint32_t last = static_cast<std::uint32_t>(before.accesses.size()) - 1;
  const std::uint32_t line = before.line_of(before.accesses[last]);
  for (CodeLocation& place : after.locations) {
    if (place.line == line) place.line = 5;
  }
  const auto found = resume_place(before, last, after);
  ASSERT_TRUE(found);
  EXPECT_EQ(after.steps[after.accesses[*found].step].launch, 2U);
  EXPECT_EQ(after.accesses[*found].warp, before.accesses[last].warp);
}

TEST(ResumePlace, IsNowhereInATraceWithoutAccesses) {
  const Trace before = several_launches();
  EXPECT_EQ(resume_place(before, 0, Trace{}), std::nullopt);
  EXPECT_EQ(resume_place(before, 100000, before), std::nullopt);
}

}  // namespace
}  // namespace warpscope
