#include "instrumentation/program/machine/access_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/memory_atomic.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

// Of a trace, so that there is room for what is in shared memory.
constexpr std::size_t most_global_arrays = max_arrays - 1024;

/// What a lane's access was: lanes that have stored stand at their next access already.
struct Accessed {
  std::byte* address;
  std::size_t bytes;
  const std::byte* value;
};

Accessed accessed_by(const SimtLane& lane, Operation operation) {
  if (stores(operation)) {
    return {lane.stored_address, lane.stored_bytes, lane.stored.data()};
  }
  return {lane.address, lane.bytes, lane.value.data()};
}

}  // namespace

void AccessRecorder::begin_block(bool recorded, TraceBuilder* counted) {
  builders_ = {recorded ? &log_.trace : nullptr, counted};
}

int AccessRecorder::array_of(MemoryRegion& region, std::size_t trace) {
  int& id = region.ids[trace];
  if (id < 0) {
    TraceOutput& builder = *builders_[trace];
    if (trace == 0 && region.array.space == Space::global &&
        builder.array_count() >= most_global_arrays) {
      tell_left_out();
      return -1;
    }
    if (region.array.space == Space::shared) memory_.place_shared(region);
    Array array = region.array;
    if (region.structure) array.structure = builder.structure(*region.structure);
    id = builder.array(array);
    builder.call_array(id, region.called);
  }
  return id;
}

void AccessRecorder::tell_left_out() {
  if (std::exchange(left_out_, true)) return;
  log_.note({.kind = FindingKind::wrong_call}, [] {
    return say(
        "The launches use more arrays than a trace holds: what they do to others than the first {} "
        "was not recorded.",
        Grouped(most_global_arrays));
  });
}

MemoryRegion& AccessRecorder::fitting(MemoryRegion& region, Lanes lanes, Operation operation) {
  auto cell = static_cast<std::size_t>(region.array.type.bytes());
  const std::size_t bytes = accessed_by(*lanes[0], operation).bytes;
  const auto begins_cell = [&](const SimtLane* lane) {
    const std::int64_t offset = region.offset(accessed_by(*lane, operation).address);
    return offset % static_cast<std::int64_t>(cell) == 0;
  };
  const bool whole = bytes % cell == 0 && (!is_atomic(operation) || bytes == cell) &&
                     std::ranges::all_of(lanes, begins_cell);
  if (whole) return region;
  cell = is_atomic(operation) ? bytes : std::min(cell, bytes);
  for (const SimtLane* lane : lanes) {
    while (!begins_cell(lane) || bytes % cell != 0) cell /= 2;
  }
  return memory_.narrow(region, cell);
}

void AccessRecorder::access(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& given,
                            const Instruction& instruction, Found found) {
  if (!records()) return;
  if (instruction.of_warp && lanes.size() > 1) {
    SimtLane& first = *lanes[0];
    const auto own = first.value;
    for (SimtLane* const other : lanes.subspan(1)) {
      auto operand = other->value;
      // What is subtracted is added up, too.
      const Operation operation = instruction.operation == Operation::atomic_sub
                                      ? Operation::atomic_add
                                      : instruction.operation;
      do_atomic(operation, first.scalar, first.value.data(), operand.data(), nullptr);
    }
    Instruction of_one = instruction;
    of_one.of_warp = false;
    access(block, warp, lanes.first(1), given, of_one,
           found.first(std::min<std::size_t>(found.size(), 1)));
    first.value = own;
    return;
  }
  const Operation operation = instruction.operation;
  MemoryRegion& region = fitting(given, lanes, operation);
  const auto cell = static_cast<std::size_t>(region.array.type.bytes());
  const std::size_t bytes = accessed_by(*lanes[0], operation).bytes;
  const bool copies = kind_of(operation) == OperationKind::copy;
  const bool together = &region == &given && !is_atomic(operation) && !copies &&
                        !instruction.alone && !instruction.is_atomic && bytes < region.at_once;
  std::uint32_t mask = 0;
  for (const SimtLane* lane : lanes) mask |= 1U << lane->lane();
  AccessWindow& window = window_of(block, warp);
  if (is_atomic(operation) || window.ends_before(mask, instruction.run)) {
    flush(block, warp);
  }
  const bool waits = together || !window.empty();
  WarpAccess& access = waits ? window.next() : alone_;
  access.site = instruction.site;
  access.mask = mask;
  access.operation = operation;
  access.region = &region;
  access.cells = bytes / cell;
  const std::size_t width = (cell + 3) / 4;
  access.has_result = !found.empty();
  const auto operands = static_cast<std::size_t>(traits_of(operation).operands);
  const std::size_t per_lane =
      width * (is_atomic(operation) ? operands + (access.has_result ? 1 : 0) : access.cells);
  access.indices.resize(lanes.size());
  access.words.assign(lanes.size() * per_lane, 0);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    const SimtLane& lane = *lanes[k];
    const Accessed accessed = accessed_by(lane, operation);
    access.indices[k] = region.offset(accessed.address) / static_cast<std::int64_t>(cell);
    std::uint32_t* to = access.words.data() + k * per_lane;
    if (access.has_result) std::memcpy(to + operands * width, found[k].data(), cell);
    if (operation == Operation::atomic_cas) {
      std::memcpy(to, lane.compare.data(), cell);
      std::memcpy(to + width, lane.value.data(), cell);
      continue;
    }
    for (std::size_t e = 0; e < access.cells; ++e) {
      std::memcpy(to + e * width, accessed.value + e * cell, cell);
    }
  }
  if (waits) {
    window.add(instruction.run, together);
  } else {
    write(block, warp, access);
  }
}

void AccessRecorder::write(const SimtBlock& block, int warp, const WarpAccess& access) {
  const MemoryRegion& region = *access.region;
  const bool halves = region.at_once == 8 && !is_atomic(access.operation) &&
                      region.copies_halves(region.begin + access.offset(0), access.bytes());
  if (!halves) return write_one(block, warp, access);
  WarpAccess half = access;
  half.cells = access.cells / 2;
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t words = access.words.size() / access.indices.size() / 2;
    half.words.clear();
    for (std::size_t lane = 0; lane < access.indices.size(); ++lane) {
      half.indices[lane] = access.indices[lane] + static_cast<ElementIndex>(k * half.cells);
      const auto from = access.words.begin() + static_cast<std::ptrdiff_t>((2 * lane + k) * words);
      half.words.insert(half.words.end(), from, from + static_cast<std::ptrdiff_t>(words));
    }
    write_one(block, warp, half);
  }
}

void AccessRecorder::write_one(const SimtBlock& block, int warp, const WarpAccess& access) {
  MemoryRegion& region = *access.region;
  if (records_trace() && log_.is_full()) {
    log_.was_cut = true;
    builders_[0] = nullptr;
  }
  const bool plain_word = region.array.type.scalar == Scalar::i32 && !is_atomic(access.operation);
  for (std::size_t trace = 0; trace < builders_.size(); ++trace) {
    TraceOutput* const builder = builders_[trace];
    if (builder == nullptr) continue;
    const int array = array_of(region, trace);
    if (array < 0) continue;
    if (trace == 0 && region.guessed && plain_word) log_.trace.guess_type();
    builder->access(
        {block.interval, 0},
        {.location = sites_.location(access.site, trace, *builder),
         .mask = access.mask,
         .warp = warp,
         .array = array,
         .operation = access.operation,
         .elements = static_cast<std::uint8_t>(is_atomic(access.operation) ? 1 : access.cells),
         .has_result = access.has_result},
        access.indices, access.words);
  }
}

AccessWindow& AccessRecorder::window_of(const SimtBlock& block, int warp) {
  if (windows_.size() < static_cast<std::size_t>(block.warps)) {
    windows_.resize(static_cast<std::size_t>(block.warps));
  }
  return windows_[static_cast<std::size_t>(warp)];
}

void AccessRecorder::flush(const SimtBlock& block, int warp) {
  if (!records()) return;
  window_of(block, warp).flush([&](const WarpAccess& access) { write(block, warp, access); });
}

void AccessRecorder::end_block(const SimtBlock& block) {
  for (int warp = 0; warp < block.warps; ++warp) flush(block, warp);
}

void AccessRecorder::shuffle(const SimtBlock& block, int warp, Lanes lanes) {
  if (!records()) return;
  flush(block, warp);
  const SimtLane& first = *lanes[0];
  const ElementType type{first.scalar, 1};
  const auto width = static_cast<std::size_t>(type.words());
  indices_.resize(lanes.size());
  words_.assign(lanes.size() * width, 0);
  std::uint32_t mask = 0;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    mask |= 1U << lanes[k]->lane();
    indices_[k] = warp * warp_lanes + lanes[k]->source;
    std::memcpy(words_.data() + k * width, lanes[k]->value.data(),
                static_cast<std::size_t>(type.bytes()));
  }
  const std::uint32_t site = sites_.of(first);
  for (std::size_t trace = 0; trace < builders_.size(); ++trace) {
    TraceOutput* const builder = builders_[trace];
    if (builder == nullptr) continue;
    const int array = builder->array({.name = "registers",
                                      .space = Space::registers,
                                      .type = type,
                                      .count = static_cast<std::int64_t>(block.lanes.size())});
    builder->access({block.interval, 0},
                    {.location = sites_.location(site, trace, *builder),
                     .mask = mask,
                     .warp = warp,
                     .array = array,
                     .operation = Operation::shuffle},
                    indices_, words_);
  }
}

void AccessRecorder::barrier(const SimtBlock& block, std::uint32_t site, const std::string& kind) {
  for (std::size_t trace = 0; trace < builders_.size(); ++trace) {
    TraceOutput* const builder = builders_[trace];
    if (builder == nullptr) continue;
    std::string name;
    if (trace == 0) {
      const auto& frames = sites_.frames(site);
      name = frames.empty() ? kind : fmt::format("{} of line {}", kind, frames.back().line);
    }
    for (int warp = 0; warp < block.warps; ++warp) {
      builder->name_step(warp, {block.interval, 0}, name, std::nullopt, true);
    }
    builder->shared_bytes(static_cast<std::uint32_t>(memory_.shared_bytes()));
    builder->snapshot(block.interval, memory_.shared_image());
  }
}

}  // namespace warpscope
