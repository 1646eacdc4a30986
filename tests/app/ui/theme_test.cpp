#include "app/ui/theme.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

class ThemeTest : public testing::TestWithParam<const Theme*> {};

TEST_P(ThemeTest, TextIsReadableOnEverySurface) {
  const Theme& theme = *GetParam();
  for (const Color surface : {theme.background, theme.panel, theme.raised}) {
    EXPECT_GE(contrast(theme.text, surface), 7.0);
    EXPECT_GE(contrast(theme.muted, surface), 4.5);
  }
}

TEST_P(ThemeTest, AccentsCarryAndAreText) {
  const Theme& theme = *GetParam();
  for (const Color accent : {theme.active, theme.now, theme.costly, theme.free, theme.other}) {
    EXPECT_GE(contrast(theme.on_accent, accent), 4.0);
    EXPECT_GE(contrast(accent, theme.panel), 3.0) << "as large text and as a shape";
  }
}

TEST_P(ThemeTest, IsFoundByItsId) { EXPECT_EQ(find_theme(GetParam()->id), GetParam()); }

INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, testing::Values(&dark_theme(), &light_theme()),
                         [](const auto& tested) { return std::string(tested.param->id); });

TEST(Theme, UnknownIdIsNotFound) { EXPECT_EQ(find_theme("sepia"), nullptr); }

TEST(Contrast, IsThatOfTheStandard) {
  const Color black{0, 0, 0}, white{255, 255, 255};
  EXPECT_DOUBLE_EQ(contrast(black, white), 21.0);
  EXPECT_DOUBLE_EQ(contrast(white, white), 1.0);
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, white), 4.48, 0.005);
}

TEST(Mix, GoesFromOneToTheOtherAndNoFurther) {
  const Color a{0, 10, 20, 0}, b{100, 20, 0, 255};
  EXPECT_EQ(mix(a, b, 0), a);
  EXPECT_EQ(mix(a, b, 1), b);
  EXPECT_EQ(mix(a, b, 7), b);
  EXPECT_EQ(mix(a, b, 0.5F), (Color{50, 15, 10, 128}));
}

TEST(Cividis, HasThePublishedEndsAndMiddle) {
  EXPECT_EQ(cividis(0), (Color{0, 34, 78}));
  EXPECT_EQ(cividis(1), (Color{254, 232, 56}));
  const Color middle = cividis(128.0F / 255);  // published: 125, 124, 120
  EXPECT_NEAR(middle.r, 125, 1);
  EXPECT_NEAR(middle.g, 124, 1);
  EXPECT_NEAR(middle.b, 120, 1);
}

TEST(Cividis, GrowsBrighterAllTheWay) {
  const Color black{0, 0, 0};
  for (int i = 3; i < 256; ++i)
    EXPECT_GT(contrast(cividis(static_cast<float>(i) / 255), black),
              contrast(cividis(static_cast<float>(i - 3) / 255), black))
        << i;
}

TEST(DegreeColor, TellsFreeFromCostly) {
  const Theme& theme = dark_theme();
  EXPECT_EQ(degree_color(theme, 1), theme.free);
  EXPECT_EQ(degree_color(theme, 2), theme.active);
  EXPECT_EQ(degree_color(theme, 4), theme.now);
  EXPECT_EQ(degree_color(theme, 8), theme.costly);
  EXPECT_EQ(degree_color(theme, 32), theme.costly);
}

}  // namespace
}  // namespace warpscope
