#include "app/ui/offscreen_ui.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include "app/gl/png.hpp"
#include "app/ui/imgui_compat.h"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

using OffscreenUiTest = OffscreenTest;

TEST_F(OffscreenUiTest, GivesTheMouseAndTheKeysOfItsInput) {
  ImVec2 mouse;
  bool pressed = false, held = false;
  const auto look = [&] {
    mouse = ImGui::GetIO().MousePos;
    pressed = compat::key_pressed(Key::right, false);
    held = ImGui::GetIO().MouseDown[0];
  };
  ui_->build(look, {.mouse = {30, 40}, .mouse_down = true, .keys = {Key::right}});
  EXPECT_EQ(mouse.x, 30);
  EXPECT_EQ(mouse.y, 40);
  EXPECT_TRUE(pressed);
  EXPECT_TRUE(held);
  ui_->build(look);
  EXPECT_FALSE(pressed);
  EXPECT_FALSE(held);
}

TEST_F(OffscreenUiTest, TypedTextReachesTheControls) {
  char text[16] = "";
  const auto frame = [&] {
    ImGui::Begin("window");
    ImGui::SetKeyboardFocusHere();
    ImGui::InputText("field", text, sizeof text);
    ImGui::End();
  };
  ui_->build(frame);
  ui_->build(frame);
  ui_->build(frame, {.text = "256"});
  ui_->build(frame);
  EXPECT_STREQ(text, "256");
}

TEST_F(OffscreenUiTest, TwoLiveSideBySide) {
  auto other = OffscreenUi::create(64, 32);
  ASSERT_TRUE(other.ok());
  const auto nothing = [](Canvas&) {};
  const auto red = ui_->paint({255, 0, 0}, nothing);
  const auto green = other.value()->paint({0, 255, 0}, nothing);
  const auto blue = ui_->paint({0, 0, 255}, nothing);
  ASSERT_TRUE(red.ok() && green.ok() && blue.ok());
  EXPECT_EQ(red.value().pixel(5, 5)[0], 255);
  EXPECT_EQ(green.value().pixel(5, 5)[1], 255);
  EXPECT_EQ(blue.value().pixel(5, 5)[2], 255);
  EXPECT_EQ(green.value().width, 64);
  EXPECT_EQ(blue.value().width, 320);
}

TEST_F(OffscreenUiTest, SizesThatTheDeviceCannotHoldAreRefused) {
  for (const auto& [width, height] : {std::pair{0, 10}, {10, -1}, {1 << 20, 10}}) {
    const auto refused = OffscreenUi::create(width, height);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
    EXPECT_NE(refused.error().message.find(std::to_string(width)), std::string::npos);
  }
}

TEST_F(OffscreenUiTest, FontsRebuiltForAnotherScaleAreDrawn) {
  const auto letter = [&](Canvas& c) { c.text({20, 40}, "H", {Face::sans, 20, {255, 255, 255}}); };
  const auto lit = [](const Image& image) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) count += image.rgba[i] > 127 ? 1 : 0;
    return count;
  };
  const auto small = ui_->paint({0, 0, 0}, letter);
  ui_->rescale(2);
  const auto large = ui_->paint({0, 0, 0}, letter);
  ASSERT_TRUE(small.ok() && large.ok());
  EXPECT_GT(lit(small.value()), 30U);
  EXPECT_GT(lit(large.value()), 3 * lit(small.value()));
}

TEST(EncodePng, GivesBackThePixels) {
  const Image image{2, 1, {255, 0, 10, 255, 1, 2, 3, 128}};
  const std::string png = encode_png(image);
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                            static_cast<int>(png.size()), &width, &height, &channels, 4);
  ASSERT_NE(pixels, nullptr);
  EXPECT_EQ(width, 2);
  EXPECT_EQ(height, 1);
  EXPECT_EQ(std::vector<std::uint8_t>(pixels, pixels + 8), image.rgba);
  stbi_image_free(pixels);
}

}  // namespace
}  // namespace warpscope
