#include "app/ui/resting_pointer.hpp"

namespace warpscope {

void RestingPointer::hear(Point at, bool inside, bool acted, float seconds) {
  const bool known = at_.x >= 0;
  moved_ = inside && known && (at.x != at_.x || at.y != at_.y);
  at_ = inside ? at : Point{-1, -1};
  if (moved_) asks_ = true;
  if (acted || !inside) asks_ = shown_ = false;
  rested_ = moved_ ? 0 : rested_ + seconds;
}

bool RestingPointer::explains(std::string_view text) {
  if (moved_) {
    if (text != text_ && text.empty()) shown_ = false;
    text_ = text;
  } else if (text != text_) {
    // The content has moved, not the mouse.
    text_ = text;
    asks_ = shown_ = false;
  }
  if (!asks_ || text.empty()) return shown_ = false;
  return shown_ = shown_ || rested_ >= delay;
}

float RestingPointer::seconds_until_change() const {
  constexpr float never = 1e6F;
  return asks_ && !shown_ && !text_.empty() ? delay - rested_ : never;
}

}  // namespace warpscope
