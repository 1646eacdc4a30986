#include "instrumentation/trace/stream_story.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {

bool is_sound(const StreamStory& story) {
  if (story.streams.size() > StreamStory::most_streams ||
      story.calls.size() > StreamStory::most_calls ||
      story.clashes.size() > StreamStory::most_clashes || story.left_out < 0) {
    return false;
  }
  const auto call_is_sound = [&](const StreamCall& call) {
    const bool of_host =
        call.kind == StreamCallKind::host_waits || call.kind == StreamCallKind::host_uses;
    return call.clock.size() <= story.streams.size() && call.launch >= 0 &&
           (of_host ? call.stream == -1
                    : call.stream >= 0 && std::cmp_less(call.stream, story.streams.size()));
  };
  const auto clash_is_sound = [&](const StreamClash& clash) {
    return clash.earlier < clash.later && clash.later < story.calls.size();
  };
  return std::ranges::all_of(story.calls, call_is_sound) &&
         std::ranges::all_of(story.clashes, clash_is_sound);
}

bool is_ordered(const StreamCall& before, const StreamCall& behind) {
  const auto stream = static_cast<std::size_t>(before.stream);
  return before.stream >= 0 && stream < behind.clock.size() &&
         behind.clock[stream] >= before.number;
}

}  // namespace warpscope
