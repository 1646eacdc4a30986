// Blocks that wait for the whole grid. Only one block's lanes have stacks; what they had on them lies aside until
// their block goes on, as its shared memory does, so a grid of any size takes as many stacks as one block.

#include <algorithm>
#include <cstring>

#include "instrumentation/program/machine/simt.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace warpscope {
namespace {

#if defined(__SANITIZE_ADDRESS__)
// Red zones of functions in the middle of their run belong to what is copied.
[[gnu::no_sanitize_address, gnu::noinline]] void copy_stack(std::byte* to, const std::byte* from,
                                                            std::size_t bytes) {
  for (std::size_t k = 0; k < bytes; ++k) *const_cast<volatile std::byte*>(to + k) = from[k];
}
void forget_red_zones(const FiberStack& stack) {
  __asan_unpoison_memory_region(stack.bottom, stack.bytes);
}
#else
void copy_stack(std::byte* to, const std::byte* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
void forget_red_zones(const FiberStack&) {}
#endif

}  // namespace

void Simt::put_away(SimtBlock& block, SimtStacks& stacks) {
  stacks.parts.clear();
  std::size_t bytes = 0;
  for (const SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::end) continue;
    std::byte* const begin = lane.worker->fiber.stands_at();
    const FiberStack& stack = lane.worker->stack;
    const auto used = static_cast<std::size_t>(stack.bottom + stack.bytes - begin);
    stacks.parts.push_back({lane.worker, begin, used});
    bytes += used;
  }
  stacks.contents.resize(bytes);
  std::byte* to = stacks.contents.data();
  for (const SimtStacks::Part& part : stacks.parts) {
    SimtWorker& worker = *part.worker;
    copy_stack(to, part.begin, part.bytes);
    to += part.bytes;
    forget_red_zones(worker.stack);
    give_back(worker);
  }
}

void Simt::take_back(const SimtStacks& stacks) {
  const std::byte* from = stacks.contents.data();
  for (const SimtStacks::Part& part : stacks.parts) {
    copy_stack(part.begin, from, part.bytes);
    from += part.bytes;
    part.worker->fiber.stand_at(part.begin);
    part.worker->idle = part.worker->ready = false;  // it may have stood ready for another lane
  }
  idle_ = nullptr;
  for (SimtWorker& worker : workers_) {
    if (worker.idle) give_back(worker);
  }
}

}  // namespace warpscope
