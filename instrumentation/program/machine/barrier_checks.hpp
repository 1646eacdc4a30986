#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/program/machine/lane_paths.hpp"
#include "instrumentation/program/machine/launch_findings.hpp"
#include "instrumentation/program/machine/launch_sites.hpp"
#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {

/// Who must come to a barrier: of a block, of the lanes that a mask names, of the whole grid. Lanes that have ended are
/// not waited for, so whether they were missing shows only when the others have gone on: CUDA allows a lane to leave by a
/// way of its own, but not to run code behind the barrier that the others run, too.
class BarrierChecks {
 public:
  BarrierChecks(int warps, LaunchSites& sites, LaunchFindings& findings)
      : paths_(warps), sites_(sites), findings_(findings) {}

  [[nodiscard]] LanePaths& paths() { return paths_; }

  /// A block begins, or goes on behind the grid's barrier.
  void begin_block() { paths_.next_interval(); }
  /// All lanes that have not ended wait at a barrier: it should be the same one. Returns a lane that waits, or null.
  const SimtLane* barrier(SimtBlock& block);
  /// Lanes of a warp have met at a syncwarp.
  void synchronised(SimtBlock& block, int warp, std::span<SimtLane* const> lanes);
  /// All lanes of the block have ended: decides about those that were missing at its barriers.
  void end_block(SimtBlock& block);
  /// A lane waits for others of its mask that will never come.
  void stuck(const SimtBlock& block, const SimtLane& lane, const SimtLane& other);
  /// A lane executes a word of its warp with a mask that does not name it.
  void unnamed(const SimtBlock& block, const SimtLane& lane);

  /// From here on the blocks of the grid come to its next barrier, one after another.
  void begin_grid_barrier() { grid_place_.reset(); }
  /// A lane of the block waits at the grid's barrier for blocks that have ended.
  void grid_stuck(const SimtBlock& block);

 private:
  /// Lanes that had ended when others waited for them, to be judged when the block has ended.
  struct Missing {
    std::int64_t block = 0;
    std::uint32_t interval = 0, site = 0, mask = 0;
    SimtLane::Waits waits = SimtLane::Waits::syncthreads;
    LanePaths::Lanes waiting, ended;
    LanePaths::Lanes waited;  ///< of `ended`: at this barrier before
    LanePaths::Parting parting;
  };
  struct Group {
    Sentence begin, text;  ///< "Threads 0 to 39", and the same within a sentence
    const SimtLane* first = nullptr;
    bool single = false;
  };

  void compare_places(const SimtBlock& block, const SimtLane& first,
                      const LanePaths::Lanes& waiting);
  void compare_blocks(const SimtBlock& block, const SimtLane& waiting);
  void miss(SimtBlock& block, const SimtLane& waiting, LanePaths::Node barrier,
            const LanePaths::Lanes& ended, int warp);
  void note_visits(SimtBlock& block, LanePaths::Node barrier, int warp, std::uint32_t lanes);
  [[nodiscard]] bool belongs_to(const CodePlace& place, const CodePlace& left_at) const;
  /// Whether it is wrong; then it is reported.
  bool judge(const SimtBlock& block, const Missing& missing);
  /// Of those that have left by no `return`, and are not missing for a reason that judge() knows.
  void note(const SimtBlock& block, const Missing& missing);
  [[nodiscard]] Sentence waiting_text(const SimtBlock& block, const Missing& missing) const;
  [[nodiscard]] Group group(const SimtBlock& block, const LanePaths::Lanes& lanes) const;

  LanePaths paths_;
  LaunchSites& sites_;
  LaunchFindings& findings_;
  std::vector<Missing> missing_;
  /// What was told with a barrier, by its file and line: whatever else is missing there has the same cause.
  std::map<std::pair<std::string, std::uint32_t>, std::int64_t> told_with_;
  struct GridPlace {
    CodePlace place;
    std::uint32_t site = 0;
    Sentence who;  ///< "a thread of block 2"
  };
  std::optional<GridPlace> grid_place_;
};

}  // namespace warpscope
