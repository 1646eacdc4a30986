#include "app/panes/multiprocessor/latency_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace warpscope {
namespace {

bool holds(const Rect& outer, const Rect& inner) {
  return inner.h <= 0 || (inner.x >= outer.x - 0.01F && inner.right() <= outer.right() + 0.01F &&
                          inner.y >= outer.y - 0.01F && inner.bottom() <= outer.bottom() + 0.01F);
}
bool apart(const Rect& a, const Rect& b) {
  return a.h <= 0 || b.h <= 0 || a.right() <= b.x + 0.01F || b.right() <= a.x + 0.01F ||
         a.bottom() <= b.y + 0.01F || b.bottom() <= a.y + 0.01F;
}

TEST(LatencyLayout, PutsItsPartsApartAndInsideOfThePane) {
  for (const float width : {120.0F, 300.0F, 559.0F, 560.0F, 630.0F, 1250.0F}) {
    for (const float height : {20.0F, 60.0F, 115.0F, 180.0F, 300.0F, 640.0F}) {
      for (const int warps : {1, 4, 32, 64}) {
        const Rect area{10, 20, width, height};
        const LatencyLayout layout = latency_layout(area, warps, 12, 24, 4);
        const Rect parts[] = {layout.head,   layout.busy,    layout.rows,  layout.ticks,
                              layout.legend, layout.sliders, layout.curve, layout.facts};
        for (const Rect& part : parts) {
          EXPECT_TRUE(holds(area, part)) << width << " x " << height;
          for (const Rect& other : parts) EXPECT_TRUE(&part == &other || apart(part, other));
        }
        for (int w = 0; w < warps; ++w) {
          const Rect row = layout.row(w);
          EXPECT_TRUE(holds(layout.rows, row));
          if (row.h > 0) {
            EXPECT_EQ(layout.warp_at(row.center().y), w);
          }
        }
      }
    }
  }
}

TEST(LatencyLayout, HasSlidersAndACurveWhereThereIsRoom) {
  const LatencyLayout pane = latency_layout({0, 0, 600, 100}, 4, 12, 24, 4);
  EXPECT_GE(pane.sliders.h, 4 * pane.slider_row - 20);
  EXPECT_EQ(pane.curve.h, 0);
  const LatencyLayout window = latency_layout({0, 0, 1200, 600}, 4, 12, 24, 4);
  EXPECT_EQ(window.sliders.h, 4 * 24);
  EXPECT_GT(window.curve.h, 300);
  EXPECT_GT(window.busy.h, 0);
  EXPECT_GT(window.legend.h, 0);
}

TEST(CycleWindow, ZoomsAboutAPlaceAndStaysInside) {
  const CycleWindow all{0, 1000};
  const CycleWindow half = zoomed(all, 0.25, 0.5, 1000);
  EXPECT_DOUBLE_EQ(half.span(), 500);
  EXPECT_DOUBLE_EQ(half.from + 0.25 * half.span(), 250);
  EXPECT_EQ(zoomed(half, 0.9, 100, 1000), all);
  EXPECT_DOUBLE_EQ(zoomed(all, 0.5, 1e-6, 1000).span(), 16);
  EXPECT_EQ(panned(half, -1000, 1000), (CycleWindow{0, 500}));
  EXPECT_EQ(panned(half, 1000, 1000), (CycleWindow{500, 1000}));
}

constexpr auto access = WarpInstruction::no_access;
WarpSpan span(std::uint32_t begin, std::uint32_t end, WarpState state,
              std::uint32_t number = access) {
  return {.begin = begin, .end = end, .access = number, .state = state, .space = Space::global};
}
const std::vector<WarpSpan> warp{
    span(0, 4, WarpState::issue, 7),     span(4, 104, WarpState::memory),
    span(104, 108, WarpState::issue),    span(108, 110, WarpState::ready),
    span(110, 114, WarpState::issue, 9), span(114, 200, WarpState::barrier),
};

TEST(WarpRuns, AreTheSpansIfThesAreWide) {
  const CycleScale scale{0, 400, {0, 200}};
  const auto waits = wait_runs(warp, scale, 1.5F);
  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(waits[0].state, WarpState::memory);
  EXPECT_EQ(waits[0].begin, 8);
  EXPECT_EQ(waits[0].end, 208);
  EXPECT_EQ(waits[1].state, WarpState::ready);
  EXPECT_EQ(waits[2].state, WarpState::barrier);
  EXPECT_EQ(waits[2].end, 400);
  const auto issues = issue_runs(warp, scale, 2);
  ASSERT_EQ(issues.size(), 3U);
  EXPECT_EQ(issues[1].begin, 208);
  EXPECT_EQ(issues[1].end, 216);
}

TEST(WarpRuns, SayWhatLastsLongestIfSpansAreNarrow) {
  std::vector<WarpSpan> narrow;
  for (std::uint32_t i = 0; i < 3000; i += 3) {
    narrow.push_back(span(i, i + 1, WarpState::ready));
    narrow.push_back(span(i + 1, i + 3, WarpState::memory));
  }
  const CycleScale scale{10, 100, {0, 3000}};
  const auto waits = wait_runs(narrow, scale, 1.5F);
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].state, WarpState::memory);
  EXPECT_NEAR(waits[0].begin, 10, 0.1);
  EXPECT_NEAR(waits[0].end, 110, 0.1);
}

TEST(WarpRuns, StayInSight) {
  const CycleScale scale{0, 100, {50, 112}};
  for (const auto& runs : {wait_runs(warp, scale, 1.5F), issue_runs(warp, scale, 2)}) {
    ASSERT_FALSE(runs.empty());
    for (const WarpRun& run : runs) {
      EXPECT_GE(run.begin, 0);
      EXPECT_LE(run.end, 100.01F);
      EXPECT_LT(run.begin, run.end);
    }
  }
}

TEST(SpanAt, PrefersAnAccessNearby) {
  const CycleScale scale{0, 200, {0, 200}};
  EXPECT_EQ(span_at(warp, scale, 2, 4)->access, 7U);
  EXPECT_EQ(span_at(warp, scale, 7, 4)->access, 7U);
  EXPECT_EQ(span_at(warp, scale, 50, 4)->state, WarpState::memory);
  EXPECT_EQ(span_at(warp, scale, 109, 4)->access, 9U) << "arithmetic is as near";
  EXPECT_EQ(span_at(warp, scale, 150, 4)->state, WarpState::barrier);
  EXPECT_EQ(span_at(warp, scale, 260, 4), nullptr);
  EXPECT_EQ(span_at({}, scale, 5, 4), nullptr);
}

TEST(BusyShares, AddUpToTheIssues) {
  WarpSchedule schedule;
  schedule.cycles = 200;
  schedule.warps = {warp, warp};
  for (const int parts : {1, 7, 100, 333}) {
    const auto shares = busy_shares(schedule, 2, {0, 200}, parts);
    ASSERT_EQ(shares.size(), static_cast<std::size_t>(parts));
    double sum = 0;
    for (const float share : shares) {
      EXPECT_LE(share, 1.001F);
      sum += static_cast<double>(share) * 200 / parts * 2;
    }
    EXPECT_NEAR(sum, 2 * 12, 0.01);
  }
}

TEST(CycleTicks, AreRoundAndApart) {
  for (const double to : {20.0, 150.0, 999.0, 123456.0}) {
    const CycleScale scale{0, 500, {0, to}};
    const auto ticks = cycle_ticks(scale, 80);
    ASSERT_FALSE(ticks.empty());
    EXPECT_EQ(ticks.front(), 0);
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      EXPECT_GE(scale.x_of(ticks[i]) - scale.x_of(ticks[i - 1]), 79.9);
    }
    EXPECT_LE(ticks.size(), 8U);
  }
}

}  // namespace
}  // namespace warpscope
