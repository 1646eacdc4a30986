// What a thread of the emulated block asks for; block_emulator.cpp answers.

#include "instrumentation/emulator/block_emulator.hpp"

namespace warpscope {

namespace {

/// Thrown through a kernel to end its thread when the run is stopped.
struct Cancelled {};

}  // namespace

void Lane::wait_for(Waits what, int line) {
  waits_ = what;
  line_ = line;
  fiber_.suspend();
  if (machine_->cancelled_) throw Cancelled{};
}

void Lane::memory(Operation operation, int array, Index index, std::byte* value, AtomicAdd add) {
  operation_ = operation;
  array_ = array;
  index_ = index.value;
  value_ = value;
  add_ = add;
  wait_for(Waits::memory, index.line);
}

int Lane::shared_array(std::string_view name, ElementType type, int count, int columns) {
  return machine_->add_shared_array(*this, name, type, count, columns);
}

void Lane::sync(std::string_view name, std::optional<std::int64_t> value, int line) {
  barrier_name_ = name;
  barrier_value_ = value;
  wait_for(Waits::barrier, line);
}

void Lane::step(std::string_view name, std::optional<std::int64_t> value) {
  if (machine_->trace_ != nullptr) {
    machine_->trace_->name_step(thread_ / warp_lanes, place_, name, value, false);
  }
  ++place_.ordinal;
}

void Lane::syncwarp(int line) { wait_for(Waits::syncwarp, line); }

void Lane::reconverge(int line) { wait_for(Waits::reconverge, line); }

void Lane::shuffle(std::byte* value, ElementType type, int source, int line) {
  if (machine_->trace_ != nullptr) {
    array_ = machine_->trace_->array({.name = "registers",
                                      .space = Space::registers,
                                      .type = type,
                                      .count = machine_->geometry_.threads});
  }
  value_ = value;
  index_ = source;
  operation_ = Operation::shuffle;
  shuffle_type_ = type;
  wait_for(Waits::shuffle, line);
}

unsigned Lane::ballot(bool predicate, int line) {
  ballot_ = predicate ? 1U : 0U;
  wait_for(Waits::ballot, line);
  return ballot_;
}

void Lane::entry(void* argument) {
  auto& lane = *static_cast<Lane*>(argument);
  try {
    (*lane.machine_->body_)(lane);
  } catch (const Cancelled&) {
    // The thread ends here; run() tells.
  }
  lane.waits_ = Waits::end;
}

}  // namespace warpscope
