#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Finds two threads that touch one element of shared memory, at least one of them writing, with
/// neither a barrier nor a syncwarp of both between. Atomics do not race with one another.
/// What CUDA promises, not what the lanes happen to do: lockstep is no order. Stores of one
/// instruction to one element are no race but of undefined order, which is not found here.
class RaceDetector {
 public:
  explicit RaceDetector(int threads);

  struct Race {
    int other_thread = 0;
    std::uint32_t other_line = 0;
  };

  void add_array(int array, std::int64_t count);
  /// The lanes that touch from here on do it in one instruction.
  void begin_instruction() { ++instruction_; }
  /// One element touched; the race with an earlier access, if there is one.
  std::optional<Race> touch(int array, std::int32_t index, int thread, std::uint32_t line,
                            Operation operation);
  void barrier();
  /// The lanes of `mask` of a warp have waited for one another.
  void syncwarp(int warp, std::uint32_t mask);

 private:
  // Accesses of one kind by lanes of one warp since its last `syncs`-th syncwarp.
  struct Mark {
    std::uint32_t epoch = 0;  // barriers passed, so that a barrier need not clear anything
    std::uint16_t warp = 0;
    std::uint16_t syncs = 0;
    std::uint32_t lanes = 0;  // of all instructions but the last
    std::uint32_t fresh = 0;  // of the last one
    std::uint64_t instruction = 0;
    std::uint32_t line = 0;
  };
  struct Cell {
    std::vector<Mark> reads, writes, atomics;
  };

  [[nodiscard]] std::optional<Race> conflict(std::vector<Mark>& marks, int thread,
                                             bool both_store = false) const;
  void remember(std::vector<Mark>& marks, int thread, std::uint32_t line) const;
  [[nodiscard]] bool ordered(const Mark& mark, int warp, std::uint32_t lane_bit,
                             std::uint32_t other_bit) const;
  [[nodiscard]] bool settled(const Mark& mark) const;
  [[nodiscard]] std::uint32_t lanes_of(int warp) const;

  int threads_;
  std::uint32_t epoch_ = 1;
  std::uint64_t instruction_ = 0;
  std::vector<std::vector<std::uint32_t>> syncwarps_;  // per warp: masks since the last barrier
  std::vector<std::vector<Cell>> cells_;               // per array
};

}  // namespace warpscope
