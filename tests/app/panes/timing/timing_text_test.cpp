#include "app/panes/timing/timing_text.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(TimingText, FiguresHaveThreeDigitsAndUnits) {
  EXPECT_EQ(rate_text(4231.4, Amount::bytes), "4,231 GB/s");
  EXPECT_EQ(rate_text(5.5, Amount::bytes), "5.50 GB/s");
  EXPECT_EQ(rate_text(0.0123, Amount::bytes), "0.012 GB/s");
  EXPECT_EQ(rate_text(51200, Amount::operations), "51.2 TFLOP/s");
  EXPECT_EQ(rate_text(176.9, Amount::counted, "points"), "177 Gpoints/s");
  EXPECT_EQ(rate_text(350, Amount::operations), "350 GFLOP/s");
  EXPECT_EQ(rate_figure(350, Amount::operations), "0.35") << "in the unit of the others";
  EXPECT_EQ(time_text(19.09), "19.1 ms");
  EXPECT_EQ(time_text(0.24512), "0.245 ms");
}

TEST(TimingText, NoRatioIsRoundedToNothing) {
  EXPECT_EQ(ratio_text(1.034, 2), "× 1.03");
  EXPECT_EQ(ratio_text(0.5, 2), "× 0.50");
  EXPECT_EQ(ratio_text(0.00213, 2), "× 0.0021");
  EXPECT_EQ(ratio_text(11.83, 1), "× 11.8");
  EXPECT_EQ(ratio_text(0.0254, 1), "× 0.025");
  EXPECT_EQ(percent_text(0.984), "98 %");
  EXPECT_EQ(percent_text(0.0861), "8.6 %");
}

TEST(TimingText, SizesArePowersWhereTheyCan) {
  EXPECT_EQ(size_text(1 << 28), "2^28");
  EXPECT_EQ(size_text(1000), "1000");
}

}  // namespace
}  // namespace warpscope
