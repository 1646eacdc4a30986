#include "app/export/film_plan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/session/player.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr int fewest_frames = 2;  // for an access, however fast: it must be seen to move

}  // namespace

FilmPlan::Part FilmPlan::part_of(int wavefronts) const {
  const float length = Player::length_of(wavefronts);
  const float frames_per_second = static_cast<float>(pace_.fps) / pace_.speed;
  const auto frames_in = [&](float seconds) {
    return static_cast<int>(std::lround(seconds * frames_per_second));
  };
  Part part;
  part.frames =
      std::max(fewest_frames, frames_in(std::max(1 / Player::accesses_per_second, length)));
  part.moving = std::clamp(frames_in(length), 1, part.frames);
  return part;
}

Result<FilmPlan> FilmPlan::make(const Summary& summary, std::uint32_t first, std::uint32_t last,
                                Pace pace) {
  FilmPlan plan(first, last, pace);
  const std::uint64_t accesses = std::uint64_t{last} - first + 1;
  std::uint64_t frames = 0;
  for (std::uint32_t access = first; access <= last; ++access) {
    Part part = plan.part_of(summary.accesses[access].wavefronts);
    part.first_frame = frames;
    frames += static_cast<std::uint64_t>(part.frames);
    if (frames <= most_frames) plan.parts_.push_back(part);
  }
  frames += static_cast<std::uint64_t>(pace.fps);
  if (frames <= most_frames) return plan;
  constexpr double minute = 60;
  return Error{ErrorKind::usage,
               say("A film of {0} accesses would last {1:.0f} minutes and have {2} frames; {3} are "
                   "the most.",
                   accesses, static_cast<double>(frames) / pace.fps / minute, frames, most_frames)};
}

std::uint64_t FilmPlan::frame_count() const {
  const Part& part = parts_.back();
  return part.first_frame + static_cast<std::uint64_t>(part.frames + pace_.fps);
}

double FilmPlan::seconds() const { return static_cast<double>(frame_count()) / pace_.fps; }

FilmFrame FilmPlan::frame(std::uint64_t number) const {
  const auto after = std::ranges::upper_bound(parts_, number, {}, &Part::first_frame);
  const Part& part = *std::prev(after);
  const auto passed = static_cast<float>(number - part.first_frame + 1);
  return {first_ + static_cast<std::uint32_t>(std::prev(after) - parts_.begin()),
          std::min(1.0F, passed / static_cast<float>(part.moving))};
}

}  // namespace warpscope
