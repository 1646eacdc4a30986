#include "instrumentation/program/machine/ending_place.hpp"

#include <algorithm>
#include <cstdint>

#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/machine_state.hpp"

namespace warpscope {
namespace {

/// Between two lanes: one that has begun and not ended stands for all.
const SimtLane* lane_in_work(const ProgramMachine& machine) {
  if (machine.watch == nullptr || machine.block == nullptr) return nullptr;
  const auto& lanes = machine.block->lanes;
  const auto found = std::ranges::find_if(lanes, [](const SimtLane& of) {
    return of.waits != SimtLane::Waits::unstarted && of.waits != SimtLane::Waits::end;
  });
  return found == lanes.end() ? nullptr : &*found;
}

}  // namespace

void note_place(LoggedEnding& ending, const void* instruction) {
  ending.instruction = reinterpret_cast<std::uintptr_t>(instruction);
  if (the_machine == nullptr) return;
  const ProgramMachine& machine = *the_machine;
  const SimtLane* lane = Simt::running();
  if (lane == nullptr) lane = lane_in_work(machine);
  if (machine.watch != nullptr) {
    ending.launch = machine.watch->kernel().launch;
    ending.kernel = reinterpret_cast<std::uintptr_t>(machine.kernel);
  }
  if (lane == nullptr && machine.watch == nullptr) return note_unfinished_host_function(ending);
  if (lane == nullptr) return;
  ending.lane_call = lane->at;
  if (lane->place.block == nullptr) return;
  ending.has_thread = 1;
  for (int k = 0; k < 3; ++k) {
    ending.block[k] = static_cast<std::int32_t>(lane->place.block->index[k]);
    ending.thread[k] = static_cast<std::int32_t>(lane->place.index[k]);
  }
}

}  // namespace warpscope
