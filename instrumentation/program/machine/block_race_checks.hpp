#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/program/machine/block_races.hpp"
#include "instrumentation/program/machine/launch_findings.hpp"
#include "instrumentation/program/machine/launch_sites.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"

namespace warpscope {

/// Reports what two blocks of a launch do to the same bytes of global memory without an order (BlockRaces). Stores that
/// leave what was there do no harm.
class BlockRaceChecks {
 public:
  using Lanes = std::span<SimtLane* const>;

  /// `blocks`: of the grid.
  BlockRaceChecks(std::int64_t blocks, LaunchSites& sites, LaunchFindings& findings)
      : alone_(blocks < 2), sites_(sites), findings_(findings) {}

  void begin_block(const SimtBlock& block);
  /// All blocks of the grid have waited for one another.
  void grid_barrier();
  /// Blocks have run that nobody watched.
  void skipped();
  void barrier();
  void told(const SimtLane& lane, const LaneTelling& what);
  /// Before lanes of one instruction access global memory.
  void access(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
              std::uint32_t site);
  /// They have done their stores.
  void stored(const SimtBlock& block);

 private:
  struct Found {
    BlockRaces::Race race;
    const SimtLane* lane = nullptr;
    // By the time that it has stored, the lane is at its next access.
    std::byte* address = nullptr;
    BlockRaces::Does does = BlockRaces::Does::read;
    MemoryRegion* region = nullptr;
    std::uint32_t site = 0;
    std::array<std::byte, 16> before{};  // a store's
  };
  void report(const SimtBlock& block, const Found& found);
  [[nodiscard]] Sentence message(const Found& found) const;

  bool alone_;
  LaunchSites& sites_;
  LaunchFindings& findings_;
  BlockRaces races_;
  std::vector<Found> stores_;                     // of the store under way
  bool told_order_ = false, told_stale_ = false;  // once in a launch
};

}  // namespace warpscope
