#include "app/session/session_playback.hpp"

#include <algorithm>

#include "app/comparison/comparison.hpp"
#include "app/comparison/resume_place.hpp"
#include "app/session/desktop_motion.hpp"
#include "app/session/session.hpp"

namespace warpscope {

SessionPlayback::SessionPlayback(Session& session) : session_(session) { follow_motion(); }

void SessionPlayback::follow_motion(std::optional<bool> desktop_asks) {
  desktop_asks_ = desktop_asks.value_or(desktop_asks_);
  player.reduced_motion = reduces_motion(session_.settings.motion, desktop_asks_);
  if (player.reduced_motion) player.settle();
}

void SessionPlayback::seek(std::uint32_t access) {
  leave_place();
  if (left_.seek(access)) align();
  player.settle();
}

void SessionPlayback::seek_within(std::uint32_t access) {
  if (left_.ready()) seek(std::min(access, left_.count() - 1));
}

void SessionPlayback::seek_right(std::uint32_t access) {
  const auto& comparison = session_.shown().comparison;
  if (comparison) seek(comparison->alignment.to_left(access));
}

void SessionPlayback::step(Granularity by, bool forward) {
  player.play(false);
  leave_place();
  if (!move(by, forward)) return;
  align();
  // Backwards there is nothing to animate: the access is shown as it ended.
  forward ? animate() : player.settle();
}

void SessionPlayback::toggle() {
  leave_place();
  const bool start = !player.playing() && left_.ready();
  if (start && left_.position() + 1 == left_.count()) seek(0);
  player.play(start);
}

void SessionPlayback::open(const Recording& shown) {
  left_.open(shown.left);
  right_.open(shown.right);
  align();
}

void SessionPlayback::close() {
  left_.close();
  right_.close();
}

bool SessionPlayback::resume(const DocumentPtr& before, std::uint32_t access) {
  const DocumentPtr& now = left_.document();
  if (!before || !now) return false;
  // Whoever has gone nowhere yet sees what tells most, whichever the values are.
  const bool values =
      !session_.opening.unmoved() && same_but_for_values(*before->trace, *now->trace);
  if (!values && !same_program(*before->subject, *now->subject)) return false;
  const auto place = resume_place(*before->trace, access, *now->trace);
  if (!place) return false;
  seek(*place);
  return true;
}

bool SessionPlayback::tick(float seconds) {
  const bool moving = player.moving();
  bool moved = false;
  for (int steps = player.update(seconds); steps > 0; --steps) {
    if (!move(player.granularity, true)) {
      player.play(false);
      break;
    }
    moved = true;
  }
  if (moved) {
    align();
    animate();
  }
  return moving || moved;
}

bool SessionPlayback::move(Granularity by, bool forward) {
  if (!session_.following.wanted().filter.on()) return forward ? left_.forward(by) : left_.back(by);
  if (!left_.ready()) return false;
  const auto next = session_.following.next(left_.position(), by, forward);
  return next && left_.seek(*next);
}

void SessionPlayback::leave_place() {
  session_.places.read_at_playhead();
  session_.opening.leave();
}

void SessionPlayback::align() {
  const auto& comparison = session_.shown().comparison;
  if (left_.ready() && right_.ready() && comparison) {
    right_.seek(comparison->alignment.to_right(left_.position()));
  }
}

void SessionPlayback::animate() {
  player.animate(left_.document()->summary.accesses[left_.position()].wavefronts);
}

}  // namespace warpscope
