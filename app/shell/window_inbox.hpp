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

  /// A key that went up between two frames in which it also went down: Dear ImGui before 1.87 knows only how keys are
  /// in a frame, and would never hear of it.
  struct ShortKey {
    int key = 0, scancode = 0, modifiers = 0;
  };
  std::vector<int> fresh;            ///< keys that went down since the last frame
  std::vector<ShortKey> short_keys;  ///< whose release waits for the next frame
  void (*key_listener)(GLFWwindow*, int, int, int, int) = nullptr;  ///< Dear ImGui's
};

/// From now on the box gets the window's keys, and files that are dropped on it. To be called before Dear ImGui listens, which calls
/// the callbacks that it finds.
void listen(GLFWwindow* window, Inbox& box);

/// From now on a key that goes down and up between two frames is down in the next one. To be called after Dear ImGui
/// listens, which hears of keys through this.
void hold_short_keys(GLFWwindow* window, Inbox& box);
/// A frame has seen the keys that are down: lets those go up that wait for it. Whether there were any, so that another frame
/// must follow.
bool release_short_keys(GLFWwindow* window, Inbox& box);

void toggle_full_screen(GLFWwindow* window, Inbox& box);

}  // namespace warpscope
