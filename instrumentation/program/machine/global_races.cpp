#include "instrumentation/program/machine/global_races.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr std::size_t first_cells = std::size_t{1} << 10;
// A block that touches more between two barriers is not looked at as a whole: 16 MiB are enough.
constexpr std::size_t most_cells = std::size_t{1} << 18;

std::size_t hash_of(std::uint64_t piece) {
  return static_cast<std::size_t>((piece * 0x9e3779b97f4a7c15ULL) >> 20);
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
  now_.time = ++time_;
  now_.site = site;
  now_.syncs = static_cast<std::uint32_t>(warps_[static_cast<std::size_t>(warp)].syncs.size());
  store_ = store;
}

std::uint32_t GlobalRaces::lanes_of(int warp) const {
  const int lanes = threads_ - warp * warp_lanes;
  return lanes >= warp_lanes ? all_lanes : (1U << lanes) - 1;
}

bool GlobalRaces::conflicts(const Mark& mark, int thread) const {
  // Lanes of one instruction that write one element have an undefined order, which is told elsewhere.
  if (mark.time == 0 || mark.thread == thread || mark.time == now_.time) return false;
  const auto told = [&](int who) { return told_[static_cast<std::size_t>(who)] > mark.time; };
  if (told(mark.thread) && told(thread)) return false;
  if (mark.thread / warp_lanes != thread / warp_lanes) return true;
  const Warp& own = warps_[static_cast<std::size_t>(thread / warp_lanes)];
  if (mark.syncs < own.settled) return false;
  const std::uint32_t both = 1U << thread % warp_lanes | 1U << mark.thread % warp_lanes;
  return std::none_of(own.syncs.begin() + mark.syncs, own.syncs.end(),
                      [&](std::uint32_t mask) { return (mask & both) == both; });
}

GlobalRaces::Cell& GlobalRaces::cell_of(std::uint64_t piece) {
  if (2 * used_ >= cells_.size()) grow();
  for (std::size_t at = hash_of(piece);; ++at) {
    Cell& cell = cells_[at & (cells_.size() - 1)];
    if (cell.epoch == epoch_ && cell.piece == piece) return cell;
    if (cell.epoch == epoch_) continue;
    ++used_;
    cell = {.piece = piece, .epoch = epoch_, .write = {}, .read = {}, .other_read = {}};
    return cell;
  }
}

void GlobalRaces::grow() {
  if (cells_.size() >= most_cells) return forget();
  std::vector<Cell> old(std::max(first_cells, 2 * cells_.size()));
  old.swap(cells_);
  for (const Cell& cell : old) {
    if (cell.epoch != epoch_) continue;
    std::size_t at = hash_of(cell.piece);
    while (cells_[at & (cells_.size() - 1)].epoch == epoch_) ++at;
    cells_[at & (cells_.size() - 1)] = cell;
  }
}

GlobalRaces::Race GlobalRaces::touch(std::uint64_t piece, int thread) {
  Cell& cell = cell_of(piece);
  now_.thread = thread;
  Race race;
  if (conflicts(cell.write, thread)) {
    race = {cell.write.thread, cell.write.site, store_};
  } else if (store_ && conflicts(cell.read, thread)) {
    race = {cell.read.thread, cell.read.site, false};
  } else if (store_ && conflicts(cell.other_read, thread)) {
    race = {cell.other_read.thread, cell.other_read.site, false};
  }
  if (store_) {
    cell.write = now_;
  } else {
    // Of the two reads that are kept, one is of another warp than the last, or at least of another thread.
    const bool same_thread = cell.read.time == 0 || cell.read.thread == thread;
    const bool same_warp = cell.read.thread / warp_lanes == thread / warp_lanes;
    const bool other_is_near =
        cell.other_read.time == 0 || cell.other_read.thread / warp_lanes == thread / warp_lanes;
    if (!same_thread && (!same_warp || other_is_near)) cell.other_read = cell.read;
    cell.read = now_;
  }
  return race;
}

}  // namespace warpscope
