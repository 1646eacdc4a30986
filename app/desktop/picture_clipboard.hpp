#pragma once

#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Puts a PNG file's picture into the desktop's clipboard, through wl-copy on Wayland or xclip on X11: a window's own
/// clipboard holds text only. They keep a copy of it for whoever pastes, also once we have ended. Waits until they have read it.
/// ErrorKind::unavailable if there is neither, or no desktop.
[[nodiscard]] Status copy_picture(const std::filesystem::path& png);

}  // namespace warpscope
