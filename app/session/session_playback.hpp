#pragma once

#include <cstdint>
#include <optional>

#include "app/session/player.hpp"
#include "app/session/playhead.hpp"

namespace warpscope {

class Session;
struct Recording;

/// Where the window is in the run that is shown: the playheads at the left and at the right, which
/// stand at accesses that belong together, and the player that moves them.
class SessionPlayback {
 public:
  explicit SessionPlayback(Session& session);

  Player player;

  [[nodiscard]] const Playhead& left() const { return left_; }
  [[nodiscard]] const Playhead& right() const { return right_; }

  void seek(std::uint32_t access);  ///< without animation: scrubbing
  /// The same in a trace that may have fewer accesses.
  void seek_within(std::uint32_t access);
  /// The same, to what stands beside an access of the right side.
  void seek_right(std::uint32_t access);
  void step(Granularity by, bool forward);  ///< with animation; stops playing
  void toggle();                            ///< plays, or stops; from the end it starts over

  /// Lets the player move as Settings::motion says; call it when that, or the desktop's wish for less, has changed.
  void follow_motion(std::optional<bool> desktop_asks = std::nullopt);

  // For the session, when it shows something else, and as time passes.

  /// Stands in these documents: at the same access if the trace stays the same, else at the start.
  void open(const Recording& shown);
  void close();  ///< nothing is shown
  /// Goes to where the program stood before it was saved, or the kernel before its input was changed; false if
  /// there is no such place.
  bool resume(const DocumentPtr& before, std::uint32_t access);
  /// Lets time pass. Returns whether anything changed.
  bool tick(float seconds);

 private:
  /// A step of the playhead; leaves out what a filter does not let pass. Returns whether it moved.
  bool move(Granularity by, bool forward);
  void leave_place();  ///< where the user reads, and the opening
  void align();
  void animate();  ///< the present access

  Session& session_;
  Playhead left_, right_;
  bool desktop_asks_ = false;  // for less motion
};

}  // namespace warpscope
