#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// How a multiprocessor serves accesses to one memory.
struct MemoryTiming {
  /// Cycles from the issue of an access to that of the first instruction which needs its value, as
  /// a chain of dependent loads measures it.
  int latency = 0;
  /// Cycles for which a wavefront (shared), a sector (global, local), a pass (constant) or a shuffle takes
  /// up the memory's pipe, which all warps of the multiprocessor share.
  double pipe_cycles = 1;
  std::string_view source;  ///< where the latency is from
};

/// What the schedule of warps needs to know of a generation of multiprocessors. Cycles are those of
/// the clock that the schedulers run at; `*_source` say where figures are from. Two instructions
/// of one warp at once (2.1, 3.x) and caches are not modelled.
struct MachineModel {
  std::string_view capability;  ///< "9.0"
  std::string_view device;      ///< whose figures they are
  int schedulers = 1;           ///< warp w belongs to scheduler w % schedulers
  int issue_cycles = 1;         ///< for which a warp instruction takes up its scheduler
  int max_warps = 64;           ///< resident at once
  std::string_view issue_source;
  int arithmetic_latency = 4;  ///< cycles from one arithmetic instruction to one that needs it
  std::string_view arithmetic_source;
  double bytes_per_cycle = 0;  ///< of global memory, a multiprocessor's share
  std::string_view bandwidth_source;
  std::array<MemoryTiming, static_cast<std::size_t>(last_space) + 1> memories{};  ///< by Space

  [[nodiscard]] const MemoryTiming& memory(Space space) const {
    return memories[static_cast<std::size_t>(space)];
  }
  [[nodiscard]] MemoryTiming& memory(Space space) {
    return memories[static_cast<std::size_t>(space)];
  }
};

/// THE table: compute capability 1.3, 2.0, 3.5 and 9.0, one for each generation of banks.
[[nodiscard]] std::span<const MachineModel> machine_models();
/// The multiprocessor that has these banks; of those of 5.x and later, that of 9.0.
[[nodiscard]] const MachineModel& machine_model(BankModel banks);

/// The multiprocessor of the book's arithmetic (chapter 6.1): a warp instruction takes 4 cycles, a
/// load 200. Arithmetic has no latency of its own, bandwidth is no limit, and there is room for 64
/// warps, where 1.x has 24 or 32.
[[nodiscard]] const MachineModel& book_machine();

/// A warp that repeats: so many arithmetic instructions, each of which needs the one before, then a
/// load from global memory.
struct LoadLoop {
  int arithmetic = 0;
  /// The arithmetic needs the value of the load before. If not, it goes on while the load is under
  /// way, and only the next load waits.
  bool arithmetic_waits = true;
};
/// Cycles from one load to the next of a warp that never waits for others.
[[nodiscard]] double loop_period(const MachineModel& machine, const LoadLoop& loop);
/// Share of the multiprocessor's issue slots that so many of these warps take, 0 to 1, if the memory's
/// bandwidth is no limit.
[[nodiscard]] double loop_utilisation(const MachineModel& machine, const LoadLoop& loop, int warps);
/// How many of these warps take every issue slot. Little's law: what is under way is latency times
/// throughput.
[[nodiscard]] double warps_that_hide(const MachineModel& machine, const LoadLoop& loop);

/// Bytes of global memory that must be under way at any moment for a multiprocessor to use its share
/// of the bandwidth. Little's law: latency times bandwidth.
[[nodiscard]] double bytes_under_way(const MachineModel& machine);

}  // namespace warpscope
