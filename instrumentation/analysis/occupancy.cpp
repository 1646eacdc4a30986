#include "instrumentation/analysis/occupancy.hpp"

#include <algorithm>
#include <climits>

namespace warpscope {
namespace {

constexpr int kib = 1024;
constexpr int lanes_of_warp = 32;

// What shared memory can be, where it shares its room with the L1 cache.
constexpr std::array split_16{16 * kib};
constexpr std::array split_64{64 * kib};
constexpr std::array split_96{96 * kib};
constexpr std::array splits_fermi{16 * kib, 48 * kib};
constexpr std::array splits_kepler{16 * kib, 32 * kib, 48 * kib};
constexpr std::array splits_37{80 * kib, 96 * kib, 112 * kib};
constexpr std::array splits_volta{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 96 * kib};
constexpr std::array splits_turing{32 * kib, 64 * kib};
constexpr std::array splits_80{0,        8 * kib,   16 * kib,  32 * kib,
                               64 * kib, 100 * kib, 132 * kib, 164 * kib};
constexpr std::array splits_86{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib};
constexpr std::array splits_90{0,         8 * kib,   16 * kib,  32 * kib,  64 * kib,
                               100 * kib, 132 * kib, 164 * kib, 196 * kib, 228 * kib};

/// 1.x: registers are given to blocks, warps in pairs.
constexpr MultiprocessorLimits tesla(int minor) {
  const bool first = minor < 2;
  return {.major = 1,
          .minor = minor,
          .block_threads = 512,
          .warps = first ? 24 : 32,
          .blocks = 8,
          .registers = first ? 8192 : 16384,
          .block_registers = first ? 8192 : 16384,
          .thread_registers = 128,
          .register_unit = first ? 256 : 512,
          .warp_unit = 2,
          .partitions = 1,
          .shared = 16 * kib,
          .block_shared = 16 * kib,
          .block_shared_opt_in = 16 * kib,
          .shared_unit = 512,
          .splits = split_16};
}

constexpr MultiprocessorLimits fermi(int minor) {
  return {.major = 2,
          .minor = minor,
          .block_threads = 1024,
          .warps = 48,
          .blocks = 8,
          .registers = 32768,
          .block_registers = 32768,
          .thread_registers = 63,
          .register_unit = 64,
          .partitions = 2,
          .shared = 48 * kib,
          .block_shared = 48 * kib,
          .block_shared_opt_in = 48 * kib,
          .shared_unit = 128,
          .shared_and_l1 = 64 * kib,
          .splits = splits_fermi};
}

/// What 3.x and all later ones have in common unless they say otherwise.
constexpr MultiprocessorLimits since_kepler(int major, int minor) {
  return {.major = major,
          .minor = minor,
          .block_threads = 1024,
          .warps = 64,
          .blocks = 32,
          .registers = 65536,
          .block_registers = 65536,
          .thread_registers = 255,
          .register_unit = 256,
          .partitions = 4,
          .block_shared = 48 * kib,
          .block_shared_opt_in = 48 * kib,
          .shared_unit = 256};
}

constexpr MultiprocessorLimits kepler(int minor) {
  MultiprocessorLimits machine = since_kepler(3, minor);
  machine.blocks = 16;
  machine.shared = (minor == 7 ? 112 : 48) * kib;
  machine.shared_and_l1 = (minor == 7 ? 128 : 64) * kib;
  machine.splits = minor == 7 ? std::span<const int>(splits_37) : splits_kepler;
  if (minor == 0) machine.thread_registers = 63;
  if (minor == 2) machine.block_registers = 32768;
  if (minor == 7) machine.registers = 131072;
  return machine;
}

/// 5.x and 6.x, whose shared memory is apart from the cache.
constexpr MultiprocessorLimits maxwell(int major, int minor, int shared_kib) {
  MultiprocessorLimits machine = since_kepler(major, minor);
  machine.shared = shared_kib * kib;
  machine.splits = shared_kib == 96 ? split_96 : split_64;
  if (major == 6 && minor == 0) machine.partitions = 2;
  const bool tegra = (major == 5 && minor == 3) || (major == 6 && minor == 2);
  if (tegra) machine.block_registers = 32768;
  return machine;
}

/// What a capability from 7.0 on has of its own.
struct Since70 {
  int warps, blocks;
  int shared_and_l1_kib;
  std::span<const int> splits;
};
constexpr MultiprocessorLimits since_volta(int major, int minor, Since70 own) {
  MultiprocessorLimits machine = since_kepler(major, minor);
  machine.warps = own.warps;
  machine.blocks = own.blocks;
  machine.shared_and_l1 = own.shared_and_l1_kib * kib;
  machine.splits = own.splits;
  machine.shared = own.splits.back();
  machine.reserved_shared = major >= 8 ? kib : 0;
  machine.shared_unit = major >= 8 ? 128 : 256;
  machine.block_shared_opt_in = machine.shared - machine.reserved_shared;
  return machine;
}

constexpr std::array machines{
    tesla(0),
    tesla(1),
    tesla(2),
    tesla(3),
    fermi(0),
    fermi(1),
    kepler(0),
    kepler(2),
    kepler(5),
    kepler(7),
    maxwell(5, 0, 64),
    maxwell(5, 2, 96),
    maxwell(5, 3, 64),
    maxwell(6, 0, 64),
    maxwell(6, 1, 96),
    maxwell(6, 2, 64),
    since_volta(7, 0, {64, 32, 128, splits_volta}),
    since_volta(7, 2, {64, 32, 128, splits_volta}),
    since_volta(7, 5, {32, 16, 96, splits_turing}),
    since_volta(8, 0, {64, 32, 192, splits_80}),
    since_volta(8, 6, {48, 16, 128, splits_86}),
    since_volta(8, 7, {48, 16, 192, splits_80}),
    since_volta(8, 9, {48, 24, 128, splits_86}),
    since_volta(9, 0, {64, 32, 256, splits_90}),
    since_volta(10, 0, {64, 32, 256, splits_90}),
    since_volta(10, 1, {48, 24, 256, splits_90}),
    since_volta(10, 3, {64, 32, 256, splits_90}),
    since_volta(11, 0, {48, 24, 256, splits_90}),
    since_volta(12, 0, {48, 24, 128, splits_86}),
    since_volta(12, 1, {48, 24, 128, splits_86}),
};
static_assert(capability_names.size() == machines.size());

constexpr int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

/// 2.x gives a warp its registers in a coarser unit for some counts: cuda_occupancy.h of CUDA 7.0.
int register_unit(const MultiprocessorLimits& machine, int registers) {
  constexpr std::array coarse{21, 22, 29, 30, 37, 38, 45, 46};
  const bool twice = machine.major == 2 && std::ranges::find(coarse, registers) != coarse.end();
  return twice ? 2 * machine.register_unit : machine.register_unit;
}

/// Blocks for whose registers there is room, and the registers of one.
int allowed_by_registers(const MultiprocessorLimits& machine, int registers, Occupancy& found) {
  const int unit = register_unit(machine, registers);
  if (machine.registers_by_block()) {
    found.block_registers = round_up(registers * lanes_of_warp * found.block_warp_slots, unit);
    if (found.block_registers == 0) return INT_MAX;
    return machine.registers / found.block_registers;
  }
  const int of_warp = round_up(registers * lanes_of_warp, unit);
  found.block_registers = of_warp * found.block_warps;
  if (of_warp == 0) return INT_MAX;
  const auto fitting = [&](int partitions) {
    // The hardware checks a launch as if all partitions gave the same number of registers.
    if (of_warp * round_up(found.block_warps, partitions) > machine.block_registers) return 0;
    return machine.registers / partitions / of_warp * partitions / found.block_warps;
  };
  // 6.0 has two partitions, the rest of 6.x four: what cannot run there does not run on 6.0 either.
  if (machine.major == 6 && fitting(4) == 0) return 0;
  return fitting(machine.partitions);
}

/// Blocks for whose shared memory there is room, and the shared memory of one.
int allowed_by_shared(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                      Occupancy& found) {
  const int asked = request.static_shared + request.dynamic_shared + machine.reserved_shared;
  found.block_shared = round_up(asked, machine.shared_unit);
  found.wasted_shared = found.block_shared - asked;
  found.shared = request.split.value_or(machine.shared);
  if (found.block_shared > machine.block_shared_opt_in + machine.reserved_shared) return 0;
  if (found.shared < found.block_shared) {
    // A split with too little for one block is not taken: from 7.0 on the next larger one is,
    // before that the largest.
    found.shared = machine.major < 7
                       ? machine.shared
                       : *std::ranges::lower_bound(machine.splits, found.block_shared);
  }
  return found.block_shared == 0 ? INT_MAX : found.shared / found.block_shared;
}

}  // namespace

std::vector<OccupancyObstacle> obstacles_of(const MultiprocessorLimits& machine,
                                            const OccupancyRequest& request,
                                            const Occupancy& found) {
  if (request.threads <= 0) return {OccupancyObstacle::no_threads};
  std::vector<OccupancyObstacle> obstacles;
  const auto add = [&](bool beyond, OccupancyObstacle obstacle) {
    if (beyond) obstacles.push_back(obstacle);
  };
  const auto allows_none = [&](OccupancyLimit limit) {
    return found.allowed[static_cast<std::size_t>(limit)] == 0;
  };
  add(request.threads > machine.block_threads, OccupancyObstacle::block_threads);
  add(request.registers > machine.thread_registers, OccupancyObstacle::thread_registers);
  add(allows_none(OccupancyLimit::registers), OccupancyObstacle::block_registers);
  add(request.static_shared > machine.block_shared, OccupancyObstacle::static_shared);
  add(allows_none(OccupancyLimit::shared), OccupancyObstacle::block_shared);
  return obstacles;
}

std::span<const MultiprocessorLimits> all_multiprocessors() { return machines; }

const MultiprocessorLimits* find_multiprocessor(int major, int minor) {
  const auto found = std::ranges::find_if(machines, [&](const MultiprocessorLimits& machine) {
    return machine.major == major && machine.minor == minor;
  });
  return found == machines.end() ? nullptr : &*found;
}

int preferred_split(const MultiprocessorLimits& machine, int percent) {
  if (percent < 0 || machine.major < 7) return machine.shared;
  const int wanted = static_cast<int>(std::int64_t{percent} * machine.shared / 100);
  return *std::ranges::lower_bound(machine.splits, std::min(wanted, machine.shared));
}

Occupancy occupancy_of(const MultiprocessorLimits& machine, const OccupancyRequest& request) {
  Occupancy found;
  found.warp_slots = machine.warps;
  found.block_warps = (std::max(request.threads, 0) + lanes_of_warp - 1) / lanes_of_warp;
  found.block_warp_slots = round_up(found.block_warps, machine.warp_unit);
  const bool runs = request.threads > 0 && request.threads <= machine.block_threads;
  const auto allow = [&](OccupancyLimit limit, int blocks) {
    found.allowed[static_cast<std::size_t>(limit)] = blocks;
  };
  allow(OccupancyLimit::warps, runs ? machine.warps / found.block_warp_slots : 0);
  allow(OccupancyLimit::blocks, machine.blocks);
  if (found.block_warps > 0) {
    allow(OccupancyLimit::registers, allowed_by_registers(machine, request.registers, found));
  }
  allow(OccupancyLimit::shared, allowed_by_shared(machine, request, found));
  found.wasted_registers = found.block_registers - request.registers * std::max(request.threads, 0);
  const auto obstacles = obstacles_of(machine, request, found);
  if (obstacles.empty()) {
    found.blocks = std::ranges::min(found.allowed);
  } else {
    found.obstacle = obstacles.front();
  }
  return found;
}

std::vector<OccupancyPoint> occupancy_over_threads(const MultiprocessorLimits& machine,
                                                   OccupancyRequest request) {
  std::vector<OccupancyPoint> points;
  for (int last = lanes_of_warp; last <= machine.block_threads; last += lanes_of_warp) {
    const int first = last - lanes_of_warp + 1;
    request.threads = first;
    const Occupancy found = occupancy_of(machine, request);
    points.push_back({first, last, found});
  }
  return points;
}

std::vector<OccupancyPoint> occupancy_over_registers(const MultiprocessorLimits& machine,
                                                     OccupancyRequest request) {
  std::vector<OccupancyPoint> points;
  for (int registers = 1; registers <= machine.thread_registers; ++registers) {
    request.registers = registers;
    points.push_back({registers, registers, occupancy_of(machine, request)});
  }
  return points;
}

std::vector<OccupancyPoint> occupancy_over_shared(const MultiprocessorLimits& machine,
                                                  OccupancyRequest request) {
  std::vector<OccupancyPoint> points;
  const int most = machine.block_shared_opt_in - request.static_shared;
  const int besides = request.static_shared + machine.reserved_shared;
  for (int bytes = 0; bytes <= most;) {
    request.dynamic_shared = bytes;
    const Occupancy found = occupancy_of(machine, request);
    const int last = std::min(most, round_up(besides + bytes, machine.shared_unit) - besides);
    points.push_back({bytes, last, found});
    bytes = last + 1;
  }
  return points;
}

std::vector<MeasuredOccupancy> differing_occupancies(const MultiprocessorLimits& machine,
                                                     std::span<const MeasuredOccupancy> measured) {
  std::vector<MeasuredOccupancy> differing;
  for (const MeasuredOccupancy& row : measured) {
    const Occupancy modelled = occupancy_of(machine, {.threads = row.block,
                                                      .registers = row.registers,
                                                      .static_shared = row.static_shared,
                                                      .dynamic_shared = row.dynamic_shared});
    if (modelled.blocks != row.blocks) differing.push_back(row);
  }
  return differing;
}

}  // namespace warpscope
