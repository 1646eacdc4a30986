#include "instrumentation/program/machine/access_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_heap.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/launch_errors.hpp"

namespace warpscope {
namespace {

std::uintptr_t number_of_address(const std::byte* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

}  // namespace

void AccessChecks::begin_block(const SimtBlock& block) {
  const auto threads = static_cast<int>(block.lanes.size());
  if (!races_) {
    races_.emplace(threads);
  } else {
    races_->barrier();
  }
  global_races_.begin_block(threads);
  blocks_.begin_block(block);
  copies_.begin_block(block.lanes.size());
  write_races_.clear();
}

AccessChecks::Verdict AccessChecks::nowhere(const SimtBlock& block, const SimtLane& lane,
                                            std::uint32_t site) {
  const bool device = DeviceMemory::the().owns(lane.address);
  findings_.report(
      block,
      {.kind = device ? FindingKind::out_of_bounds : FindingKind::foreign_memory,
       .lane = &lane,
       .site = site},
      [&] {
        const Sentence who = findings_.thread_text(lane), line = sites_.line_text(site);
        const std::uintptr_t address = number_of_address(lane.address);
        if (address < 65536) {
          return say(
              "{0} {1} a null pointer (address {2:#x}) on {3}: a pointer that the kernel got "
              "was never set, or an index was added to null.",
              who, LaunchFindings::verb(Footprint::of(lane.operation)), address, line);
        }
        if (device) {
          return say("{0} {1} address {2:#x} on {3}, where nothing was allocated.", who,
                     LaunchFindings::verb(Footprint::of(lane.operation)), address, line);
        }
        return say(
            "{0} {1} memory of the host on {2}: a kernel can only use what cudaMalloc, "
            "cudaMallocManaged or cudaHostAlloc gave, so copy it there first.",
            who, LaunchFindings::verb(Footprint::of(lane.operation)), line);
      });
  set_error(error_illegal_address);
  return Verdict::fatal;
}

AccessChecks::Verdict AccessChecks::access(const SimtBlock& block, const SimtLane& lane,
                                           MemoryRegion* region, std::uint32_t site) {
  if (region == nullptr) return nowhere(block, lane, site);
  const auto wrong = [&](FindingKind kind) {
    return LaunchFindings::Wrong{.kind = kind,
                                 .lane = &lane,
                                 .site = site,
                                 .region = region,
                                 .index = region->index(lane.address)};
  };
  if (region->freed()) {
    findings_.report(block, wrong(FindingKind::use_after_free), [&] {
      return say("{0} {1} {2} on {3}, but the program has freed {4}.", findings_.thread_text(lane),
                 LaunchFindings::verb(Footprint::of(lane.operation)),
                 region->element_text(lane.address), sites_.line_text(site), region->name());
    });
    set_error(error_illegal_address);
    reported_address_ = lane.address;
    return Verdict::outside;
  }
  const unsigned aligned_by = region->copies_halves(lane.address, lane.bytes) ? 8U : lane.bytes;
  if (number_of_address(lane.address) % aligned_by != 0) {
    findings_.report(block, wrong(FindingKind::misaligned), [&] {
      return say(
          "{0} {1} {2} bytes at once from byte {3} of {4} on {5}: the address must be a "
          "multiple of {6}.",
          findings_.thread_text(lane), LaunchFindings::verb(Footprint::of(lane.operation)),
          lane.bytes, region->offset(lane.address), region->name(), sites_.line_text(site),
          lane.bytes);
    });
    set_error(error_misaligned_address);
    return Verdict::fatal;
  }
  if (region->holds(lane.address, lane.bytes)) {
    const bool heap = region->allocation != nullptr && region->allocation->heap;
    return heap ? in_heap(block, lane, *region, site) : Verdict::inside;
  }
  reported_address_ = lane.address;
  findings_.report(block, wrong(FindingKind::out_of_bounds), [&] {
    return say("{0} {1} {2} on {3}, but {4} has elements 0 to {5}.", findings_.thread_text(lane),
               LaunchFindings::verb(Footprint::of(lane.operation)),
               region->element_text(lane.address), sites_.line_text(site), region->name(),
               region->elements() - 1);
  });
  set_error(error_illegal_address);
  // Beyond all shared memory lies what belongs to this program.
  const bool harmless =
      region->array.space != Space::shared || memory_.in_shared_storage(lane.address, lane.bytes);
  return harmless ? Verdict::outside : Verdict::fatal;
}

AccessChecks::Verdict AccessChecks::in_heap(const SimtBlock& block, const SimtLane& lane,
                                            MemoryRegion& region, std::uint32_t site) {
  // What is written was given.
  if (std::memchr(DeviceMemory::shadow(lane.address), 0, lane.bytes) == nullptr) {
    return Verdict::inside;
  }
  const auto piece = DeviceHeap::the().piece_at(lane.address);
  const bool holds = piece && piece->holds(lane.address, lane.bytes);
  if (holds && !piece->freed) return Verdict::inside;
  findings_.report(
      block,
      {.kind = holds ? FindingKind::use_after_free : FindingKind::out_of_bounds,
       .lane = &lane,
       .site = site,
       .region = &region,
       .index = region.index(lane.address)},
      [&] {
        const Sentence who = findings_.thread_text(lane), line = sites_.line_text(site);
        if (!piece) {
          return say("{0} {1} memory of the heap on {2} that malloc or new never gave.", who,
                     LaunchFindings::verb(Footprint::of(lane.operation)), line);
        }
        if (holds) {
          return say("{0} {1} memory on {2} that a thread has freed: {3} bytes of the heap.", who,
                     LaunchFindings::verb(Footprint::of(lane.operation)), line, piece->bytes);
        }
        return say(
            "{0} {1} byte {2} of memory that malloc or new gave on {3}, but it has bytes 0 to {4}.",
            who, LaunchFindings::verb(Footprint::of(lane.operation)), lane.address - piece->begin,
            line, piece->bytes - 1);
      });
  set_error(error_illegal_address);
  return Verdict::outside;
}

void AccessChecks::written(const SimtBlock& block, const SimtLane& lane, MemoryRegion& region,
                           std::uint32_t site) {
  std::uint8_t* shadow = nullptr;
  if (region.array.space == Space::shared) {
    shadow = region.written.data() + region.offset(lane.address);
  } else if (region.allocation != nullptr &&
             region.allocation->kind == DeviceMemory::Kind::device) {
    shadow = DeviceMemory::shadow(lane.address);
    if (lane.operation != Operation::load) region.allocation->note_change(lane.address, lane.bytes);
  } else {
    return;
  }
  if (!stores(lane.operation) && std::memchr(shadow, 0, lane.bytes) != nullptr &&
      !region.copies_what_is_there(lane.address, {shadow, lane.bytes})) {
    findings_.report(block,
                     {.kind = FindingKind::uninitialised_read,
                      .lane = &lane,
                      .site = site,
                      .region = &region,
                      .index = region.index(lane.address)},
                     [&] {
                       return say("{0} reads {1} on {2} before anything has been written there.",
                                  findings_.thread_text(lane), region.element_text(lane.address),
                                  sites_.line_text(site));
                     });
  }
  if (region.array.space == Space::shared) {
    if (const auto* const awaited = static_cast<const std::uint8_t*>(
            std::memchr(shadow, PendingCopies::under_way, lane.bytes))) {
      copy_under_way(block, lane, region, lane.address + (awaited - shadow), site);
    }
    if (kind_of(lane.operation) == OperationKind::copy) return;  // begin_copies()
  }
  if (lane.operation != Operation::load) std::memset(shadow, 1, lane.bytes);
}

void AccessChecks::begin_copies(Lanes lanes, MemoryRegion& region, std::uint32_t site) {
  for (const SimtLane* lane : lanes) {
    std::uint8_t* const shadow = region.written.data() + region.offset(lane->address);
    copies_.begin(lane->rank, {lane->address, shadow, lane->bytes, site});
  }
}

void AccessChecks::copy_under_way(const SimtBlock& block, const SimtLane& lane,
                                  MemoryRegion& region, std::byte* address, std::uint32_t site) {
  const PendingCopies::Found found = copies_.at(address);
  if (found.copy == nullptr) return;
  const SimtLane& other = block.lanes[static_cast<std::size_t>(found.rank)];
  findings_.report(
      block,
      {.kind = FindingKind::unfinished_copy,
       .lane = &lane,
       .site = site,
       .region = &region,
       .index = region.index(address),
       .other = &other,
       .other_site = found.copy->site},
      [&] {
        const Sentence copies = sites_.line_text(found.copy->site);
        if (&other == &lane) {
          return say(
              "{0} {1} {2} on {3} before it has waited for its asynchronous copy of {4}, which may "
              "not be there yet.",
              findings_.thread_text(lane), LaunchFindings::verb(Footprint::of(lane.operation)),
              region.element_text(address), sites_.line_text(site), copies);
        }
        return say(
            "{0} {1} {2} on {3} before thread {4} has waited for its asynchronous copy of {5}, "
            "which may not be there yet.",
            findings_.thread_text(lane), LaunchFindings::verb(Footprint::of(lane.operation)),
            region.element_text(address), sites_.line_text(site),
            LaunchFindings::thread_number(other), copies);
      });
}

void AccessChecks::told(const SimtLane& lane, const LaneTelling& what) {
  switch (what.copies) {
    case LaneTelling::Copies::commit: return copies_.commit(lane.rank);
    case LaneTelling::Copies::wait: return copies_.wait(lane.rank, what.groups);
    case LaneTelling::Copies::none: break;
  }
  global_races_.tell(lane.rank);
  blocks_.told(lane, what);
}

void AccessChecks::races(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
                         std::uint32_t site) {
  write_races_.clear();
  const bool tells = is_atomic(lanes[0]->operation) || lanes[0]->is_volatile || lanes[0]->is_atomic;
  if (tells) {
    std::ranges::for_each(lanes, [&](const SimtLane* lane) { global_races_.tell(lane->rank); });
  }
  if (region.array.space == Space::global) blocks_.access(block, warp, lanes, region, site);
  if (region.array.space == Space::shared) {
    shared_races(block, warp, lanes, region, site);
    if (kind_of(lanes[0]->operation) == OperationKind::copy) begin_copies(lanes, region, site);
  } else if (region.array.space == Space::global && !tells) {
    global_races(block, warp, lanes, region, site);
  }
}

void AccessChecks::shared_races(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
                                std::uint32_t site) {
  if (region.race < 0) {
    region.race = race_arrays_++;
    region.race_cell = std::min<std::int64_t>(region.array.type.bytes(), lanes[0]->bytes);
    races_->add_array(region.race, region.race_cells());
  } else if (lanes[0]->bytes < region.race_cell) {
    // Bytes of one word that different threads count in are no race.
    races_->split_elements(region.race, region.race_cell / lanes[0]->bytes);
    region.race_cell = lanes[0]->bytes;
  }
  const std::int64_t cell = region.race_cell;
  // An atomic load or store races with what an atomic operation races with.
  const Operation operation = lanes[0]->is_atomic           ? Operation::atomic_or
                              : stores(lanes[0]->operation) ? Operation::store
                                                            : lanes[0]->operation;
  races_->begin_instruction(region.race, warp, site, operation);
  for (const SimtLane* lane : lanes) {
    const std::int64_t first = region.offset(lane->address) / cell;
    const std::int64_t last = (region.offset(lane->address) + lane->bytes - 1) / cell;
    for (std::int64_t at = first; at <= last && at < region.race_cells(); ++at) {
      const auto found = races_->touch(static_cast<std::int32_t>(at), lane->lane());
      if (!found) continue;
      race(block,
           {.lane = lane,
            .address = region.begin + at * cell,
            .region = &region,
            .site = site,
            .other_site = found.other_line,
            .other_thread = found.other_thread},
           found.both_store);
    }
  }
}

void AccessChecks::global_races(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
                                std::uint32_t site) {
  const std::uint8_t bytes = lanes[0]->bytes;
  if (region.piece == 0 || bytes < region.piece) region.piece = bytes;
  const int size = std::countr_zero(region.piece);
  global_races_.begin_instruction(warp, site, stores(lanes[0]->operation));
  for (const SimtLane* lane : lanes) {
    for (std::byte* at = lane->address; at < lane->address + bytes; at += region.piece) {
      const auto found = global_races_.touch(number_of_address(at), size, lane->lane());
      if (!found) continue;
      race(block,
           {.lane = lane,
            .address = at,
            .region = &region,
            .site = site,
            .other_site = found.other_site,
            .other_thread = found.other_thread},
           found.both_write);
    }
  }
}

void AccessChecks::race(const SimtBlock& block, const Race& found, bool both_write) {
  if (!both_write) return report_race(block, found);
  WriteRace& pending = write_races_.emplace_back();
  pending.race = found;
  std::memcpy(pending.before.data(), found.lane->address, found.lane->bytes);
}

void AccessChecks::stored(const SimtBlock& block) {
  for (const WriteRace& pending : write_races_) {
    const SimtLane& lane = *pending.race.lane;
    if (std::memcmp(pending.before.data(), lane.stored.data(), lane.stored_bytes) != 0) {
      report_race(block, pending.race);
    }
  }
  write_races_.clear();
  blocks_.stored(block);
}

void AccessChecks::report_race(const SimtBlock& block, const Race& found) {
  const SimtLane& lane = *found.lane;
  const SimtLane& other = block.lanes[static_cast<std::size_t>(found.other_thread)];
  const bool same_warp = other.rank / warp_lanes == lane.rank / warp_lanes;
  if (same_warp) relies_on_lockstep_ = true;
  findings_.report(block,
                   {.kind = FindingKind::race,
                    .lane = &lane,
                    .site = found.site,
                    .region = found.region,
                    .index = found.region->index(found.address),
                    .other = &other,
                    .other_site = found.other_site},
                   [&] {
                     const Sentence both = findings_.of_block(
                         say("Threads {0} and {1}", LaunchFindings::thread_number(other),
                             LaunchFindings::thread_number(lane)),
                         lane);
                     const Sentence element = found.region->element_text(found.address);
                     const Sentence there = sites_.line_text(found.other_site);
                     const Sentence here = sites_.line_text(found.site);
                     if (sites_.is_one_line(found.other_site, found.site)) {
                       return say(
                           "{0} both use {1} on {2}, at least one of them writes, and nothing "
                           "says which comes first: the order is not defined.",
                           both, element, here);
                     }
                     if (same_warp) {
                       return say(
                           "{0} use {1} on {2} and {3}, at least one of them writes, and neither "
                           "a barrier nor __syncwarp() stands between: the order is not defined.",
                           both, element, there, here);
                     }
                     return say(
                         "{0} use {1} on {2} and {3}, at least one of them writes, and no barrier "
                         "stands between: the order is not defined.",
                         both, element, there, here);
                   });
}

void AccessChecks::synchronised(int warp, std::uint32_t mask) {
  races_->syncwarp(warp, mask);
  global_races_.syncwarp(warp, mask);
}

void AccessChecks::store_order(const SimtBlock& block, Lanes stored, MemoryRegion& region,
                               std::uint32_t site) {
  for (std::size_t k = 1; k < stored.size(); ++k) {
    const SimtLane& later = *stored[k];
    const auto earlier = stored.first(k);
    const auto twin = std::ranges::find_if(earlier, [&](const SimtLane* lane) {
      return lane->stored_address == later.stored_address &&
             std::memcmp(lane->stored.data(), later.stored.data(), later.stored_bytes) != 0;
    });
    if (twin == earlier.end()) continue;
    findings_.report(
        block,
        {.kind = FindingKind::undefined_order,
         .lane = *twin,
         .site = site,
         .region = &region,
         .index = region.index(later.stored_address),
         .other = &later},
        [&] {
          return say(
              "Threads {0} and {1} write different values to {2} in one instruction of {3}: one of "
              "them survives, but CUDA does not say which.",
              LaunchFindings::thread_number(**twin), LaunchFindings::thread_number(later),
              region.element_text(later.stored_address), sites_.line_text(site));
        });
    return;
  }
}

void AccessChecks::added(const SimtBlock& block, const SimtLane& lane,
                         const SumOrder::Number& operand, MemoryRegion& region,
                         std::uint32_t site) {
  const bool of_block = region.array.space == Space::shared;
  if (!sums_.added({.block = block.number, .interval = block.interval, .rank = lane.rank},
                   lane.address, of_block, lane.scalar, lane.value, operand)) {
    return;
  }
  findings_.report(
      block,
      {.kind = FindingKind::undefined_order,
       .lane = &lane,
       .site = site,
       .region = &region,
       .index = region.index(lane.address)},
      [&] {
        return say(
            "{0} adds to {1} on {2}, and so do other threads: sums of these numbers are rounded, "
            "and CUDA does not define the order, so the last digits may differ from run to run.",
            findings_.thread_text(lane), region.element_text(lane.address), sites_.line_text(site));
      });
}

void AccessChecks::barrier() {
  races_->barrier();
  global_races_.barrier();
  blocks_.barrier();
}

void AccessChecks::nobody_gives(const SimtBlock& block, int warp, const SimtLane& lane) {
  const std::size_t rank =
      static_cast<std::size_t>(warp) * warp_lanes + static_cast<std::size_t>(lane.source);
  const bool named = (lane.mask >> lane.source & 1U) != 0;
  const bool exists = rank < block.lanes.size();
  // One that is named, and waits elsewhere, has been told of: the lane was stuck.
  if (named && exists && block.lanes[rank].waits != SimtLane::Waits::end) return;
  const std::uint32_t site = sites_.of(lane);
  findings_.report(
      block,
      {.kind = FindingKind::uninitialised_read,
       .lane = &lane,
       .site = site,
       .other = exists ? &block.lanes[rank] : nullptr},
      [&] {
        const Sentence why = !exists ? say("which the warp does not have")
                             : named ? say("which has ended")
                                     : say("which the mask {:#010x} does not name", lane.mask);
        // Translators: the last field is "which has ended", said of the other lane.
        return say(
            "{0}, lane {1} of its warp, takes the value of lane {2} on {3}, {4}: what it "
            "gets is not defined.",
            findings_.thread_text(lane), lane.lane(), lane.source, sites_.line_text(site), why);
      });
}

bool AccessChecks::fault(const SimtBlock& block, const SimtLane& lane, std::byte* address,
                         MemoryRegion* region, bool writes, std::uint32_t site) {
  // Behind the check of the access itself comes the access.
  if (address == reported_address_) return true;
  SimtLane faulting = lane;
  faulting.address = address;
  faulting.operation = writes ? Operation::store : Operation::load;
  faulting.bytes = 1;
  return access(block, faulting, region, site) != Verdict::fatal;
}

}  // namespace warpscope
