#include "instrumentation/run/emulator_machine.hpp"

#include "instrumentation/run/emulated_programs.hpp"

namespace warpscope {

void EmulatorMachine::run_blocks(int grid, int block, const std::function<void(Lane&)>& body) {
  trace_.begin_launch(kernel_, grid, block, traced_block_);
  for (int group = 0; group < grid; ++group) {
    const bool traced = group == traced_block_;
    std::vector<EmulatedArray> globals;
    for (Memory& memory : memory_) {
      const int id = traced ? trace_.array(memory.array) : -1;
      globals.emplace_back(memory.array, std::span(memory.bytes), id);
    }
    const BlockEmulator::Geometry geometry{group, grid, block};
    if (!emulator_.run(geometry, std::move(globals), body, traced ? &trace_ : nullptr,
                       schedule_seed_, stop_)) {
      throw RunStopped{};
    }
  }
}

const std::vector<Program<EmulatorMachine>>& emulated_programs() {
  static const auto table = [] {
    auto all = make_programs<EmulatorMachine, int>();
    const auto floats = make_programs<EmulatorMachine, float>();
    all.insert(all.end(), floats.begin(), floats.end());
    return all;
  }();
  return table;
}

}  // namespace warpscope
