#include "app/ui/theme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/settings.hpp"

namespace warpscope {
namespace {

struct Kind {
  const char* name;
  Color Theme::*color;
};
constexpr std::array<Kind, 5> kinds{{{"active", &Theme::active},
                                     {"now", &Theme::now},
                                     {"costly", &Theme::costly},
                                     {"free", &Theme::free},
                                     {"other", &Theme::other}}};

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Sight {
  const char* name;
  Matrix seen;  ///< linear red, green, blue as they are seen
};
/// Machado, Oliveira, Fernandes 2009, severity 1.
constexpr std::array<Sight, 4> sights{{
    {"full colour", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
}};

Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  }
  return result;
}

Vector linear(Color color) {
  const auto channel = [](std::uint8_t value) {
    const double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {channel(color.r), channel(color.g), channel(color.b)};
}

/// CIE L*a*b* of linear sRGB, white D65.
Vector lab(Vector rgb) {
  for (double& channel : rgb) channel = std::clamp(channel, 0.0, 1.0);
  constexpr Matrix to_xyz{{{0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047},
                           {0.2126, 0.7152, 0.0722},
                           {0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883}}};
  const auto f = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const Vector xyz = times(to_xyz, rgb);
  return {116 * f(xyz[1]) - 16, 500 * (f(xyz[0]) - f(xyz[1])), 200 * (f(xyz[1]) - f(xyz[2]))};
}

/// CIE 1976 colour difference as an eye of this kind sees it; about 2.3 is just noticeable.
double distance(Color a, Color b, const Sight& sight) {
  const Vector p = lab(times(sight.seen, linear(a))), q = lab(times(sight.seen, linear(b)));
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

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

TEST(DegreeColor, TellsFreeFromCostly) {
  const Theme& theme = dark_theme();
  EXPECT_EQ(degree_color(theme, 1), theme.free);
  EXPECT_EQ(degree_color(theme, 2), mix(theme.panel, theme.costly, 0.6F));
  EXPECT_EQ(degree_color(theme, 4), mix(theme.panel, theme.costly, 0.8F));
  EXPECT_EQ(degree_color(theme, 8), theme.costly);
  EXPECT_EQ(degree_color(theme, 32), theme.costly);
}

}  // namespace
}  // namespace warpscope
