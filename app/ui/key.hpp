#pragma once

namespace warpscope {

/// Keys that commands are bound to. Letters and digits by their upper-case ASCII code, as in
/// `Key{'K'}`; all values are GLFW's.
enum class Key : int {
  space = 32,
  comma = 44,
  minus = 45,
  period = 46,
  slash = 47,
  equal = 61,
  left_bracket = 91,
  right_bracket = 93,
  escape = 256,
  enter = 257,
  tab = 258,
  backspace = 259,
  del = 261,
  right = 262,
  left = 263,
  down = 264,
  up = 265,
  page_up = 266,
  page_down = 267,
  home = 268,
  end = 269,
  f1 = 290,
  f5 = 294,
  f11 = 300,
  keypad_subtract = 333,
  keypad_add = 334,
};

}  // namespace warpscope
