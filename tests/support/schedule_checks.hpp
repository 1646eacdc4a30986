#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/analysis/warp_schedule.hpp"

namespace warpscope::test {

/// Every warp's spans cover the axis without a gap, and say that it issues for as long as its
/// instructions take.
inline void expect_covered(const WarpSchedule& schedule, const MachineModel& machine) {
  std::uint64_t issues = 0;
  for (const auto& warp : schedule.warps) {
    std::uint32_t at = 0;
    for (const WarpSpan& span : warp) {
      ASSERT_EQ(span.begin, at);
      ASSERT_GT(span.end, span.begin);
      at = span.end;
      if (span.state != WarpState::issue) continue;
      ++issues;
      ASSERT_EQ(span.end - span.begin, static_cast<std::uint32_t>(machine.issue_cycles));
    }
    ASSERT_EQ(at, schedule.cycles);
  }
  EXPECT_EQ(issues, schedule.issues);
}

/// No scheduler issues for two warps at once.
inline void expect_one_issue_at_once(const WarpSchedule& schedule, const MachineModel& machine) {
  const auto count = static_cast<std::size_t>(machine.schedulers);
  for (std::size_t s = 0; s < count; ++s) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> issues;
    for (std::size_t w = s; w < schedule.warps.size(); w += count) {
      for (const WarpSpan& span : schedule.warps[w]) {
        if (span.state == WarpState::issue) issues.emplace_back(span.begin, span.end);
      }
    }
    std::ranges::sort(issues);
    for (std::size_t i = 1; i < issues.size(); ++i) {
      ASSERT_LE(issues[i - 1].second, issues[i].first) << "scheduler " << s;
    }
  }
}

/// Each warp issues its stream in order, block after block, with the arithmetic before each access.
inline void expect_in_order(const WarpSchedule& schedule, const BlockStream& stream,
                            int arithmetic) {
  for (std::size_t w = 0; w < schedule.warps.size(); ++w) {
    const auto& own = stream.warps[w % stream.warps.size()];
    std::size_t next = 0;
    int done = 0;
    for (const WarpSpan& span : schedule.warps[w]) {
      if (span.state != WarpState::issue) continue;
      const WarpInstruction& due = own[next % own.size()];
      ASSERT_EQ(span.round, next / own.size()) << "warp " << w;
      if (!due.is_barrier() && done < arithmetic) {
        ASSERT_EQ(span.access, WarpInstruction::no_access);
        ASSERT_FALSE(span.barrier);
        ++done;
        continue;
      }
      ASSERT_EQ(span.access, due.access) << "warp " << w;
      ASSERT_EQ(span.barrier, due.is_barrier());
      done = 0;
      ++next;
    }
  }
}

/// No warp goes on from a barrier before all of its block that are resident have issued it.
inline void expect_barriers_hold(const WarpSchedule& schedule, const BlockStream& stream) {
  const std::size_t block = stream.warps.size();
  // Block place, round, barrier of the round: the last arrival and the first departure.
  std::map<std::pair<std::size_t, std::size_t>, std::pair<std::uint32_t, std::uint32_t>> meetings;
  for (std::size_t w = 0; w < schedule.warps.size(); ++w) {
    std::size_t number = 0;
    bool came = false;
    for (const WarpSpan& span : schedule.warps[w]) {
      if (span.state != WarpState::issue) continue;
      const auto key = [&](std::size_t n) { return std::pair{w / block, n}; };
      if (came) {
        auto& [last, first] = meetings.try_emplace(key(number - 1), 0U, ~0U).first->second;
        first = std::min(first, span.begin);
      }
      came = span.barrier;
      if (!came) continue;
      auto& [last, first] = meetings.try_emplace(key(number++), 0U, ~0U).first->second;
      last = std::max(last, span.end);
    }
  }
  for (const auto& [key, times] : meetings) ASSERT_LE(times.first, times.second);
}

inline void expect_sound(const WarpSchedule& schedule, const BlockStream& stream,
                         const MachineModel& machine, const ScheduleRequest& request) {
  ASSERT_EQ(schedule.warps.size(), static_cast<std::size_t>(request.warps));
  expect_covered(schedule, machine);
  expect_one_issue_at_once(schedule, machine);
  expect_in_order(schedule, stream, request.arithmetic);
  expect_barriers_hold(schedule, stream);
}

/// Cycles that a warp spends in a state.
inline std::uint32_t cycles_in(const std::vector<WarpSpan>& warp, WarpState state) {
  std::uint32_t sum = 0;
  for (const WarpSpan& span : warp) sum += span.state == state ? span.end - span.begin : 0;
  return sum;
}

}  // namespace warpscope::test
