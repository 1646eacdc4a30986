#include "instrumentation/run/emulator_machine.hpp"

#include <algorithm>

#include "instrumentation/run/emulated_programs.hpp"
#include "kernels/families.hpp"

namespace warpscope {

EmulatorMachine::Memory& EmulatorMachine::add(Array array, std::size_t element_bytes) {
  array.name = distinct_name(array.name, memory_.size(),
                             [&](std::size_t i) { return memory_[i].array.name; });
  const auto bytes = static_cast<std::size_t>(array.count) * element_bytes;
  memory_.push_back({std::move(array), std::vector<std::byte>(bytes)});
  return memory_.back();
}

void EmulatorMachine::run_blocks(const KernelInfo& kernel, Extent grid, Extent block,
                                 const std::function<void(Lane&)>& body) {
  const int traced_block = std::min(traced_block_, grid.count() - 1);
  const SourceFile source = source_of(kernel);
  EmulatorOptions options = options_;
  if (!drop_in_.empty() && source.name != drop_in_) options.drop_barrier = 0;
  trace_.begin_launch({.kernel = std::string(kernel.id),
                       .grid = {grid.x, grid.rows()},
                       .block = {block.x, block.rows()},
                       .traced_block = traced_block},
                      source);
  for (int group = 0; group < grid.count(); ++group) {
    const bool traced = group == traced_block;
    std::vector<EmulatedArray> arrays;
    for (Memory& memory : memory_) {
      const int id = traced ? trace_.array(memory.array) : -1;
      arrays.emplace_back(memory.array, std::span(memory.bytes), id);
    }
    const BlockEmulator::Geometry geometry{.group_index = group,
                                           .group_count = grid.count(),
                                           .threads = block.count(),
                                           .group_columns = grid.columns(),
                                           .thread_columns = block.columns()};
    if (!emulator_.run(geometry, std::move(arrays), body, traced ? &trace_ : nullptr, options,
                       stop_)) {
      throw RunStopped{};
    }
  }
}

const ProgramTable<EmulatorMachine>& emulated_programs() {
  static const auto table = all_programs<EmulatorMachine>();
  return table;
}

}  // namespace warpscope
