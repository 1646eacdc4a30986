#pragma once

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

/// A kernel with something taken out of it, on any machine: what happens without this barrier? For
/// racecheck, which needs it on a GPU; the program itself offers EmulatorOptions::drop_barrier.
/// Drop says what to take out: `static constexpr bool sync(const char* name)` for the barriers that
/// name such a step, `static constexpr bool syncwarp()` for all waits of a warp.
template <class Kernel, class Drop>
struct Mutant;

/// Passes every word on to the machine's own Block, except those that are dropped.
template <class Block, class Drop>
class MutantBlock {
 public:
  WS_DEVICE explicit MutantBlock(Block& block) : block_(block) {}

  WS_DEVICE int size() const { return block_.size(); }
  WS_DEVICE int thread_rank() const { return block_.thread_rank(); }
  WS_DEVICE int group_index() const { return block_.group_index(); }
  WS_DEVICE int group_count() const { return block_.group_count(); }
  WS_DEVICE Place2 thread_index() const { return block_.thread_index(); }
  WS_DEVICE Place2 block_index() const { return block_.block_index(); }
  WS_DEVICE Place2 dim_threads() const { return block_.dim_threads(); }
  WS_DEVICE Place2 dim_blocks() const { return block_.dim_blocks(); }

  template <FixedString Name, class T>
  WS_DEVICE auto shared(int count, int columns) {
    return block_.template shared<Name, T>(count, columns);
  }

  template <class V = NoValue>
  WS_DEVICE void sync(const char* name, V value = {}, int line = __builtin_LINE()) {
    if (Drop::sync(name)) {
      block_.step(name, value);
    } else if constexpr (requires { block_.sync(name, value, line); }) {
      block_.sync(name, value, line);
    } else {
      block_.sync(name, value);
    }
  }
  template <class V = NoValue>
  WS_DEVICE void step(const char* name, V value = {}) {
    block_.step(name, value);
  }
  WS_DEVICE void syncwarp(int line = __builtin_LINE()) {
    if (Drop::syncwarp()) return;
    if constexpr (requires { block_.syncwarp(line); }) {
      block_.syncwarp(line);
    } else {
      block_.syncwarp();
    }
  }
  WS_DEVICE void reconverge(int line) { block_.reconverge(line); }
  WS_DEVICE void fence() { block_.fence(); }
  WS_DEVICE auto turns() const { return block_.turns(); }

  template <class T>
  WS_DEVICE T shfl_down(T value, int delta, int line = __builtin_LINE()) {
    if constexpr (requires { block_.shfl_down(value, delta, line); }) {
      return block_.shfl_down(value, delta, line);
    } else {
      return block_.shfl_down(value, delta);
    }
  }
  template <class T>
  WS_DEVICE T shfl_up(T value, int delta, int line = __builtin_LINE()) {
    if constexpr (requires { block_.shfl_up(value, delta, line); }) {
      return block_.shfl_up(value, delta, line);
    } else {
      return block_.shfl_up(value, delta);
    }
  }
  template <class T>
  WS_DEVICE T shfl(T value, int lane, int line = __builtin_LINE()) {
    if constexpr (requires { block_.shfl(value, lane, line); }) {
      return block_.shfl(value, lane, line);
    } else {
      return block_.shfl(value, lane);
    }
  }
  WS_DEVICE unsigned ballot(bool predicate, int line = __builtin_LINE()) {
    if constexpr (requires { block_.ballot(predicate, line); }) {
      return block_.ballot(predicate, line);
    } else {
      return block_.ballot(predicate);
    }
  }

 private:
  Block& block_;
};

template <class Block, class Drop, class T>
class Global<MutantBlock<Block, Drop>, T> : public Global<Block, T> {
 public:
  WS_DEVICE explicit Global(const Global<Block, T>& array) : Global<Block, T>(array) {}
};
template <class Block, class Drop, class T>
class Constant<MutantBlock<Block, Drop>, T> : public Constant<Block, T> {
 public:
  WS_DEVICE explicit Constant(const Constant<Block, T>& array) : Constant<Block, T>(array) {}
};

template <class Kernel, class Drop>
struct Mutant {
  static constexpr auto& info = Kernel::info;

  template <class Block, class... Arguments>
  WS_DEVICE void operator()(Block& block, Arguments... arguments) const {
    MutantBlock<Block, Drop> mutant(block);
    Kernel{}(mutant, rebound(block, arguments)...);
  }

 private:
  template <class Block, class T>
  WS_DEVICE static auto rebound(Block&, const Global<Block, T>& array) {
    return Global<MutantBlock<Block, Drop>, T>(array);
  }
  template <class Block, class T>
  WS_DEVICE static auto rebound(Block&, const Constant<Block, T>& array) {
    return Constant<MutantBlock<Block, Drop>, T>(array);
  }
  template <class Block, class Value>
  WS_DEVICE static Value rebound(Block&, Value value) {
    return value;
  }
};

}  // namespace warpscope
