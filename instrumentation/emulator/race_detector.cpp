#include "instrumentation/emulator/race_detector.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope {

RaceDetector::RaceDetector(int threads)
    : threads_(threads),
      warps_(static_cast<std::size_t>((threads + warp_lanes - 1) / warp_lanes)),
      marks_(1) {}

void RaceDetector::add_array(int array, std::int64_t count) {
  if (cells_.size() <= static_cast<std::size_t>(array))
    cells_.resize(static_cast<std::size_t>(array) + 1);
  cells_[static_cast<std::size_t>(array)].resize(static_cast<std::size_t>(count));
}

void RaceDetector::split_elements(int array, std::int64_t parts) {
  std::vector<Cell>& cells = cells_[static_cast<std::size_t>(array)];
  std::vector<Cell> split;
  split.reserve(cells.size() * static_cast<std::size_t>(parts));
  for (const Cell& cell : cells) {
    split.push_back(cell);
    for (std::int64_t part = 1; part < parts; ++part) {
      const bool used = cell.epoch == epoch_;
      split.push_back(used ? Cell{.epoch = epoch_,
                                  .reads = copy_of(cell.reads),
                                  .writes = copy_of(cell.writes),
                                  .atomics = copy_of(cell.atomics)}
                           : Cell{});
    }
  }
  cells = std::move(split);
}

std::uint32_t RaceDetector::copy_of(std::uint32_t first) {
  std::uint32_t begin = 0, last = 0;
  for (std::uint32_t at = first; at != 0; at = marks_[at].next) {
    const auto made = static_cast<std::uint32_t>(marks_.size());
    Mark copy = marks_[at];
    copy.next = 0;
    marks_.push_back(copy);
    (last == 0 ? begin : marks_[last].next) = made;
    last = made;
  }
  return begin;
}

void RaceDetector::begin_instruction(int array, int warp, std::uint32_t line, Operation operation) {
  touched_ = &cells_[static_cast<std::size_t>(array)];
  operation_ = operation;
  ++now_.instruction;
  now_.line = line;
  now_.warp = static_cast<std::uint32_t>(warp);
  now_.syncs = static_cast<std::uint32_t>(warps_[now_.warp].syncs.size());
}

RaceDetector::Race RaceDetector::touch(std::int32_t index, int lane) {
  Cell& cell = (*touched_)[static_cast<std::size_t>(index)];
  if (cell.epoch != epoch_) cell = {.epoch = epoch_};
  const std::uint32_t bit = 1U << lane;
  Race race;
  const auto look = [&](std::uint32_t first, bool both_store = false) {
    if (first != 0 && !race) race = conflict(first, bit, both_store);
  };
  look(cell.writes, operation_ == Operation::store);
  if (operation_ == Operation::load) {
    look(cell.atomics);
    remember(cell.reads, bit);
  } else if (operation_ == Operation::store) {
    look(cell.reads);
    look(cell.atomics);
    remember(cell.writes, bit);
  } else {
    look(cell.reads);
    remember(cell.atomics, bit);
  }
  return race;
}

void RaceDetector::barrier() {
  ++epoch_;
  marks_.resize(1);
  for (Warp& warp : warps_) {
    warp.syncs.clear();
    warp.settled = 0;
  }
}

void RaceDetector::syncwarp(int warp, std::uint32_t mask) {
  Warp& own = warps_[static_cast<std::size_t>(warp)];
  own.syncs.push_back(mask);
  if (mask == lanes_of(warp)) own.settled = static_cast<std::uint32_t>(own.syncs.size());
}

bool RaceDetector::ordered(const Mark& mark, std::uint32_t lane_bit,
                           std::uint32_t other_bit) const {
  if (mark.warp != now_.warp) return false;
  const Warp& own = warps_[mark.warp];
  if (mark.syncs < own.settled) return true;
  return std::any_of(own.syncs.begin() + mark.syncs, own.syncs.end(), [&](std::uint32_t both) {
    return (both & lane_bit) != 0 && (both & other_bit) != 0;
  });
}

std::uint32_t RaceDetector::lanes_of(int warp) const {
  const int lanes = threads_ - warp * warp_lanes;
  return lanes >= warp_lanes ? all_lanes : (1U << lanes) - 1;
}

RaceDetector::Race RaceDetector::conflict(std::uint32_t first, std::uint32_t bit,
                                          bool both_store) const {
  for (std::uint32_t at = first; at != 0; at = marks_[at].next) {
    const Mark& mark = marks_[at];
    const bool together = both_store && mark.instruction == now_.instruction;
    std::uint32_t others = together ? mark.lanes : mark.lanes | mark.fresh;
    if (mark.warp == now_.warp) others &= ~bit;
    for (; others != 0; others &= others - 1) {
      const int lane = std::countr_zero(others);
      if (!ordered(mark, bit, 1U << lane)) {
        return {static_cast<std::int32_t>(mark.warp) * warp_lanes + lane, mark.line, both_store};
      }
    }
  }
  return {};
}

void RaceDetector::remember(std::uint32_t& first, std::uint32_t bit) {
  std::uint32_t last = 0;
  for (std::uint32_t at = first; at != 0; at = marks_[at].next) {
    Mark& mark = marks_[at];
    last = at;
    if (mark.warp != now_.warp || mark.line != now_.line) continue;
    if (mark.syncs != now_.syncs) {
      // Where the whole warp has waited since, no lane of it races with the mark any more, and to
      // other warps this access of the line says the same.
      if (mark.syncs >= warps_[mark.warp].settled) continue;
      mark.syncs = now_.syncs;
      mark.lanes = mark.fresh = 0;
    }
    if (mark.instruction != now_.instruction) {
      mark.lanes |= mark.fresh;
      mark.fresh = 0;
      mark.instruction = now_.instruction;
    }
    mark.fresh |= bit;
    return;
  }
  (last == 0 ? first : marks_[last].next) = static_cast<std::uint32_t>(marks_.size());
  marks_.push_back(now_);
  marks_.back().fresh = bit;
}

}  // namespace warpscope
