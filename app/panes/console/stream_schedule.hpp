#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/trace/stream_story.hpp"

namespace warpscope {

/// When the calls of a story may run at the earliest, in units of one piece of work: nobody knows how long one takes, so
/// each is as long as any other. Two calls that nothing orders may stand at one time.
struct StreamSchedule {
  struct Slot {
    float begin = 0, end = 0;  ///< equal of an event
  };
  static constexpr float wait_room =
      0.15F;  ///< of the host's waiting, so that two do not fall together
  /// A call comes behind another one of another stream; those that follow from others are left out.
  struct Arrow {
    std::uint32_t from = 0, to = 0;  ///< into StreamStory::calls
    friend bool operator==(const Arrow&, const Arrow&) = default;
  };
  /// The host waits.
  struct Wait {
    std::uint32_t call = 0;
    std::vector<std::uint32_t> streams;  ///< those of which it learns something
  };
  std::vector<Slot> slots;  ///< of each call
  std::vector<Arrow> arrows;
  std::vector<Wait> waits;
  float length = 0;  ///< end of the last
};
/// Of a story that is_sound().
[[nodiscard]] StreamSchedule stream_schedule(const StreamStory& story);

}  // namespace warpscope
