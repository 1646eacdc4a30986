#include "instrumentation/emulator/block_emulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "instrumentation/language/say.hpp"

namespace warpscope {

// The block --------------------------------------------------------------------------------------

std::span<Lane> BlockEmulator::lanes_of(int warp) {
  const auto first = static_cast<std::size_t>(warp) * warp_lanes;
  return std::span(lanes_).subspan(first, std::min<std::size_t>(warp_lanes, lanes_.size() - first));
}

bool BlockEmulator::run(const Geometry& geometry, std::vector<EmulatedArray> globals,
                        const std::function<void(Lane&)>& body, TraceBuilder* trace,
                        const EmulatorOptions& options, std::stop_token stop) {
  geometry_ = geometry;
  arrays_ = std::move(globals);
  body_ = &body;
  trace_ = trace;
  stop_ = std::move(stop);
  cancelled_ = false;
  failure_ = nullptr;
  shared_ids_.clear();
  local_ids_.clear();
  locals_.clear();
  shared_.assign(shared_capacity, std::byte{0});
  shared_used_ = 0;
  findings_.clear();
  races_.reset();
  random_.reset();
  if (trace_ != nullptr) races_.emplace(geometry_.threads);
  if (options.schedule_seed) random_.emplace(*options.schedule_seed);
  highest_lane_wins_ = options.highest_lane_wins;
  dropped_line_ = options.drop_barrier;

  start_lanes();
  const auto alive = [](const Lane& lane) { return lane.waits_ != Lane::Waits::end; };
  while (std::any_of(lanes_.begin(), lanes_.end(), alive)) {
    run_to_barrier();
    release_barrier();
  }
  if (failure_) std::rethrow_exception(failure_);
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
  named_.assign(static_cast<std::size_t>(warps()), 0);
  for (int thread = 0; thread < geometry_.threads; ++thread) {
    Lane& lane = lanes_[static_cast<std::size_t>(thread)];
    lane.machine_ = this;
    lane.thread_ = thread;
    lane.waits_ = Lane::Waits::nothing;
    lane.place_ = {};
    lane.shared_arrays_ = lane.local_arrays_ = 0;
    lane.fiber_.start(fiber_stack(static_cast<std::size_t>(thread)), Lane::entry, &lane);
  }
}

void BlockEmulator::run_to_barrier() {
  runnable_.resize(static_cast<std::size_t>(warps()));
  std::iota(runnable_.begin(), runnable_.end(), 0);
  while (!runnable_.empty()) {
    // In order: a warp runs until it waits. At random: any warp may execute the next instruction.
    const std::size_t next = random_ ? (*random_)() % runnable_.size() : 0;
    if (!advance(runnable_[next])) {
      runnable_.erase(runnable_.begin() + static_cast<std::ptrdiff_t>(next));
    }
    cancelled_ = cancelled_ || stop_.stop_requested();
  }
}

std::vector<std::uint32_t> BlockEmulator::waiting_on(int line) const {
  std::vector<std::uint32_t> lanes((lanes_.size() + warp_lanes - 1) / warp_lanes);
  for (const Lane& lane : lanes_) {
    if (lane.waits_ == Lane::Waits::end || lane.line_ != line) continue;
    lanes[static_cast<std::size_t>(lane.thread_ / warp_lanes)] |=
        1U << static_cast<unsigned>(lane.thread_ % warp_lanes);
  }
  return lanes;
}

void BlockEmulator::check_barrier() {
  const Lane* first = nullptr;
  const Lane* ended = nullptr;
  for (const Lane& lane : lanes_) {
    if (lane.waits_ == Lane::Waits::end) {
      ended = &lane;
    } else if (first == nullptr) {
      first = &lane;
    } else if (lane.line_ != first->line_) {
      report(
          lane,
          {.kind = FindingKind::barrier_divergence,
           .line = static_cast<std::uint32_t>(lane.line_),
           .other_line = static_cast<std::uint32_t>(first->line_),
           .thread = lane.thread_,
           .other_thread = first->thread_,
           .arrived = waiting_on(lane.line_)},
          [&] {
            return say(
                "Thread {0} waits at the barrier of line {1}, thread {2} at that of line {3}: all "
                "threads of a block must reach the same barrier.",
                lane.thread_, lane.line_, first->thread_, first->line_);
          });
    }
  }
  if (first == nullptr || ended == nullptr || cancelled_) return;
  report(*first,
         {.kind = FindingKind::barrier_divergence,
          .line = static_cast<std::uint32_t>(first->line_),
          .thread = first->thread_,
          .other_thread = ended->thread_,
          .arrived = waiting_on(first->line_)},
         [&] {
           return say(
               "Thread {0} has ended, but thread {1} waits for it at the barrier of line {2}: all "
               "threads of a block must reach it.",
               ended->thread_, first->thread_, first->line_);
         });
}

void BlockEmulator::release_barrier() {
  check_barrier();
  const auto waits = [](const Lane& lane) { return lane.waits_ != Lane::Waits::end; };
  const auto first = std::ranges::find_if(lanes_, waits);
  if (first == lanes_.end()) return;
  const std::uint32_t interval = first->place_.interval;
  for (Lane& lane : lanes_) {
    if (!waits(lane)) continue;
    if (trace_ != nullptr && lane.thread_ % warp_lanes == 0) {
      trace_->name_step(lane.thread_ / warp_lanes, lane.place_, lane.label_->name,
                        lane.label_->value, true);
    }
    lane.place_ = {lane.place_.interval + 1, 0};
    lane.waits_ = Lane::Waits::nothing;
  }
  std::ranges::fill(named_, 0);
  if (races_) races_->barrier();
  if (trace_ != nullptr) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(shared_.data());
    trace_->snapshot(interval, {bytes, bytes + shared_used_});
  }
}

// One warp ---------------------------------------------------------------------------------------

/// Each lane that need not wait runs up to its next request, one after another.
void BlockEmulator::run_lanes(std::span<Lane> lanes) {
  Fiber* next = &scheduler_;
  for (std::size_t k = lanes.size(); k-- > 0;) {
    Lane& lane = lanes[k];
    if (lane.waits_ != Lane::Waits::nothing) continue;
    lane.next_ = next;
    next = &lane.fiber_;
  }
  if (next != &scheduler_) scheduler_.switch_to(*next);
}

bool BlockEmulator::advance(int warp) {
  const std::span<Lane> lanes = lanes_of(warp);
  run_lanes(lanes);
  // The group that is furthest behind goes first, so that lanes meet again after a branch; lanes
  // that wait for one another come after those that can go on.
  const auto rank = [](const Lane& lane) {
    const std::uint64_t alone = lane.waits_ == Lane::Waits::memory ? 0 : 1;
    return alone << 63U | std::uint64_t{lane.place_.ordinal} << 32U |
           static_cast<std::uint32_t>(lane.line_);
  };
  const auto same = [](const Lane& a, const Lane& b) {
    return a.waits_ == b.waits_ && (a.waits_ != Lane::Waits::memory ||
                                    (a.operation_ == b.operation_ && a.array_ == b.array_));
  };
  std::array<Lane*, warp_lanes> storage;
  std::size_t size = 0;
  std::uint64_t least = 0;
  for (Lane& lane : lanes) {
    if (lane.waits_ == Lane::Waits::barrier || lane.waits_ == Lane::Waits::end) continue;
    const std::uint64_t own = rank(lane);
    if (size == 0 || own < least) {
      size = 0;
      least = own;
    } else if (own != least || !same(lane, *storage[0])) {
      continue;
    }
    storage[size++] = &lane;
  }
  if (size == 0) return false;
  const Group group(storage.data(), size);
  if (group[0]->waits_ == Lane::Waits::memory) {
    execute_memory(warp, group);
  } else {
    execute_collective(warp, group);
  }
  for (Lane* lane : group) lane->waits_ = Lane::Waits::nothing;
  return true;
}

void BlockEmulator::name_step(const Lane& lane, const StepLabel& label) {
  // The first lane of a warp to leave a step speaks for all.
  std::uint32_t& named = named_[static_cast<std::size_t>(lane.thread_ / warp_lanes)];
  if (trace_ == nullptr || lane.place_.ordinal < named) return;
  trace_->name_step(lane.thread_ / warp_lanes, lane.place_, label.name, label.value, false);
  ++named;
}

void BlockEmulator::check_shared(std::size_t bytes) {
  if (bytes <= shared_capacity) return;
  throw KernelFault(
      fmt::format("a block asks for {} bytes of shared memory, and {} is the most that "
                  "every GPU grants",
                  bytes, shared_capacity));
}

namespace {

void check_same_array(const Lane& lane, const Array& known, std::string_view name, ElementType type,
                      int count) {
  if (known.name == name && known.type == type && known.count == count) return;
  throw KernelFault(fmt::format(
      "thread {} asks for {} {}[{}] where another thread of its block asked for {} "
      "{}[{}], and all must ask for the same arrays in the same order",
      lane.thread_rank(), type.name(), name, count, known.type.name(), known.name, known.count));
}

}  // namespace

int BlockEmulator::add_shared_array(Lane& lane, std::string_view name, ElementType type, int count,
                                    int columns) {
  const auto ordinal = static_cast<std::size_t>(lane.shared_arrays_++);
  if (ordinal < shared_ids_.size()) {
    const int known = shared_ids_[ordinal];
    check_same_array(lane, array(known).description(), name, type, count);
    return known;
  }
  if (count < 0) {
    throw KernelFault(fmt::format("a block asks for {} elements of shared memory", count));
  }
  const auto size = static_cast<std::size_t>(type.bytes());
  const std::size_t alignment = size & -size;  // as on the GPU: 4 for three floats
  const std::size_t base = (shared_used_ + alignment - 1) / alignment * alignment;
  const std::size_t bytes = static_cast<std::size_t>(count) * size;
  check_shared(base + bytes);
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

int BlockEmulator::add_local_array(Lane& lane, std::string_view name, ElementType type, int count) {
  const auto ordinal = static_cast<std::size_t>(lane.local_arrays_++);
  Array array = in_local_memory(std::string(name), type, count, geometry_.threads);
  if (ordinal < local_ids_.size()) {
    const int known = local_ids_[ordinal];
    check_same_array(lane, this->array(known).description(), name, type,
                     static_cast<int>(array.count));
    return known;
  }
  const int trace_id = trace_ != nullptr ? trace_->array(array) : -1;
  const int id = static_cast<int>(arrays_.size());
  locals_.emplace_back(static_cast<std::size_t>(array.count * type.bytes()));
  arrays_.emplace_back(std::move(array), std::span(locals_.back()), trace_id);
  local_ids_.push_back(id);
  return id;
}

}  // namespace warpscope
