#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Finds two threads of a block that touch one piece of global memory, at least one of them writing, with nothing between
/// that could order them. The rules are those of RaceDetector, but that threads may also tell one another by atomics,
/// volatile accesses and fences: an access does not race with a later one if, between the two, each of the threads has done
/// one of these. So a flag that is set and read in whatever way hides a race, and never makes one up.
///
/// What is kept of a piece of memory has a fixed size: its last write, and its last reads by two warps. All of it takes as
/// much space as a block touches between two barriers.
class GlobalRaces {
 public:
  struct Race {
    std::int32_t other_thread = -1;  ///< negative: there is no race
    std::uint32_t other_site = 0;
    bool both_write = false;
    explicit operator bool() const { return other_thread >= 0; }
  };

  /// A block of so many threads begins: nothing has been touched.
  void begin_block(int threads);
  /// All threads of the block have waited for one another.
  void barrier();
  /// The lanes of `mask` of a warp have.
  void syncwarp(int warp, std::uint32_t mask);
  /// A thread has done an atomic, a volatile access or a fence.
  void tell(int thread);

  /// Lanes of one warp load or store: touch() says which, and where.
  void begin_instruction(int warp, std::uint32_t site, bool store);
  /// `piece`: what both must share to race; pieces of different sizes are different. Returns the race with an earlier
  /// access, if there is one, and remembers this one.
  Race touch(std::uint64_t piece, int thread);

 private:
  // When an access was, and of whom.
  struct Mark {
    std::uint32_t time = 0;  // instruction; 0: none
    std::uint32_t site = 0;
    std::uint32_t syncs = 0;  // of its warp, before it
    std::int32_t thread = 0;
  };
  struct Cell {
    std::uint64_t piece = 0;
    std::uint32_t epoch = 0;  // older ones are empty
    Mark write, read, other_read;
  };
  struct Warp {
    std::vector<std::uint32_t> syncs;  // who waited for one another, since the last barrier
    std::uint32_t settled = 0;         // as many of them until the whole warp last did
  };

  Cell& cell_of(std::uint64_t piece);
  void grow();
  [[nodiscard]] bool conflicts(const Mark& mark, int thread) const;
  [[nodiscard]] std::uint32_t lanes_of(int warp) const;
  void forget();

  int threads_ = 0;
  std::uint32_t epoch_ = 0;
  std::uint32_t time_ = 0;
  Mark now_;
  bool store_ = false;
  std::vector<Cell> cells_;  // by hash; a power of two
  std::size_t used_ = 0;     // of this epoch
  std::vector<Warp> warps_;
  std::vector<std::uint32_t> told_;  // by thread: when it last did
};

}  // namespace warpscope
