#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Finds two threads that touch one element of shared memory, at least one of them writing, with
/// neither a barrier nor a syncwarp of both between. Atomics do not race with one another.
/// It holds kernels to what CUDA promises, not to what the lanes happen to do: lockstep is no
/// order. Stores of one instruction to one element are not a race but have an undefined order,
/// which is not reported here.
class RaceDetector {
 public:
  explicit RaceDetector(int threads);

  struct Race {
    std::int32_t other_thread = -1;  ///< negative: there is no race
    std::uint32_t other_line = 0;
    bool both_store = false;
    explicit operator bool() const { return other_thread >= 0; }
  };

  void add_array(int array, std::int64_t count);
  /// Each element becomes so many, which all have been used as it was.
  void split_elements(int array, std::int64_t parts);
  /// Lanes of `warp` use elements of `array`: touch() tells which.
  void begin_instruction(int array, int warp, std::uint32_t line, Operation operation);
  /// Records that the lane uses this element. Returns the race with an earlier access, if there is
  /// one.
  Race touch(std::int32_t index, int lane);
  void barrier();
  /// The lanes of `mask` of a warp have waited for one another.
  void syncwarp(int warp, std::uint32_t mask);

 private:
  // Accesses of one kind by lanes of one warp since its last `syncs`-th syncwarp.
  struct Mark {
    std::uint64_t instruction = 0;  // the last one
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::uint32_t syncs = 0;
    std::uint32_t fresh = 0;  // lanes of the last instruction
    std::uint32_t lanes = 0;  // of those before
    std::uint32_t next = 0;   // in marks_; 0 ends the list
  };
  struct Warp {
    std::vector<std::uint32_t> syncs;  // who waited for one another, since the last barrier
    std::uint32_t settled = 0;         // as many of them until the whole warp last did
  };
  // The accesses to an element since the barrier `epoch`: the first mark of each kind, in marks_.
  // Older lists count as empty, so that a barrier need not visit them.
  struct Cell {
    std::uint32_t epoch = 0;
    std::uint32_t reads = 0, writes = 0, atomics = 0;
  };

  [[nodiscard]] Race conflict(std::uint32_t first, std::uint32_t bit, bool both_store) const;
  void remember(std::uint32_t& first, std::uint32_t bit);
  [[nodiscard]] std::uint32_t copy_of(std::uint32_t first);
  [[nodiscard]] bool ordered(const Mark& mark, std::uint32_t lane_bit,
                             std::uint32_t other_bit) const;
  [[nodiscard]] std::uint32_t lanes_of(int warp) const;

  int threads_;
  std::uint32_t epoch_ = 1;
  Mark now_;  // the running instruction
  Operation operation_ = Operation::load;
  std::vector<Cell>* touched_ = nullptr;  // its array
  std::vector<Warp> warps_;
  std::vector<std::vector<Cell>> cells_;  // per array
  std::vector<Mark> marks_;               // since the last barrier; none is at 0
};

}  // namespace warpscope
