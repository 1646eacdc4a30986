#include "instrumentation/program/machine/global_races.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr std::size_t first_cells = std::size_t{1} << 10;
// What a block did is forgotten when it has touched more than this without a barrier: some 16 MiB.
constexpr std::size_t most_cells = std::size_t{1} << 19;
constexpr std::size_t most_instructions = std::size_t{1} << 20;

// Neighbours lie side by side, as lanes touch them.
constexpr std::uint64_t neighbours = 16;

/// Its number among pieces of its size, and the size.
std::uint64_t piece_of(std::uintptr_t address, int size) {
  return static_cast<std::uint64_t>(size) << 58 | address >> size;
}
/// Groups of neighbours begin at different ones of them, so that those which lie far apart do not meet.
std::size_t place_of(std::uint64_t piece) {
  const std::uint64_t group = piece / neighbours * 0x9e3779b97f4a7c15ULL;
  return static_cast<std::size_t>((group >> 24) * neighbours +
                                  (piece + (group >> 20)) % neighbours);
}

}  // namespace

void GlobalRaces::begin_block(int threads) {
  threads_ = threads;
  warps_.resize(static_cast<std::size_t>((threads + warp_lanes - 1) / warp_lanes));
  told_.assign(static_cast<std::size_t>(threads), 0);
  time_ = 0;
  barrier();
}

void GlobalRaces::barrier() {
  forget();
  for (Warp& warp : warps_) {
    warp.syncs.clear();
    warp.settled = 0;
  }
}

void GlobalRaces::forget() {
  used_ = 0;
  instructions_.resize(1);
  if (++epoch_ != 0) return;
  std::ranges::fill(cells_, Cell{});
  epoch_ = 1;
}

void GlobalRaces::syncwarp(int warp, std::uint32_t mask) {
  Warp& own = warps_[static_cast<std::size_t>(warp)];
  own.syncs.push_back(mask);
  if (mask == lanes_of(warp)) own.settled = static_cast<std::uint32_t>(own.syncs.size());
}

void GlobalRaces::tell(int thread) { told_[static_cast<std::size_t>(thread)] = ++time_; }

void GlobalRaces::begin_instruction(int warp, std::uint32_t site, bool store) {
  if (instructions_.size() >= most_instructions || 2 * used_ >= most_cells) forget();
  instructions_.push_back(
      {.time = ++time_,
       .site = site,
       .syncs = static_cast<std::uint32_t>(warps_[static_cast<std::size_t>(warp)].syncs.size()),
       .first_thread = warp * warp_lanes});
  store_ = store;
}

std::uint32_t GlobalRaces::lanes_of(int warp) const {
  const int lanes = threads_ - warp * warp_lanes;
  return lanes >= warp_lanes ? all_lanes : (1U << lanes) - 1;
}

bool GlobalRaces::conflicts(Mark mark, Mark now) const {
  // Lanes of one instruction that write one element have an undefined order, which is told elsewhere.
  if (mark / warp_lanes == now / warp_lanes) return false;
  const std::int32_t earlier = thread_of(mark), thread = thread_of(now);
  if (earlier == thread) return false;
  const Instruction& then = instruction_of(mark);
  const auto told = [&](int who) { return told_[static_cast<std::size_t>(who)] > then.time; };
  if (told(earlier) && told(thread)) return false;
  if (then.first_thread != instructions_.back().first_thread) return true;
  const Warp& own = warps_[static_cast<std::size_t>(thread / warp_lanes)];
  if (then.syncs < own.settled) return false;
  const std::uint32_t both = 1U << thread % warp_lanes | 1U << earlier % warp_lanes;
  return std::none_of(own.syncs.begin() + then.syncs, own.syncs.end(),
                      [&](std::uint32_t mask) { return (mask & both) == both; });
}

GlobalRaces::Cell& GlobalRaces::cell_of(std::uint64_t piece) {
  for (;; grow()) {
    // A whole group moves on where another one is.
    std::size_t at = place_of(piece);
    for (std::size_t left = cells_.size() / neighbours; left > 0; --left, at += neighbours) {
      Cell& cell = cells_[at & (cells_.size() - 1)];
      if (cell.epoch == epoch_ && cell.piece == piece) return cell;
      if (cell.epoch == epoch_) continue;
      if (2 * used_ >= cells_.size()) break;
      ++used_;
      cell = {.piece = piece, .epoch = epoch_};
      return cell;
    }
  }
}

void GlobalRaces::grow() {
  std::vector<Cell> old(std::max(first_cells, 2 * cells_.size()));
  old.swap(cells_);
  used_ = 0;
  for (const Cell& cell : old) {
    if (cell.epoch == epoch_) cell_of(cell.piece) = cell;
  }
}

GlobalRaces::Race GlobalRaces::touch(std::uintptr_t address, int size, int lane) {
  Cell& cell = cell_of(piece_of(address, size));
  const auto now =
      static_cast<Mark>((instructions_.size() - 1) * warp_lanes) + static_cast<Mark>(lane);
  const auto race_with = [&](Mark mark, bool both_write) {
    return Race{thread_of(mark), instruction_of(mark).site, both_write};
  };
  Race race;
  if (cell.write != 0 && conflicts(cell.write, now)) {
    race = race_with(cell.write, store_);
  } else if (store_ && cell.read != 0 && conflicts(cell.read, now)) {
    race = race_with(cell.read, false);
  } else if (store_ && cell.other_read != 0 && conflicts(cell.other_read, now)) {
    race = race_with(cell.other_read, false);
  }
  if (store_) {
    cell.write = now;
    return race;
  }
  // Of the two reads that are kept, one is of another warp than the last, or at least of another thread.
  if (cell.read != 0 && thread_of(cell.read) != thread_of(now)) {
    const std::int32_t warp = instructions_.back().first_thread;
    if (instruction_of(cell.read).first_thread != warp || cell.other_read == 0 ||
        instruction_of(cell.other_read).first_thread == warp) {
      cell.other_read = cell.read;
    }
  }
  cell.read = now;
  return race;
}

}  // namespace warpscope
