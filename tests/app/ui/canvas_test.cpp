#include "app/ui/canvas.hpp"

#include <gtest/gtest.h>

#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "app/ui/utf8.hpp"

namespace warpscope {
namespace {

std::u32string decoded(std::string_view text) {
  std::u32string codes;
  while (!text.empty()) codes += take_code_point(text);
  return codes;
}

TEST(Utf8, TakesCodePointsOfEveryLength) { EXPECT_EQ(decoded("aä≤😀"), U"aä≤😀"); }

TEST(Utf8, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(decoded("a\xFFz"), U"a\uFFFDz");
  EXPECT_EQ(decoded("\xC0\x80"), U"\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(decoded("\xED\xA0\x80"), U"\uFFFD\uFFFD\uFFFD") << "surrogate";
  EXPECT_EQ(decoded("\xE2\x89"), U"\uFFFD\uFFFD") << "cut off";
}

class CanvasTest : public testing::Test {
 protected:
  Fonts fonts_;
  RecordingCanvas canvas_{{0, 0, 400, 300}, fonts_};
  TextStyle style_{Face::sans, 14, {}};
};

TEST_F(CanvasTest, TextThatFitsStaysWhole) {
  const float width = fonts_.width("wavefronts", style_);
  EXPECT_EQ(canvas_.text_fit({10, 10}, "wavefronts", style_, width), width);
  EXPECT_EQ(canvas_.texts().at(0).text, "wavefronts");
}

TEST_F(CanvasTest, TextThatDoesNotFitEndsInAnEllipsisWithinTheRoom) {
  const std::string text = "größte Übergänge ≤ 32 wavefronts";
  const float least = fonts_.width("…", style_);
  for (float room = least; room < fonts_.width(text, style_); room += 3) {
    const float used = canvas_.text_fit({10, 10}, text, style_, room);
    const std::string& drawn = canvas_.texts().back().text;
    EXPECT_LE(used, room);
    EXPECT_TRUE(drawn.ends_with("…")) << drawn;
    EXPECT_EQ(decoded(drawn).find(replacement_character), std::u32string::npos) << drawn;
  }
}

TEST_F(CanvasTest, TextThatIsCutInTheMiddleKeepsItsEnd) {
  const std::string text = "größte Übergänge ≤ 32 wavefronts";
  for (float room = 40; room < fonts_.width(text, style_); room += 3) {
    const float used = canvas_.text_fit({10, 10}, text, style_, room, Align::left, Cut::middle);
    const std::string& drawn = canvas_.texts().back().text;
    EXPECT_LE(used, room);
    EXPECT_TRUE(drawn.starts_with("g") && drawn.ends_with("s")) << drawn;
    EXPECT_EQ(decoded(drawn).find(replacement_character), std::u32string::npos) << drawn;
  }
}

TEST_F(CanvasTest, DigitsFitIntoTheRoomForAsMany) {
  for (const float size : {12.0F, 13.5F, 14.0F, 16.0F, 21.0F}) {
    const TextStyle mono{Face::mono, size, {}};
    for (const std::string text : {"19", "4096", "-1.25"}) {
      const float room = static_cast<float>(text.size()) * fonts_.width("0", mono);
      canvas_.text_fit({10, 10}, text, mono, room);
      EXPECT_EQ(canvas_.texts().back().text, text) << size;
    }
  }
}

TEST_F(CanvasTest, NothingIsDrawnWhereNotEvenTheEllipsisFits) {
  EXPECT_EQ(canvas_.text_fit({10, 10}, "wavefronts", style_, 3), 0);
  EXPECT_TRUE(canvas_.blank());
}

TEST_F(CanvasTest, AlignmentPlacesTheText) {
  canvas_.text({100, 50}, "left", style_);
  canvas_.text({100, 100}, "center", style_, Align::center);
  canvas_.text({100, 150}, "right", style_, Align::right);
  EXPECT_FLOAT_EQ(canvas_.texts()[0].rect.x, 100);
  EXPECT_NEAR(canvas_.texts()[1].rect.center().x, 100, 0.01);
  EXPECT_FLOAT_EQ(canvas_.texts()[2].rect.right(), 100);
}

TEST_F(CanvasTest, FindsTextsThatAreCutOff) {
  canvas_.text({100, 50}, "seen", style_);
  canvas_.text({390, 80}, "cut by the edge", style_);
  canvas_.text({500, 80}, "far outside", style_);
  ASSERT_EQ(canvas_.faults().size(), 1U);
  EXPECT_EQ(canvas_.faults()[0], "\"cut by the edge\" at 390,74 is cut off");
  EXPECT_TRUE(canvas_.says("seen"));
  EXPECT_FALSE(canvas_.says("far outside"));
}

TEST_F(CanvasTest, FindsTextsOnEachOther) {
  canvas_.text({100, 50}, "one", style_);
  canvas_.text({100, 64}, "next line", style_);
  EXPECT_TRUE(canvas_.faults().empty());
  canvas_.text({105, 52}, "two", style_);
  ASSERT_EQ(canvas_.faults().size(), 2U);  // it meets the next line too
  EXPECT_EQ(canvas_.faults()[0], "\"one\" and \"two\" at 105,46 lie on each other");
}

TEST_F(CanvasTest, ClipsNest) {
  {
    const Clip outer(canvas_, {0, 0, 100, 100});
    const Clip inner(canvas_, {50, 50, 100, 100});
    canvas_.text({60, 60}, "x", style_);
    EXPECT_EQ(canvas_.open_clips(), 2);
  }
  EXPECT_EQ(canvas_.open_clips(), 0);
  const Rect clip = canvas_.texts().at(0).clip;
  EXPECT_EQ(clip.x, 50);
  EXPECT_EQ(clip.right(), 100);
}

}  // namespace
}  // namespace warpscope
