#include "instrumentation/program/machine/block_clocks.hpp"

#include <algorithm>

namespace warpscope {

void BlockClocks::forget() {
  flags_.clear();
  heard_.clear();
  barriers_.clear();
  known_ = {};
  warps_.clear();
  block_ = blocks_ = 0;
  barrier_ = settled_ = 0;
  has_fenced_ = false;
}

void BlockClocks::begin_block(std::size_t warps) {
  block_ = blocks_++;
  known_ = {};
  heard_.clear();
  warps_.assign(warps, Warp{});
  barrier_ = settled_ = 0;
}

bool BlockClocks::covers(const Clock& clock, const BlockDeed& deed) {
  if (deed.block < clock.blocks.size() && deed.time <= clock.blocks[deed.block]) return true;
  if (clock.warps.empty()) return false;
  const auto known = clock.warps.find(key_of(deed.block, deed.warp));
  return known != clock.warps.end() && deed.time <= known->second;
}

bool BlockClocks::raise(Clock& clock, std::uint32_t block, LaunchTime time) {
  if (time == 0) return false;
  if (block >= clock.blocks.size()) clock.blocks.resize(block + 1, 0);
  if (clock.blocks[block] >= time) return false;
  clock.blocks[block] = time;
  return true;
}

bool BlockClocks::raise_warp(Clock& clock, std::uint32_t block, std::uint32_t warp,
                             LaunchTime time) {
  if (time == 0 || covers(clock, {block, warp, time})) return false;
  clock.warps[key_of(block, warp)] = time;
  return true;
}

bool BlockClocks::join(Clock& into, const Clock& from) {
  work_ += from.blocks.size() + from.warps.size();
  if (work_ > most_work) gave_up_ = true;
  bool changed = false;
  if (into.blocks.size() < from.blocks.size()) into.blocks.resize(from.blocks.size(), 0);
  for (std::size_t k = 0; k < from.blocks.size(); ++k) {
    changed = changed || from.blocks[k] > into.blocks[k];
    into.blocks[k] = std::max(into.blocks[k], from.blocks[k]);
  }
  for (const auto& [key, time] : from.warps) {
    changed |= raise_warp(into, static_cast<std::uint32_t>(key >> 32),
                          static_cast<std::uint32_t>(key), time);
  }
  return changed;
}

void BlockClocks::barrier(LaunchTime now) {
  bool all = true, unfenced = false;
  for (Warp& warp : warps_) {
    const bool clean = warp.wrote <= warp.fenced || warp.wrote <= settled_;
    if (clean) warp.told_block = now;
    all = all && clean;
    unfenced = unfenced || warp.unfenced;
    if (!warp.heard.empty()) join(known_, warp.heard);
    warp.heard = {};
    warp.read.clear();
  }
  for (Warp& warp : warps_) warp.unfenced = unfenced;
  if (all) settled_ = now;
  barrier_ = now;
  barriers_.push_back(now);
}

void BlockClocks::fence(std::uint32_t number, LaunchTime now) {
  has_fenced_ = true;
  Warp& warp = warps_[number];
  warp.fenced = now;
  warp.fenced_block = barrier_;
  warp.unfenced = false;
}

void BlockClocks::read(Warp& warp, const Flag& flag) {
  const auto [known, fresh] = warp.read.try_emplace(&flag, flag.changes);
  if (!fresh && known->second == flag.changes) return;
  known->second = flag.changes;
  if (join(warp.heard, flag.clock)) warp.unfenced = true;
}

void BlockClocks::change(std::uint32_t number, Flag& flag, LaunchTime now, std::uint32_t site) {
  const Warp& warp = warps_[number];
  bool changed = raise(flag.clock, block_, std::max(settled_, warp.fenced_block));
  changed |= raise_warp(flag.clock, block_, number, warp.fenced);
  // Warps that fenced what they wrote, before a barrier which others came to without a fence.
  if (has_fenced_ && settled_ < barrier_) {
    for (std::uint32_t other = 0; other < warps_.size(); ++other) {
      changed |= raise_warp(flag.clock, block_, other, warps_[other].told_block);
    }
  }
  // What the block knows of others it passes on.
  if (!known_.empty()) changed |= join(flag.clock, known_);
  if (!warp.heard.empty()) changed |= join(flag.clock, warp.heard);
  if (changed) ++flag.changes;

  const auto own = std::ranges::find(flag.signals, block_, &Signal::block);
  const Signal signal{block_, number, site, now, barrier_};
  if (own != flag.signals.end()) {
    *own = signal;
  } else if (flag.signals.size() < most_signals_of_flag) {
    flag.signals.push_back(signal);
  } else {
    flag.signals[block_ % most_signals_of_flag] = signal;
  }
}

void BlockClocks::signal(std::uint32_t number, std::uintptr_t address, bool reads, bool changes,
                         LaunchTime now, std::uint32_t site) {
  auto known = flags_.find(address);
  if (known != flags_.end() && reads) {
    read(warps_[number], known->second);
    if (std::ranges::find(heard_, &known->second) == heard_.end() &&
        heard_.size() < most_signals_of_flag) {
      heard_.push_back(&known->second);
    }
  }
  if (!changes || gave_up_) return;
  if (known == flags_.end()) {
    const Warp& warp = warps_[number];
    const bool speaks = settled_ != 0 || warp.fenced != 0 || !known_.empty() || !warp.heard.empty();
    if (!speaks && flags_.size() >= most_signalled) return;
    gave_up_ = flags_.size() >= most_flags;
    if (gave_up_) return;
    known = flags_.try_emplace(address).first;
  }
  change(number, known->second, now, site);
}

std::optional<BlockClocks::Signal> BlockClocks::signal_for(const BlockDeed& deed) const {
  for (const Flag* flag : heard_) {
    const auto own = std::ranges::find_if(flag->signals, [&](const Signal& signal) {
      if (signal.block != deed.block) return false;
      if (signal.time >= deed.time) return true;
      if (signal.warp == deed.warp) return false;
      const auto barrier = std::ranges::lower_bound(barriers_, signal.time);
      return barrier == barriers_.end() || *barrier >= deed.time;
    });
    if (own != flag->signals.end()) return *own;
  }
  return std::nullopt;
}

}  // namespace warpscope
