#include "app/ui/fonts.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "app/ui/font_file.hpp"
#include "app/ui/utf8.hpp"

namespace warpscope {
namespace {

constexpr Face all_faces[] = {Face::sans, Face::sans_bold, Face::mono};

TEST(FontFile, GivesTheMetricsOfTheFace) {
  // Inter 4: capitals 2048 of 2816 units; JetBrains Mono: 730 of 1000.
  EXPECT_NEAR(face_metrics(Face::sans).cap_height, 0.727, 0.001);
  EXPECT_NEAR(face_metrics(Face::mono).cap_height, 0.730, 0.001);
  for (const Face face : all_faces) {
    EXPECT_GT(face_metrics(face).ascent, face_metrics(face).cap_height);
    EXPECT_GT(face_metrics(face).descent, 0);
  }
}

TEST(Fonts, HaveEveryCharacterThatTheProgramUses) {
  constexpr std::string_view used = "AZaz09äöüßéАЯаяё…–—·×÷−≤≥≠←→↑↓↔▶◀▾▸²³⁰¹⁴⁹ⁿ₀₉‖√Σπ∑∞“”„’✓✗≈±°µ•";
  const Fonts fonts;
  for (const Face face : all_faces) {
    const ImFont* font = fonts.find(face, 14).font;
    for (std::string_view rest = used; !rest.empty();) {
      const char32_t code = take_code_point(rest);
      EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(code)), nullptr)
          << "U+" << std::hex << static_cast<unsigned>(code) << " in face "
          << static_cast<int>(face);
    }
  }
}

TEST(Fonts, FitATextureAtEveryScale) {
  Fonts fonts;
  for (const float scale : {0.5F, 0.75F, 1.0F, 1.25F, 1.5F, 2.0F, 3.0F, 3.5F, 4.0F}) {
    fonts.rebuild(scale);
    EXPECT_LE(fonts.atlas().TexWidth, 4096) << scale;
    EXPECT_LE(fonts.atlas().TexHeight, 4096) << scale;
  }
}

/// The size in which a font is drawn: some versions of Dear ImGui know lines of whole pixels only.
float em(const SizedFont& sized, Face face) {
  return sized.cap_height / face_metrics(face).cap_height;
}

TEST(Fonts, MonospaceIsMonospaced) {
  const Fonts fonts;
  const TextStyle mono{Face::mono, 14, {}};
  EXPECT_FLOAT_EQ(fonts.width("iiii", mono), fonts.width("WWWW", mono));
  EXPECT_NEAR(fonts.width("0", mono), 0.6 * em(fonts.find(Face::mono, 14), Face::mono), 0.01);
}

TEST(Fonts, WidthIsInLogicalPixelsAndGrowsWithTheSize) {
  const Fonts one(1), two(2);
  const std::string_view text = "8 wavefronts, ideal 1";
  for (const Face face : all_faces)
    for (const float size : {12.0F, 14.0F, 20.0F, 33.0F, 56.0F}) {
      const float of_one = one.width(text, {face, size, {}}) / em(one.find(face, size), face);
      const float of_two = two.width(text, {face, size, {}}) / em(two.find(face, size), face) * 2;
      EXPECT_NEAR(of_one, of_two, 0.01F * of_one);
      EXPECT_NEAR(em(one.find(face, size), face), size, 0.04F * size);
      const float doubled = one.width(text, {face, 2 * size, {}});
      EXPECT_NEAR(of_one, doubled / em(one.find(face, 2 * size), face), 0.01F * of_one);
    }
  EXPECT_EQ(one.width("", {}), 0);
}

TEST(Fonts, SizesOfTheListAreDrawnAsRasterised) {
  for (const float scale : {1.0F, 1.25F, 1.5F, 2.0F}) {
    const Fonts fonts(scale);
    for (const Face face : all_faces) {
      const SizedFont sized = fonts.find(face, 16);
      EXPECT_NEAR(em(sized, face), 16 * scale, 0.5);
      EXPECT_FLOAT_EQ(sized.line_height, sized.font->FontSize);
      EXPECT_EQ(sized.baseline, std::round(sized.baseline));
    }
  }
}

}  // namespace
}  // namespace warpscope
