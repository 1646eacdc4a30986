#include "instrumentation/emulator/block_emulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace warpscope {

// The block --------------------------------------------------------------------------------------

std::span<Lane> BlockEmulator::lanes_of(int warp) {
  const auto first = static_cast<std::size_t>(warp) * warp_lanes;
  return std::span(lanes_).subspan(first, std::min<std::size_t>(warp_lanes, lanes_.size() - first));
}

bool BlockEmulator::run(const Geometry& geometry, std::vector<EmulatedArray> globals,
                        const std::function<void(Lane&)>& body, TraceBuilder* trace,
                        std::optional<std::uint64_t> schedule_seed, std::stop_token stop) {
  geometry_ = geometry;
  arrays_ = std::move(globals);
  body_ = &body;
  trace_ = trace;
  stop_ = std::move(stop);
  cancelled_ = false;
  shared_ids_.clear();
  shared_.assign(shared_capacity, std::byte{0});
  shared_used_ = 0;
  findings_.clear();
  races_.reset();
  random_.reset();
  if (trace_ != nullptr) races_.emplace(geometry_.threads);
  if (schedule_seed) random_.emplace(*schedule_seed);

  start_lanes();
  const auto alive = [](const Lane& lane) { return lane.waits_ != Lane::Waits::end; };
  while (std::any_of(lanes_.begin(), lanes_.end(), alive)) {
    run_to_barrier();
    release_barrier();
  }
  if (trace_ != nullptr) {
    trace_->shared_bytes(static_cast<std::uint32_t>(shared_used_));
    for (auto& [key, found] : findings_) trace_->finding(found.first, std::move(found.second));
  }
  return !cancelled_;
}

void BlockEmulator::start_lanes() {
  if (lanes_.size() != static_cast<std::size_t>(geometry_.threads)) {
    lanes_ = std::vector<Lane>(static_cast<std::size_t>(geometry_.threads));
  }
  for (int thread = 0; thread < geometry_.threads; ++thread) {
    Lane& lane = lanes_[static_cast<std::size_t>(thread)];
    lane.machine_ = this;
    lane.thread_ = thread;
    lane.waits_ = Lane::Waits::nothing;
    lane.place_ = {};
    lane.shared_arrays_ = 0;
    lane.fiber_.start(stacks_, Lane::entry, &lane);
  }
}

void BlockEmulator::run_to_barrier() {
  std::vector<int> runnable(static_cast<std::size_t>(warps()));
  for (int warp = 0; warp < warps(); ++warp) runnable[static_cast<std::size_t>(warp)] = warp;
  while (!runnable.empty()) {
    // In order: a warp runs until it waits. At random: any warp may execute the next instruction.
    const std::size_t next = random_ ? (*random_)() % runnable.size() : 0;
    if (!advance(runnable[next]))
      runnable.erase(runnable.begin() + static_cast<std::ptrdiff_t>(next));
    cancelled_ = cancelled_ || stop_.stop_requested();
  }
}

void BlockEmulator::release_barrier() {
  const Lane* first = nullptr;
  const Lane* ended = nullptr;
  for (const Lane& lane : lanes_) {
    if (lane.waits_ == Lane::Waits::end) {
      ended = &lane;
    } else if (first == nullptr) {
      first = &lane;
    } else if (lane.line_ != first->line_) {
      report(lane,
             {.kind = FindingKind::barrier_divergence,
              .line = static_cast<std::uint32_t>(lane.line_),
              .other_line = static_cast<std::uint32_t>(first->line_),
              .thread = lane.thread_,
              .other_thread = first->thread_,
              .message = fmt::format("Thread {} waits at the barrier of line {}, thread {} at "
                                     "that of line {}: all threads of a block must reach the "
                                     "same barrier.",
                                     lane.thread_, lane.line_, first->thread_, first->line_)});
    }
  }
  if (first == nullptr) return;
  if (ended != nullptr && !cancelled_) {
    report(*first,
           {.kind = FindingKind::barrier_divergence,
            .line = static_cast<std::uint32_t>(first->line_),
            .thread = first->thread_,
            .other_thread = ended->thread_,
            .message = fmt::format("Thread {} has ended, but thread {} waits for it at the "
                                   "barrier of line {}: all threads of a block must reach it.",
                                   ended->thread_, first->thread_, first->line_)});
  }
  const std::uint32_t interval = first->place_.interval;
  for (Lane& lane : lanes_) {
    if (lane.waits_ == Lane::Waits::end) continue;
    if (trace_ != nullptr && lane.thread_ % warp_lanes == 0) {
      trace_->name_step(lane.thread_ / warp_lanes, lane.place_, lane.barrier_name_,
                        lane.barrier_value_, true);
    }
    lane.place_ = {lane.place_.interval + 1, 0};
    lane.waits_ = Lane::Waits::nothing;
  }
  if (races_) races_->barrier();
  if (trace_ != nullptr) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(shared_.data());
    trace_->snapshot(interval, {bytes, bytes + shared_used_});
  }
}

// One warp ---------------------------------------------------------------------------------------

bool BlockEmulator::advance(int warp) {
  const std::span<Lane> lanes = lanes_of(warp);
  for (Lane& lane : lanes) {
    if (lane.waits_ == Lane::Waits::nothing) lane.fiber_.resume();
  }
  // The group that is furthest behind goes first, so that lanes meet again after a branch; lanes
  // that wait for one another come after those that can go on.
  const auto rank = [](const Lane& lane) {
    const bool alone = lane.waits_ == Lane::Waits::memory;
    return std::tuple(alone ? 0 : 1, lane.place_.ordinal, lane.line_);
  };
  Lane* chosen = nullptr;
  for (Lane& lane : lanes) {
    if (lane.waits_ == Lane::Waits::barrier || lane.waits_ == Lane::Waits::end) continue;
    if (chosen == nullptr || rank(lane) < rank(*chosen)) chosen = &lane;
  }
  if (chosen == nullptr) return false;

  Group group{};
  int size = 0;
  for (Lane& lane : lanes) {
    const bool together =
        lane.waits_ == chosen->waits_ && lane.line_ == chosen->line_ &&
        lane.place_ == chosen->place_ &&
        (lane.waits_ != Lane::Waits::memory ||
         (lane.operation_ == chosen->operation_ && lane.array_ == chosen->array_));
    if (together) group[static_cast<std::size_t>(size++)] = &lane;
  }
  if (chosen->waits_ == Lane::Waits::memory) {
    execute_memory(warp, group, size);
  } else {
    execute_collective(warp, group, size);
  }
  for (int k = 0; k < size; ++k) group[static_cast<std::size_t>(k)]->waits_ = Lane::Waits::nothing;
  return true;
}

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

void BlockEmulator::report(const Lane& lane, const Finding& finding) {
  if (trace_ == nullptr) return;
  const FindingKey key{finding.kind, std::min(finding.line, finding.other_line),
                       std::max(finding.line, finding.other_line), finding.array};
  const auto [entry, fresh] = findings_.try_emplace(key, lane.place_, finding);
  if (!fresh) ++entry->second.second.times;
}

int BlockEmulator::add_shared_array(Lane& lane, std::string_view name, ElementType type, int count,
                                    int columns) {
  const auto ordinal = static_cast<std::size_t>(lane.shared_arrays_++);
  if (ordinal < shared_ids_.size()) return shared_ids_[ordinal];
  const auto size = static_cast<std::size_t>(type.bytes());
  const std::size_t alignment = size & -size;  // as on the GPU: 4 for three floats
  const std::size_t base = (shared_used_ + alignment - 1) / alignment * alignment;
  const std::size_t bytes = static_cast<std::size_t>(count) * size;
  assert(base + bytes <= shared_capacity && "the launch checks what its kernel needs");
  Array array{.name = std::string(name),
              .space = Space::shared,
              .type = type,
              .count = count,
              .base = static_cast<std::uint32_t>(base),
              .columns = columns};
  const int trace_id = trace_ != nullptr ? trace_->array(array) : -1;
  shared_used_ = base + bytes;
  const int id = static_cast<int>(arrays_.size());
  arrays_.emplace_back(std::move(array), std::span(shared_).subspan(base, bytes), trace_id);
  if (races_) races_->add_array(id, count);
  shared_ids_.push_back(id);
  return id;
}

}  // namespace warpscope
