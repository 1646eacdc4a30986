#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/program/machine/access_checks.hpp"
#include "instrumentation/program/machine/access_recorder.hpp"
#include "instrumentation/program/machine/barrier_checks.hpp"
#include "instrumentation/program/machine/footprint.hpp"
#include "instrumentation/program/machine/launch_findings.hpp"
#include "instrumentation/program/machine/launch_sites.hpp"
#include "instrumentation/program/machine/program_log.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"

namespace warpscope {

/// Checks every access of a launch's blocks, and records those of some. It takes each instruction through its parts: the
/// memory and the place in code that it is about, the checks with what they find, the record.
class LaunchWatch final : public SimtWatch {
 public:
  LaunchWatch(const WatchedKernel& kernel, ProgramLog& log);
  LaunchWatch(const LaunchWatch&) = delete;  // its parts know one another
  LaunchWatch& operator=(const LaunchWatch&) = delete;

  /// `recorded`: into the program's trace. `counted`: into a trace of its own, or null.
  void begin_block(const SimtBlock& block, bool recorded, TraceBuilder* counted);
  /// The same for one that goes on behind the grid's barrier.
  void resume_block(const SimtBlock& block, bool recorded, TraceBuilder* counted);
  [[nodiscard]] WatchedMemory& memory() { return memory_; }
  /// The block that was begun or resumed last has ended, or waits for the grid.
  void end_accesses(const SimtBlock& block) { recorder_.end_block(block); }
  /// Some blocks have ended, and `block` waits for them at the barrier of the whole grid.
  void grid_stuck(const SimtBlock& block) { barriers_.grid_stuck(block); }
  /// From here on the blocks come to the grid's next barrier.
  void begin_grid_barrier() {
    barriers_.begin_grid_barrier();
    checks_.grid_barrier();
  }
  /// Blocks have run that nobody watched.
  void skipped() { checks_.skipped(); }
  /// All lanes of the block have come to their ends.
  void end_block(SimtBlock& block) { barriers_.end_block(block); }
  /// From here on it notes who writes the byte at this address.
  void follow(const std::byte* address) { followed_ = address; }
  /// Of that byte, in this launch.
  [[nodiscard]] const std::optional<LastWriter>& last_writer() const { return last_writer_; }
  /// Hands the findings about recorded launches to the trace, and what the launch used to WorkOrder.
  void end_launch(std::int32_t trace_launch);

  [[nodiscard]] const WatchedKernel& kernel() const { return kernel_; }
  /// A cudaError_t: 0 while all is well.
  [[nodiscard]] int error() const { return checks_.error(); }
  void set_error(int error) { checks_.set_error(error); }
  [[nodiscard]] std::int64_t accesses() const { return accesses_; }
  /// Lanes of a warp rely on one another without saying so.
  [[nodiscard]] bool relies_on_lockstep() const { return checks_.relies_on_lockstep(); }
  /// Shared memory of a block: what the kernel declares, and what the launch asks for.
  [[nodiscard]] std::int64_t shared_bytes() const { return memory_.shared_bytes(); }

  bool execute(SimtBlock& block, int warp, std::span<SimtLane*> lanes, std::size_t& count) override;
  void stored(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) override;
  void shuffled(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) override;
  void synchronised(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) override;
  void barrier(SimtBlock& block) override;
  void stuck(SimtBlock& block, const SimtLane& lane, const SimtLane& other) override;
  void told(const SimtLane& lane, const LaneTelling& what) override { checks_.told(lane, what); }
  void unnamed(SimtBlock& block, const SimtLane& lane) override;
  void nobody_gives(SimtBlock& block, int warp, const SimtLane& lane) override;
  LanePaths& paths() override { return barriers_.paths(); }

  /// A lane's own fault, which the machine finds outside of an access: an assert, a signal.
  void report_lane(const SimtBlock& block, const SimtLane& lane, FindingKind kind,
                   std::uintptr_t at, const Sentence& what);
  /// A fault at an address that no check has seen; true if the lane may go on.
  bool fault(const SimtBlock& block, const SimtLane& lane, std::byte* address, bool writes,
             std::uintptr_t at);

 private:
  /// Puts the lanes that touch the same region as the first one in front, and says how many these are.
  MemoryRegion* group_by_region(std::span<SimtLane*> lanes, std::uint32_t site, std::size_t& count);
  /// Collects the lanes that may do their access in inside_; false: the launch ends.
  bool check(const SimtBlock& block, int warp, std::span<SimtLane* const> lanes,
             MemoryRegion* region, std::uint32_t site);

  /// The lanes of inside_ have written: the one whose value lies in the byte that is followed was the last.
  void note_writer(const SimtBlock& block, std::uint32_t site, bool atomic);

  WatchedKernel kernel_;
  ProgramLog& log_;
  WatchedMemory memory_;
  LaunchSites sites_;
  AccessRecorder recorder_;
  LaunchFindings findings_;
  AccessChecks checks_;
  BarrierChecks barriers_;
  std::vector<MemoryRegion*> last_regions_;  // that the lanes of each site touched last
  // A store under way: its lanes' values are not there yet.
  MemoryRegion* store_region_ = nullptr;
  AccessRecorder::Instruction store_;
  std::vector<SimtLane*> inside_;
  std::vector<decltype(SimtLane::value)> found_;  // by the atomic of each of inside_
  std::optional<Footprint> footprint_;            // of global memory, if somebody wants it
  std::int64_t accesses_ = 0;
  const std::byte* followed_ = nullptr;
  std::optional<LastWriter> last_writer_;
};

}  // namespace warpscope
