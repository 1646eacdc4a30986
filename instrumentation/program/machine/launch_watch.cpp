#include "instrumentation/program/machine/launch_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "instrumentation/analysis/atomic.hpp"
#include "instrumentation/program/debug_info/structure_cells.hpp"
#include "instrumentation/program/runtime/runtime.hpp"

namespace warpscope {
namespace {

std::string_view verb(Operation operation) {
  return operation == Operation::load    ? "reads"
         : operation == Operation::store ? "writes"
                                         : "updates";
}

ElementType integer_of(std::size_t bytes) {
  switch (bytes) {
    case 1: return {Scalar::u8, 1};
    case 2: return {Scalar::u16, 1};
    case 8: return {Scalar::i64, 1};
    default: return {Scalar::i32, 1};
  }
}

/// The cells of an array of that type, and its structure: a vector such as float4 is a structure
/// of its components, since a program may well touch one of them alone.
void describe(const ProgramType& type, Array& array, std::optional<Structure>& structure) {
  structure.reset();
  if (type.element && type.element->components == 1) {
    array.type = *type.element;
  } else if (type.element) {
    array.type = {type.element->scalar, 1};
    Structure made{.name = type.name, .bytes = static_cast<std::uint32_t>(type.bytes)};
    for (std::uint32_t k = 0; k < type.element->components; ++k) {
      made.members.push_back({.name = std::string(1, "xyzw"[k % 4]),
                              .offset = k * static_cast<std::uint32_t>(array.type.bytes()),
                              .type = array.type});
    }
    structure = std::move(made);
  } else if (type.structure) {
    array.type = cell_type(*type.structure);
    structure = type.structure;
  } else {
    array.type = integer_of(type.bytes);
  }
}

bool is_plain_bytes(const ProgramType& type) {
  return type.bytes <= 1 && (!type.element || type.element->bytes() == 1) && !type.structure;
}

SourceFile read_source(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return {.name = shown_path(file), .text = std::move(text)};
}

std::string number_text(std::int64_t value) { return fmt::format("{}", value); }

std::string tuple_text(const std::uint32_t* at, const std::uint32_t* extent) {
  if (extent[1] == 1 && extent[2] == 1) return number_text(at[0]);
  if (extent[2] == 1) return fmt::format("({}, {})", at[0], at[1]);
  return fmt::format("({}, {}, {})", at[0], at[1], at[2]);
}

}  // namespace

const SourceFile& program_source(const std::string& file) {
  static auto& known = *new std::map<std::string, SourceFile>;  // as CodeMap::of
  const auto [at, fresh] = known.try_emplace(file);
  if (fresh) at->second = read_source(file);
  return at->second;
}

bool do_atomic(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
               const std::byte* compare) {
  const ElementType type{scalar, 1};
  const auto bytes = static_cast<std::size_t>(type.bytes());
  std::array<std::uint8_t, 16> operands{};
  std::array<std::byte, 8> old{};
  // In a trace operands take whole words; compare-and-swap's come in the order of CUDA's atomicCAS.
  const std::size_t apart = static_cast<std::size_t>(type.words()) * 4;
  if (operation == Operation::atomic_cas) {
    std::memcpy(operands.data(), compare, bytes);
    std::memcpy(operands.data() + apart, value, bytes);
  } else {
    std::memcpy(operands.data(), value, bytes);
  }
  std::memcpy(old.data(), cell, bytes);
  apply_atomic(operation, type, reinterpret_cast<std::uint8_t*>(cell), operands.data());
  const bool changed = std::memcmp(old.data(), cell, bytes) != 0;
  std::memcpy(value, old.data(), bytes);
  return changed;
}

LaunchWatch::LaunchWatch(const Kernel& kernel, ProgramLog& log) : kernel_(kernel), log_(log) {
  find_shared_variables();
}

// Memory ------------------------------------------------------------------------------------------

LaunchWatch::Region& LaunchWatch::add_shared(const ProgramVariable& variable, std::byte* begin,
                                             std::size_t bytes) {
  Region& region = regions_.emplace_back();
  region.begin = begin;
  region.bytes = bytes;
  region.array.name = variable.name;
  region.array.space = Space::shared;
  describe(variable.type, region.array, region.structure);
  region.untyped = region.guessed = is_plain_bytes(variable.type);
  if (variable.type.extents.size() >= 2) {
    region.array.columns = variable.type.extents.back() *
                           static_cast<std::int64_t>(variable.type.bytes) /
                           region.array.type.bytes();
  }
  region.array.count = static_cast<std::int64_t>(bytes) / region.array.type.bytes();
  region.written.assign(bytes, 0);
  shared_.push_back(&region);
  return region;
}

/// Gives it a place in the block's shared memory, behind those that have one.
void LaunchWatch::place_shared(Region& region) {
  if (region.placed) return;
  region.placed = true;
  const auto offset = static_cast<std::uint64_t>(region.begin - shared_begin_);
  const auto alignment =
      static_cast<std::int64_t>(offset == 0 ? 16 : std::min<std::uint64_t>(offset & -offset, 16));
  shared_used_ = (shared_used_ + alignment - 1) / alignment * alignment;
  region.array.base = static_cast<std::uint32_t>(shared_used_);
  shared_used_ += static_cast<std::int64_t>(region.bytes);
}

void LaunchWatch::find_shared_variables() {
  CodeMap* const code = kernel_.code;
  if (code == nullptr) return;
  shared_begin_ = code->thread_local_block();
  shared_size_ = code->thread_local_bytes();
  const std::string own = kernel_.function != nullptr ? kernel_.function->linkage_name : "";
  std::vector<const ProgramVariable*> dynamic;
  const auto is_dynamic = [](const ProgramVariable& variable) {
    return std::ranges::find(variable.type.extents, 0) != variable.type.extents.end();
  };
  // The kernel's own come first; those of functions that it calls follow as they are touched.
  for (const ProgramVariable& variable : code->variables()) {
    if (!variable.thread_local_storage) continue;
    if (is_dynamic(variable)) {
      dynamic.push_back(&variable);
      continue;
    }
    Region& region = add_shared(variable, code->address_of(variable), variable.bytes);
    if (!own.empty() && variable.function == own) place_shared(region);
  }
  // All of these are one array, whatever files call it; the kernel's own name for it comes first.
  std::ranges::stable_sort(dynamic, [&](const auto* a, const auto* b) {
    return (a->function == own) > (b->function == own);
  });
  const std::size_t wanted = kernel_.config->shared_bytes;
  if (wanted > 0 && !dynamic.empty()) {
    ProgramVariable variable = *dynamic.front();
    variable.type.extents.clear();
    place_shared(add_shared(variable, code->address_of(variable), wanted));
  }
  std::ranges::sort(shared_, {}, [](const Region* region) { return region->begin; });
}

std::optional<ProgramType> LaunchWatch::pointed_to(const DeviceMemory::Allocation& allocation,
                                                   std::string& name) const {
  if (kernel_.function == nullptr) return std::nullopt;
  const auto& known = kernel_.function->parameters;
  const auto count =
      std::min<std::size_t>(known.size(), static_cast<std::size_t>(kernel_.parameter_count));
  for (std::size_t i = 0; i < count; ++i) {
    const ws_parameter& given = kernel_.parameters[i];
    if (known[i].type.pointers != 1 || given.bytes != sizeof(void*)) continue;
    const void* pointer = nullptr;
    std::memcpy(&pointer, given.address, sizeof pointer);
    if (!allocation.holds(pointer)) continue;
    name = known[i].name;
    return known[i].type;
  }
  return std::nullopt;
}

LaunchWatch::Region& LaunchWatch::region_of(DeviceMemory::Allocation& allocation) {
  Region*& region = allocations_[allocation.number];
  if (region != nullptr) return *region;
  region = &regions_.emplace_back();
  region->begin = allocation.begin;
  region->bytes = allocation.bytes;
  region->allocation = &allocation;
  region->array.space = Space::global;
  std::string name;
  const auto type = pointed_to(allocation, name);
  if (type) {
    describe(*type, region->array, region->structure);
    region->untyped = region->guessed = is_plain_bytes(*type);
  } else {
    region->array.type = {Scalar::u8, 1};
    region->untyped = region->guessed = true;
  }
  if (allocation.name.empty()) {
    if (name.empty()) name = host_name_of(allocation.begin);
    if (name.empty()) name = fmt::format("memory_{}", allocation.number);
    // Two allocations that kernels call the same are told apart.
    const auto& all = DeviceMemory::the().allocations();
    const auto taken = [&](const std::string& wanted) {
      return std::ranges::any_of(all, [&](const auto& other) {
        return other.second.name == wanted && !other.second.freed;
      });
    };
    std::string distinct = name;
    for (int k = 2; taken(distinct); ++k) distinct = fmt::format("{}_{}", name, k);
    allocation.name = distinct;
  }
  region->array.name = allocation.name;
  const auto cell = static_cast<std::size_t>(region->array.type.bytes());
  region->array.count = static_cast<std::int64_t>(allocation.bytes / cell);
  region->array.columns = static_cast<std::int64_t>(allocation.pitch / cell);
  return *region;
}

LaunchWatch::Region* LaunchWatch::region_at(std::byte* address) {
  DeviceMemory& memory = DeviceMemory::the();
  if (memory.owns(address)) {
    DeviceMemory::Allocation* const allocation = memory.find(address);
    return allocation == nullptr ? nullptr : &region_of(*allocation);
  }
  // A little beyond the end of shared memory is still meant to be shared memory.
  constexpr std::ptrdiff_t near = 4096;
  if (shared_begin_ != nullptr && address >= shared_begin_ - near &&
      address < shared_begin_ + shared_size_ + near) {
    const auto after = std::ranges::upper_bound(shared_, address, {},
                                                [](const Region* region) { return region->begin; });
    if (after != shared_.begin()) return *std::prev(after);
    return shared_.empty() ? nullptr : shared_.front();
  }
  if (const RegisteredHost host = registered_host(address); host.bytes != 0) {
    Region*& region = variables_[host.begin];
    if (region == nullptr) {
      region = &regions_.emplace_back();
      region->begin = host.begin;
      region->bytes = host.bytes;
      region->array.name = "registered";
      region->array.space = Space::global;
      region->array.type = {Scalar::u8, 1};
      region->array.count = static_cast<std::int64_t>(host.bytes);
      region->untyped = region->guessed = true;
    }
    return region;
  }
  CodeMap* const code = kernel_.code;
  if (code == nullptr || !code->holds_data(address)) return nullptr;
  const ProgramVariable* const variable = code->variable_at(address);
  if (variable == nullptr) return nullptr;
  Region*& region = variables_[variable];
  if (region == nullptr) {
    region = &regions_.emplace_back();
    region->begin = code->address_of(*variable);
    region->bytes = static_cast<std::size_t>(variable->bytes);
    region->array.name = variable->name;
    region->array.space = variable->section == "ws_constant" ? Space::constant : Space::global;
    describe(variable->type, region->array, region->structure);
    region->untyped = region->guessed = is_plain_bytes(variable->type);
    const auto cell = static_cast<std::size_t>(region->array.type.bytes());
    region->array.count = static_cast<std::int64_t>(region->bytes / cell);
    if (variable->type.extents.size() >= 2) {
      region->array.columns =
          variable->type.extents.back() * static_cast<std::int64_t>(variable->type.bytes / cell);
    }
  }
  return region;
}

/// The same memory with smaller cells, for accesses that its own do not fit.
LaunchWatch::Region& LaunchWatch::narrow(Region& region, std::size_t cell) {
  Region*& made = narrowed_[{&region, cell}];
  if (made == nullptr) {
    made = &regions_.emplace_back();
    made->begin = region.begin;
    made->bytes = region.bytes;
    made->allocation = region.allocation;
    made->array = region.array;
    made->array.type = integer_of(cell);
    made->array.name = fmt::format("{} as {}", region.array.name, made->array.type.name());
    made->array.columns = 0;
    made->array.count = static_cast<std::int64_t>(region.bytes / cell);
  }
  return *made;
}

int LaunchWatch::array_id(Region& region, int sink_number) {
  int& id = region.ids[static_cast<std::size_t>(sink_number)];
  if (id < 0) {
    if (region.array.space == Space::shared) place_shared(region);
    Array array = region.array;
    if (region.structure) array.structure = sink(sink_number)->structure(*region.structure);
    id = sink(sink_number)->array(array);
  }
  return id;
}

// Places ------------------------------------------------------------------------------------------

std::uint32_t LaunchWatch::site_of(CallContext* context, std::uintptr_t at) {
  const auto [known, fresh] =
      site_ids_.try_emplace({context, at}, static_cast<std::uint32_t>(sites_.size()));
  if (fresh) sites_.push_back({.context = context, .at = at});
  return known->second;
}

std::uint32_t LaunchWatch::site_of(const SimtLane& lane) { return site_of(lane.context, lane.at); }

LaunchWatch::Site& LaunchWatch::with_frames(std::uint32_t number) {
  Site& site = sites_[number];
  if (site.known || kernel_.code == nullptr) return site;
  site.known = true;
  std::vector<std::uintptr_t> calls{site.at};
  for (const CallContext* at = site.context; at != nullptr && at->caller != nullptr;
       at = at->caller) {
    calls.push_back(at->call);
  }
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    const auto& frames = kernel_.code->frames(*call);
    site.frames.insert(site.frames.end(), frames.rbegin(), frames.rend());
  }
  return site;
}

std::uint32_t LaunchWatch::location_of(std::uint32_t number, int sink_number) {
  Site& site = with_frames(number);
  std::int64_t& known = site.location[static_cast<std::size_t>(sink_number)];
  if (known >= 0) return static_cast<std::uint32_t>(known);
  TraceBuilder& builder = *sink(sink_number);
  CodeLocation location;
  if (sink_number == 0) {
    for (std::size_t k = 0; k < site.frames.size(); ++k) {
      const ProgramFrame& frame = site.frames[k];
      location.source = builder.source(program_source(frame.file));
      location.line = frame.line;
      location.function = k == 0 ? "" : frame.function;
      if (k + 1 < site.frames.size()) {
        location.caller = static_cast<std::int32_t>(builder.location(location));
      }
    }
  }
  known = builder.location(location);
  return static_cast<std::uint32_t>(known);
}

std::string LaunchWatch::place_text(std::uint32_t number) {
  const Site& site = with_frames(number);
  if (site.frames.empty()) return "a line that is not known";
  return fmt::format("line {}", site.frames.back().line);
}

std::string LaunchWatch::thread_text(const SimtBlock& block, const SimtLane& lane) const {
  const std::string thread = tuple_text(lane.place.index, lane.place.block->dim);
  if (kernel_.config->grid[0] == 1 && kernel_.config->grid[1] == 1 &&
      kernel_.config->grid[2] == 1) {
    return "Thread " + thread;
  }
  static_cast<void>(block);
  return fmt::format("Thread {} of block {}", thread,
                     tuple_text(lane.place.block->index, lane.place.block->grid_dim));
}

std::string LaunchWatch::element_text(const Region& region, const std::byte* address) {
  const std::int64_t cell = region.array.type.bytes();
  std::int64_t offset = region.offset(address);
  std::int64_t index = offset / cell;
  if (offset % cell < 0) --index;
  if (!region.structure) return fmt::format("{}[{}]", region.array.name, index);
  const std::int64_t cells = region.structure->bytes / cell;
  return fmt::format("{}[{}]", region.array.name,
                     index >= 0 ? index / cells : (index - cells + 1) / cells);
}

// Findings ----------------------------------------------------------------------------------------

template <class Message>
void LaunchWatch::report(const SimtBlock& block, const Wrong& wrong, Message message) {
  const Site& site = with_frames(wrong.site);
  ProgramFinding finding{.kind = wrong.kind, .launch = kernel_.launch};
  if (!site.frames.empty()) {
    finding.file = shown_path(site.frames.back().file);
    finding.line = site.frames.back().line;
  }
  if (wrong.other_site >= 0) {
    const Site& other = with_frames(static_cast<std::uint32_t>(wrong.other_site));
    if (!other.frames.empty()) {
      finding.other_file = shown_path(other.frames.back().file);
      finding.other_line = other.frames.back().line;
    }
  }
  const auto coordinates_of = [](const std::uint32_t* at) {
    return Dim3{static_cast<std::int32_t>(at[0]), static_cast<std::int32_t>(at[1]),
                static_cast<std::int32_t>(at[2])};
  };
  finding.block = block.index;
  if (wrong.lane != nullptr) finding.thread = coordinates_of(wrong.lane->place.index);
  if (wrong.other != nullptr) finding.other_thread = coordinates_of(wrong.other->place.index);
  if (wrong.region != nullptr) finding.array = wrong.region->array.name;
  finding.index = wrong.index;
  const auto [known, fresh] = log_.report(std::move(finding));
  if (!fresh) return;
  known->message = message();
  const bool recorded = sink(0) != nullptr;
  Told told{.finding = known,
            .place = {recorded ? block.interval : 0, 0},
            .block = block.number,
            .thread = wrong.lane != nullptr ? wrong.lane->rank : 0,
            .other_thread = wrong.other != nullptr ? wrong.other->rank : -1};
  if (recorded && wrong.region != nullptr) told.array = array_id(*wrong.region, 0);
  told_.push_back(told);
}

void LaunchWatch::end_launch(std::int32_t trace_launch) {
  if (trace_launch < 0) return;
  for (const Told& told : told_) {
    const ProgramFinding& from = *told.finding;
    const auto source_of = [&]() -> std::int32_t {
      for (const Site& site : sites_) {
        if (!site.frames.empty() && shown_path(site.frames.back().file) == from.file) {
          return static_cast<std::int32_t>(
              log_.trace.source(program_source(site.frames.back().file)));
        }
      }
      return -1;
    };
    log_.trace.finding(told.place, {.kind = from.kind,
                                    .line = from.line,
                                    .other_line = from.other_line,
                                    .source = source_of(),
                                    .thread = told.thread,
                                    .other_thread = told.other_thread,
                                    .block = told.block,
                                    .array = told.array,
                                    .index = from.index,
                                    .times = from.times,
                                    .message = from.message});
  }
}

// Blocks ------------------------------------------------------------------------------------------

void LaunchWatch::begin_block(const SimtBlock& block, bool recorded, TraceBuilder* counted) {
  sinks_ = {recorded ? &log_.trace : nullptr, counted};
  for (Region& region : regions_) region.ids[1] = -1;
  for (Site& site : sites_) site.location[1] = -1;
  for (Region* region : shared_) {
    std::ranges::fill(region->written, std::uint8_t{0});
    std::memset(region->begin, 0, region->bytes);
  }
  const auto threads = static_cast<int>(block.lanes.size());
  if (!races_) {
    races_.emplace(threads);
  } else {
    races_->barrier();
  }
  store_region_ = nullptr;
}

bool LaunchWatch::check(const SimtBlock& block, SimtLane& lane, Region* region, std::uint32_t site,
                        bool& inside) {
  inside = false;
  if (region == nullptr) {
    const bool device = DeviceMemory::the().owns(lane.address);
    report(
        block,
        {.kind = device ? FindingKind::out_of_bounds : FindingKind::foreign_memory,
         .lane = &lane,
         .site = site},
        [&] {
          if (lane.address == nullptr || reinterpret_cast<std::uintptr_t>(lane.address) < 65536) {
            return fmt::format(
                "{} {} a null pointer (address {:#x}) on {}: a pointer that the kernel got "
                "was never set, or an index was added to null.",
                thread_text(block, lane), verb(lane.operation),
                reinterpret_cast<std::uintptr_t>(lane.address), place_text(site));
          }
          if (device) {
            return fmt::format("{} {} address {:#x} on {}, where nothing was allocated.",
                               thread_text(block, lane), verb(lane.operation),
                               reinterpret_cast<std::uintptr_t>(lane.address), place_text(site));
          }
          return fmt::format(
              "{} {} memory of the host on {}: a kernel can only use what cudaMalloc, "
              "cudaMallocManaged or cudaHostAlloc gave, so copy it there first.",
              thread_text(block, lane), verb(lane.operation), place_text(site));
        });
    set_error(700);
    return false;
  }
  const std::int64_t cell = region->array.type.bytes();
  const std::int64_t index = region->offset(lane.address) / cell;
  if (region->allocation != nullptr && region->allocation->freed) {
    report(block,
           {.kind = FindingKind::use_after_free,
            .lane = &lane,
            .site = site,
            .region = region,
            .index = index},
           [&] {
             return fmt::format("{} {} {} on {}, but the program has freed {}.",
                                thread_text(block, lane), verb(lane.operation),
                                element_text(*region, lane.address), place_text(site),
                                region->array.name);
           });
    set_error(700);
    return false;
  }
  if (reinterpret_cast<std::uintptr_t>(lane.address) % lane.bytes != 0) {
    report(block,
           {.kind = FindingKind::misaligned,
            .lane = &lane,
            .site = site,
            .region = region,
            .index = index},
           [&] {
             return fmt::format(
                 "{} {} {} bytes at once from byte {} of {} on {}: the address must be a "
                 "multiple of {}.",
                 thread_text(block, lane), verb(lane.operation), lane.bytes,
                 region->offset(lane.address), region->array.name, place_text(site), lane.bytes);
           });
    set_error(716);
    return false;
  }
  if (!region->holds(lane.address, lane.bytes)) {
    reported_address_ = lane.address;
    report(block,
           {.kind = FindingKind::out_of_bounds,
            .lane = &lane,
            .site = site,
            .region = region,
            .index = index},
           [&] {
             return fmt::format(
                 "{} {} {} on {}, but {} has elements 0 to {}.", thread_text(block, lane),
                 verb(lane.operation), element_text(*region, lane.address), place_text(site),
                 region->array.name,
                 (region->structure
                      ? static_cast<std::int64_t>(region->bytes) / region->structure->bytes
                      : region->array.count) -
                     1);
           });
    set_error(700);
    if (region->array.space != Space::shared) return true;
    // Beyond all shared memory lies what belongs to this program.
    return lane.address >= shared_begin_ &&
           lane.address + lane.bytes <= shared_begin_ + shared_size_;
  }
  inside = true;
  return true;
}

void LaunchWatch::check_shadow(const SimtBlock& block, const SimtLane& lane, Region& region,
                               std::uint32_t site) {
  std::uint8_t* shadow = nullptr;
  if (region.array.space == Space::shared) {
    shadow = region.written.data() + region.offset(lane.address);
  } else if (region.allocation != nullptr &&
             region.allocation->kind == DeviceMemory::Kind::device) {
    shadow = DeviceMemory::shadow(lane.address);
  } else {
    return;
  }
  if (lane.operation != Operation::store && std::memchr(shadow, 0, lane.bytes) != nullptr) {
    report(block,
           {.kind = FindingKind::uninitialised_read,
            .lane = &lane,
            .site = site,
            .region = &region,
            .index = region.offset(lane.address) / region.array.type.bytes()},
           [&] {
             return fmt::format("{} reads {} on {} before anything has been written there.",
                                thread_text(block, lane), element_text(region, lane.address),
                                place_text(site));
           });
  }
  if (lane.operation != Operation::load) std::memset(shadow, 1, lane.bytes);
}

void LaunchWatch::check_race(const SimtBlock& block, int warp, std::span<SimtLane* const> lanes,
                             Region& region, std::uint32_t site) {
  if (region.race < 0) {
    region.race = race_arrays_++;
    races_->add_array(region.race, region.array.count);
  }
  const std::int64_t cell = region.array.type.bytes();
  races_->begin_instruction(region.race, warp, site, lanes[0]->operation);
  for (const SimtLane* lane : lanes) {
    const std::int64_t first = region.offset(lane->address) / cell;
    const std::int64_t last = (region.offset(lane->address) + lane->bytes - 1) / cell;
    for (std::int64_t at = first; at <= last && at < region.array.count; ++at) {
      const auto race = races_->touch(static_cast<std::int32_t>(at), lane->lane());
      if (!race) continue;
      const SimtLane& other = block.lanes[static_cast<std::size_t>(race.other_thread)];
      if (race.other_thread / warp_lanes == warp) racy_ = true;
      report(
          block,
          {.kind = FindingKind::race,
           .lane = lane,
           .site = site,
           .region = &region,
           .index = at,
           .other = &other,
           .other_site = race.other_line},
          [&] {
            return fmt::format(
                "Threads {} and {}{} use {} on {} and {}, at least one of them writes, and neither "
                "a barrier nor a syncwarp stands between: the order is not defined.",
                tuple_text(other.place.index, other.place.block->dim),
                tuple_text(lane->place.index, lane->place.block->dim),
                kernel_.config->grid[0] * kernel_.config->grid[1] * kernel_.config->grid[2] == 1
                    ? std::string()
                    : fmt::format(" of block {}", tuple_text(lane->place.block->index,
                                                             lane->place.block->grid_dim)),
                element_text(region, lane->address), place_text(race.other_line), place_text(site));
          });
    }
  }
}

// Accesses ----------------------------------------------------------------------------------------

bool LaunchWatch::execute(SimtBlock& block, int warp, std::span<SimtLane*> lanes,
                          std::size_t& count) {
  const std::uint32_t site = site_of(*lanes[0]);
  Site& known = sites_[site];
  const auto find = [&](const SimtLane& lane) {
    Region* region = known.region;
    if (region == nullptr || !region->holds(lane.address, lane.bytes) ||
        (region->allocation != nullptr && region->allocation->freed)) {
      region = region_at(lane.address);
    }
    return region;
  };
  Region* region = find(*lanes[0]);
  known.region = region;
  // Those that touch another array follow by themselves.
  count = static_cast<std::size_t>(
      std::stable_partition(lanes.begin() + 1, lanes.end(),
                            [&](const SimtLane* lane) { return find(*lane) == region; }) -
      lanes.begin());
  const auto group = lanes.first(count);
  accesses_ += static_cast<std::int64_t>(count);
  log_.checked_accesses += static_cast<std::int64_t>(count);
  inside_.clear();
  // A table that the compiler made of a local array of constants: on a GPU it lies in constant memory.
  if (region == nullptr && group[0]->operation == Operation::load && kernel_.code != nullptr &&
      kernel_.code->holds(group[0]->address)) {
    return true;
  }

  if (region != nullptr && region->untyped) {
    region->untyped = false;
    if (group[0]->bytes > 1 && group[0]->bytes <= 8) {
      region->array.type = group[0]->waits == SimtLane::Waits::atomic
                               ? ElementType{group[0]->scalar, 1}
                               : integer_of(group[0]->bytes);
      region->array.count = static_cast<std::int64_t>(region->bytes) / group[0]->bytes;
      if (region->allocation != nullptr) {
        region->array.columns =
            static_cast<std::int64_t>(region->allocation->pitch) / group[0]->bytes;
      }
    } else if (group[0]->bytes == 16) {
      region->array.type = {Scalar::i32, 1};
      region->array.count = static_cast<std::int64_t>(region->bytes) / 4;
    }
  }
  inside_.clear();
  for (SimtLane* lane : group) {
    bool inside = false;
    if (!check(block, *lane, region, site, inside)) return false;
    if (!inside) continue;
    inside_.push_back(lane);
    check_shadow(block, *lane, *region, site);
  }
  const Operation operation = group[0]->operation;
  const bool shared = region->array.space == Space::shared;
  if (shared && !inside_.empty()) check_race(block, warp, inside_, *region, site);
  if (is_atomic(operation)) {
    if (!inside_.empty()) record(block, warp, inside_, *region, site, operation);
    bool changed = false;
    for (SimtLane* lane : inside_) {
      changed |= do_atomic(operation, lane->scalar, lane->address, lane->value.data(),
                           lane->compare.data());
    }
    group[0]->result = changed ? 1 : 0;
  } else if (operation == Operation::store) {
    store_region_ = region;
    store_site_ = site;
  } else if (!inside_.empty() && (sinks_[0] != nullptr || sinks_[1] != nullptr)) {
    for (SimtLane* lane : inside_) std::memcpy(lane->value.data(), lane->address, lane->bytes);
    record(block, warp, inside_, *region, site, operation);
  }
  return true;
}

void LaunchWatch::stored(SimtBlock& block, int warp, std::span<SimtLane* const>) {
  if (store_region_ == nullptr || inside_.empty()) return;
  // Two lanes, one element, different values: CUDA does not say which of them stays.
  for (std::size_t k = 1; k < inside_.size(); ++k) {
    const SimtLane& later = *inside_[k];
    const auto twin = std::find_if(
        inside_.begin(), inside_.begin() + static_cast<std::ptrdiff_t>(k),
        [&](const SimtLane* lane) {
          return lane->stored_address == later.stored_address &&
                 std::memcmp(lane->stored.data(), later.stored.data(), later.stored_bytes) != 0;
        });
    if (twin == inside_.begin() + static_cast<std::ptrdiff_t>(k)) continue;
    Region& region = *store_region_;
    report(block,
           {.kind = FindingKind::undefined_order,
            .lane = *twin,
            .site = store_site_,
            .region = &region,
            .index = region.offset(later.stored_address) / region.array.type.bytes(),
            .other = &later},
           [&] {
             return fmt::format(
                 "Threads {} and {} write different values to {} in one instruction of {}: one of "
                 "them survives, but CUDA does not say which.",
                 tuple_text((*twin)->place.index, later.place.block->dim),
                 tuple_text(later.place.index, later.place.block->dim),
                 element_text(region, later.stored_address), place_text(store_site_));
           });
    break;
  }
  record(block, warp, inside_, *store_region_, store_site_, Operation::store);
  store_region_ = nullptr;
}

void LaunchWatch::record(const SimtBlock& block, int warp, std::span<SimtLane* const> lanes,
                         Region& given, std::uint32_t site, Operation operation) {
  if (sinks_[0] == nullptr && sinks_[1] == nullptr) return;
  const SimtLane& first = *lanes[0];
  // Lanes that have stored stand at their next access already.
  const bool store = operation == Operation::store;
  const std::size_t bytes = store ? first.stored_bytes : first.bytes;
  const auto address = [&](const SimtLane& lane) {
    return store ? lane.stored_address : lane.address;
  };
  Region* region = &given;
  auto cell = static_cast<std::size_t>(region->array.type.bytes());
  const bool whole = bytes % cell == 0 && (!is_atomic(operation) || bytes == cell) &&
                     std::ranges::all_of(lanes, [&](const SimtLane* lane) {
                       return region->offset(address(*lane)) % static_cast<std::int64_t>(cell) == 0;
                     });
  if (!whole) {
    cell = is_atomic(operation) ? bytes : std::min<std::size_t>(cell, bytes);
    for (const SimtLane* lane : lanes) {
      while (region->offset(address(*lane)) % static_cast<std::int64_t>(cell) != 0 ||
             bytes % cell != 0) {
        cell /= 2;
      }
    }
    region = &narrow(given, cell);
  }
  const std::size_t elements = bytes / cell;
  const std::size_t width = (cell + 3) / 4;
  const int operands = is_atomic(operation) ? traits_of(operation).operands : 1;
  const std::size_t per_lane =
      width * (is_atomic(operation) ? static_cast<std::size_t>(operands) : elements);
  indices_.resize(lanes.size());
  words_.assign(lanes.size() * per_lane, 0);
  std::uint32_t mask = 0;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    const SimtLane& lane = *lanes[k];
    mask |= 1U << lane.lane();
    indices_[k] = region->offset(address(lane)) / static_cast<std::int64_t>(cell);
    std::uint32_t* to = words_.data() + k * per_lane;
    if (operation == Operation::atomic_cas) {
      std::memcpy(to, lane.compare.data(), cell);
      std::memcpy(to + width, lane.value.data(), cell);
      continue;
    }
    for (std::size_t e = 0; e < elements; ++e) {
      std::memcpy(to + e * width, (store ? lane.stored : lane.value).data() + e * cell, cell);
    }
  }
  for (int number = 0; number < 2; ++number) {
    if (sink(number) == nullptr) continue;
    sink(number)->access(
        {block.interval, 0},
        {.location = location_of(site, number),
         .mask = mask,
         .warp = warp,
         .array = array_id(*region, number),
         .operation = operation,
         .elements = static_cast<std::uint8_t>(is_atomic(operation) ? 1 : elements)},
        indices_, words_);
  }
}

void LaunchWatch::shuffled(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) {
  if (sinks_[0] == nullptr && sinks_[1] == nullptr) return;
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
  const std::uint32_t site = site_of(first);
  for (int number = 0; number < 2; ++number) {
    if (sink(number) == nullptr) continue;
    const int array = sink(number)->array({.name = "registers",
                                           .space = Space::registers,
                                           .type = type,
                                           .count = static_cast<std::int64_t>(block.lanes.size())});
    sink(number)->access({block.interval, 0},
                         {.location = location_of(site, number),
                          .mask = mask,
                          .warp = warp,
                          .array = array,
                          .operation = Operation::shuffle},
                         indices_, words_);
  }
}

void LaunchWatch::synchronised(SimtBlock&, int warp, std::uint32_t mask) {
  races_->syncwarp(warp, mask);
}

void LaunchWatch::barrier(SimtBlock& block) {
  const SimtLane* first = nullptr;
  for (const SimtLane& lane : block.lanes) {
    if (lane.waits != SimtLane::Waits::syncthreads) continue;
    if (first == nullptr) {
      first = &lane;
    } else if (lane.at != first->at) {
      const std::uint32_t here = site_of(lane), there = site_of(*first);
      report(block,
             {.kind = FindingKind::barrier_divergence,
              .lane = &lane,
              .site = here,
              .other = first,
              .other_site = there},
             [&] {
               return fmt::format(
                   "{} waits at the barrier of {}, thread {} at that of {}: all threads of a block "
                   "must reach the same barrier.",
                   thread_text(block, lane), place_text(here),
                   tuple_text(first->place.index, first->place.block->dim), place_text(there));
             });
      break;
    }
  }
  races_->barrier();
  if (first == nullptr) return;
  const std::uint32_t site = site_of(*first);
  for (int number = 0; number < 2; ++number) {
    TraceBuilder* const builder = sink(number);
    if (builder == nullptr) continue;
    std::string name;
    if (number == 0) {
      const Site& at = with_frames(site);
      name =
          at.frames.empty() ? "barrier" : fmt::format("barrier of line {}", at.frames.back().line);
    }
    for (int warp = 0; warp < block.warps; ++warp) {
      builder->name_step(warp, {block.interval, 0}, name, std::nullopt, true);
    }
    builder->shared_bytes(static_cast<std::uint32_t>(shared_used_));
    std::vector<std::uint8_t> image(static_cast<std::size_t>(shared_used_), 0);
    for (const Region* region : shared_) {
      if (!region->placed) continue;
      std::memcpy(image.data() + region->array.base, region->begin, region->bytes);
    }
    builder->snapshot(block.interval, std::move(image));
  }
}

void LaunchWatch::stuck(SimtBlock& block, const SimtLane& lane, const SimtLane& other) {
  const std::uint32_t here = site_of(lane), there = site_of(other);
  report(block,
         {.kind = FindingKind::barrier_divergence,
          .lane = &lane,
          .site = here,
          .other = &other,
          .other_site = there},
         [&] {
           return fmt::format(
               "{} waits on {} for the lanes of its mask {:#010x}, but thread {} waits on {}: "
               "every lane "
               "that the mask names must come to the same word.",
               thread_text(block, lane), place_text(here), lane.mask,
               tuple_text(other.place.index, other.place.block->dim), place_text(there));
         });
}

void LaunchWatch::report_lane(const SimtBlock& block, const SimtLane& lane, FindingKind kind,
                              std::uintptr_t at, const std::string& what) {
  const std::uint32_t site = site_of(lane.context, at);
  report(block, {.kind = kind, .lane = &lane, .site = site}, [&] {
    return fmt::format("{} {} on {}.", thread_text(block, lane), what, place_text(site));
  });
}

bool LaunchWatch::fault(const SimtBlock& block, SimtLane& lane, std::byte* address, bool writes,
                        std::uintptr_t at) {
  // Behind the check of the access itself comes the access.
  if (address == reported_address_) return DeviceMemory::the().open_guard(address);
  const auto saved_address = lane.address;
  const auto saved_operation = lane.operation;
  const auto saved_bytes = lane.bytes;
  lane.address = address;
  lane.operation = writes ? Operation::store : Operation::load;
  lane.bytes = 1;
  bool inside = false;
  const bool goes_on = check(block, lane, region_at(address), site_of(lane.context, at), inside) &&
                       DeviceMemory::the().open_guard(address);
  lane.address = saved_address;
  lane.operation = saved_operation;
  lane.bytes = saved_bytes;
  return goes_on;
}

}  // namespace warpscope
