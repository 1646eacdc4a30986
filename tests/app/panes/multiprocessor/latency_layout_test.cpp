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

LatencyLayout laid_out(Rect area, int warps, int stamped = 0, bool throughput = false) {
  return latency_layout(
      area, {.warps = warps, .stamped = stamped, .sliders = 4, .throughput = throughput}, 12, 24);
}

TEST(LatencyLayout, PutsItsPartsApartAndInsideOfThePane) {
  for (const float width : {120.0F, 300.0F, 559.0F, 560.0F, 630.0F, 1250.0F, 1880.0F}) {
    for (const float height : {20.0F, 60.0F, 115.0F, 180.0F, 300.0F, 640.0F, 980.0F}) {
      for (const int warps : {1, 4, 32, 64}) {
        for (const int stamped : {0, 4, 32}) {
          const Rect area{10, 20, width, height};
          const LatencyLayout layout = laid_out(area, warps, stamped, stamped > 0);
          const Rect parts[] = {layout.head,        layout.busy,    layout.rows,      layout.ticks,
                                layout.legend,      layout.sliders, layout.curve,     layout.facts,
                                layout.stamps_head, layout.stamped, layout.throughput};
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
          if (layout.stamped.h > 0) {
            EXPECT_TRUE(holds(layout.stamped, layout.stamped_row(stamped - 1)));
          }
        }
      }
    }
  }
}

TEST(LatencyLayout, HasSlidersAndACurveWhereThereIsRoom) {
  const LatencyLayout pane = laid_out({0, 0, 600, 100}, 4, 4, true);
  EXPECT_GE(pane.sliders.h, 4 * pane.slider_row - 20);
  EXPECT_EQ(pane.curve.h, 0);
  EXPECT_EQ(pane.throughput.h, 0);
  EXPECT_EQ(pane.stamped.h, 0);
  const LatencyLayout window = laid_out({0, 0, 1200, 600}, 4);
  EXPECT_EQ(window.sliders.h, 4 * 24);
  EXPECT_GT(window.curve.h, 300);
  EXPECT_GT(window.busy.h, 0);
  EXPECT_GT(window.legend.h, 0);
  EXPECT_EQ(window.throughput.h, 0) << "nothing is measured";
}

TEST(LatencyLayout, PutsTheThroughputWhereThePaneHasRoomForIt) {
  const LatencyLayout window = laid_out({0, 0, 1240, 620}, 4, 4, true);
  EXPECT_GT(window.throughput.x, window.rows.right()) << "in the column at the right";
  EXPECT_GT(window.throughput.h, 200);
  EXPECT_GT(window.curve.h, 150);
  const LatencyLayout narrow = laid_out({0, 0, 440, 840}, 4, 4, true);
  EXPECT_GT(narrow.throughput.y, narrow.legend.y);
  EXPECT_LT(narrow.throughput.bottom(), narrow.sliders.y);
}

TEST(LatencyLayout, LeavesTheThroughputInItsPlaceWhenASliderMoves) {
  for (const Rect area : {Rect{0, 0, 1880, 1000}, {0, 0, 1240, 620}, {0, 0, 440, 840}}) {
    const LatencyLayout few = laid_out(area, 1, 4, true), many = laid_out(area, 64, 32, true);
    EXPECT_EQ(few.throughput.x, many.throughput.x);
    EXPECT_EQ(few.throughput.bottom(), many.throughput.bottom());
    EXPECT_GE(few.throughput.h, many.throughput.h) << "it takes what the rows leave";
    EXPECT_GT(many.throughput.h, 200);
    EXPECT_GE(many.pitch, 4);
  }
}

TEST(LatencyLayout, ShowsWhatIsChosenWhereThereIsNoRoomForAll) {
  LatencyParts parts{.warps = 4, .stamped = 4, .sliders = 4, .throughput = true};
  const Rect pane{0, 0, 600, 115}, window{0, 0, 1240, 620};
  EXPECT_TRUE(latency_layout(pane, parts, 12, 24).choosable);
  EXPECT_GT(latency_layout(pane, parts, 12, 24).rows.h, 30);
  EXPECT_FALSE(latency_layout(window, parts, 12, 24).choosable);
  for (const LatencyPart part : {LatencyPart::stamps, LatencyPart::throughput}) {
    parts.part = part;
    const LatencyLayout one = latency_layout(pane, parts, 12, 24);
    EXPECT_EQ(one.part, part);
    EXPECT_EQ(one.rows.h, 0);
    EXPECT_EQ(one.stamped.h > 30, part == LatencyPart::stamps);
    EXPECT_EQ(one.throughput.h > 30, part == LatencyPart::throughput);
    EXPECT_GT(one.sliders.h, 0);
    for (const Rect& rect : {one.stamped, one.throughput, one.ticks, one.sliders}) {
      EXPECT_TRUE(holds(pane, rect));
    }
    EXPECT_TRUE(apart(one.stamped, one.ticks));
    EXPECT_GT(latency_layout(window, parts, 12, 24).rows.h, 0) << "all of it, whatever is chosen";
  }
  parts.throughput = false;  // nothing was measured
  EXPECT_GT(latency_layout(pane, parts, 12, 24).rows.h, 30);
}

TEST(LatencyLayout, GivesRealWarpsTheHeightOfModelledOnes) {
  for (const int warps : {1, 4, 20, 64}) {
    const LatencyLayout layout = laid_out({0, 0, 1240, 620}, warps, 32, true);
    ASSERT_GT(layout.stamped.h, 0);
    EXPECT_NEAR(layout.stamped_row(31).h, layout.row(0).h, 0.01);
    EXPECT_EQ(layout.stamped.x, layout.rows.x);
    EXPECT_EQ(layout.stamped.w, layout.rows.w);
    EXPECT_GT(layout.stamps_head.y, layout.ticks.y);
  }
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
