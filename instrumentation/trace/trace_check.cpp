#include "instrumentation/trace/trace_check.hpp"

#include <algorithm>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/local_memory.hpp"

namespace warpscope {
namespace {

using Fault = std::optional<std::string>;

bool is_type_sound(ElementType type) {
  return type.scalar <= last_scalar && type.components >= 1 && type.components <= 4;
}

bool is_structure_sound(const Structure& structure) {
  if (structure.bytes == 0 || structure.bytes > max_shared_bytes) return false;
  return std::ranges::all_of(structure.members, [&](const Member& member) {
    if (!is_type_sound(member.type) || member.count == 0) return false;
    const auto bytes = static_cast<std::uint64_t>(member.type.bytes()) * member.count;
    return member.offset <= structure.bytes && bytes <= structure.bytes - member.offset;
  });
}

/// Whether what the source declares has as many elements as the array.
bool are_extents_sound(const Trace& trace, const Array& array,
                       const std::vector<std::int64_t>& extents) {
  if (extents.empty()) return true;
  std::int64_t cells = 1;
  if (array.structure >= 0) {
    const Structure& of = trace.structures[static_cast<std::size_t>(array.structure)];
    cells = of.bytes / static_cast<std::uint32_t>(array.type.bytes());
  }
  for (const std::int64_t extent : extents) {
    if (extent < 1 || extent > max_array_elements / cells) return false;
    cells *= extent;
  }
  return extents.size() > 1 && cells == array.count;
}

/// Whether the array says how its threads' words interleave.
bool is_local_sound(const Array& array) {
  return array.extents.size() == 3 && array.extents[2] == local_lanes &&
         array.extents[0] <= max_block_threads / local_lanes && array.type.bytes() == 4 &&
         array.structure < 0;
}

bool is_array_sound(const Trace& trace, const Array& array) {
  const ElementType type = array.type;
  if (!is_type_sound(type)) return false;
  if (array.structure < -1 || array.structure >= std::ssize(trace.structures)) return false;
  if (array.structure >= 0) {
    const Structure& of = trace.structures[static_cast<std::size_t>(array.structure)];
    if (of.bytes % static_cast<std::uint32_t>(type.bytes()) != 0) return false;
  }
  if (array.space > last_space) return false;
  if (array.count < 0 || array.count > max_array_elements || array.columns < 0 ||
      array.columns > array.count) {
    return false;
  }
  if (!are_extents_sound(trace, array, array.extents)) return false;
  if (array.space == Space::local && !is_local_sound(array)) return false;
  if (array.space == Space::registers && array.count > max_block_threads) return false;
  return array.space != Space::shared ||
         array.base + array.count * type.bytes() <= std::int64_t{max_shared_bytes};
}

bool is_location_sound(const Trace& trace, std::size_t k) {
  const CodeLocation& location = trace.locations[k];
  return location.source < trace.sources.size() && location.line <= max_source_lines &&
         location.caller >= -1 && location.caller < static_cast<std::int64_t>(k);
}

bool is_shape_sound(const Launch& launch) {
  const auto [x, y, z] = launch.block;
  const Dim3& grid = launch.grid;
  if (x < 1 || y < 1 || z < 1 || x > max_block_threads || y > max_block_threads ||
      z > max_block_threads || launch.block.count() > max_block_threads) {
    return false;
  }
  return grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.y <= max_grid_rows &&
         grid.z <= max_grid_rows && launch.traced_block >= 0 &&
         launch.traced_block < launch.blocks();
}

Fault launch_fault(const Trace& trace) {
  std::uint64_t steps = 0;
  for (const Launch& launch : trace.launches) {
    if (!is_shape_sound(launch) || launch.source >= trace.sources.size() ||
        launch.shared_bytes > max_shared_bytes) {
      return tr("a launch has an impossible shape");
    }
    if (launch.step_count > 0 && launch.first_step != steps) {
      return tr("the steps of a launch do not follow the last one's");
    }
    steps += launch.step_count;
  }
  if (steps != trace.steps.size()) return tr("its launches have other steps than the trace");
  return {};
}

/// What only programs of the user's own have: numbers, and names of arrays.
Fault program_fault(const Trace& trace) {
  std::int64_t last = 0;
  for (std::uint32_t launch = 0; launch < trace.launches.size(); ++launch) {
    const std::int64_t number = launch_number(trace, launch);
    if (trace.launches[launch].number < 0 || number <= last) return tr("its launches are mixed");
    last = number;
  }
  if (trace.header.program_launches < 0 ||
      (trace.header.program_launches > 0 && last > trace.header.program_launches)) {
    return tr("it has more launches than its program made");
  }
  for (const Launch& launch : trace.launches) {
    for (const ArrayName& called : launch.names) {
      if (called.array < 0 || called.array >= std::ssize(trace.arrays) ||
          !are_extents_sound(trace, trace.arrays[static_cast<std::size_t>(called.array)],
                             called.extents)) {
        return tr("a launch names an array that is not there");
      }
    }
  }
  return {};
}

Fault step_fault(const Trace& trace) {
  std::uint64_t accesses = 0;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const Step& step = trace.steps[k];
    const std::uint64_t launch = step.launch;
    if (launch >= trace.launches.size() || k < trace.launches[launch].first_step ||
        k - trace.launches[launch].first_step >= trace.launches[launch].step_count) {
      return tr("step {} belongs to another launch", k + 1);
    }
    if (step.first_access != accesses) return tr("step {} leaves out accesses", k + 1);
    accesses += step.access_count;
    if (step.snapshot < -1 || step.snapshot >= std::ssize(trace.snapshots)) {
      return tr("step {} has a snapshot that is not there", k + 1);
    }
  }
  if (accesses != trace.accesses.size()) return tr("its steps have other accesses than the trace");
  return {};
}

/// Whether `count` entries from `first` on lie within `size` entries.
bool in_range(std::uint64_t first, std::uint64_t count, std::uint64_t size) {
  return first <= size && count <= size - first;
}

bool is_access_sound(const Trace& trace, const Access& access, const Step& step) {
  if (access.mask == 0 || access.array < 0 || access.array >= std::ssize(trace.arrays) ||
      access.location >= trace.locations.size() ||
      !is_operation(static_cast<std::uint32_t>(access.operation))) {
    return false;
  }
  const bool one = is_atomic(access.operation) || exchanges(access.operation);
  if (access.elements < 1 || (one && access.elements > 1) ||
      (access.elements > 1 && trace.lane_bytes(access) > max_lane_bytes) ||
      (access.has_result && !is_atomic(access.operation))) {
    return false;
  }
  const int last_lane = warp_lanes - 1 - std::countl_zero(access.mask);
  if (access.warp < 0 || access.warp >= max_block_threads ||
      access.warp * warp_lanes + last_lane >= trace.launches[step.launch].threads()) {
    return false;
  }
  const auto lanes = static_cast<std::uint64_t>(access.active());
  if (!in_range(access.first_index, lanes, trace.indices.size())) return false;
  const bool near = std::ranges::all_of(trace.lane_indices(access), [](ElementIndex index) {
    return index >= -max_element_index && index <= max_element_index;
  });
  return near && in_range(access.first_word, lanes * trace.lane_words(access), trace.words.size());
}

/// Needs sound steps.
Fault access_fault(const Trace& trace) {
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const Step& step = trace.steps[s];
    int warp = 0;
    for (std::uint32_t k = step.first_access; k - step.first_access < step.access_count; ++k) {
      const Access& access = trace.accesses[k];
      if (access.step != s || access.warp < warp) return tr("access {} is misplaced", k + 1);
      if (!is_access_sound(trace, access, step)) return tr("access {} is impossible", k + 1);
      warp = access.warp;
    }
  }
  return {};
}

bool is_finding_sound(const Trace& trace, const Finding& finding) {
  return finding.kind <= last_finding_kind && finding.line <= max_source_lines &&
         finding.other_line <= max_source_lines && finding.source >= -1 &&
         finding.source < std::ssize(trace.sources) && finding.block >= -1 &&
         finding.index >= -max_element_index && finding.index <= max_element_index &&
         finding.step < std::max<std::size_t>(trace.steps.size(), 1) && finding.thread >= -1 &&
         finding.thread < max_block_threads && finding.other_thread >= -1 &&
         finding.other_thread < max_block_threads && finding.array >= -1 &&
         finding.array < std::ssize(trace.arrays) &&
         finding.arrived.size() <= max_block_threads / warp_lanes;
}

}  // namespace

std::optional<std::string> find_fault(const Trace& trace) {
  if (!std::ranges::all_of(trace.structures, is_structure_sound))
    return tr("a structure is impossible");
  if (trace.arrays.size() > max_arrays) return tr("it has more arrays than any program");
  for (std::size_t k = 0; k < trace.arrays.size(); ++k) {
    if (!is_array_sound(trace, trace.arrays[k])) return tr("array {} is impossible", k + 1);
  }
  for (const std::vector<std::uint8_t>& snapshot : trace.snapshots) {
    if (snapshot.size() > max_shared_bytes)
      return tr("a snapshot is larger than any shared memory");
  }
  if (Fault fault = launch_fault(trace)) return fault;
  if (Fault fault = program_fault(trace)) return fault;
  for (std::size_t k = 0; k < trace.locations.size(); ++k) {
    if (!is_location_sound(trace, k)) return tr("location {} is impossible", k + 1);
  }
  for (const HostStep& step : trace.host) {
    if (step.launch > trace.launches.size()) return tr("a step of the host belongs to no launch");
  }
  if (!is_sound(trace.streams)) return tr("its story of streams points outside itself");
  if (Fault fault = step_fault(trace)) return fault;
  if (Fault fault = access_fault(trace)) return fault;
  for (const Finding& finding : trace.findings) {
    if (!is_finding_sound(trace, finding)) return tr("a finding points outside the trace");
  }
  return {};
}

}  // namespace warpscope
