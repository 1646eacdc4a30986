#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/work_place.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

class Session;

/// Keeps in a file where a window is, while it is open, so that after a crash the next one can go on there. Each window
/// holds a file of its own, which another one takes over only if its window is no more. Writes off the frame thread.
class PlaceKeeper {
 public:
  /// `folder` is made if necessary; empty, or one that cannot be written: nothing is kept.
  explicit PlaceKeeper(const std::filesystem::path& folder);
  ~PlaceKeeper();
  PlaceKeeper(const PlaceKeeper&) = delete;
  PlaceKeeper& operator=(const PlaceKeeper&) = delete;

  /// What windows left that are no more: the place of the one that was at work last, and all texts. Once.
  [[nodiscard]] WrittenPlace take_left() { return std::exchange(left_, {}); }

  /// To be called once in every frame, with the seconds since the last one.
  void frame(const Session& session, float seconds);
  /// The same, for a place that is known. `waits`: it is that of the last window, to which nobody has gone back.
  void note(const WorkPlace& place, bool waits, float seconds);
  /// For how long the window may sleep, at most.
  [[nodiscard]] float seconds_until_due() const;
  /// The window closes: only what is in no file is kept.
  void end(const std::map<std::filesystem::path, std::string>& unsaved);
  /// Waits for the writing.
  void settle();

  static constexpr float pace = 1;  ///< seconds between two looks
  static constexpr float early_seconds =
      5;  ///< after which a window is not taken for one that died at once

 private:
  struct Slot {
    std::filesystem::path file;
    int lock = -1;
  };
  void take_slots(const std::filesystem::path& folder);
  void give_up_others();
  void write(std::string text);

  std::vector<Slot>
      slots_;  // the first one is ours; the others are given up with the first writing
  WrittenPlace left_;
  float since_look_ = pace, alive_ = 0;
  bool armed_ = true;
  std::string written_;
  Background<Done> writing_;
};

/// $XDG_DATA_HOME/warpscope/windows, else under ~/.local/share; empty if neither is known.
[[nodiscard]] std::filesystem::path place_folder();

}  // namespace warpscope
