#pragma once

#include <optional>

#include "app/commands/command.hpp"

namespace warpscope {

/// Keys of the window system as chords. Two events together make them independent of the layout: a
/// key that types a character is known by the character, so that `?`, `+` and letters are where the
/// user's keyboard has them; all others, and all with Ctrl or Alt, by the key.
class Keyboard {
 public:
  /// A key went down or repeats, numbered as in GLFW. `label` is printed on the key, nullptr if
  /// nothing is.
  [[nodiscard]] std::optional<Chord> key(int key, const char* label, int modifiers);
  /// A button of the mouse went down, numbered as in GLFW. "Mouse4" and "Mouse5" go back and forward in
  /// browsers; the others are for the views.
  [[nodiscard]] static std::optional<Chord> mouse(int button);
  /// A character was typed.
  [[nodiscard]] std::optional<Chord> character(unsigned code_point) const;

 private:
  bool shift_ = false;
  int key_ = 0;  // the last one that went down
};

}  // namespace warpscope
