#include "app/panes/timeline/rival_bars.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

TEST(RivalBars, HaveTheDegreeOfWhatStandsBeside) {
  const auto left = test::emulated("reduce_strided"), right = test::emulated("reduce_sequential");
  const MaxPyramid own(cost_degrees(*left->trace, left->summary));
  const std::vector<std::uint8_t> others = cost_degrees(*right->trace, right->summary);
  const Alignment alignment(*left->trace, *right->trace);
  const Rect area{10, 20, 2000, 40};
  const int most = own.max(0, own.size());
  const std::vector<TimelineBar> bars = timeline_bars({10, 0, 2000, 18}, own, most);
  const auto beside = rival_bars(area, bars, MaxPyramid(others), alignment, most);
  ASSERT_EQ(beside.size(), bars.size());
  for (std::size_t k = 0; k < bars.size(); ++k) {
    EXPECT_EQ(beside[k].rect.x, bars[k].rect.x) << "one time axis";
    EXPECT_FLOAT_EQ(beside[k].rect.bottom(), area.bottom());
    EXPECT_EQ(beside[k].first, bars[k].first);
    EXPECT_GE(beside[k].degree, others[alignment.to_right(bars[k].first)]);
    EXPECT_FLOAT_EQ(beside[k].rect.h, bar_height(area.h, beside[k].degree, most));
  }
  EXPECT_GT(most, 4);
  EXPECT_LT(std::ranges::max(beside, {}, &TimelineBar::degree).degree, most)
      << "the right run has no conflicts";
}

}  // namespace
}  // namespace warpscope
