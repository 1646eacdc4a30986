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
    case GLFW_KEY_TAB: return "Tab";
    case GLFW_KEY_END: return "End";
    case GLFW_KEY_PAGE_UP: return "PageUp";
    case GLFW_KEY_PAGE_DOWN: return "PageDown";
    case GLFW_KEY_SPACE: return "Space";
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return "Enter";
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
    case GLFW_KEY_F12: return "F12";
    case GLFW_KEY_MENU: return "Menu";
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

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string capital(char c) {
  return {static_cast<char>(std::toupper(static_cast<unsigned char>(c)))};
}

/// The character on a key of the American layout: GLFW numbers those keys so.
char american(int key) { return key > ' ' && key <= '~' ? static_cast<char>(key) : '\0'; }

/// The character printed on a key, '\0' if there is none. Keys of another script count as those of
/// the American layout, so that a Russian keyboard needs no switching.
char printed(int key, const char* label) {
  if (const char* keypad = keypad_label(key)) label = keypad;
  if (label == nullptr || label[0] == '\0') return '\0';
  if (label[1] == '\0') return label[0];
  return american(key);
}

}  // namespace

std::optional<Chord> Keyboard::key(int key, const char* label, int modifiers) {
  shift_ = (modifiers & GLFW_MOD_SHIFT) != 0;
  key_ = key;
  const bool ctrl = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  const bool alt = (modifiers & GLFW_MOD_ALT) != 0;
  if (const char* name = name_of(key)) return Chord{ctrl, alt, shift_, name};
  if (ctrl == alt)
    return std::nullopt;  // its character follows; both together are AltGr on Windows
  const char c = printed(key, label);
  if (c == '\0') return std::nullopt;
  // Plus lies on the key of the equals sign on many keyboards; "Ctrl +" means it without Shift too.
  if (c == '=' || c == '+') return Chord{ctrl, alt, false, "+"};
  const bool digit = c >= '0' && c <= '9';
  return Chord{ctrl, alt, shift_ && (digit || is_letter(c)), capital(c)};
}

std::optional<Chord> Keyboard::mouse(int button) {
  if (button != GLFW_MOUSE_BUTTON_4 && button != GLFW_MOUSE_BUTTON_5) return std::nullopt;
  return Chord{.key = "Mouse" + std::to_string(button + 1)};
}

std::optional<Chord> Keyboard::character(unsigned code_point) const {
  constexpr unsigned first_of_other_scripts = 0x370;  // behind Latin and its accents
  const bool foreign = code_point >= first_of_other_scripts && american(key_) != '\0';
  if (foreign) code_point = static_cast<unsigned char>(american(key_));
  if (code_point <= ' ' || code_point > '~') return std::nullopt;
  const auto c = static_cast<char>(code_point);
  // Decided by the modifier, not by the case, which Caps Lock turns round.
  return is_letter(c) ? Chord{false, false, shift_, capital(c)} : Chord{false, false, false, {c}};
}

}  // namespace warpscope
