#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A cell that a thread read and made nothing of.
struct IdleRead {
  ElementIndex index = 0;
  std::uint32_t access = 0;
  std::uint32_t word = 0;
};

/// Two cells that a thread read in one step without using them, or storing anything then.
struct IdlePair {
  std::int32_t array = 0;
  std::uint8_t lane = 0;
  IdleRead read[2];  ///< in order of time
};

/// Finds threads that compare two values and leave them where they are.
class IdlePairs {
 public:
  IdlePairs(const Trace& trace, const Dataflow& flow);
  /// Those of a step, by thread. Linear in the step's accesses.
  const std::vector<IdlePair>& of_step(std::uint32_t step);

 private:
  /// A thread's idle reads in the present step, and whether they can be a pair.
  struct Thread {
    std::uint32_t step = 0xffffffffU;
    int reads = 0;       ///< idle ones
    bool other = false;  ///< they lie in several arrays, or a store follows
    std::int32_t array = 0;
    IdleRead read[2];
  };
  void read(const Access& access, std::uint32_t number);
  void write(const Access& access);
  Thread& thread(const Access& access, int lane);

  const Trace& trace_;
  std::vector<std::uint32_t> used_;  // per access: lanes whose value goes into some node
  std::vector<bool> stored_;         // per array: something in it is made by the block
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> touched_;
  std::vector<IdlePair> found_;
};

}  // namespace warpscope
