#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/block_stream.hpp"
#include "instrumentation/analysis/machine_model.hpp"

namespace warpscope {

/// What a warp does in a cycle.
enum class WarpState : std::uint8_t {
  issue,       ///< an instruction of it takes up the scheduler
  arithmetic,  ///< waits for the result of arithmetic
  memory,      ///< waits for a value, or for the pipe of a memory that others use
  barrier,     ///< waits until all warps of its block have come to the barrier
  ready,       ///< could issue; the scheduler has chosen another warp
  ended,       ///< has done its part; others of its block have not
  count,
};
inline constexpr std::size_t warp_states = static_cast<std::size_t>(WarpState::count);

/// Cycles [begin, end) of one warp.
struct WarpSpan {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t access =
      WarpInstruction::no_access;  ///< of an issue; no_access: arithmetic, barrier
  std::uint32_t round = 0;         ///< the how manieth block of its place this is, from 0
  WarpState state = WarpState::issue;
  Space space = Space::shared;  ///< of an access's issue, and of waiting for memory
  bool barrier = false;         ///< the issue of a barrier
};

struct ScheduleRequest {
  int warps = 1;       ///< resident: blocks side by side; the last one may lack its last warps
  int arithmetic = 0;  ///< instructions before each access; a chain, since the trace holds none
  /// The arithmetic before an access needs what the access needs. If not, it does not wait.
  bool arithmetic_waits = true;
  /// Cycles for which such an instruction takes up the arithmetic pipe of its scheduler; 0: no longer
  /// than the scheduler itself, since what a trace leaves out may go to any pipe.
  int arithmetic_cycles = 0;
  std::uint32_t most_issues = 100'000;
  std::uint32_t rounds = 2;  ///< blocks of each place; as one ends, the next of the grid takes it
};

/// Warps on an axis of cycles from 0 to `cycles`: the spans of each warp cover it without a gap.
struct WarpSchedule {
  std::uint32_t cycles = 0;
  std::uint32_t first_round =
      0;  ///< cycle in which the first of the blocks at every place have ended
  std::uint64_t issues = 0;
  bool cut = false;  ///< most_issues came before the last round had ended
  std::vector<std::vector<WarpSpan>> warps;
};

/// Runs the blocks on one multiprocessor.
///
/// The model: warp w belongs to scheduler w % schedulers. In each issue slot the scheduler takes the
/// oldest of its warps that are ready: that of the block which began first, then the one with the
/// lowest number. (Round robin would let all warps of a loop come to their loads together, and then
/// wait together.) Warps issue in order. An access is one instruction; it issues when the pipe of its
/// memory is free, and takes it up for its wavefronts, sectors, passes. Its value comes after the
/// memory's latency, later by what its further wavefronts take. Stores are not waited for. A barrier
/// is an instruction, too; the warps of the block that are resident go on when all of them have issued
/// it. Blocks begin at cycle 0, and a block's place is taken by the next one in the cycle in which its
/// last warp has ended.
[[nodiscard]] WarpSchedule schedule_warps(const BlockStream& stream, const MachineModel& machine,
                                          const ScheduleRequest& request);

/// What the multiprocessor does in the long run, while block follows block.
struct Throughput {
  double busy = 0;             ///< share of all issue slots that are taken, 0 to 1
  double bytes_under_way = 0;  ///< of loads from global memory, on average
  double bytes_per_cycle = 0;  ///< loaded from global memory
  std::uint64_t issues = 0;    ///< that this is counted over
  std::uint64_t cycles = 0;
};
/// Counts over `issues` instructions; `request` says all but how long.
[[nodiscard]] Throughput throughput(const BlockStream& stream, const MachineModel& machine,
                                    const ScheduleRequest& request, std::uint32_t issues = 20'000);
/// Counts until a block has ended at every place, too, since its parts may differ; but over no more than
/// eight times as many instructions.
[[nodiscard]] Throughput throughput_of_blocks(const BlockStream& stream,
                                              const MachineModel& machine,
                                              const ScheduleRequest& request, std::uint32_t issues);

/// Little's law: as long as nothing is used up, so many warps keep so many times as many issue slots
/// busy as one warp does.
struct LittleLine {
  double per_warp = 0;  ///< share of issue slots that a warp takes if no other is there
  double most = 1;      ///< share at which issue slots or the pipe of a memory are used up
  Space limit = Space::registers;  ///< the memory whose pipe it is, if most < 1
  /// Warps that reach it; 0 if there is nothing to do.
  [[nodiscard]] double warps() const { return per_warp > 0 ? most / per_warp : 0; }
  [[nodiscard]] double at(double warps) const {
    return warps * per_warp < most ? warps * per_warp : most;
  }
};
[[nodiscard]] LittleLine little_line(const BlockStream& stream, const MachineModel& machine,
                                     const ScheduleRequest& request);

}  // namespace warpscope
