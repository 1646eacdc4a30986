#pragma once

namespace warpscope {

/// Keys that controls listen to; letters by their upper-case ASCII code, as in `Key{'A'}`. The
/// values are GLFW's.
enum class Key : int {
  space = 32,
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
};

}  // namespace warpscope
