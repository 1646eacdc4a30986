#include "instrumentation/program/machine/barrier_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_ranges = 3;  // of threads, in one sentence

CodePlace stands_at(const SimtLane& lane) { return {lane.at, lane.context}; }

bool at_barrier(const SimtLane& lane) {
  // The barrier of the grid is one of its blocks, too.
  return lane.waits == SimtLane::Waits::syncthreads || lane.waits == SimtLane::Waits::grid_sync;
}

bool is_empty(const LanePaths::Lanes& lanes) {
  return std::ranges::all_of(lanes, [](std::uint32_t each) { return each == 0; });
}

LanePaths::Lanes without(LanePaths::Lanes lanes, const LanePaths::Lanes& others) {
  for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k] &= ~others[k];
  return lanes;
}

}  // namespace

const SimtLane* BarrierChecks::barrier(SimtBlock& block) {
  const auto found = std::ranges::find_if(block.lanes, at_barrier);
  const SimtLane* const first = found == block.lanes.end() ? nullptr : &*found;
  LanePaths::Lanes fresh(block.ways.size()), waiting(block.ways.size());
  LanePaths::Node barrier = LanePaths::start;
  for (int warp = 0; warp < block.warps; ++warp) {
    const auto k = static_cast<std::size_t>(warp);
    WarpWay& way = block.ways[k];
    for (const SimtLane& lane : block.lanes_of(warp)) {
      const std::uint32_t bit = 1U << lane.lane();
      if (lane.waits == SimtLane::Waits::end) {
        fresh[k] |= bit & ~way.ended;
      } else if (first != nullptr && stands_at(lane) == stands_at(*first)) {
        waiting[k] |= bit;
      } else {
        paths_.pass(way.passed, stands_at(lane), LanePaths::Does::barrier, warp, bit);
      }
    }
    way.ended |= fresh[k];
    paths_.end_lanes(way.passed, warp, fresh[k]);
    if (waiting[k] == 0) continue;
    paths_.pass(way.passed, stands_at(*first), LanePaths::Does::barrier, warp, waiting[k]);
    barrier = way.passed.last();
  }
  if (first != nullptr) {
    compare_places(block, *first, waiting);
    if (first->waits == SimtLane::Waits::grid_sync) compare_blocks(block, *first);
    if (!is_empty(fresh)) miss(block, *first, barrier, fresh, -1);
    for (int warp = 0; warp < block.warps; ++warp) {
      note_visits(block, barrier, warp, waiting[static_cast<std::size_t>(warp)]);
    }
  }
  paths_.next_interval();
  return first;
}

void BarrierChecks::compare_places(const SimtBlock& block, const SimtLane& first,
                                   const LanePaths::Lanes& waiting) {
  const auto elsewhere = std::ranges::find_if(block.lanes, [&](const SimtLane& lane) {
    return at_barrier(lane) && stands_at(lane) != stands_at(first);
  });
  if (elsewhere == block.lanes.end()) return;
  const SimtLane& lane = *elsewhere;
  LanePaths::Lanes others(block.ways.size());
  for (const SimtLane& each : block.lanes) {
    if (!at_barrier(each) || stands_at(each) != stands_at(lane)) continue;
    others[static_cast<std::size_t>(each.rank / warp_lanes)] |= 1U << each.lane();
  }
  const std::uint32_t here = sites_.of(lane), there = sites_.of(first);
  findings_.report(
      block,
      {.kind = FindingKind::barrier_divergence,
       .lane = &lane,
       .site = here,
       .other = &first,
       .other_site = there,
       .arrived = others},
      [&] {
        const Group these = group(block, others), those = group(block, waiting);
        const Sentence who = findings_.of_block(these.begin, lane);
        return these.single
                   ? say("{0} waits at the barrier of {1}, {2} at that of {3}: all threads of "
                         "a block must reach the same barrier.",
                         who, sites_.line_text(here), those.text, sites_.line_text(there))
                   : say("{0} wait at the barrier of {1}, {2} at that of {3}: all threads of "
                         "a block must reach the same barrier.",
                         who, sites_.line_text(here), those.text, sites_.line_text(there));
      });
}

void BarrierChecks::compare_blocks(const SimtBlock& block, const SimtLane& waiting) {
  const std::uint32_t site = sites_.of(waiting);
  if (!grid_place_) {
    grid_place_ = {stands_at(waiting), site, findings_.of_block(say("a thread"), waiting)};
  } else if (grid_place_->place != stands_at(waiting)) {
    findings_.report(
        block,
        {.kind = FindingKind::barrier_divergence,
         .lane = &waiting,
         .site = site,
         .other_site = grid_place_->site},
        [&] {
          return say(
              "{0} waits for the whole grid on {1}, {2} on {3}: all blocks must come to the "
              "same grid.sync().",
              findings_.thread_text(waiting), sites_.line_text(site), grid_place_->who,
              sites_.line_text(grid_place_->site));
        });
  }
}

void BarrierChecks::synchronised(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) {
  WarpWay& way = block.ways[static_cast<std::size_t>(warp)];
  const SimtLane& first = *lanes.front();
  std::uint32_t present = 0, ended = 0, alive = 0;
  for (const SimtLane* lane : lanes) present |= 1U << lane->lane();
  std::uint32_t here = 0;
  for (const SimtLane* lane : lanes) {
    if (stands_at(*lane) == stands_at(first)) {
      here |= 1U << lane->lane();
    } else {
      paths_.pass(way.passed, stands_at(*lane), LanePaths::Does::barrier, warp, 1U << lane->lane());
    }
  }
  paths_.pass(way.passed, stands_at(first), LanePaths::Does::barrier, warp, here);
  const LanePaths::Node barrier = way.passed.last();
  for (const SimtLane& lane : block.lanes_of(warp)) {
    const std::uint32_t bit = 1U << lane.lane();
    (lane.waits == SimtLane::Waits::end ? ended : alive) |= bit;
  }
  const std::uint32_t fresh = ended & first.mask & ~way.parted;
  if (fresh != 0) {
    way.parted |= fresh;
    paths_.end_lanes(way.passed, warp, fresh);
    LanePaths::Lanes gone(block.ways.size());
    gone[static_cast<std::size_t>(warp)] = fresh;
    miss(block, first, barrier, gone, warp);
  }
  note_visits(block, barrier, warp, here);
  if ((alive & ~present) == 0) paths_.next_interval_of(warp);
}

void BarrierChecks::note_visits(SimtBlock& block, LanePaths::Node barrier, int warp,
                                std::uint32_t lanes) {
  auto known = std::ranges::find(block.barriers, barrier, &BarrierVisits::barrier);
  if (known == block.barriers.end()) {
    block.barriers.push_back({barrier, LanePaths::Lanes(block.ways.size())});
    known = block.barriers.end() - 1;
  }
  known->lanes[static_cast<std::size_t>(warp)] |= lanes;
}

void BarrierChecks::miss(SimtBlock& block, const SimtLane& waiting, LanePaths::Node barrier,
                         const LanePaths::Lanes& ended, int warp) {
  Missing made{.block = block.number,
               .interval = block.interval,
               .site = sites_.of(waiting),
               .mask = waiting.mask,
               .waits = waiting.waits,
               .waiting = LanePaths::Lanes(block.ways.size()),
               .ended = ended,
               .waited = LanePaths::Lanes(block.ways.size()),
               .parting = {}};
  for (const SimtLane& lane : block.lanes) {
    const auto k = static_cast<std::size_t>(lane.rank / warp_lanes);
    const bool here = stands_at(lane) == stands_at(waiting) && lane.waits == waiting.waits &&
                      (warp < 0 || (lane.rank / warp_lanes == warp && lane.mask == waiting.mask));
    if (here) made.waiting[k] |= 1U << lane.lane();
  }
  made.parting = paths_.part(barrier, ended, made.waiting, warp);
  const auto visits = std::ranges::find(block.barriers, barrier, &BarrierVisits::barrier);
  for (std::size_t k = 0; k < ended.size() && visits != block.barriers.end(); ++k) {
    made.waited[k] = ended[k] & visits->lanes[k];
  }
  missing_.push_back(std::move(made));
}

void BarrierChecks::end_block(SimtBlock& block) {
  const auto of_block = [&](const Missing& missing) { return missing.block == block.number; };
  if (std::ranges::any_of(missing_, of_block)) {
    for (int warp = 0; warp < block.warps; ++warp) {
      WarpWay& way = block.ways[static_cast<std::size_t>(warp)];
      const auto lanes = static_cast<int>(block.lanes_of(warp).size());
      const std::uint32_t all = 0xffffffffU >> (warp_lanes - lanes);
      paths_.end_lanes(way.passed, warp, all & ~(way.ended | way.parted));
    }
    const auto wrong = [&](const Missing& missing) {
      return of_block(missing) && judge(block, missing);
    };
    std::erase_if(missing_, wrong);
    for (const Missing& missing : missing_) {
      if (of_block(missing)) note(block, missing);
    }
    std::erase_if(missing_, of_block);
  }
  paths_.next_interval();
}

/// "Threads 0 to 39 of block 2 wait at the barrier of line 7"
Sentence BarrierChecks::waiting_text(const SimtBlock& block, const Missing& missing) const {
  const Group waiting = group(block, missing.waiting);
  const Sentence line = sites_.line_text(missing.site);
  const Sentence who = findings_.of_block(waiting.begin, *waiting.first);
  switch (missing.waits) {
    case SimtLane::Waits::syncwarp:
      return waiting.single ? say("{0} waits on {1} for the lanes of the mask {2:#010x}", who, line,
                                  missing.mask)
                            : say("{0} wait on {1} for the lanes of the mask {2:#010x}", who, line,
                                  missing.mask);
    case SimtLane::Waits::grid_sync:
      return waiting.single ? say("{0} waits for the whole grid on {1}", who, line)
                            : say("{0} wait for the whole grid on {1}", who, line);
    default:
      return waiting.single ? say("{0} waits at the barrier of {1}", who, line)
                            : say("{0} wait at the barrier of {1}", who, line);
  }
}

bool BarrierChecks::belongs_to(const CodePlace& place, const CodePlace& left_at) const {
  const auto& frames = sites_.frames(sites_.of(place.context, place.at));
  const auto& left = sites_.frames(sites_.of(left_at.context, left_at.at));
  if (frames.empty()) return true;  // of no line: the compiler made it
  if (left.empty()) return false;
  // What a function does behind its last hook counts as its caller's, by the context, and still has lines of its own.
  if (frames.front().function != left.front().function) return true;
  if (frames.size() < left.size()) return false;
  // Both in the same function, which the same calls have led to.
  for (std::size_t k = 0; k < left.size(); ++k) {
    const bool calls_alike = k + 1 == left.size() || frames[k].line == left[k].line;
    if (frames[k].function != left[k].function || !calls_alike) return false;
  }
  return true;
}

bool BarrierChecks::judge(const SimtBlock& block, const Missing& missing) {
  const auto belongs = [this](const CodePlace& place, const CodePlace& left_at) {
    return belongs_to(place, left_at);
  };
  const LanePaths::Parting::Place* const common = paths_.common_place(missing.parting, belongs);
  // Whoever has waited there before passes the barrier another number of times, also if nothing lies behind it.
  const LanePaths::Lanes gone =
      common != nullptr ? common->lanes
                        : without(missing.waited, paths_.left(missing.parting, belongs));
  if (is_empty(gone)) return false;
  const Group waiting = group(block, missing.waiting), others = group(block, gone);
  LaunchFindings::Wrong wrong{.kind = FindingKind::barrier_divergence,
                              .lane = waiting.first,
                              .site = missing.site,
                              .other = others.first,
                              .interval = missing.interval};
  if (missing.waits == SimtLane::Waits::syncthreads) wrong.arrived = missing.waiting;
  if (common != nullptr) {
    const CodePlace& place = paths_.place(common->node);
    wrong.other_site = sites_.of(place.context, place.at);
  }
  const std::int64_t went = wrong.other_site;
  if (const auto& frames = sites_.frames(missing.site); !frames.empty()) {
    wrong.other_site =
        told_with_.try_emplace({frames.back().file, frames.back().line}, went).first->second;
  }
  findings_.report(block, wrong, [&] {
    Sentence way;
    if (common != nullptr) {
      const Sentence line = sites_.line_text(static_cast<std::uint32_t>(went));
      way = others.single
                ? say("{0} has gone on to {1} without waiting, where the others come, too",
                      others.text, line)
                : say("{0} have gone on to {1} without waiting, where the others come, too",
                      others.text, line);
    } else {
      way = others.single ? say("{0} has ended after fewer rounds", others.text)
                          : say("{0} have ended after fewer rounds", others.text);
    }
    // Translators: "Thread 3 waits at the barrier of line 7", "threads 0 to 2 have ended after fewer rounds".
    return missing.waits == SimtLane::Waits::syncwarp
               ? say("{0}, but {1}: every lane that the mask names must come to each of its words.",
                     waiting_text(block, missing), way)
               : say("{0}, but {1}: all threads of a block must reach the same barriers.",
                     waiting_text(block, missing), way);
  });
  return true;
}

void BarrierChecks::note(const SimtBlock& block, const Missing& missing) {
  const auto belongs = [this](const CodePlace& place, const CodePlace& left_at) {
    return belongs_to(place, left_at);
  };
  const LanePaths::Lanes closed = without(missing.ended, paths_.left(missing.parting, belongs));
  const auto& frames = sites_.frames(missing.site);
  const bool told =
      !frames.empty() && told_with_.contains({frames.back().file, frames.back().line});
  if (is_empty(closed) || told) return;
  const Group waiting = group(block, missing.waiting), others = group(block, closed);
  const LaunchFindings::Wrong wrong{.kind = FindingKind::barrier_divergence,
                                    .lane = waiting.first,
                                    .site = missing.site,
                                    .other = others.first,
                                    .interval = missing.interval};
  findings_.note(block, wrong, [&] {
    return others.single
               ? say("{0}, and {1} ends the kernel without coming there. A GPU goes on, since it "
                     "waits "
                     "only for threads that have not ended, but CUDA does not allow a barrier in a "
                     "branch that not all threads take: let the others leave by an early return, "
                     "or "
                     "move the barrier out.",
                     waiting_text(block, missing), others.text)
               : say("{0}, and {1} end the kernel without coming there. A GPU goes on, since it "
                     "waits "
                     "only for threads that have not ended, but CUDA does not allow a barrier in a "
                     "branch that not all threads take: let the others leave by an early return, "
                     "or "
                     "move the barrier out.",
                     waiting_text(block, missing), others.text);
  });
}

BarrierChecks::Group BarrierChecks::group(const SimtBlock& block,
                                          const LanePaths::Lanes& lanes) const {
  struct Range {
    const SimtLane *first = nullptr, *last = nullptr;
  };
  std::vector<Range> ranges;
  std::size_t count = 0;
  bool whole = true;  // warps
  for (const SimtLane& lane : block.lanes) {
    const bool in =
        (lanes[static_cast<std::size_t>(lane.rank / warp_lanes)] >> lane.lane() & 1U) != 0;
    if (!in) continue;
    ++count;
    if (!ranges.empty() && ranges.back().last->rank + 1 == lane.rank) {
      ranges.back().last = &lane;
    } else {
      ranges.push_back({&lane, &lane});
    }
  }
  const auto threads = static_cast<int>(block.lanes.size());
  for (const Range& range : ranges) {
    whole = whole && range.first->lane() == 0 &&
            (range.last->lane() == warp_lanes - 1 || range.last->rank == threads - 1);
  }
  const auto text = [](const Range& range) -> Sentence {
    std::string first = LaunchFindings::thread_number(*range.first);
    if (range.last == range.first) return first;
    return say_c("numbers of threads", "{0} to {1}", first,
                 LaunchFindings::thread_number(*range.last));
  };
  if (ranges.empty()) return {};
  Group made{.first = ranges.front().first, .single = count == 1};
  if (made.single) {
    made.begin = say("Thread {0}", text(ranges.front()));
    made.text = say("thread {0}", text(ranges.front()));
  } else if (ranges.size() <= most_ranges) {
    Sentence all = text(ranges.front());
    for (std::size_t k = 1; k < ranges.size(); ++k) {
      all = k + 1 == ranges.size()
                ? say_c("numbers of threads", "{0} and {1}", all, text(ranges[k]))
                : say_c("numbers of threads", "{0}, {1}", all, text(ranges[k]));
    }
    made.begin = say("Threads {0}", all);
    made.text = say("threads {0}", all);
  } else {
    made.text = say_n("{0} thread from {1} to {2}", "{0} threads from {1} to {2}",
                      static_cast<std::int64_t>(count),
                      LaunchFindings::thread_number(*ranges.front().first),
                      LaunchFindings::thread_number(*ranges.back().last));
    made.begin = made.text;
  }
  if (whole && ranges.size() == 1) {
    const int first = ranges.front().first->rank / warp_lanes;
    const int last = ranges.front().last->rank / warp_lanes;
    const auto in_warps = [&](const Sentence& group) {
      return first == last ? say("{0} (warp {1})", group, first)
                           : say("{0} (warps {1} to {2})", group, first, last);
    };
    made.begin = in_warps(made.begin);
    made.text = in_warps(made.text);
  }
  return made;
}

void BarrierChecks::grid_stuck(const SimtBlock& block) {
  const auto waits = std::ranges::find(block.lanes, SimtLane::Waits::grid_sync, &SimtLane::waits);
  if (waits == block.lanes.end()) return;
  const std::uint32_t site = sites_.of(*waits);
  findings_.report(block, {.kind = FindingKind::barrier_divergence, .lane = &*waits, .site = site},
                   [&] {
                     return say(
                         "{0} waits for the whole grid on {1}, but other blocks have ended: every "
                         "block must come "
                         "to every grid.sync(), and a GPU waits for ever.",
                         findings_.thread_text(*waits), sites_.line_text(site));
                   });
}

void BarrierChecks::stuck(const SimtBlock& block, const SimtLane& lane, const SimtLane& other) {
  const std::uint32_t here = sites_.of(lane), there = sites_.of(other);
  findings_.report(
      block,
      {.kind = FindingKind::barrier_divergence,
       .lane = &lane,
       .site = here,
       .other = &other,
       .other_site = there},
      [&] {
        return say(
            "{0} waits on {1} for the lanes of its mask {2:#010x}, but thread {3} waits on {4}: "
            "every lane that the mask names must come to the same word.",
            findings_.thread_text(lane), sites_.line_text(here), lane.mask,
            LaunchFindings::thread_number(other), sites_.line_text(there));
      });
}

void BarrierChecks::unnamed(const SimtBlock& block, const SimtLane& lane) {
  const std::uint32_t site = sites_.of(lane);
  findings_.report(
      block, {.kind = FindingKind::barrier_divergence, .lane = &lane, .site = site}, [&] {
        return say(
            "{0} is lane {1} of its warp, and on {2} its mask {3:#010x} does not name that lane: a "
            "mask names every lane that comes to the word.",
            findings_.thread_text(lane), lane.lane(), sites_.line_text(site), lane.mask);
      });
}

}  // namespace warpscope
