#include <fmt/format.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <mutex>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/machine_state.hpp"

namespace warpscope {
namespace {

[[noreturn]] void end_launch_after_fault() { Simt::here().abort_launch(); }

/// The block that a lane is in: the one that is watched, else its place alone. Valid until the next call.
const SimtBlock& block_of(const SimtLane& lane) {
  if (the_machine->block != nullptr) return *the_machine->block;
  static SimtBlock block;
  block.index = dim3_of(lane.place.block->index);
  const Dim3 grid = dim3_of(lane.place.block->grid_dim);
  block.number = (std::int64_t{block.index.z} * grid.y + block.index.y) * grid.x + block.index.x;
  return block;
}

}  // namespace

void report_in_lane(FindingKind kind, const void* at, const Sentence& what, int error) {
  ProgramMachine& m = machine();
  SimtLane* const lane = Simt::running();
  if (m.watch == nullptr || lane == nullptr) return;
  const std::scoped_lock lock(m.faults);
  m.watch->report_lane(block_of(*lane), *lane, kind, reinterpret_cast<std::uintptr_t>(at), what);
  m.watch->set_error(error);
}

namespace {

void report_little_stack(const void* at) {
  report_in_lane(FindingKind::out_of_bounds, at,
                 say("needs more than the {} KiB of stack that a thread has here: its "
                     "local arrays or its recursion are too large",
                     (Simt::stack_bytes - Simt::own_stack_bytes) / 1024),
                 error_launch_failure);
}

}  // namespace

// A fault would do, but not while the machine itself holds the heap's lock.
void end_lane_without_stack(const void* return_address) {
  report_little_stack(return_address);
  Simt::here().abort_launch();
}

bool handle_device_fault(int signal, void* siginfo, void* ucontext) {
  SimtLane* const lane = Simt::running();
  if (lane == nullptr || the_machine == nullptr || the_machine->watch == nullptr) return false;
  auto& context = *static_cast<ucontext_t*>(ucontext);
#if defined(__x86_64__)
  const auto at = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
  const bool writes = (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;
#elif defined(__aarch64__)
  const std::uintptr_t at = context.uc_mcontext.pc;
  const bool writes = false;
#endif
  // The way out itself failed: the program has taken the stack away.
  if (at - reinterpret_cast<std::uintptr_t>(&end_launch_after_fault) < 64) return false;
  Simt& simt = Simt::here();
  auto* address = static_cast<std::byte*>(static_cast<siginfo_t*>(siginfo)->si_addr);
  if (signal == SIGSEGV || signal == SIGBUS) {
    if (simt.near_stack_end(address)) {
      report_little_stack(reinterpret_cast<void*>(at + 1));
    } else {
      // The shadow of memory faults where the memory itself would.
      const auto number = reinterpret_cast<std::uintptr_t>(address);
      constexpr std::uintptr_t shadow = DeviceMemory::base() + DeviceMemory::reserved_bytes;
      std::uintptr_t instruction = at + 1;
      if (number >= shadow && number - shadow < DeviceMemory::reserved_bytes) {
        address -= DeviceMemory::reserved_bytes;
        if (lane->at != 0) instruction = lane->at;
      }
      const std::scoped_lock lock(the_machine->faults);
      if (the_machine->watch->fault(block_of(*lane), *lane, address, writes, instruction)) {
        return true;
      }
      the_machine->watch->set_error(error_illegal_address);
    }
  } else {
    report_in_lane(FindingKind::assertion, reinterpret_cast<void*>(at + 1),
                   signal == SIGFPE
                       ? say("divides an integer by zero, which a GPU does in silence with a "
                             "result that means nothing")
                       : say("executes an instruction that ends the program"),
                   error_launch_failure);
  }
#if defined(__x86_64__)
  // Below what the interrupted function may keep under its stack pointer, aligned as for a call.
  context.uc_mcontext.gregs[REG_RSP] = ((context.uc_mcontext.gregs[REG_RSP] - 256) & ~15LL) - 8;
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&end_launch_after_fault);
#elif defined(__aarch64__)
  context.uc_mcontext.sp = (context.uc_mcontext.sp - 256) & ~std::uintptr_t{15};
  context.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(&end_launch_after_fault);
#endif
  if (simt.near_stack_end(address)) {
    // There is no room below: the lane is forgotten, so its stack may be used from the top.
    const auto top = simt.stack_top();
#if defined(__x86_64__)
    context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>((top & ~std::uintptr_t{15}) - 8);
#elif defined(__aarch64__)
    context.uc_mcontext.sp = top & ~std::uintptr_t{15};
#endif
  }
  return true;
}

}  // namespace warpscope
