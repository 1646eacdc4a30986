#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/cli/frontend.hpp"

namespace warpscope {

/// Draws off screen; the bytes of a PNG or SVG file. ErrorKind::unavailable where PNG needs OpenGL
/// and there is none, ErrorKind::usage for an unknown view, format or theme.
[[nodiscard]] Result<std::vector<std::byte>> render_picture(const PictureRequest& request);

/// Why PNG pictures cannot be drawn on this machine, in one sentence; empty where they can.
[[nodiscard]] std::string offscreen_problem();

}  // namespace warpscope
