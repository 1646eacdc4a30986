// What one instruction of a warp does; block_emulator.cpp says which lanes execute it when.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "instrumentation/emulator/block_emulator.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/store_order.hpp"

namespace warpscope {

namespace {

/// "data[3]"; of local memory, whose owner is the thread that uses it, "counts[3]".
std::string element_text(const Array& array, ElementIndex index) {
  const bool local = array.space == Space::local;
  return fmt::format("{}[{}]", array.name, local ? local_place(array, index).element : index);
}
/// Elements that a thread may use.
std::int64_t count_of(const Array& array) {
  return array.space == Space::local ? array.extents[1] : array.count;
}

std::uint32_t line_of(int line) { return static_cast<std::uint32_t>(line); }

}  // namespace

/// True if indices rise from lane to lane (the common case), so no element is hit twice.
bool BlockEmulator::rises(Group group) {
  const auto falls = [](const Lane* a, const Lane* b) { return a->index_ >= b->index_; };
  return std::ranges::adjacent_find(group, falls) == group.end();
}

void BlockEmulator::execute_memory(int warp, Group group) {
  EmulatedArray& array = arrays_[static_cast<std::size_t>(group[0]->array_)];
  std::array<Lane*, warp_lanes> storage;
  std::size_t count = 0;
  for (Lane* lane : group) {
    if (array.inside(lane->index_)) {
      storage[count++] = lane;
    } else {
      if (lane->operation_ != Operation::store) std::memset(lane->value_, 0, array.element_bytes());
      report_out_of_bounds(*lane, array);
    }
  }
  if (count == 0) return;
  const Group inside(storage.data(), count);
  const Operation operation = group[0]->operation_;
  // The operand of a store or an atomic is recorded before it is executed, a load's value after.
  if (trace_ != nullptr && operation != Operation::load) pack(inside, array.element_bytes());
  perform(inside, array);
  if (operation == Operation::store && !rises(inside)) settle_same_element(inside, array);
  if (trace_ == nullptr) return;
  if (operation == Operation::load) pack(inside, array.element_bytes());
  record(warp, inside, array.trace_id());
}

void BlockEmulator::perform(Group group, EmulatedArray& array) {
  const Lane& first = *group[0];
  const bool may_race = races_ && array.description().space == Space::shared;
  if (may_race) {
    races_->begin_instruction(first.array_, first.thread_ / warp_lanes, line_of(first.line_),
                              first.operation_);
  }
  for (Lane* lane : group) {
    if (lane->operation_ != Operation::store && !array.written(lane->index_)) {
      report_uninitialised(*lane, array);
    }
    switch (lane->operation_) {
      case Operation::load: array.load(lane->index_, lane->value_); break;
      case Operation::store: array.store(lane->index_, lane->value_); break;
      default: array.atomic(lane->index_, lane->value_, lane->apply_); break;
    }
    if (!may_race) continue;
    const auto race = races_->touch(lane->index_, lane->thread_ % warp_lanes);
    if (race) report_race(*lane, array, race);
  }
}

/// Stores once more, in the hardware's order, so that the survivor's value stays.
void BlockEmulator::settle_same_element(Group group, EmulatedArray& array) {
  std::array<int, warp_lanes> lanes{};
  for (std::size_t k = 0; k < group.size(); ++k) lanes[k] = group[k]->thread_ % warp_lanes;
  for_each_in_store_order(std::span<const int>(lanes.data(), group.size()),
                          static_cast<int>(array.element_bytes()), highest_lane_wins_, [&](int k) {
                            const Lane& lane = *group[static_cast<std::size_t>(k)];
                            array.store(lane.index_, lane.value_);
                          });
  if (trace_ != nullptr) check_same_element(group, array);
}

void BlockEmulator::check_same_element(Group group, const EmulatedArray& array) {
  for (std::size_t k = 1; k < group.size(); ++k) {
    const Lane& later = *group[k];
    for (std::size_t i = 0; i < k; ++i) {
      const Lane& lane = *group[i];
      if (lane.index_ != later.index_ ||
          std::memcmp(lane.value_, later.value_, array.element_bytes()) == 0) {
        continue;
      }
      report_undefined_order(lane, later, array);
      return;
    }
  }
}

void BlockEmulator::execute_collective(int warp, Group group) {
  const Lane::Waits waits = group[0]->waits_;
  if (waits != Lane::Waits::reconverge) check_collective(warp, group);
  if (waits == Lane::Waits::syncwarp && races_) races_->syncwarp(warp, mask_of(group));
  if (waits == Lane::Waits::shuffle) shuffle(warp, group);
  if (waits == Lane::Waits::ballot) {
    unsigned votes = 0;
    for (const Lane* lane : group) votes |= lane->ballot_ << (lane->thread_ % warp_lanes);
    for (Lane* lane : group) lane->ballot_ = votes;
  }
}

void BlockEmulator::check_collective(int warp, Group group) {
  const std::span<const Lane> lanes = lanes_of(warp);
  if (group.size() == lanes.size()) return;
  const Lane& first = *group[0];
  for (const Lane& lane : lanes) {
    const bool here = std::ranges::find(group, &lane) != group.end();
    if (here || lane.waits_ == Lane::Waits::end || cancelled_) continue;
    report(
        first,
        {.kind = FindingKind::barrier_divergence,
         .line = line_of(first.line_),
         .other_line = line_of(lane.line_),
         .thread = first.thread_,
         .other_thread = lane.thread_},
        [&] {
          return say(
              "Thread {0} waits for its whole warp on line {1}, but thread {2} waits on line {3}.",
              first.thread_, first.line_, lane.thread_, lane.line_);
        });
    return;
  }
}

void BlockEmulator::shuffle(int warp, Group group) {
  const auto bytes = static_cast<std::size_t>(group[0]->shuffle_type_.bytes());
  const int warp_start = warp * warp_lanes;
  std::array<std::array<std::byte, 16>, warp_lanes> offered{};
  const std::uint32_t present = mask_of(group);
  for (const Lane* lane : group) {
    copy_element(offered[static_cast<std::size_t>(lane->thread_ - warp_start)].data(), lane->value_,
                 bytes);
  }
  for (Lane* lane : group) {
    const bool partner =
        lane->index_ >= 0 && lane->index_ < warp_lanes && (present >> lane->index_ & 1U) != 0;
    // The trace numbers registers by thread.
    lane->index_ = partner ? warp_start + lane->index_ : lane->thread_;
  }
  if (trace_ != nullptr) {
    pack(group, bytes);
    record(warp, group,
           trace_->array({.name = "registers",
                          .space = Space::registers,
                          .type = group[0]->shuffle_type_,
                          .count = geometry_.threads}));
  }
  for (Lane* lane : group) {
    copy_element(lane->value_, offered[static_cast<std::size_t>(lane->index_ - warp_start)].data(),
                 bytes);
  }
}

// Recording --------------------------------------------------------------------------------------

std::uint32_t BlockEmulator::mask_of(Group group) {
  std::uint32_t mask = 0;
  for (const Lane* lane : group) mask |= 1U << (lane->thread_ % warp_lanes);
  return mask;
}

void BlockEmulator::pack(Group group, std::size_t element_bytes) {
  const std::size_t width = (element_bytes + 3) / 4;
  indices_.resize(group.size());
  words_.assign(group.size() * width, 0);
  for (std::size_t k = 0; k < group.size(); ++k) {
    indices_[k] = group[k]->index_;
    copy_element(words_.data() + k * width, group[k]->value_, element_bytes);
  }
}

void BlockEmulator::record(int warp, Group group, int array) {
  const Lane& first = *group[0];
  trace_->access(first.place_,
                 {.location = trace_->line(line_of(first.line_)),
                  .mask = mask_of(group),
                  .warp = warp,
                  .array = array,
                  .operation = first.operation_},
                 indices_, words_);
}

// Findings ---------------------------------------------------------------------------------------

void BlockEmulator::report_out_of_bounds(const Lane& lane, const EmulatedArray& array) {
  report(lane,
         {.kind = FindingKind::out_of_bounds,
          .line = line_of(lane.line_),
          .thread = lane.thread_,
          .array = array.trace_id(),
          .index = lane.index_},
         [&] {
           const Array& what = array.description();
           const std::string element = element_text(what, lane.index_);
           const std::int64_t last = count_of(what) - 1;
           return lane.operation_ == Operation::load
                      ? say("Thread {0} reads {1} on line {2}, but {3} has elements 0 to {4}.",
                            lane.thread_, element, lane.line_, what.name, last)
                      : say("Thread {0} writes {1} on line {2}, but {3} has elements 0 to {4}.",
                            lane.thread_, element, lane.line_, what.name, last);
         });
}

void BlockEmulator::report_uninitialised(const Lane& lane, const EmulatedArray& array) {
  report(lane,
         {.kind = FindingKind::uninitialised_read,
          .line = line_of(lane.line_),
          .thread = lane.thread_,
          .array = array.trace_id(),
          .index = lane.index_},
         [&] {
           const Array& what = array.description();
           const std::string element = element_text(what, lane.index_);
           return what.space == Space::local
                      ? say("Thread {0} reads {1} on line {2} before it has written it.",
                            lane.thread_, element, lane.line_)
                      : say("Thread {0} reads {1} on line {2} before any thread has written it.",
                            lane.thread_, element, lane.line_);
         });
}

void BlockEmulator::report_race(const Lane& lane, const EmulatedArray& array,
                                const RaceDetector::Race& race) {
  report(lane,
         {.kind = FindingKind::race,
          .line = line_of(lane.line_),
          .other_line = race.other_line,
          .thread = lane.thread_,
          .other_thread = race.other_thread,
          .array = array.trace_id(),
          .index = lane.index_},
         [&] {
           const std::string element = element_text(array.description(), lane.index_);
           if (race.other_line == static_cast<std::uint32_t>(lane.line_)) {
             return say(
                 "Threads {0} and {1} both use {2} on line {3}, at least one of them writes, and "
                 "nothing says which comes first: the order is not defined.",
                 race.other_thread, lane.thread_, element, lane.line_);
           }
           return say(
               "Threads {0} and {1} use {2} on lines {3} and {4}, at least one of them writes, and "
               "neither a barrier nor __syncwarp() stands between: the order is not defined.",
               race.other_thread, lane.thread_, element, race.other_line, lane.line_);
         });
}

void BlockEmulator::report_undefined_order(const Lane& lane, const Lane& later,
                                           const EmulatedArray& array) {
  report(later,
         {.kind = FindingKind::undefined_order,
          .line = line_of(later.line_),
          .thread = lane.thread_,
          .other_thread = later.thread_,
          .array = array.trace_id(),
          .index = later.index_},
         [&] {
           return say(
               "Threads {0} and {1} write different values to {2} in one instruction of line {3}: "
               "one of them survives, but CUDA does not say which.",
               lane.thread_, later.thread_, element_text(array.description(), later.index_),
               later.line_);
         });
}

}  // namespace warpscope
