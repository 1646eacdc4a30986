#include "instrumentation/program/machine/simt.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "instrumentation/analysis/atomic.hpp"
#include "instrumentation/trace/store_order.hpp"

namespace warpscope {
namespace {

constexpr int spins_to_yield = 64;
// So many instructions of a warp, then others have their turn: a warp that waits for another one's
// store must not keep it from storing.
constexpr int turn = 4096;

bool is_collective(SimtLane::Waits waits) {
  return waits >= SimtLane::Waits::syncwarp && waits <= SimtLane::Waits::reduce;
}

}  // namespace

std::span<SimtLane> SimtBlock::lanes_of(int warp) {
  const auto first = static_cast<std::size_t>(warp) * warp_lanes;
  return std::span(lanes).subspan(first, std::min<std::size_t>(warp_lanes, lanes.size() - first));
}

// A block -----------------------------------------------------------------------------------------

void Simt::begin_block(SimtBlock& block, const Launch& launch, Dim3 index,
                       std::int64_t number) const {
  const ws_launch_config& config = *launch.config;
  block.index = index;
  block.number = number;
  block.begun = false;
  block.turns = 0;
  block.interval = 0;
  block.first_step = steps_;
  block.place.index[0] = static_cast<std::uint32_t>(index.x);
  block.place.index[1] = static_cast<std::uint32_t>(index.y);
  block.place.index[2] = static_cast<std::uint32_t>(index.z);
  std::ranges::copy(config.grid, block.place.grid_dim);
  if (!block.lanes.empty() && std::ranges::equal(block.place.dim, config.block)) return;

  std::ranges::copy(config.block, block.place.dim);
  const auto threads =
      static_cast<std::size_t>(config.block[0]) * config.block[1] * config.block[2];
  block.warps = static_cast<int>((threads + warp_lanes - 1) / warp_lanes);
  block.lanes = std::vector<SimtLane>(threads);
  for (std::size_t rank = 0; rank < threads; ++rank) {
    const auto number_in_row = static_cast<std::uint32_t>(rank);
    SimtLane& lane = block.lanes[rank];
    lane.rank = static_cast<int>(rank);
    lane.place = {.index = {number_in_row % config.block[0],
                            number_in_row / config.block[0] % config.block[1],
                            number_in_row / config.block[0] / config.block[1]},
                  .lane = number_in_row % warp_lanes,
                  .block = &block.place,
                  .next = rank + 1 < threads ? &block.lanes[rank + 1].place : nullptr};
  }
}

Simt::End Simt::run(SimtBlock& block, const Launch& launch, SimtWatch* watch, Turn turn) {
  block_ = &block;
  ws_stands.block = block.place;
  launch_ = &launch;
  watch_ = watch;
  paths_ = watch != nullptr ? &watch->paths() : nullptr;
  aborted_ = false;
  has_spun_ = false;
  spins_ = 0;
  yields_ = 0;
  most_yields_ = turn.most_yields;
  turn_end_ = turn.instructions == 0 ? 0 : steps_ + turn.instructions;
  random_.reset();
  if (watch != nullptr && launch.schedule_seed) {
    random_.emplace(*launch.schedule_seed + static_cast<std::uint64_t>(block.number) +
                    (block.turns << 32U));
  }
  const bool begins = !block.begun;
  block.begun = true;
  bool ended = false;
  if (watch_ == nullptr && begins) {
    ended = begin_ring(block);
  } else if (begins) {
    for (SimtLane& lane : block.lanes) {
      lane.waits = SimtLane::Waits::unstarted;
      lane.storing = lane.is_volatile = lane.is_atomic = lane.copies = false;
      lane.first_step = lane.end_step = 0;
    }
    block.ways.assign(static_cast<std::size_t>(block.warps), {});
    block.barriers.clear();
  }
  End end = End::finished;
  while (!aborted_ && !ended) {
    run_to_barrier(block);
    if (aborted_) break;
    if (is_turn_over()) {
      end = yields_ > most_yields_ ? End::waiting : End::turn_over;
      break;
    }
    bool at_barrier = false, at_grid = false;
    for (const SimtLane& lane : block.lanes) {
      at_barrier = at_barrier || lane.waits == SimtLane::Waits::syncthreads;
      at_grid = at_grid || lane.waits == SimtLane::Waits::grid_sync;
    }
    if (at_barrier) {
      release_barrier(block);
      if (watch_ == nullptr && !at_grid) ended = continue_ring(block);
      if (turn.to_barrier) {
        end = End::turn_over;
        break;
      }
    } else {
      if (at_grid) end = End::grid_sync;
      ended = true;
    }
  }
  watch_ = nullptr;
  block_ = nullptr;
  turn_end_ = 0;
  if (end == End::turn_over || end == End::waiting) ++block.turns;
  if (!aborted_) return end;
  abandon();
  for (SimtLane& lane : block.lanes) {
    lane.waits = SimtLane::Waits::end;
    lane.storing = lane.is_volatile = lane.is_atomic = lane.copies = false;
    lane.first_step = lane.end_step = 0;
  }
  return End::aborted;
}

void Simt::release_grid(SimtBlock& block) {
  for (SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::grid_sync) lane.waits = SimtLane::Waits::nothing;
  }
}

void Simt::run_to_barrier(SimtBlock& block) {
  // Those that a barrier has let go, and those that have not begun.
  const auto ready = [](const SimtLane& lane) {
    return lane.waits == SimtLane::Waits::nothing || lane.waits == SimtLane::Waits::unstarted;
  };
  for (int warp = 0; warp < block.warps && !aborted_; ++warp) {
    group_.clear();
    for (SimtLane& lane : block.lanes_of(warp)) {
      if (ready(lane)) group_.push_back(&lane);
    }
    resume(group_);
  }
  do {
    runnable_.resize(static_cast<std::size_t>(block.warps));
    std::iota(runnable_.begin(), runnable_.end(), 0);
    // A warp that only waits must not use up all of every turn.
    const auto first = static_cast<std::ptrdiff_t>(block.turns % runnable_.size());
    std::rotate(runnable_.begin(), runnable_.begin() + first, runnable_.end());
    while (!runnable_.empty() && !aborted_ && !is_turn_over()) {
      const std::size_t next = random_ ? (*random_)() % runnable_.size() : 0;
      const int warp = runnable_[next];
      bool goes_on = true;
      yield_ = false;
      const int steps = random_ ? 1 : turn;
      for (int k = 0; k < steps && goes_on && !aborted_ && !yield_ && !is_turn_over(); ++k) {
        goes_on = advance(block, warp);
      }
      const auto at = runnable_.begin() + static_cast<std::ptrdiff_t>(next);
      if (!goes_on) {
        runnable_.erase(at);
      } else if (!random_) {
        std::rotate(at, at + 1, runnable_.end());
      }
    }
  } while (!aborted_ && !is_turn_over() && force(block));
}

/// Some lanes wait for others of their warp that will never come: lets them go. False: none does.
bool Simt::force(SimtBlock& block) {
  for (int warp = 0; warp < block.warps; ++warp) {
    const auto lanes = block.lanes_of(warp);
    for (SimtLane& lane : lanes) {
      if (!is_collective(lane.waits)) continue;
      group_.clear();
      const SimtLane* missing = &lane;
      for (SimtLane& other : lanes) {
        const bool here = other.waits == lane.waits && other.mask == lane.mask;
        if (here) {
          group_.push_back(&other);
        } else if ((lane.mask >> other.lane() & 1U) != 0 && other.waits != SimtLane::Waits::end) {
          missing = &other;
        }
      }
      if (watch_ != nullptr) watch_->stuck(block, lane, *missing);
      const std::vector<SimtLane*> group = group_;
      execute_collective(block, warp, group);
      resume(group);
      return true;
    }
  }
  return false;
}

void Simt::release_barrier(SimtBlock& block) {
  if (watch_ != nullptr) watch_->barrier(block);
  std::uint32_t votes = 0;
  for (const SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::syncthreads && lane.source != 0) ++votes;
  }
  for (SimtLane& lane : block.lanes) {
    if (lane.waits != SimtLane::Waits::syncthreads) continue;
    lane.result = votes;
    lane.waits = SimtLane::Waits::nothing;
  }
  ++block.interval;
}

// One warp ----------------------------------------------------------------------------------------

bool Simt::can_meet(const SimtBlock& block, int warp, const SimtLane& lane) const {
  const auto first = static_cast<std::size_t>(warp) * warp_lanes;
  for (std::uint32_t left = lane.mask; left != 0; left &= left - 1) {
    const std::size_t rank = first + static_cast<std::size_t>(std::countr_zero(left));
    if (rank >= block.lanes.size()) break;
    const SimtLane& other = block.lanes[rank];
    if (other.waits == SimtLane::Waits::end) continue;
    if (other.waits != lane.waits || other.mask != lane.mask || other.walks()) return false;
  }
  return true;
}

bool Simt::advance(SimtBlock& block, int warp) {
  // The group that is furthest behind goes first, so that lanes meet again after a branch.
  SimtLane* first = nullptr;
  SimtLane* last = nullptr;
  std::uint32_t refused = 0;  // the mask of those that were found not to be able to meet
  auto refused_for = SimtLane::Waits::nothing;
  for (SimtLane& lane : block.lanes_of(warp)) {
    if (lane.walks()) {
      // Wherever it will wait, it has not come there yet.
    } else if (is_collective(lane.waits)) {
      if (lane.waits == refused_for && lane.mask == refused) continue;
      if (!can_meet(block, warp, lane)) {
        refused = lane.mask;
        refused_for = lane.waits;
        continue;
      }
    } else if (lane.waits != SimtLane::Waits::memory && lane.waits != SimtLane::Waits::atomic &&
               lane.waits != SimtLane::Waits::active_mask &&
               lane.waits != SimtLane::Waits::more_steps) {
      continue;
    }
    const CodePlace own = lane.place_in_code();
    const auto order = [&](const SimtLane* with) {
      const CodePlace other = with->place_in_code();
      if (own.context == other.context) return own.at < other.at ? -1 : own.at > other.at ? 1 : 0;
      return compare_progress(own.context, own.at, other.context, other.at);
    };
    if (first == nullptr) {
      first = last = &lane;
    } else if (order(first) < 0) {
      first = &lane;
    } else if (order(last) > 0) {
      last = &lane;
    }
  }
  if (first == nullptr) return false;
  if (spins_ > spins_to_yield) {
    // They wait for somebody else: the furthest ahead of their own warp first, then other warps.
    spins_ = 0;
    has_spun_ = true;
    ++yields_;
    if (last != first) {
      first = last;
    } else {
      yield_ = true;
    }
  }
  if (first->walks()) {
    step_together(block, warp, first->place_in_code());
    return true;
  }
  std::array<SimtLane*, warp_lanes> storage;
  std::size_t size = 0;
  std::uint32_t members = 0;
  const bool meets = is_collective(first->waits);
  for (SimtLane& lane : block.lanes_of(warp)) {
    if (lane.walks() || lane.waits != first->waits) continue;
    const bool same =
        meets ? lane.mask == first->mask
              : lane.at == first->at && lane.context == first->context &&
                    (first->waits == SimtLane::Waits::active_mask ||
                     first->waits == SimtLane::Waits::more_steps ||
                     (lane.operation == first->operation && lane.bytes == first->bytes));
    if (!same) continue;
    storage[size++] = &lane;
    members |= 1U << lane.lane();
  }
  const std::span group(storage.data(), size);
  if (first->waits == SimtLane::Waits::more_steps) {
    resume(group);
    return true;
  }
  ++steps_;
  if (first->waits == SimtLane::Waits::memory || first->waits == SimtLane::Waits::atomic) {
    execute_memory(block, warp, group, members);
  } else {
    execute_collective(block, warp, group);
    resume(group);
  }
  return true;
}

void Simt::pass(SimtBlock& block, int warp, Group group) {
  WarpWay& way = block.ways[static_cast<std::size_t>(warp)];
  const CodePlace place{group[0]->at, group[0]->context};
  std::uint32_t together = 0;
  for (const SimtLane* lane : group) {
    const CodePlace own{lane->at, lane->context};
    if (own == place) {
      together |= 1U << lane->lane();
    } else {
      paths_->pass(way.passed, own, LanePaths::Does::effect, warp, 1U << lane->lane());
    }
  }
  paths_->pass(way.passed, place, LanePaths::Does::effect, warp, together);
}

void Simt::leave_early(std::uintptr_t at) {
  paths_->note_leaving(at);
  step(at);
}

void Simt::pass_to_end(SimtBlock& block, int warp) {
  WarpWay& way = block.ways[static_cast<std::size_t>(warp)];
  for (SimtLane& lane : block.lanes_of(warp)) {
    if (lane.waits != SimtLane::Waits::end) continue;
    for (; lane.walks(); ++lane.first_step) {
      paths_->pass(way.passed, lane.place_in_code(), LanePaths::Does::nothing, warp,
                   1U << lane.lane());
    }
  }
}

void Simt::step_together(SimtBlock& block, int warp, CodePlace place) {
  bool alone = true;  // nobody else of the warp walks, or waits for its turn
  bool further = true;
  CodePlace next;
  const auto lanes = block.lanes_of(warp);
  SimtLane* leader = nullptr;
  std::uint32_t group = 0;
  for (SimtLane& lane : lanes) {
    if (!lane.walks() || lane.place_in_code() != place) {
      alone = alone && lane.waits == SimtLane::Waits::end && !lane.walks();
      continue;
    }
    ++lane.first_step;
    group |= 1U << lane.lane();
    if (leader == nullptr) {
      leader = &lane;
      next = lane.place_in_code();
    }
    further = further && lane.walks() && lane.place_in_code() == next;
  }
  auto& places = block.ways[static_cast<std::size_t>(warp)].passed;
  paths_->pass(places, place, LanePaths::Does::nothing, warp, group);
  if (!alone) return;
  // As long as all go the same way, nobody has to be asked who is behind.
  while (further) {
    for (SimtLane& lane : lanes) {
      if (lane.walks()) ++lane.first_step;
    }
    paths_->pass(places, next, LanePaths::Does::nothing, warp, group);
    next = leader->place_in_code();
    further = leader->walks();
    for (const SimtLane& lane : lanes) {
      if (lane.waits == SimtLane::Waits::end && !lane.walks() && &lane != leader) continue;
      further = further && lane.walks() && lane.place_in_code() == next;
    }
  }
}

void Simt::note_spin(const SimtLane& leader, bool changed) {
  if (changed) {
    spins_ = 0;
  } else if (leader.at == spin_at_) {
    spins_ = leader.address == spin_address_ ? spins_ + 1 : 0;
    spin_address_ = leader.address;
    spin_seen_ = steps_;
  } else if (steps_ - spin_seen_ > 64) {
    spin_at_ = leader.at;
    spin_address_ = leader.address;
    spin_seen_ = steps_;
    spins_ = 0;
  }
}

void Simt::execute_memory(SimtBlock& block, int warp, std::span<SimtLane*> group,
                          std::uint32_t members) {
  std::size_t count = group.size();
  const bool store = stores(group[0]->operation);
  const bool atomic = group[0]->waits == SimtLane::Waits::atomic;
  // Watched blocks only: elsewhere no lane waits for memory.
  if (!watch_->execute(block, warp, group, count)) {
    aborted_ = true;
    return;
  }
  const auto done = group.first(count);
  if (count < group.size()) {
    members = 0;
    for (const SimtLane* lane : done) members |= 1U << lane->lane();
  }
  paths_->pass(block.ways[static_cast<std::size_t>(warp)].passed, {done[0]->at, done[0]->context},
               LanePaths::Does::effect, warp, members);
  note_spin(*done[0], store || (atomic && done[0]->result != 0));
  if (!store) return resume(done);

  for (SimtLane* lane : done) {
    lane->storing = true;
    lane->stored_address = lane->address;
    lane->stored_bytes = lane->bytes;
  }
  const auto rises = [](const SimtLane* a, const SimtLane* b) { return a->address >= b->address; };
  if (std::ranges::adjacent_find(done, rises) == done.end()) {
    resume(done);
  } else {
    // Whoever goes on last stores last.
    std::array<int, warp_lanes> lanes{};
    std::array<SimtLane*, warp_lanes> ordered{};
    std::size_t next = 0;
    for (std::size_t k = 0; k < count; ++k) lanes[k] = done[k]->lane();
    for_each_in_store_order(std::span<const int>(lanes.data(), count), done[0]->bytes,
                            launch_->highest_lane_wins,
                            [&](int k) { ordered[next++] = done[static_cast<std::size_t>(k)]; });
    resume({ordered.data(), count});
  }
  if (!aborted_) watch_->stored(block, warp, done);
}

void Simt::execute_collective(SimtBlock& block, int warp, Group group) {
  SimtLane& first = *group[0];
  std::uint32_t present = 0;
  for (const SimtLane* lane : group) present |= 1U << lane->lane();
  const auto lane_at = [&](int number) -> SimtLane* {
    for (SimtLane* lane : group) {
      if (lane->lane() == number) return lane;
    }
    return nullptr;
  };
  if (watch_ != nullptr && is_collective(first.waits)) {
    for (const SimtLane* lane : group) {
      if ((lane->mask >> lane->lane() & 1U) == 0) watch_->unnamed(block, *lane);
    }
    if (first.waits != SimtLane::Waits::syncwarp) pass(block, warp, group);
  }
  switch (first.waits) {
    case SimtLane::Waits::active_mask:
      for (SimtLane* lane : group) lane->result = present;
      break;
    case SimtLane::Waits::ballot: {
      std::uint32_t votes = 0;
      for (const SimtLane* lane : group) {
        if (lane->source != 0) votes |= 1U << lane->lane();
      }
      for (SimtLane* lane : group) lane->result = votes;
      break;
    }
    case SimtLane::Waits::match:
      for (SimtLane* lane : group) {
        lane->result = 0;
        for (const SimtLane* other : group) {
          if (other->argument == lane->argument) lane->result |= 1U << other->lane();
        }
      }
      break;
    case SimtLane::Waits::reduce: {
      std::array<std::uint8_t, 4> sum{};
      std::memcpy(sum.data(), first.value.data(), 4);
      for (std::size_t k = 1; k < group.size(); ++k) {
        apply_atomic(first.operation, {first.scalar, 1}, sum.data(),
                     reinterpret_cast<const std::uint8_t*>(group[k]->value.data()));
      }
      for (SimtLane* lane : group) std::memcpy(&lane->result, sum.data(), 4);
      break;
    }
    case SimtLane::Waits::shuffle: {
      for (SimtLane* lane : group) {
        if (lane_at(lane->source) != nullptr) continue;
        if (watch_ != nullptr) watch_->nobody_gives(block, warp, *lane);
        lane->source = lane->lane();
      }
      if (watch_ != nullptr) watch_->shuffled(block, warp, group);
      std::array<std::array<std::byte, 16>, warp_lanes> offered;
      for (const SimtLane* lane : group)
        offered[static_cast<std::size_t>(lane->lane())] = lane->value;
      for (SimtLane* lane : group) lane->value = offered[static_cast<std::size_t>(lane->source)];
      break;
    }
    default: break;
  }
  // Of these words only syncwarp promises an order of memory.
  if (watch_ != nullptr && first.waits == SimtLane::Waits::syncwarp) {
    pass_to_end(block, warp);
    watch_->synchronised(block, warp, group);
  }
}

}  // namespace warpscope
