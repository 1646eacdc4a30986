// What one instruction of a warp does; block_emulator.cpp says which lanes execute it when.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "instrumentation/emulator/block_emulator.hpp"

namespace warpscope {

void BlockEmulator::execute_memory(int warp, const Group& group, int lanes) {
  EmulatedArray& array = arrays_[static_cast<std::size_t>(group[0]->array_)];
  std::uint32_t mask = 0;
  Group inside{};
  int count = 0;
  for (int k = 0; k < lanes; ++k) {
    Lane& lane = *group[static_cast<std::size_t>(k)];
    if (array.inside(lane.index_)) {
      mask |= 1U << (lane.thread_ % warp_lanes);
      inside[static_cast<std::size_t>(count++)] = &lane;
      continue;
    }
    if (lane.operation_ != Operation::store)
      std::memset(lane.value_, 0, static_cast<std::size_t>(array.description().type.bytes()));
    const Array& what = array.description();
    report(lane, {.kind = FindingKind::out_of_bounds,
                  .line = static_cast<std::uint32_t>(lane.line_),
                  .thread = lane.thread_,
                  .array = array.trace_id(),
                  .index = lane.index_,
                  .message = fmt::format(
                      "Thread {} {} {}[{}] on line {}, but {} has elements 0 to {}.", lane.thread_,
                      lane.operation_ == Operation::load ? "reads" : "writes", what.name,
                      lane.index_, lane.line_, what.name, what.count - 1)});
  }
  if (count == 0) return;
  // The operand of a store or an atomic is recorded before it is executed, a load's value after.
  const bool load = group[0]->operation_ == Operation::load;
  if (trace_ != nullptr && !load) record_values(inside, count, array.description().type);
  if (races_) races_->begin_instruction();
  for (int k = 0; k < count; ++k) perform(*inside[static_cast<std::size_t>(k)], array);
  if (trace_ == nullptr) return;
  if (group[0]->operation_ == Operation::store) check_same_element(inside, count, array);
  if (load) record_values(inside, count, array.description().type);
  record(warp, *group[0], group[0]->operation_, array, mask);
}

void BlockEmulator::perform(Lane& lane, EmulatedArray& array) {
  const Array& what = array.description();
  if (lane.operation_ != Operation::store && !array.written(lane.index_)) {
    report(lane, {.kind = FindingKind::uninitialised_read,
                  .line = static_cast<std::uint32_t>(lane.line_),
                  .thread = lane.thread_,
                  .array = array.trace_id(),
                  .index = lane.index_,
                  .message = fmt::format("Thread {} reads {}[{}] on line {} before any thread has "
                                         "written it.",
                                         lane.thread_, what.name, lane.index_, lane.line_)});
  }
  switch (lane.operation_) {
    case Operation::load: array.load(lane.index_, lane.value_); break;
    case Operation::store: array.store(lane.index_, lane.value_); break;
    default: array.atomic_add(lane.index_, lane.value_, lane.add_); break;
  }
  if (!races_ || what.space != Space::shared) return;
  const auto race = races_->touch(lane.array_, lane.index_, lane.thread_,
                                  static_cast<std::uint32_t>(lane.line_), lane.operation_);
  if (!race) return;
  report(lane,
         {.kind = FindingKind::race,
          .line = static_cast<std::uint32_t>(lane.line_),
          .other_line = race.other_line,
          .thread = lane.thread_,
          .other_thread = race.other_thread,
          .array = array.trace_id(),
          .index = lane.index_,
          .message = fmt::format(
              "Threads {} and {} use {}[{}] on lines {} and {}, at least one of them writes, and "
              "neither a barrier nor a syncwarp stands between: the order is not defined.",
              race.other_thread, lane.thread_, what.name, lane.index_, race.other_line,
              lane.line_)});
}

/// Of several lanes that store to one element in one instruction one survives; CUDA does not say
/// which. Here it is the highest lane, as on an H200.
void BlockEmulator::check_same_element(const Group& group, int lanes, const EmulatedArray& array) {
  const Array& what = array.description();
  const auto bytes = static_cast<std::size_t>(what.type.bytes());
  for (std::size_t k = 1; k < static_cast<std::size_t>(lanes); ++k) {
    const Lane& later = *group[k];
    for (std::size_t i = 0; i < k; ++i) {
      const Lane& lane = *group[i];
      if (lane.index_ != later.index_ || std::memcmp(lane.value_, later.value_, bytes) == 0) {
        continue;
      }
      report(later,
             {.kind = FindingKind::undefined_order,
              .line = static_cast<std::uint32_t>(later.line_),
              .thread = lane.thread_,
              .other_thread = later.thread_,
              .array = array.trace_id(),
              .index = later.index_,
              .message = fmt::format(
                  "Threads {} and {} write different values to {}[{}] in one instruction of line "
                  "{}: one of them survives, but CUDA does not say which.",
                  lane.thread_, later.thread_, what.name, later.index_, later.line_)});
      return;
    }
  }
}

void BlockEmulator::execute_collective(int warp, const Group& group, int lanes) {
  Lane& first = *group[0];
  if (first.waits_ != Lane::Waits::reconverge) check_collective(warp, group, lanes);
  std::uint32_t mask = 0;
  unsigned votes = 0;
  for (int k = 0; k < lanes; ++k) {
    const Lane& lane = *group[static_cast<std::size_t>(k)];
    mask |= 1U << (lane.thread_ % warp_lanes);
    votes |= lane.ballot_ << (lane.thread_ % warp_lanes);
  }
  switch (first.waits_) {
    case Lane::Waits::syncwarp:
      if (races_) races_->syncwarp(warp, mask);
      break;
    case Lane::Waits::ballot:
      for (int k = 0; k < lanes; ++k) group[static_cast<std::size_t>(k)]->ballot_ = votes;
      break;
    case Lane::Waits::shuffle: shuffle(warp, group, lanes); break;
    default: break;
  }
}

void BlockEmulator::check_collective(int warp, const Group& group, int lanes) {
  for (const Lane& lane : lanes_of(warp)) {
    const bool here =
        std::find(group.begin(), group.begin() + lanes, &lane) != group.begin() + lanes;
    if (here || lane.waits_ == Lane::Waits::end || cancelled_) continue;
    report(*group[0],
           {.kind = FindingKind::barrier_divergence,
            .line = static_cast<std::uint32_t>(group[0]->line_),
            .other_line = static_cast<std::uint32_t>(lane.line_),
            .thread = group[0]->thread_,
            .other_thread = lane.thread_,
            .message = fmt::format("Thread {} waits for its whole warp on line {}, but "
                                   "thread {} waits on line {}.",
                                   group[0]->thread_, group[0]->line_, lane.thread_, lane.line_)});
    return;
  }
}

void BlockEmulator::shuffle(int warp, const Group& group, int lanes) {
  const ElementType type = group[0]->shuffle_type_;
  const auto bytes = static_cast<std::size_t>(type.bytes());
  const int warp_start = warp * warp_lanes;
  std::array<std::array<std::byte, 16>, warp_lanes> offered{};
  std::array<bool, warp_lanes> present{};
  for (int k = 0; k < lanes; ++k) {
    const Lane& lane = *group[static_cast<std::size_t>(k)];
    const auto at = static_cast<std::size_t>(lane.thread_ - warp_start);
    std::memcpy(offered[at].data(), lane.value_, bytes);
    present[at] = true;
  }
  std::uint32_t mask = 0;
  for (int k = 0; k < lanes; ++k) {
    Lane& lane = *group[static_cast<std::size_t>(k)];
    const bool partner = lane.index_ >= 0 && lane.index_ < warp_lanes &&
                         present[static_cast<std::size_t>(lane.index_)];
    const int source = partner ? lane.index_ : lane.thread_ - warp_start;
    mask |= 1U << (lane.thread_ % warp_lanes);
    lane.index_ = warp_start + source;  // in the trace registers are numbered by thread
  }
  if (trace_ != nullptr) {
    record_values(group, lanes, type);
    trace_->access(warp, group[0]->place_, Operation::shuffle, group[0]->array_,
                   static_cast<std::uint32_t>(group[0]->line_), mask, indices_, words_);
  }
  for (int k = 0; k < lanes; ++k) {
    Lane& lane = *group[static_cast<std::size_t>(k)];
    std::memcpy(lane.value_, offered[static_cast<std::size_t>(lane.index_ - warp_start)].data(),
                bytes);
  }
}

// Recording --------------------------------------------------------------------------------------

void BlockEmulator::record_values(const Group& group, int lanes, ElementType type) {
  const auto width = static_cast<std::size_t>(type.words());
  indices_.resize(static_cast<std::size_t>(lanes));
  words_.assign(static_cast<std::size_t>(lanes) * width, 0);
  for (std::size_t k = 0; k < static_cast<std::size_t>(lanes); ++k) {
    indices_[k] = group[k]->index_;
    std::memcpy(words_.data() + k * width, group[k]->value_,
                static_cast<std::size_t>(type.bytes()));
  }
}

void BlockEmulator::record(int warp, const Lane& first, Operation operation,
                           const EmulatedArray& array, std::uint32_t mask) {
  trace_->access(warp, first.place_, operation, array.trace_id(),
                 static_cast<std::uint32_t>(first.line_), mask, indices_, words_);
}

}  // namespace warpscope
