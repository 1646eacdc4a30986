#include "app/ui/focus_ring.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {

void FocusRing::begin(Keys keys) {
  before_ = std::exchange(stops_, {});
  keys.steps += std::exchange(asked_, 0);
  const auto count = static_cast<int>(before_.size());
  auto here = std::ranges::find(before_, here_, &Stop::id);
  arrived_ = keys.steps != 0 && count > 0;
  constexpr int frames = 4;
  sought_ = arrived_ ? frames : std::max(0, sought_ - 1);
  if (arrived_) {
    const int from = here != before_.end() ? static_cast<int>(here - before_.begin())
                     : keys.steps > 0      ? -1
                                           : count;
    here = before_.begin() + ((from + keys.steps) % count + count) % count;
    here_ = here->id;
    keyed_ = true;
  }
  presses_ = here_ != 0 && here != before_.end() && here->presses;
  pressed_ = keys.press && presses_ && !arrived_;
}

FocusRing::Turn FocusRing::add(unsigned id, bool presses) {
  stops_.push_back({id, presses});
  if (std::exchange(to_first_, false)) {
    go_to(id);
    presses_ = presses;
  }
  const bool focused = here_ == id;
  return {.focused = focused,
          .arrived = focused && arrived_,
          .sought = focused && sought_ > 0,
          .pressed = focused && pressed_ && presses,
          .ringed = focused && keyed_};
}

void FocusRing::go_to(unsigned id) {
  if (id == here_) return;
  here_ = id;
  sought_ = 0;
  keyed_ = arrived_ = pressed_ = presses_ = false;
}

bool FocusRing::has(unsigned id) const { return std::ranges::count(stops_, id, &Stop::id) > 0; }

void FocusRing::leave() { go_to(0); }

}  // namespace warpscope
