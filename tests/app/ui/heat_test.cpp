#include <gtest/gtest.h>

#include <imgui.h>

#include <cmath>
#include <functional>

#include "app/ui/heat_painter.hpp"
#include "app/ui/heat_slice.hpp"
#include "app/ui/screen_canvas.hpp"
#include "app/ui/svg_canvas.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

/// 200 columns of 4 rows: value 1, and one 9 in column 77 of row 2.
class HeatTest : public OffscreenTest {
 protected:
  HeatTest() : cells_(800, 1) {
    cells_[2 * 200 + 77] = 9;
    for (std::size_t i = 0; i < 33; ++i) {
      const auto part = static_cast<std::uint8_t>(7 * i);
      slice_.palette[i] = {part, static_cast<std::uint8_t>(255 - part), 100};
    }
    slice_.cells = cells_.data();
    slice_.pitch = 200;
    slice_.columns = 200;
    slice_.rows = 4;
    slice_.version = 1;
    slice_.to = 200;
    slice_.gap = white;
  }

  Image paint(const std::function<void(Canvas&)>& picture) {
    auto image = ui_->paint(black, picture);
    EXPECT_TRUE(image.ok()) << image.error().message;
    return std::move(image).value();
  }
  static Color color(const Image& image, int x, int y) {
    const std::uint8_t* p = image.pixel(x, y);
    return {p[0], p[1], p[2]};
  }
  static int count(const Image& image, Color wanted) {
    int found = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) found += color(image, x, y) == wanted ? 1 : 0;
    }
    return found;
  }

  std::vector<std::uint8_t> cells_;
  HeatSlice slice_;
};

TEST_F(HeatTest, ShaderDrawsWhatTheImageSays) {
  for (const auto& [from, to, width, height] : {std::tuple{0.0F, 200.0F, 50, 40},
                                                {0.0F, 200.0F, 200, 80},
                                                {70.3F, 90.8F, 160, 100},
                                                {3.5F, 111.25F, 61, 12},
                                                {76.0F, 78.0F, 40, 20}}) {
    slice_.from = from;
    slice_.to = to;
    const Rect rect{10, 20, static_cast<float>(width), static_cast<float>(height)};
    const Image drawn = paint([&](Canvas& canvas) { canvas.heat(rect, slice_); });
    const Image wanted = heat_image(slice_, width, height);
    int differ = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        differ += color(drawn, 10 + x, 20 + y) == color(wanted, x, y) ? 0 : 1;
      }
    }
    // If a cell ends exactly at a pixel's edge, rounding may decide either way.
    EXPECT_LE(differ, width * height / 50) << from << " … " << to << " on " << width;
    EXPECT_EQ(color(drawn, 9, 30), black);
    EXPECT_EQ(color(drawn, 10 + width, 20), black);
    EXPECT_EQ(color(drawn, 10, 20 + height), black);
  }
}

TEST_F(HeatTest, OneConflictIsSeenHoweverManyAccessesAPixelCovers) {
  for (const int width : {1, 3, 10, 66, 150, 200, 300}) {
    const Image drawn = paint([&](Canvas& canvas) {
      canvas.heat({0, 0, static_cast<float>(width), 40}, slice_);
    });
    EXPECT_GE(count(drawn, slice_.palette[9]), 9) << width;
    EXPECT_GE(count(heat_image(slice_, width, 2), slice_.palette[9]), 1)
        << width << ", rows closer than pixels";
  }
}

TEST_F(HeatTest, LargeValuesShareTheLastColour) {
  for (auto& cell : cells_) cell = 200;
  const Image drawn = paint([&](Canvas& canvas) { canvas.heat({0, 0, 100, 8}, slice_); });
  EXPECT_EQ(count(drawn, slice_.palette[32]), 800);
}

TEST_F(HeatTest, KeepsToTheClipAndTheOrderAndLeavesOpenGlAsItWas) {
  const Image drawn = paint([&](Canvas& canvas) {
    canvas.fill({0, 0, 320, 200}, {9, 9, 9});
    {
      const Clip clip(canvas, {50, 50, 20, 20});
      canvas.heat({0, 0, 320, 200}, slice_);
    }
    canvas.fill({60, 60, 5, 5}, white);
    canvas.text({200, 100}, "text", {Face::sans, 20, white});
  });
  EXPECT_EQ(count(drawn, Color{9, 9, 9}) + 400 > 320 * 200 - 1000, true);
  EXPECT_EQ(color(drawn, 49, 55), (Color{9, 9, 9}));
  EXPECT_EQ(color(drawn, 70, 55), (Color{9, 9, 9}));
  EXPECT_EQ(color(drawn, 55, 55), slice_.palette[1]);
  EXPECT_EQ(color(drawn, 62, 62), white) << "drawn later, lies above";
  int bright = 0;
  for (int x = 195; x < 260; ++x) {
    for (int y = 85; y < 115; ++y) bright += color(drawn, x, y).r > 200 ? 1 : 0;
  }
  EXPECT_GT(bright, 20) << "text is still text";
}

TEST_F(HeatTest, SendsCellsOnlyWhenTheyChange) {
  const auto frame = [&] { paint([&](Canvas& canvas) { canvas.heat({0, 0, 100, 40}, slice_); }); };
  frame();
  slice_.from = 20;  // moved, with the same cells
  frame();
  EXPECT_EQ(ui_->heat().uploads(), 1);
  slice_.version = 2;
  frame();
  EXPECT_EQ(ui_->heat().uploads(), 2);
  slice_.columns = 100;
  slice_.to = 100;
  frame();
  EXPECT_EQ(ui_->heat().uploads(), 3);
}

TEST_F(HeatTest, FramesThatAreNeverDrawnDoNoHarm) {
  for (int i = 0; i < 3; ++i) {
    ui_->build([&] {
      ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), ui_->fonts(), {}, &ui_->heat());
      canvas.heat({0, 0, 50, 40}, slice_);
    });
  }
  const Image drawn = paint([&](Canvas& canvas) { canvas.heat({100, 0, 50, 40}, slice_); });
  EXPECT_EQ(color(drawn, 25, 5), black);
  EXPECT_EQ(color(drawn, 125, 5), slice_.palette[1]);
}

TEST_F(HeatTest, RectanglesStandInForTheShader) {
  auto drawn = ui_->render(black, [&] {
    ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), ui_->fonts());
    canvas.heat({10, 20, 100, 80}, slice_);
  });
  ASSERT_TRUE(drawn.ok());
  EXPECT_EQ(color(drawn.value(), 12, 25), slice_.palette[1]);
  EXPECT_EQ(color(drawn.value(), 10 + 77 / 2, 20 + 45), slice_.palette[9]);
  EXPECT_EQ(color(drawn.value(), 110, 50), black);
}

TEST_F(HeatTest, NothingToDrawIsNoFault) {
  const Image drawn = paint([&](Canvas& canvas) {
    canvas.heat({10, 10, 0, 10}, slice_);
    canvas.heat({10, 10, 10, 10}, {});
  });
  EXPECT_EQ(count(drawn, black), 320 * 200);
}

TEST_F(HeatTest, SvgCarriesItAsAPngInside) {
  const Fonts fonts;
  SvgCanvas canvas(320, 200, fonts);
  canvas.heat({10, 20, 100, 40}, slice_);
  const std::string svg = canvas.svg();
  EXPECT_NE(svg.find("<image x=\"10\" y=\"20\" width=\"100\" height=\"40\""), std::string::npos);
  const std::size_t data = svg.find("data:image/png;base64,iVBORw0KGgo");
  ASSERT_NE(data, std::string::npos) << "the eight bytes that begin a PNG";
  const std::size_t end = svg.find('"', data);
  EXPECT_EQ((end - data - std::string_view("data:image/png;base64,").size()) % 4, 0U);
}

}  // namespace
}  // namespace warpscope
