#include "app/shell/keyboard.hpp"

#include <GLFW/glfw3.h>

#include <cctype>
#include <string>

namespace warpscope {
namespace {

/// Keys that type nothing, and the space bar, whose character has no name.
const char* name_of(int key) {
  switch (key) {
    case GLFW_KEY_LEFT: return "Left";
    case GLFW_KEY_RIGHT: return "Right";
    case GLFW_KEY_UP: return "Up";
    case GLFW_KEY_DOWN: return "Down";
    case GLFW_KEY_HOME: return "Home";
    case GLFW_KEY_END: return "End";
    case GLFW_KEY_PAGE_UP: return "PageUp";
    case GLFW_KEY_PAGE_DOWN: return "PageDown";
    case GLFW_KEY_SPACE: return "Space";
    case GLFW_KEY_ESCAPE: return "Escape";
    case GLFW_KEY_F1: return "F1";
    case GLFW_KEY_F2: return "F2";
    case GLFW_KEY_F3: return "F3";
    case GLFW_KEY_F4: return "F4";
    case GLFW_KEY_F5: return "F5";
    case GLFW_KEY_F6: return "F6";
    case GLFW_KEY_F7: return "F7";
    case GLFW_KEY_F8: return "F8";
    case GLFW_KEY_F9: return "F9";
    case GLFW_KEY_F10: return "F10";
    case GLFW_KEY_F11: return "F11";
    default: return nullptr;
  }
}

const char* keypad_label(int key) {
  switch (key) {
    case GLFW_KEY_KP_ADD: return "+";
    case GLFW_KEY_KP_SUBTRACT: return "-";
    case GLFW_KEY_KP_0: return "0";
    default: return nullptr;
  }
}

}  // namespace

std::optional<Chord> Keyboard::key(int key, const char* label, int modifiers) {
  shift_ = (modifiers & GLFW_MOD_SHIFT) != 0;
  const bool ctrl = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  if (const char* name = name_of(key)) return Chord{ctrl, shift_, name};
  if (!ctrl) return std::nullopt;  // its character follows
  if (const char* keypad = keypad_label(key)) label = keypad;
  if (label == nullptr || label[0] == '\0' || label[1] != '\0') return std::nullopt;
  const char c = label[0];
  // Plus lies on the key of the equals sign on many keyboards; "Ctrl +" means it without Shift too.
  if (c == '=' || c == '+') return Chord{true, false, "+"};
  if (std::isalpha(static_cast<unsigned char>(c)) == 0) return Chord{true, false, label};
  return Chord{true, shift_,
               std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(c))))};
}

std::optional<Chord> Keyboard::character(unsigned code_point) const {
  if (code_point <= ' ' || code_point > '~') return std::nullopt;
  const auto c = static_cast<char>(code_point);
  // By the modifier, not by the case, which Caps Lock turns round.
  if (std::isalpha(static_cast<unsigned char>(c)) == 0) return Chord{false, false, {c}};
  return Chord{false, shift_,
               std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(c))))};
}

}  // namespace warpscope
