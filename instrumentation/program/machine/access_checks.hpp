#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/emulator/race_detector.hpp"
#include "instrumentation/program/machine/block_race_checks.hpp"
#include "instrumentation/program/machine/global_races.hpp"
#include "instrumentation/program/machine/launch_findings.hpp"
#include "instrumentation/program/machine/launch_sites.hpp"
#include "instrumentation/program/machine/pending_copies.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/sum_order.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"

namespace warpscope {

/// What CUDA forbids a kernel: each rule looks at what the lanes of a warp are about to do, or have done, and reports
/// what breaks it. They change nothing but their own shadows of memory.
class AccessChecks {
 public:
  using Lanes = std::span<SimtLane* const>;

  /// `blocks`: of the grid.
  AccessChecks(std::int64_t blocks, const WatchedMemory& memory, LaunchSites& sites,
               LaunchFindings& findings)
      : memory_(memory), sites_(sites), findings_(findings), blocks_(blocks, sites, findings) {}

  void begin_block(const SimtBlock& block);

  enum class Verdict : std::uint8_t {
    inside,   ///< the lane may do it
    outside,  ///< it must not be counted or recorded, but does no harm to the machine
    fatal     ///< the launch ends
  };
  /// One lane's access: `region` as WatchedMemory::at() has it.
  [[nodiscard]] Verdict access(const SimtBlock& block, const SimtLane& lane, MemoryRegion* region,
                               std::uint32_t site);
  /// Reads of what nobody has written. The lane is inside the region.
  void written(const SimtBlock& block, const SimtLane& lane, MemoryRegion& region,
               std::uint32_t site);
  /// Races within the block, and with blocks before it; the lanes, of one instruction, are inside the region. Those between two writes are reported
  /// by stored().
  void races(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
             std::uint32_t site);
  /// The lanes that races() was given have done their stores: a race in which both write the same value does no harm.
  void stored(const SimtBlock& block);
  /// Two lanes of one store, one element, different values: CUDA does not say which of them stays.
  void store_order(const SimtBlock& block, Lanes stored, MemoryRegion& region, std::uint32_t site);
  /// An atomic of the lane has added `operand` to a real number; the lane's value is what was there before.
  void added(const SimtBlock& block, const SimtLane& lane, const SumOrder::Number& operand,
             MemoryRegion& region, std::uint32_t site);
  [[nodiscard]] bool wants_sums(const SimtLane& lane) const {
    return !sums_.found() && is_real(lane.scalar) &&
           (lane.operation == Operation::atomic_add || lane.operation == Operation::atomic_sub);
  }
  /// All blocks of the grid have waited for one another.
  void grid_barrier() { blocks_.grid_barrier(); }
  /// Blocks have run that nobody watched.
  void skipped() { blocks_.skipped(); }
  /// The lanes of the block have met.
  void barrier();
  void synchronised(int warp, std::uint32_t mask);
  /// A lane may have told others by a fence, or by an atomic, what it has written; or it has ended or awaited a group of
  /// asynchronous copies.
  void told(const SimtLane& lane, const LaneTelling& what);
  /// A lane's shuffle takes the value of lane `lane.source` of its warp, which does not take part.
  void nobody_gives(const SimtBlock& block, int warp, const SimtLane& lane);
  /// A fault at an address; true if the lane may go on there, given memory.
  [[nodiscard]] bool fault(const SimtBlock& block, const SimtLane& lane, std::byte* address,
                           MemoryRegion* region, bool writes, std::uint32_t site);

  /// A cudaError_t: 0 while all is well. The first one stays.
  [[nodiscard]] int error() const { return error_; }
  void set_error(int error) {
    if (error_ == 0) error_ = error;
  }
  /// Lanes of a warp rely on one another without saying so.
  [[nodiscard]] bool relies_on_lockstep() const { return relies_on_lockstep_; }

 private:
  Verdict nowhere(const SimtBlock& block, const SimtLane& lane, std::uint32_t site);
  Verdict in_heap(const SimtBlock& block, const SimtLane& lane, MemoryRegion& region,
                  std::uint32_t site);
  struct Race {
    const SimtLane* lane = nullptr;
    std::byte* address = nullptr;
    MemoryRegion* region = nullptr;
    std::uint32_t site = 0, other_site = 0;
    std::int32_t other_thread = 0;
  };
  /// A race between two writes: `before` lay there, written by the other thread.
  struct WriteRace {
    Race race;
    std::array<std::byte, 16> before{};
  };
  void shared_races(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
                    std::uint32_t site);
  void global_races(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
                    std::uint32_t site);
  void race(const SimtBlock& block, const Race& found, bool both_write);
  /// Once all lanes of the instruction have been looked at: to one place several may copy.
  void begin_copies(Lanes lanes, MemoryRegion& region, std::uint32_t site);
  /// The lane uses what nobody has waited for.
  void copy_under_way(const SimtBlock& block, const SimtLane& lane, MemoryRegion& region,
                      std::byte* address, std::uint32_t site);
  void report_race(const SimtBlock& block, const Race& found);

  const WatchedMemory& memory_;
  LaunchSites& sites_;
  LaunchFindings& findings_;
  std::optional<RaceDetector> races_;
  GlobalRaces global_races_;
  BlockRaceChecks blocks_;
  PendingCopies copies_;
  SumOrder sums_;
  std::vector<WriteRace> write_races_;  // of the store under way
  int race_arrays_ = 0;
  int error_ = 0;
  bool relies_on_lockstep_ = false;
  const std::byte* reported_address_ = nullptr;  // of the last access outside of what lives
};

}  // namespace warpscope
