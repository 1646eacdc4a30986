#include "instrumentation/program/machine/launch_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/debug_info/source_names.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/memory_atomic.hpp"
#include "instrumentation/program/machine/work_order.hpp"

namespace warpscope {
namespace {

int warps_of(const ws_launch_config& config) {
  const std::uint32_t threads = config.block[0] * config.block[1] * config.block[2];
  return static_cast<int>((threads + warp_lanes - 1) / warp_lanes);
}

}  // namespace

LaunchWatch::LaunchWatch(const WatchedKernel& kernel, ProgramLog& log)
    : kernel_(kernel),
      log_(log),
      memory_(kernel_),
      sites_(kernel_),
      recorder_(log, memory_, sites_),
      findings_(kernel_, log, sites_, recorder_),
      checks_(dim3_of(kernel_.config->grid).count(), memory_, sites_, findings_),
      barriers_(warps_of(*kernel_.config), sites_, findings_) {
  WorkOrder::the().launches(kernel_.launch, kernel_.name);
  if (WorkOrder::the().wants_launches()) footprint_.emplace();
}

void LaunchWatch::begin_block(const SimtBlock& block, bool recorded, TraceBuilder* counted) {
  memory_.begin_block();
  resume_block(block, recorded, counted);
}

void LaunchWatch::resume_block(const SimtBlock& block, bool recorded, TraceBuilder* counted) {
  recorder_.begin_block(recorded, counted);
  memory_.forget_counted();
  sites_.forget_counted();
  checks_.begin_block(block);
  barriers_.begin_block();
  store_region_ = nullptr;
}

void LaunchWatch::end_launch(std::int32_t trace_launch) {
  if (trace_launch >= 0) findings_.hand_to_trace();
  if (footprint_) WorkOrder::the().use(footprint_->use(), say("the launch of {}", kernel_.name));
}

MemoryRegion* LaunchWatch::group_by_region(std::span<SimtLane*> lanes, std::uint32_t site,
                                           std::size_t& count) {
  if (site >= last_regions_.size()) last_regions_.resize(site + 1, nullptr);
  MemoryRegion*& last = last_regions_[site];
  const auto find = [&](const SimtLane& lane) {
    const bool same = last != nullptr && last->holds(lane.address, lane.bytes) && !last->freed();
    return same ? last : memory_.at(lane.address);
  };
  MemoryRegion* const region = last = find(*lanes[0]);
  const auto others = std::stable_partition(
      lanes.begin() + 1, lanes.end(), [&](const SimtLane* lane) { return find(*lane) == region; });
  count = static_cast<std::size_t>(others - lanes.begin());
  return region;
}

bool LaunchWatch::check(const SimtBlock& block, int warp, std::span<SimtLane* const> lanes,
                        MemoryRegion* region, std::uint32_t site) {
  for (SimtLane* lane : lanes) {
    const auto verdict = checks_.access(block, *lane, region, site);
    if (verdict == AccessChecks::Verdict::fatal) return false;
    if (verdict == AccessChecks::Verdict::outside) continue;
    inside_.push_back(lane);
    if (footprint_ && !lane->is_volatile && !lane->is_atomic &&
        DeviceMemory::the().owns(lane->address)) {
      footprint_->add(lane->address, lane->bytes, Footprint::of(lane->operation));
    }
    checks_.written(block, *lane, *region, site);
  }
  if (!inside_.empty()) checks_.races(block, warp, inside_, *region, site);
  return true;
}

bool LaunchWatch::execute(SimtBlock& block, int warp, std::span<SimtLane*> lanes,
                          std::size_t& count) {
  const std::uint32_t site = sites_.of(*lanes[0]);
  MemoryRegion* const region = group_by_region(lanes, site, count);
  const auto group = lanes.first(count);
  accesses_ += static_cast<std::int64_t>(count);
  log_.checked_accesses += static_cast<std::int64_t>(count);
  inside_.clear();
  const Operation operation = group[0]->operation;
  // A table that the compiler made of a local array of constants: on a GPU it lies in constant memory.
  if (region == nullptr && operation == Operation::load && kernel_.code != nullptr &&
      kernel_.code->holds(group[0]->address)) {
    return true;
  }
  if (region != nullptr && !region->holds(group[0]->address, group[0]->bytes) &&
      memory_.is_of_compiler(group[0]->address)) {
    return true;
  }
  if (region != nullptr) region->settle_type(*group[0]);
  if (!check(block, warp, group, region, site)) return false;
  const AccessRecorder::Instruction instruction{.site = site,
                                                .operation = operation,
                                                .run = group[0]->runs,
                                                .alone = group[0]->is_volatile || group[0]->copies,
                                                .is_atomic = group[0]->is_atomic,
                                                .of_warp = group[0]->of_warp};
  if (is_atomic(operation)) {
    bool changed = false;
    found_.clear();
    for (SimtLane* lane : inside_) {
      const auto operand = lane->value;
      changed |= do_atomic(operation, lane->scalar, lane->address, lane->value.data(),
                           lane->compare.data());
      if (checks_.wants_sums(*lane)) checks_.added(block, *lane, operand, *region, site);
      found_.push_back(std::exchange(lane->value, operand));
    }
    if (!inside_.empty() && recorder_.records()) {
      recorder_.access(block, warp, inside_, *region, instruction,
                       sites_.uses_result(site) ? found_ : AccessRecorder::Found{});
    }
    for (std::size_t k = 0; k < inside_.size(); ++k) inside_[k]->value = found_[k];
    group[0]->result = changed ? 1 : 0;
    if (followed_ != nullptr) note_writer(block, site, true);
  } else if (stores(operation)) {
    store_region_ = region;
    store_ = instruction;
  } else if (!inside_.empty() && recorder_.records()) {
    for (SimtLane* lane : inside_) std::memcpy(lane->value.data(), lane->address, lane->bytes);
    recorder_.access(block, warp, inside_, *region, instruction);
  }
  return true;
}

void LaunchWatch::stored(SimtBlock& block, int warp, std::span<SimtLane* const>) {
  if (store_region_ == nullptr || inside_.empty()) return;
  checks_.stored(block);
  if (followed_ != nullptr) note_writer(block, store_.site, false);
  if (!store_.is_atomic) checks_.store_order(block, inside_, *store_region_, store_.site);
  recorder_.access(block, warp, inside_, *store_region_, store_);
  store_region_ = nullptr;
}

void LaunchWatch::note_writer(const SimtBlock& block, std::uint32_t site, bool atomic) {
  for (const SimtLane* lane : inside_) {
    const std::byte* const begin = atomic ? lane->address : lane->stored_address;
    const std::size_t bytes = atomic ? lane->bytes : lane->stored_bytes;
    if (followed_ < begin || followed_ >= begin + bytes) continue;
    const auto offset = static_cast<std::size_t>(followed_ - begin);
    if (!atomic && !lane->storing && lane->stored[offset] != *followed_) continue;
    const auto place = [](const std::uint32_t* index) {
      return Dim3{static_cast<std::int32_t>(index[0]), static_cast<std::int32_t>(index[1]),
                  static_cast<std::int32_t>(index[2])};
    };
    LastWriter& writer = last_writer_.emplace();
    writer.launch = kernel_.launch;
    writer.atomic = atomic;
    writer.block = block.index;
    writer.thread = place(lane->place.index);
    if (const auto& frames = sites_.frames(site); !frames.empty()) {
      writer.file = shown_path(frames.back().file);
      writer.line = frames.back().line;
    }
  }
}

void LaunchWatch::shuffled(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) {
  recorder_.shuffle(block, warp, lanes);
}

void LaunchWatch::synchronised(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) {
  std::uint32_t mask = 0;
  for (const SimtLane* lane : lanes) mask |= 1U << lane->lane();
  checks_.synchronised(warp, mask);
  barriers_.synchronised(block, warp, lanes);
}

void LaunchWatch::barrier(SimtBlock& block) {
  const SimtLane* const waiting = barriers_.barrier(block);
  checks_.barrier();
  if (waiting == nullptr) return;
  const bool of_grid = waiting->waits == SimtLane::Waits::grid_sync;
  recorder_.barrier(block, sites_.of(*waiting), of_grid ? "grid barrier" : "barrier");
}

void LaunchWatch::stuck(SimtBlock& block, const SimtLane& lane, const SimtLane& other) {
  barriers_.stuck(block, lane, other);
}

void LaunchWatch::unnamed(SimtBlock& block, const SimtLane& lane) {
  barriers_.unnamed(block, lane);
}

void LaunchWatch::nobody_gives(SimtBlock& block, int warp, const SimtLane& lane) {
  checks_.nobody_gives(block, warp, lane);
}

void LaunchWatch::report_lane(const SimtBlock& block, const SimtLane& lane, FindingKind kind,
                              std::uintptr_t at, const Sentence& what) {
  const std::uint32_t site = sites_.of(lane.context, at);
  findings_.report(block, {.kind = kind, .lane = &lane, .site = site}, [&] {
    // Translators: "Thread 3" "executes a trap" on "line 41".
    return say("{0} {1} on {2}.", findings_.thread_text(lane), what, sites_.line_text(site));
  });
}

bool LaunchWatch::fault(const SimtBlock& block, const SimtLane& lane, std::byte* address,
                        bool writes, std::uintptr_t at) {
  return checks_.fault(block, lane, address, memory_.at(address), writes,
                       sites_.of(lane.context, at)) &&
         DeviceMemory::the().open_guard(address);
}

}  // namespace warpscope
