#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/frontend.hpp"
#include "app/export/picture_source.hpp"
#include "app/session/session.hpp"

namespace warpscope {

/// Draws off screen; returns the bytes of a PNG, SVG or PDF file. ErrorKind::unavailable if PNG needs
/// OpenGL and there is none, ErrorKind::usage for an unknown view, format or theme.
[[nodiscard]] Result<std::vector<std::byte>> render_picture(const PictureRequest& request);

/// The same for many moments of the request's document; its access and format are ignored.
[[nodiscard]] Result<std::unique_ptr<PictureSource>> open_pictures(const PictureRequest& request);

/// Pictures of what a session shows, or of one view in it, with its layout, comparison and theme.
struct SessionPictures {
  std::shared_ptr<Session> session;  ///< shows something; its playhead moves, unless it stays
  std::string view;                  ///< a view's id, or "window"
  int width = 0, height = 0;
  float scale = 0;     ///< of the window; 0: one that suits its size
  float seconds = 0;   ///< from picture to picture
  bool stays = false;  ///< always shows the session's access, whichever is asked for
  float zoom = 1;      ///< of the view, or of the window's stage: more than the session has
};
[[nodiscard]] Result<std::unique_ptr<PictureSource>> open_session_pictures(SessionPictures wanted);

/// Why PNG pictures cannot be drawn on this machine, in one sentence; empty if they can.
[[nodiscard]] std::string offscreen_problem();

}  // namespace warpscope
