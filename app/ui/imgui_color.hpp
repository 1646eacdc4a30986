#pragma once

#include <imgui.h>

#include "app/ui/theme.hpp"

namespace warpscope {

[[nodiscard]] inline ImVec4 imgui_color(Color c) {
  constexpr float most = 255;
  return {c.r / most, c.g / most, c.b / most, c.a / most};
}

}  // namespace warpscope
