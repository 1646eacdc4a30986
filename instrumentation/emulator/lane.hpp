#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "instrumentation/block/vocabulary.hpp"
#include "instrumentation/emulator/fiber.hpp"
#include "instrumentation/emulator/memory.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

class BlockEmulator;

/// The name that a kernel gives a step.
struct StepLabel {
  const char* name = "";
  std::optional<std::int64_t> value;
};

/// One thread of the emulated block, with the requests that EmulatedBlock makes of the machine.
/// Each call returns when the warp has executed it; its arguments must stay valid until then.
class Lane {
 public:
  [[nodiscard]] int thread_rank() const { return thread_; }
  [[nodiscard]] BlockEmulator& machine() const { return *machine_; }

  /// Loads into or stores from `value`.
  void memory(Operation operation, int array, Index index, std::byte* value,
              AtomicFunction apply = nullptr);
  [[nodiscard]] int shared_array(std::string_view name, ElementType type, int count, int columns);
  /// `count` elements of each thread.
  [[nodiscard]] int local_array(std::string_view name, ElementType type, int count);
  void sync(const StepLabel& label, int line);
  void step(const StepLabel& label);
  void syncwarp(int line);
  void reconverge(int line);
  /// `value` becomes that of lane `source`; unchanged where there is no such lane.
  void shuffle(std::byte* value, ElementType type, int source, int line);
  [[nodiscard]] unsigned ballot(bool predicate, int line);

 private:
  friend class BlockEmulator;
  enum class Waits : std::uint8_t {
    nothing,
    memory,
    shuffle,
    ballot,
    syncwarp,
    reconverge,
    barrier,
    end
  };
  /// Thrown through a kernel to end its thread when the run is stopped.
  struct Cancelled {};

  void wait_for(Waits what, int line);
  static Fiber& entry(void* lane);

  // Whatever each instruction needs comes first, so that it shares a line of the cache.
  Fiber fiber_;
  Fiber* next_ = nullptr;  // the fiber that goes on when this lane waits
  BlockEmulator* machine_ = nullptr;
  std::byte* value_ = nullptr;
  int array_ = 0;
  int index_ = 0;
  int line_ = 0;
  Waits waits_ = Waits::nothing;
  Operation operation_ = Operation::load;
  Place place_;
  int thread_ = 0;
  // Made so far: the n-th call of every thread means the same array.
  int shared_arrays_ = 0, local_arrays_ = 0;
  AtomicFunction apply_ = nullptr;
  const StepLabel* label_ = nullptr;  // of the barrier
  ElementType shuffle_type_;
  unsigned ballot_ = 0;
};

}  // namespace warpscope
