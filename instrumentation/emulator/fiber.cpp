#include "instrumentation/emulator/fiber.hpp"

#include <memory>
#include <vector>

namespace warpscope {

namespace {

// AddressSanitizer's red zones make frames several times larger.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t stack_bytes = 256 * 1024;
#else
constexpr std::size_t stack_bytes = 64 * 1024;
#endif

}  // namespace

FiberStack fiber_stack(std::size_t n) {
  thread_local std::vector<std::unique_ptr<std::byte[]>> owned;
  while (owned.size() <= n) {
    owned.push_back(std::make_unique_for_overwrite<std::byte[]>(stack_bytes));
  }
  // What 32 lanes have on their stacks should lie in different sets of the cache.
  constexpr std::size_t step = 9 * 64, steps = 32;
  return {owned[n].get(), stack_bytes - n % steps * step};
}

void Fiber::start(FiberStack stack, Fiber& (*entry)(void*), void* argument) {
  entry_ = entry;
  argument_ = argument;
  context_ =
      boost::context::detail::make_fcontext(stack.bottom + stack.bytes, stack.bytes, Fiber::run);
#if defined(__SANITIZE_ADDRESS__)
  stack_bottom_ = stack.bottom;
  stack_bytes_ = stack.bytes;
#endif
}

void Fiber::run(boost::context::detail::transfer_t arrival) {
  Fiber& self = arrive(arrival, nullptr);
  Fiber& next = self.entry_(self.argument_);
  Handover handover{&self, &next};
  leave(nullptr, next);  // null: nobody comes back to this stack
  boost::context::detail::jump_fcontext(next.context_, &handover);
}

}  // namespace warpscope
