#pragma once

#include <string>
#include <string_view>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Decides when whatever is under the mouse explains itself: once the mouse was moved there and rests. A mouse
/// that lies still while keys or time move the content below it asks for nothing, nor does one that has just
/// clicked. From one explanation to the next there is no wait.
class RestingPointer {
 public:
  static constexpr float delay = 0.4F;  ///< seconds

  /// The input of a frame. `acted`: a key, a button or the wheel was used.
  void hear(Point at, bool inside, bool acted, float seconds);
  /// Whether `text`, all that would be said in this frame, is to be shown; empty: there is nothing to say.
  [[nodiscard]] bool explains(std::string_view text);
  /// After explains(): for how long its answer stays if nothing happens.
  [[nodiscard]] float seconds_until_change() const;

 private:
  Point at_{-1, -1};
  bool asks_ = false;   // it was moved, and nothing was done since
  bool moved_ = false;  // in this frame
  float rested_ = 0;    // seconds
  bool shown_ = false;
  std::string text_;  // that it came to
};

}  // namespace warpscope
