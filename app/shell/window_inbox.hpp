#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shell/keyboard.hpp"

struct GLFWwindow;

namespace warpscope {

/// What a window hears between two frames, and what it needs to come back from full screen. Belongs
/// to one thread; must outlive the window that it listens to.
struct Inbox {
  Keyboard keyboard;
  std::vector<Chord> chords;
  std::vector<std::string> dropped;  ///< paths of files
  int x = 0, y = 0, width = 0, height = 0;

  void put(std::optional<Chord> chord);
};

/// From now on the box gets the window's keys, and files that are dropped on it. To be called before Dear ImGui listens, which calls
/// the callbacks that it finds.
void listen(GLFWwindow* window, Inbox& box);

void toggle_full_screen(GLFWwindow* window, Inbox& box);

}  // namespace warpscope
