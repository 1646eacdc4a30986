#include "app/shell/keyboard.hpp"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"

namespace warpscope {
namespace {

TEST(Keyboard, NamesKeysThatTypeNothing) {
  Keyboard keyboard;
  EXPECT_EQ(keyboard.key(GLFW_KEY_LEFT, nullptr, GLFW_MOD_SHIFT), chord("Shift+Left"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_SPACE, nullptr, 0), chord("Space"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_MENU, nullptr, 0), chord("Menu"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_LEFT_SHIFT, nullptr, GLFW_MOD_SHIFT), std::nullopt);
}

TEST(Keyboard, KnowsLettersByWhatTheyType) {
  Keyboard keyboard;
  EXPECT_EQ(keyboard.key(GLFW_KEY_B, "b", GLFW_MOD_SHIFT), std::nullopt);
  EXPECT_EQ(keyboard.character('B'), chord("Shift+B"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_B, "b", 0), std::nullopt);
  EXPECT_EQ(keyboard.character('B'), chord("B"));  // Caps Lock
  EXPECT_EQ(keyboard.character('?'), chord("?"));
  EXPECT_EQ(keyboard.character(' '), std::nullopt);
  EXPECT_EQ(keyboard.character(0xFC), std::nullopt);
}

TEST(Keyboard, TakesTheLabelOfTheKeyWithControl) {
  Keyboard keyboard;
  // On a German keyboard the key right of T is labelled z.
  EXPECT_EQ(keyboard.key(GLFW_KEY_Y, "z", GLFW_MOD_CONTROL), chord("Ctrl+Z"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_Z, "z", GLFW_MOD_CONTROL | GLFW_MOD_SHIFT),
            chord("Ctrl+Shift+Z"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_EQUAL, "=", GLFW_MOD_CONTROL), chord("Ctrl++"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_KP_ADD, nullptr, GLFW_MOD_CONTROL), chord("Ctrl++"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_0, "0", GLFW_MOD_CONTROL), chord("Ctrl+0"));
}

TEST(Keyboard, AltIsWithTheKeyAndNotWithWhatItTypes) {
  Keyboard keyboard;
  EXPECT_EQ(keyboard.key(GLFW_KEY_H, "h", GLFW_MOD_ALT), chord("Alt+H"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_1, "1", GLFW_MOD_ALT), chord("Alt+1"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_1, "1", GLFW_MOD_CONTROL | GLFW_MOD_SHIFT),
            chord("Ctrl+Shift+1"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_ESCAPE, nullptr, GLFW_MOD_SHIFT), chord("Shift+Escape"));
  // AltGr, which types a character, is both of them on some systems.
  EXPECT_EQ(keyboard.key(GLFW_KEY_8, "8", GLFW_MOD_CONTROL | GLFW_MOD_ALT), std::nullopt);
}

/// Whether some key of an American keyboard gives this chord.
bool can_be_pressed(const Chord& wanted) {
  Keyboard keyboard;
  const int modifiers = (wanted.ctrl ? GLFW_MOD_CONTROL : 0) | (wanted.alt ? GLFW_MOD_ALT : 0) |
                        (wanted.shift ? GLFW_MOD_SHIFT : 0);
  for (int key = GLFW_KEY_SPACE; key <= GLFW_KEY_LAST; ++key) {
    const std::string label =
        key > ' ' && key <= '~' ? std::string(1, static_cast<char>(std::tolower(key))) : "";
    const auto pressed = keyboard.key(key, label.empty() ? nullptr : label.c_str(), modifiers);
    if (pressed == wanted) return true;
    if (wanted.key.size() == 1 &&
        keyboard.character(static_cast<unsigned char>(wanted.key.front())) == wanted) {
      return true;
    }
  }
  return wanted.key.starts_with("Mouse");
}

TEST(Keyboard, EveryKeyOfACommandCanBePressed) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  for (const Command& command : commands.all()) {
    for (const Chord& each : command.keys) {
      EXPECT_TRUE(can_be_pressed(each)) << command.id << ": " << text(each);
    }
  }
}

TEST(Keyboard, ButtonsOfTheMouseThatGoBackAndForwardAreKeys) {
  EXPECT_EQ(Keyboard::mouse(GLFW_MOUSE_BUTTON_4), chord("Mouse4"));
  EXPECT_EQ(Keyboard::mouse(GLFW_MOUSE_BUTTON_5), chord("Mouse5"));
  EXPECT_EQ(Keyboard::mouse(GLFW_MOUSE_BUTTON_LEFT), std::nullopt);
  EXPECT_EQ(Keyboard::mouse(GLFW_MOUSE_BUTTON_MIDDLE), std::nullopt);
}

TEST(Keyboard, ARussianLayoutNeedsNoSwitching) {
  Keyboard keyboard;
  EXPECT_EQ(keyboard.key(GLFW_KEY_COMMA, "б", GLFW_MOD_ALT), chord("Alt+,"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_K, "л", GLFW_MOD_CONTROL), chord("Ctrl+K"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_H, "р", GLFW_MOD_ALT), chord("Alt+H"));
  EXPECT_EQ(keyboard.key(GLFW_KEY_B, "и", GLFW_MOD_SHIFT), std::nullopt);
  EXPECT_EQ(keyboard.character(0x418), chord("Shift+B"));  // И
  EXPECT_EQ(keyboard.key(GLFW_KEY_RIGHT_BRACKET, "ъ", 0), std::nullopt);
  EXPECT_EQ(keyboard.character(0x44A), chord("]"));
}

}  // namespace
}  // namespace warpscope
