#include "app/panes/timeline/rival_bars.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

TEST(RivalBars, HaveTheDegreeOfWhatStandsBeside) {
  const auto left = test::emulated("reduce_strided"), right = test::emulated("reduce_sequential");
  const DegreeCounts own(cost_degrees(*left->trace, left->summary));
  const std::vector<std::uint8_t> others = cost_degrees(*right->trace, right->summary);
  const Alignment alignment(*left->trace, *right->trace);
  const int most = own.max(0, own.size());
  for (const float width : {2000.0F, 40.0F}) {
    const TimeScale scale{10, width, own.size()};
    const bool alone = accesses_of_bar(scale) == 1;
    const Rect area{10, 20, width, 40};
    const std::vector<TimelineBar> bars = timeline_bars({10, 0, width, 18}, scale, own, most);
    const auto beside = rival_bars(area, bars, DegreeCounts(others), alignment, most);
    ASSERT_EQ(beside.size(), bars.size());
    for (std::size_t k = 0; k < bars.size(); ++k) {
      EXPECT_EQ(beside[k].rect.x, bars[k].rect.x) << "one time axis";
      EXPECT_FLOAT_EQ(beside[k].rect.bottom(), area.bottom());
      EXPECT_EQ(beside[k].first, bars[k].first);
      EXPECT_GE(beside[k].degree, others[alignment.to_right(bars[k].first)]);
      EXPECT_NEAR(std::accumulate(beside[k].shares.begin(), beside[k].shares.end(), 0.0F), 1, 1e-4);
      if (!alone) {
        EXPECT_FLOAT_EQ(beside[k].rect.h, area.h);
      }
    }
    EXPECT_GT(most, 4);
    EXPECT_LT(std::ranges::max(beside, {}, &TimelineBar::degree).degree, most)
        << "the right run has no conflicts";
  }
}

}  // namespace
}  // namespace warpscope
