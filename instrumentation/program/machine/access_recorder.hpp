#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/program/machine/access_window.hpp"
#include "instrumentation/program/machine/launch_sites.hpp"
#include "instrumentation/program/machine/program_log.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// Writes what a block's warps do into traces: into the program's for the block that is recorded, and into one that only
/// its counters are taken from.
class AccessRecorder {
 public:
  using Lanes = std::span<SimtLane* const>;

  AccessRecorder(ProgramLog& log, WatchedMemory& memory, LaunchSites& sites)
      : log_(log), memory_(memory), sites_(sites) {}

  /// `counted`: the trace of its own that this block is counted in, or null.
  void begin_block(bool recorded, TraceBuilder* counted);
  /// Into either.
  [[nodiscard]] bool records() const { return builders_[0] != nullptr || builders_[1] != nullptr; }
  /// Into the program's trace.
  [[nodiscard]] bool records_trace() const { return builders_[0] != nullptr; }
  /// A region's array in the program's trace, which must be recorded; -1: it has no room for that.
  [[nodiscard]] int array_of(MemoryRegion& region) { return array_of(region, 0); }

  /// What an access is besides its lanes' addresses.
  struct Instruction {
    std::uint32_t site = 0;
    Operation operation = Operation::load;
    std::uint32_t run = 0;   ///< SimtLane::runs when it came
    bool alone = false;      ///< never joined with others: volatile, or part of a copy
    bool is_atomic = false;  ///< a load or store that no other one tears
    bool of_warp =
        false;  ///< an atomic that the first lane does for all, with their operands put together
  };
  /// What each lane of an atomic found, in the order of the lanes; empty: nothing uses it.
  using Found = std::span<const decltype(SimtLane::value)>;
  /// Loads before they are done, with the values in `value`, atomics with their operands there; stores once they are.
  void access(const SimtBlock& block, int warp, Lanes lanes, MemoryRegion& region,
              const Instruction& instruction, Found found = {});
  /// The block has come to a barrier, or has ended.
  void end_block(const SimtBlock& block);
  void shuffle(const SimtBlock& block, int warp, Lanes lanes);
  /// The step that ends at the barrier of `site`, and what lies in shared memory there.
  void barrier(const SimtBlock& block, std::uint32_t site, const std::string& kind);

 private:
  int array_of(MemoryRegion& region, std::size_t trace);
  void tell_left_out();
  /// Writes what waits in the warp's window.
  void flush(const SimtBlock& block, int warp);
  [[nodiscard]] AccessWindow& window_of(const SimtBlock& block, int warp);
  void write_one(const SimtBlock& block, int warp, const WarpAccess& access);
  /// Writes an access as one record, or two: MemoryRegion::copies_halves().
  void write(const SimtBlock& block, int warp, const WarpAccess& access);
  /// The region of that memory with cells that every lane's access is made of whole.
  MemoryRegion& fitting(MemoryRegion& region, Lanes lanes, Operation operation);

  ProgramLog& log_;
  WatchedMemory& memory_;
  LaunchSites& sites_;
  std::array<TraceOutput*, 2> builders_{};  // the program's trace, the counted one; null: not now
  std::vector<AccessWindow> windows_;       // of the block's warps
  WarpAccess alone_;
  bool left_out_ = false;
  std::vector<ElementIndex> indices_;
  std::vector<std::uint32_t> words_;
};

}  // namespace warpscope
