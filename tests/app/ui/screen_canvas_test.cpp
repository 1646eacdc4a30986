#include "app/ui/screen_canvas.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cstdlib>

#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

class ScreenCanvasTest : public OffscreenTest {
 protected:
  Image paint(const std::function<void(Canvas&)>& picture) {
    auto image = ui_->paint(black, picture);
    EXPECT_TRUE(image.ok()) << image.error().message;
    return std::move(image).value();
  }
  static int brightness(const Image& image, int x, int y) { return image.pixel(x, y)[1]; }

  /// First and last row with something brighter than half.
  static std::pair<int, int> rows(const Image& image) {
    int first = image.height, last = -1;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        if (brightness(image, x, y) > 127) {
          first = std::min(first, y);
          last = y;
        }
    return {first, last};
  }
};

TEST_F(ScreenCanvasTest, FillsWhatItIsTold) {
  const Image image = paint([](Canvas& c) { c.fill({10, 20, 30, 5}, {230, 159, 0}); });
  EXPECT_EQ(image.pixel(10, 20)[0], 230);
  EXPECT_EQ(image.pixel(39, 24)[1], 159);
  EXPECT_EQ(image.pixel(9, 20)[0], 0);
  EXPECT_EQ(image.pixel(40, 24)[0], 0);
  EXPECT_EQ(image.pixel(10, 25)[0], 0);
  EXPECT_EQ(image.pixel(0, 0)[3], 255);
}

TEST_F(ScreenCanvasTest, StrokeLiesInsideTheRectangle) {
  const Image image = paint([](Canvas& c) { c.stroke({10, 10, 40, 40}, white); });
  EXPECT_EQ(brightness(image, 9, 30), 0);
  EXPECT_GT(brightness(image, 10, 30), 250);
  EXPECT_EQ(brightness(image, 11, 30), 0);
  EXPECT_GT(brightness(image, 49, 30), 250);
  EXPECT_EQ(brightness(image, 50, 30), 0);
}

TEST_F(ScreenCanvasTest, HairlinesAreOneSharpPixel) {
  const Image image = paint([](Canvas& c) {
    c.line({10, 50}, {100, 50}, white);
    c.line({200, 10}, {200, 100}, white);
  });
  int lit = 0;
  for (int y = 40; y < 60; ++y) {
    EXPECT_TRUE(brightness(image, 50, y) == 0 || brightness(image, 50, y) == 255);
    lit += brightness(image, 50, y) == 255 ? 1 : 0;
  }
  for (int x = 190; x < 210; ++x) lit += brightness(image, x, 50) == 255 ? 1 : 0;
  EXPECT_EQ(lit, 2);
}

TEST_F(ScreenCanvasTest, CapitalsAndDigitsSitInTheMiddleOfTheirRow) {
  for (const Face face : {Face::sans, Face::sans_bold, Face::mono})
    for (const float size : {12.0F, 14.0F, 16.0F, 20.0F, 28.0F, 40.0F}) {
      const Image image = paint([&](Canvas& c) { c.text({50, 100}, "H1H", {face, size, white}); });
      const auto [first, last] = rows(image);
      const int above = 100 - first, below = last + 1 - 100;
      EXPECT_LE(std::abs(above - below), 1) << "size " << size;
      EXPECT_GE(above + below, static_cast<int>(size * 0.65F));
    }
}

TEST_F(ScreenCanvasTest, ScaleMagnifiesEverything) {
  start(640, 400, 2);
  const Image image = paint([](Canvas& c) {
    c.fill({10, 20, 30, 5}, white);
    c.text({100, 150}, "H", {Face::sans, 40, white});
  });
  EXPECT_EQ(brightness(image, 20, 40), 255);
  EXPECT_EQ(brightness(image, 79, 49), 255);
  EXPECT_EQ(brightness(image, 80, 50), 0);
  EXPECT_NEAR(rows(image).second, 2 * (150 + 40 * 0.727 / 2), 2);
}

TEST_F(ScreenCanvasTest, ClipsHideWhatIsOutside) {
  const Image image = paint([](Canvas& c) {
    const Clip clip(c, {0, 0, 50, 200});
    c.fill({0, 0, 300, 200}, white);
  });
  EXPECT_EQ(brightness(image, 49, 100), 255);
  EXPECT_EQ(brightness(image, 50, 100), 0);
}

TEST_F(ScreenCanvasTest, ThinBarsGetFainterInsteadOfVanishing) {
  const Image image = paint([](Canvas& c) { c.fill({10.6F, 10, 0.5F, 20}, white); });
  EXPECT_NEAR(brightness(image, 11, 20), 127, 2);
}

TEST_F(ScreenCanvasTest, TheSameCallsGiveTheSamePixels) {
  const auto picture = [](Canvas& c) {
    c.text({20, 50}, "8-way conflict", {Face::sans_bold, 28, white});
    c.ring({100, 120}, 20, white, 2);
    c.polyline(std::vector<Point>{{10, 150}, {60, 120}, {90, 180}}, white, 3);
  };
  EXPECT_EQ(paint(picture).rgba, paint(picture).rgba);
}

}  // namespace
}  // namespace warpscope
