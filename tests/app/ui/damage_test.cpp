#include "app/ui/damage.hpp"

#include <imgui.h>

#include <random>

#include "app/ui/heat_painter.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/screen_canvas.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

constexpr Color black{0, 0, 0}, white{255, 255, 255}, blue{86, 180, 233};

/// A scene of overlapping, partly transparent things, of which each frame moves a few.
class Scenery {
 public:
  void move(std::mt19937& random) {
    const auto below = [&](std::uint32_t most) { return random() % most; };
    for (std::uint32_t changes = below(4); changes > 0; --changes) {
      Thing& thing = things_[below(static_cast<std::uint32_t>(things_.size()))];
      thing.at = {static_cast<float>(below(660)) - 20, static_cast<float>(below(420)) - 20};
      thing.kind = below(7);
      thing.color =
          Color{static_cast<std::uint8_t>(below(256)), 90, static_cast<std::uint8_t>(below(256)),
                static_cast<std::uint8_t>(below(2) == 0 ? 255 : 128)};
    }
  }

  void draw(Canvas& canvas) const {
    canvas.fill({0, 0, 640, 400}, {20, 24, 30});
    for (const Thing& thing : things_) draw(canvas, thing);
  }

 private:
  struct Thing {
    Point at{100, 100};
    std::uint32_t kind = 0;
    Color color = blue;
  };

  static void draw(Canvas& canvas, const Thing& thing) {
    const auto [at, kind, color] = thing;
    const Clip clip(canvas, {at.x - 30.5F, at.y - 30.5F, 150.25F, 90});
    switch (kind) {
      case 0: canvas.fill({at.x, at.y, 60, 20}, color, 4); break;
      case 1: canvas.fill({at.x, at.y, 300, 200}, color, 8); break;  // a ground, cleared
      case 2: canvas.text(at, "8-way conflict", {Face::sans, 14, color}); break;
      case 3: canvas.line(at, {at.x + 93, at.y + 41}, color, 2); break;
      case 4: canvas.ring(at, 25, color, 2); break;
      case 5: canvas.circle(at, 3, color); break;
      default: canvas.stroke({at.x, at.y, 80, 50}, color, 1, 6); break;
    }
  }

  std::vector<Thing> things_{40};
};

class DamageTest : public OffscreenTest {
 protected:
  void SetUp() override { start(640, 400); }

  /// Pixels that a frame leaves to draw after those before it.
  static int pixels(const std::vector<TileBox>& boxes) {
    int sum = 0;
    for (const TileBox& box : boxes) sum += box.w * box.h;
    return sum;
  }
  static std::optional<std::uint64_t> known(const ImDrawCmd& command) {
    return ScreenCanvas::callback_key(command);
  }
  int cut(Damage& damage, const std::function<void(Canvas&)>& picture, Color ground = black) {
    ui_->build([&] {
      ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), ui_->fonts());
      picture(canvas);
    });
    return pixels(damage.cut(*ImGui::GetDrawData(), ground));
  }
};

TEST_F(DamageTest, WhatIsDrawnOverTheLastFrameEqualsTheWholeFrame) {
  auto whole = OffscreenUi::create(640, 400);
  ASSERT_TRUE(whole.ok());
  std::mt19937 random(11);
  Scenery scenery;
  for (int i = 0; i < 60; ++i) {
    scenery.move(random);
    const auto picture = [&](OffscreenUi& ui) {
      return [&ui, &scenery] {
        ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), ui.fonts());
        scenery.draw(canvas);
      };
    };
    const auto changed = ui_->render(black, picture(*ui_));
    whole.value()->draw_all(black, picture(*whole.value()));
    const auto anew = whole.value()->render(black, picture(*whole.value()));
    ASSERT_TRUE(changed.ok() && anew.ok());
    ASSERT_TRUE(changed.value().rgba == anew.value().rgba) << "frame " << i;
  }
}

TEST_F(DamageTest, OnlyTheTilesOfWhatMovedAreDrawn) {
  Damage damage(known);
  const auto at = [](float x) {
    return [x](Canvas& canvas) {
      canvas.fill({0, 0, 640, 400}, {20, 24, 30});
      canvas.text({20, 380}, "stays", {Face::sans, 14, white});
      canvas.fill({x, 100, 20, 20}, blue);
    };
  };
  EXPECT_EQ(cut(damage, at(100)), 640 * 400);
  EXPECT_EQ(cut(damage, at(100)), 0);
  EXPECT_EQ(ImGui::GetDrawData()->TotalIdxCount, 0);
  EXPECT_EQ(cut(damage, at(101)), 32 * 32);  // within one tile
  EXPECT_EQ(ImGui::GetDrawData()->TotalIdxCount, 6) << "the text is not drawn again";
  EXPECT_EQ(cut(damage, at(390)), 2 * 32 * 32);  // where it was, and where it is
  damage.forget();
  EXPECT_EQ(cut(damage, at(390)), 640 * 400);
}

TEST_F(DamageTest, AnotherBackgroundOrSizeIsAnotherPicture) {
  Damage damage(known);
  const auto dot = [](Canvas& canvas) { canvas.circle({50, 50}, 3, blue); };
  cut(damage, dot);
  EXPECT_EQ(cut(damage, dot, white), 640 * 400);
  start(320, 200);
  EXPECT_EQ(cut(damage, dot, white), 320 * 200);
}

TEST_F(DamageTest, OrderAndColorCount) {
  Damage damage(known);
  const auto two = [](Color below, Color above) {
    return [=](Canvas& canvas) {
      canvas.fill({70, 70, 20, 20}, below);
      canvas.fill({70, 70, 20, 20}, above);
    };
  };
  cut(damage, two(blue, white));
  EXPECT_EQ(cut(damage, two(white, blue)), 32 * 32);
  EXPECT_EQ(cut(damage, two(white, blue.alpha(0.5F))), 32 * 32);
  EXPECT_EQ(cut(damage, two(white, blue.alpha(0.5F))), 0);
}

TEST_F(DamageTest, CallbacksThatNobodyKnowsAreDrawnInEveryFrame) {
  Damage damage(known);
  const auto strange = [](Canvas&) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({64, 64}, {128, 96});
    list.AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, nullptr);
    list.PopClipRect();
  };
  cut(damage, strange);
  EXPECT_EQ(cut(damage, strange), 64 * 32);
}

TEST_F(DamageTest, HeatIsDrawnAnewWhenItsCellsAre) {
  std::vector<std::uint8_t> cells(32 * 64, 1);
  HeatSlice slice{.cells = cells.data(), .pitch = 64, .columns = 64, .rows = 32, .to = 64};
  slice.palette.fill(black);
  slice.palette[1] = blue;
  slice.palette[2] = white;
  const auto color = [&] {
    const auto image = ui_->paint(black, [&](Canvas& c) { c.heat({0, 0, 640, 320}, slice); });
    EXPECT_TRUE(image.ok());
    return int{image.value().pixel(5, 5)[0]};
  };
  EXPECT_EQ(color(), blue.r);
  std::ranges::fill(cells, std::uint8_t{2});
  ++slice.version;
  EXPECT_EQ(color(), white.r);
  EXPECT_EQ(color(), white.r);
  slice.palette[2] = blue;
  EXPECT_EQ(color(), blue.r);
}

}  // namespace
}  // namespace warpscope
