#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// A row of a context menu, as it is shown.
struct MenuEntry {
  std::string title;      ///< in the current language
  std::string keys = {};  ///< of the command that does it: "Ctrl+E"; empty: there is none
  bool enabled = true;
  bool apart = false;  ///< a line stands above it
  std::function<void()> run;
};

/// The menu that was asked for last.
struct MenuShown {
  std::uint64_t number = 0;  ///< each one has its own
  Point at;                  ///< of the mouse, or of what has the keyboard; logical pixels
  bool by_key = false;       ///< the first row is highlighted then
  std::string title = {};    ///< what it is about; empty: the window
  std::vector<MenuEntry> entries = {};
  /// The recordings, left and right, whose accesses the rows name.
  std::array<std::weak_ptr<const Document>, 2> documents = {};
};

}  // namespace warpscope
