#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// The tool that a lecturer points with.
enum class Pointing : std::uint8_t { none, laser, spotlight };

/// What the lecture layout shows and a lecturer does.
struct SessionLecture {
  Pointing pointing = Pointing::none;
  bool presenting = false;  ///< the lecture was begun as one: Escape also leaves full screen
  bool blank = false;       ///< the screen is black until any key or click: see SessionViews::blank
  /// A view that is shown with the stage or in its place; empty: the stage alone.
  std::string view{};
};

}  // namespace warpscope
