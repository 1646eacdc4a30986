#include "app/ui/theme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/session/settings.hpp"
#include "tests/app/ui/sight.hpp"

namespace warpscope {
namespace {

using test::distance;
using test::Sight;
using test::sights;

struct Kind {
  const char* name;
  Color Theme::*color;
};
constexpr std::array<Kind, 5> kinds{{{"active", &Theme::active},
                                     {"now", &Theme::now},
                                     {"costly", &Theme::costly},
                                     {"free", &Theme::free},
                                     {"other", &Theme::other}}};

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
  for (const Kind& kind : kinds) {
    const Color accent = theme.*kind.color;
    EXPECT_GE(contrast(theme.on_accent, accent), 4.5) << kind.name;
    EXPECT_GE(contrast(accent, theme.panel), 4.5) << kind.name;
    EXPECT_GE(contrast(accent, theme.raised), 4.5) << kind.name;
  }
}

TEST_P(ThemeTest, KindsAreToldApartByEveryEye) {
  const Theme& theme = *GetParam();
  for (const Sight& sight : sights) {
    for (std::size_t a = 0; a < kinds.size(); ++a) {
      for (std::size_t b = a + 1; b < kinds.size(); ++b) {
        EXPECT_GE(distance(theme.*kinds[a].color, theme.*kinds[b].color, sight), 12)
            << kinds[a].name << " and " << kinds[b].name << ", " << sight.name;
      }
    }
  }
}

TEST_P(ThemeTest, IsFoundByItsId) { EXPECT_EQ(find_theme(GetParam()->id), GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, ThemeTest,
                         testing::ValuesIn(all_themes().begin(), all_themes().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

TEST(Theme, ThatOfAProjectorIsAllReadableFromAfar) {
  const Theme& theme = projector_theme();
  for (const Color surface : {theme.background, theme.panel, theme.raised}) {
    EXPECT_GE(contrast(theme.muted, surface), 7.0);
  }
  EXPECT_GE(contrast(theme.hairline, theme.panel), 2.0);
  EXPECT_GT(theme.pen, 1.25F);
}

TEST(Theme, SettingsKnowThemAll) {
  ASSERT_EQ(all_themes().size(), theme_ids.size());
  std::string_view id = theme_ids.back();
  for (std::size_t i = 0; i < theme_ids.size(); ++i) {
    EXPECT_EQ(all_themes()[i]->id, theme_ids[i]);
    id = next_theme(id);
    EXPECT_EQ(id, theme_ids[i]);
  }
  EXPECT_EQ(next_theme("sepia"), theme_ids.front());
}

TEST(ColourDistance, IsThatOfTheStandard) {
  // Red and green of one lightness: far apart, but hardly for people who lack one of the cones.
  const Color red{200, 60, 60}, green{90, 125, 60};
  EXPECT_GT(distance(red, green, sights[0]), 60);
  EXPECT_LT(distance(red, green, sights[2]), 25);
  EXPECT_NEAR(distance({0, 0, 0}, {255, 255, 255}, sights[0]), 100, 0.1);
}

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

TEST(DegreeColor, TellsFreeFromCostlyToEveryEye) {
  for (const Theme* theme : all_themes()) {
    EXPECT_EQ(degree_color(*theme, 1), theme->free);
    EXPECT_EQ(degree_color(*theme, 8), theme->costly);
    EXPECT_EQ(degree_color(*theme, 32), theme->costly);
    for (const int degree : {2, 4, 8}) {
      EXPECT_GE(contrast(degree_color(*theme, degree), theme->panel), 3.0) << degree;
      for (const Sight& sight : sights) {
        EXPECT_GE(distance(degree_color(*theme, degree), theme->free, sight), 12)
            << theme->id << ", " << degree << ", " << sight.name;
      }
    }
  }
}

TEST(Readable, ChangesAnInkNoMoreThanItMust) {
  const Theme& theme = light_theme();
  EXPECT_EQ(readable(theme.active, theme.panel, theme), theme.active);
  const Color ground = mix(theme.panel, theme.now, 0.3F);
  const Color ink = readable(theme.now, ground, theme);
  EXPECT_LT(contrast(theme.now, ground), text_contrast);
  EXPECT_GE(contrast(ink, ground), text_contrast);
  EXPECT_LT(contrast(ink, ground), 6);
  EXPECT_EQ(readable(theme.active, theme.text, theme), theme.text) << "nothing helps";
}

}  // namespace
}  // namespace warpscope
