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
  /// The piece of 2^`size` bytes, at an address that is a multiple, is what both must share to race; pieces of different
  /// sizes are different. Returns the race with an earlier access, if there is one, and remembers this one.
  Race touch(std::uintptr_t address, int size, int lane);

 private:
  /// Lanes of a warp that did something together.
  struct Instruction {
    std::uint32_t time = 0;
    std::uint32_t site = 0;
    std::uint32_t syncs = 0;  // of its warp, before it
    std::int32_t first_thread = 0;
  };
  /// An instruction's number times 32, and a lane; 0: none.
  using Mark = std::uint32_t;
  // Two of them share a line of the processor's cache.
  struct alignas(32) Cell {
    std::uint64_t piece = 0;
    std::uint32_t epoch = 0;  // older ones are empty
    Mark write = 0, read = 0, other_read = 0;
  };
  struct Warp {
    std::vector<std::uint32_t> syncs;  // who waited for one another, since the last barrier
    std::uint32_t settled = 0;         // as many of them until the whole warp last did
  };

  Cell& cell_of(std::uint64_t piece);
  void grow();
  [[nodiscard]] const Instruction& instruction_of(Mark mark) const {
    return instructions_[mark / warp_lanes];
  }
  [[nodiscard]] std::int32_t thread_of(Mark mark) const {
    return instruction_of(mark).first_thread + static_cast<std::int32_t>(mark % warp_lanes);
  }
  [[nodiscard]] bool conflicts(Mark mark, Mark now) const;
  [[nodiscard]] std::uint32_t lanes_of(int warp) const;
  void forget();

  int threads_ = 0;
  std::uint32_t epoch_ = 0;
  std::uint32_t time_ = 0;
  bool store_ = false;
  std::vector<Instruction> instructions_;  // of this epoch; none is at 0
  std::vector<Cell> cells_;                // by hash; a power of two
  std::size_t used_ = 0;                   // of this epoch
  std::vector<Warp> warps_;
  std::vector<std::uint32_t> told_;  // by thread: when it last did
};

}  // namespace warpscope
