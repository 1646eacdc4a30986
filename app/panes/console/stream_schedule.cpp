#include "app/panes/console/stream_schedule.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpscope {
namespace {

class Scheduling {
 public:
  explicit Scheduling(const StreamStory& story) : story_(story), known_(story.streams.size()) {}

  StreamSchedule run() {
    made_.slots.resize(story_.calls.size());
    for (std::uint32_t at = 0; at < story_.calls.size(); ++at) add(at);
    return std::move(made_);
  }

 private:
  [[nodiscard]] const StreamCall& call(std::uint32_t at) const { return story_.calls[at]; }

  void add(std::uint32_t at) {
    const StreamCall& own = call(at);
    const std::vector<std::uint32_t> ahead = ahead_of(own);
    StreamSchedule::Slot& slot = made_.slots[at];
    slot.begin = host_at_;  // the host asks for one thing after the other
    for (const std::uint32_t other : ahead) {
      slot.begin = std::max(slot.begin, made_.slots[other].end);
    }
    const bool takes_time =
        own.kind == StreamCallKind::work || own.kind == StreamCallKind::host_uses;
    const bool waits = own.kind == StreamCallKind::host_waits;
    slot.end = slot.begin + (takes_time ? 1.0F : waits ? StreamSchedule::wait_room : 0.0F);
    made_.length = std::max(made_.length, slot.end);
    if (own.stream < 0) return add_of_host(at);
    add_arrows(at, ahead);
    known_[static_cast<std::size_t>(own.stream)].push_back(at);
  }

  void add_of_host(std::uint32_t at) {
    host_at_ = made_.slots[at].end;
    const StreamCall& own = call(at);
    if (own.kind != StreamCallKind::host_waits) return;
    StreamSchedule::Wait wait{.call = at, .streams = {}};
    waited_.resize(story_.streams.size());
    for (std::uint32_t s = 0; s < own.clock.size(); ++s) {
      if (own.clock[s] > waited_[s]) wait.streams.push_back(s);
      waited_[s] = std::max(waited_[s], own.clock[s]);
    }
    made_.waits.push_back(std::move(wait));
  }

  /// The last call of each stream that comes before this one.
  [[nodiscard]] std::vector<std::uint32_t> ahead_of(const StreamCall& own) const {
    std::vector<std::uint32_t> ahead;
    for (std::size_t s = 0; s < own.clock.size(); ++s) {
      const auto before = std::find_if(known_[s].rbegin(), known_[s].rend(),
                                       [&](auto at) { return call(at).number <= own.clock[s]; });
      if (before != known_[s].rend()) ahead.push_back(*before);
    }
    return ahead;
  }

  void add_arrows(std::uint32_t at, const std::vector<std::uint32_t>& ahead) {
    for (const std::uint32_t other : ahead) {
      const StreamCall& from = call(other);
      if (from.stream == call(at).stream) continue;
      const auto stream = static_cast<std::size_t>(from.stream);
      const bool waited = stream < waited_.size() && waited_[stream] >= from.number;
      const bool follows = std::ranges::any_of(ahead, [&](std::uint32_t third) {
        return third != other && is_ordered(from, call(third));
      });
      if (!waited && !follows) made_.arrows.push_back({other, at});
    }
  }

  const StreamStory& story_;
  StreamSchedule made_;
  std::vector<std::vector<std::uint32_t>> known_;  // calls of each stream so far
  std::vector<std::uint64_t> waited_;              // what the host has waited for so far
  float host_at_ = 0;
};

}  // namespace

StreamSchedule stream_schedule(const StreamStory& story) { return Scheduling(story).run(); }

}  // namespace warpscope
