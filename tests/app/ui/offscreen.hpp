#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "app/ui/offscreen_ui.hpp"

namespace warpscope {

inline constexpr Color black{0, 0, 0}, white{255, 255, 255};

/// A test that draws. Without OpenGL it skips, unless WARPSCOPE_REQUIRE_GL=1, which makes that a
/// failure.
class OffscreenTest : public testing::Test {
 protected:
  void SetUp() override { start(320, 200); }

  void start(int width, int height, float scale = 1) {
    auto made = OffscreenUi::create(width, height, scale);
    if (made) {
      ui_ = std::move(made).value();
      return;
    }
    const char* required = std::getenv("WARPSCOPE_REQUIRE_GL");
    if (required != nullptr && std::string_view(required) == "1") FAIL() << made.error().message;
    GTEST_SKIP() << made.error().message;
  }

  std::unique_ptr<OffscreenUi> ui_;
};

}  // namespace warpscope
