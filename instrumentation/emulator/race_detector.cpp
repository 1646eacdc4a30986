#include "instrumentation/emulator/race_detector.hpp"

#include <algorithm>
#include <bit>

namespace warpscope {

RaceDetector::RaceDetector(int threads)
    : threads_(threads),
      syncwarps_(static_cast<std::size_t>((threads + warp_lanes - 1) / warp_lanes)) {}

void RaceDetector::add_array(int array, std::int64_t count) {
  if (cells_.size() <= static_cast<std::size_t>(array))
    cells_.resize(static_cast<std::size_t>(array) + 1);
  cells_[static_cast<std::size_t>(array)].resize(static_cast<std::size_t>(count));
}

std::optional<RaceDetector::Race> RaceDetector::touch(int array, std::int32_t index, int thread,
                                                      std::uint32_t line, Operation operation) {
  Cell& cell = cells_[static_cast<std::size_t>(array)][static_cast<std::size_t>(index)];
  std::optional<Race> race = conflict(cell.writes, thread, operation == Operation::store);
  if (operation == Operation::load) {
    if (!race) race = conflict(cell.atomics, thread);
    remember(cell.reads, thread, line);
  } else if (operation == Operation::store) {
    if (!race) race = conflict(cell.reads, thread);
    if (!race) race = conflict(cell.atomics, thread);
    remember(cell.writes, thread, line);
  } else {
    if (!race) race = conflict(cell.reads, thread);
    remember(cell.atomics, thread, line);
  }
  return race;
}

void RaceDetector::barrier() {
  ++epoch_;
  for (auto& masks : syncwarps_) masks.clear();
}

void RaceDetector::syncwarp(int warp, std::uint32_t mask) {
  syncwarps_[static_cast<std::size_t>(warp)].push_back(mask);
}

bool RaceDetector::ordered(const Mark& mark, int warp, std::uint32_t lane_bit,
                           std::uint32_t other_bit) const {
  if (mark.warp != warp) return false;
  const auto& masks = syncwarps_[mark.warp];
  return std::any_of(masks.begin() + mark.syncs, masks.end(), [&](std::uint32_t both) {
    return (both & lane_bit) != 0 && (both & other_bit) != 0;
  });
}

/// Its whole warp has waited since: no lane of that warp races with it any more, and to others the
/// next access of the line says the same.
bool RaceDetector::settled(const Mark& mark) const {
  const auto& masks = syncwarps_[mark.warp];
  const std::uint32_t whole = lanes_of(mark.warp);
  return std::find(masks.begin() + mark.syncs, masks.end(), whole) != masks.end();
}

std::uint32_t RaceDetector::lanes_of(int warp) const {
  const int lanes = threads_ - warp * warp_lanes;
  return lanes >= warp_lanes ? all_lanes : (1U << lanes) - 1;
}

std::optional<RaceDetector::Race> RaceDetector::conflict(std::vector<Mark>& marks, int thread,
                                                         bool both_store) const {
  std::erase_if(marks, [this](const Mark& mark) { return mark.epoch != epoch_; });
  const int warp = thread / warp_lanes;
  const std::uint32_t bit = 1U << (thread % warp_lanes);
  for (const Mark& mark : marks) {
    const bool together = both_store && mark.instruction == instruction_;
    std::uint32_t others = together ? mark.lanes : mark.lanes | mark.fresh;
    if (mark.warp == warp) others &= ~bit;
    for (; others != 0; others &= others - 1) {
      const int lane = std::countr_zero(others);
      if (!ordered(mark, warp, bit, 1U << lane)) {
        return Race{mark.warp * warp_lanes + lane, mark.line};
      }
    }
  }
  return std::nullopt;
}

void RaceDetector::remember(std::vector<Mark>& marks, int thread, std::uint32_t line) const {
  const auto warp = static_cast<std::uint16_t>(thread / warp_lanes);
  const auto syncs = static_cast<std::uint16_t>(syncwarps_[warp].size());
  const std::uint32_t bit = 1U << (thread % warp_lanes);
  std::erase_if(marks, [this](const Mark& mark) { return mark.epoch != epoch_; });
  for (Mark& mark : marks) {
    if (mark.warp != warp || mark.line != line) continue;
    if (mark.syncs == syncs || settled(mark)) {
      if (mark.syncs != syncs) {
        mark.syncs = syncs;
        mark.lanes = mark.fresh = 0;
      }
      if (mark.instruction != instruction_) {
        mark.lanes |= mark.fresh;
        mark.fresh = 0;
        mark.instruction = instruction_;
      }
      mark.fresh |= bit;
      return;
    }
  }
  marks.push_back({.epoch = epoch_,
                   .warp = warp,
                   .syncs = syncs,
                   .fresh = bit,
                   .instruction = instruction_,
                   .line = line});
}

}  // namespace warpscope
