// The clock that lanes read. It knows nothing of the time that the emulation takes.

#include <algorithm>

#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {
namespace {

constexpr std::uint64_t cycles_of_step = 4, cycles_of_read = 20;
// A lane that comes back to the same read so many times, with next to nothing done between, waits for the clock: each
// read then takes an eighth longer than the one before, so a wait of any length is over after some hundred of them, and not
// much too late.
constexpr int patience = 64;
constexpr std::uint64_t next_to_nothing = 8;
constexpr std::uint64_t most_of_read = std::uint64_t{1} << 40;

}  // namespace

LaneClock& Simt::clock_of_lane() {
  LaneClock& clock = running()->clock;
  if (clock.launch != launch_->number || clock.block != block_->number) {
    clock = {.launch = launch_->number, .block = block_->number};
  }
  return clock;
}

std::uint64_t Simt::read_clock(std::uintptr_t at) {
  LaneClock& clock = clock_of_lane();
  const std::uint64_t steps = steps_ - block_->first_step + block_->interval;
  const bool waits = clock.at == at && steps - clock.steps <= next_to_nothing;
  clock.reads = waits ? clock.reads + 1 : 0;
  clock.gain =
      clock.reads > patience ? std::min(clock.gain + clock.gain / 8, most_of_read) : cycles_of_read;
  clock.at = at;
  clock.steps = steps;
  clock.ahead += clock.gain;
  note_kernel_wait(clock.ahead);
  return launch_->begins + steps * cycles_of_step + clock.ahead;
}

void Simt::sleep(std::uint64_t cycles) {
  LaneClock& clock = clock_of_lane();
  clock.ahead += cycles;
  note_kernel_wait(clock.ahead);
}

}  // namespace warpscope
