#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/frontend.hpp"
#include "app/session/session.hpp"

namespace warpscope {

/// Draws off screen; the bytes of a PNG or SVG file. ErrorKind::unavailable where PNG needs OpenGL
/// and there is none, ErrorKind::usage for an unknown view, format or theme.
[[nodiscard]] Result<std::vector<std::byte>> render_picture(const PictureRequest& request);

/// The window as `session` has it now: layout, comparison and theme. Scale 0: one that suits the
/// size.
[[nodiscard]] Result<std::vector<std::byte>> render_session(Session& session,
                                                            std::string_view format, int width,
                                                            int height, float scale = 0);

/// Why PNG pictures cannot be drawn on this machine, in one sentence; empty where they can.
[[nodiscard]] std::string offscreen_problem();

}  // namespace warpscope
