// The requests of a thread of the emulated block; block_emulator.cpp answers them.

#include "instrumentation/emulator/block_emulator.hpp"

namespace warpscope {

int Lane::shared_array(std::string_view name, ElementType type, int count, int columns) {
  return machine_->add_shared_array(*this, name, type, count, columns);
}

int Lane::local_array(std::string_view name, ElementType type, int count) {
  return machine_->add_local_array(*this, name, type, count);
}

void Lane::step(const StepLabel& label) {
  machine_->name_step(*this, label);
  ++place_.ordinal;
}

void Lane::syncwarp(int line) {
  if (line == machine_->dropped_line_) {
    machine_->dropped_ = true;
  } else {
    wait_for(Waits::syncwarp, line);
  }
}

void Lane::reconverge(int line) { wait_for(Waits::reconverge, line); }

void Lane::shuffle(std::byte* value, ElementType type, int source, int line) {
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

Fiber& Lane::entry(void* argument) {
  auto& lane = *static_cast<Lane*>(argument);
  try {
    (*lane.machine_->body_)(lane);
  } catch (const Cancelled&) {
    // The thread ends here; run() tells.
  } catch (...) {
    lane.machine_->failure_ = std::current_exception();
    lane.machine_->cancelled_ = true;
  }
  lane.waits_ = Waits::end;
  return *lane.next_;
}

}  // namespace warpscope
