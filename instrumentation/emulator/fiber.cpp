#include "instrumentation/emulator/fiber.hpp"

#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace warpscope {

namespace {

// Fakes of ASan's annotations cost nothing where it is off.
void leave_stack([[maybe_unused]] void** save, [[maybe_unused]] const void* bottom,
                 [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(save, bottom, bytes);
#endif
}

void enter_stack([[maybe_unused]] void* saved, [[maybe_unused]] const void** bottom,
                 [[maybe_unused]] std::size_t* bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(saved, bottom, bytes);
#endif
}

/// Boost's stack allocator concept: the stack was taken from the pool and goes back to it.
struct PooledStack {
  StackPool* pool;
  boost::context::stack_context allocate() const { return pool->take(); }
  void deallocate(boost::context::stack_context& stack) const noexcept { pool->give_back(stack); }
};

}  // namespace

boost::context::stack_context StackPool::take() {
  if (free_.empty()) {
    owned_.push_back(std::make_unique_for_overwrite<std::byte[]>(stack_bytes));
    boost::context::stack_context stack;
    stack.size = stack_bytes;
    stack.sp = owned_.back().get() + stack_bytes;
    return stack;
  }
  const auto stack = free_.back();
  free_.pop_back();
  return stack;
}

void Fiber::start(StackPool& pool, void (*entry)(void*), void* argument) {
  const boost::context::stack_context stack = pool.take();
  stack_bottom_ = static_cast<std::byte*>(stack.sp) - stack.size;
  inside_ = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack),
      PooledStack{&pool}, [this, entry, argument](boost::context::fiber&& outside) {
        outside_ = std::move(outside);
        const void* bottom = nullptr;
        enter_stack(nullptr, &bottom, &resumer_bytes_);
        resumer_stack_ = const_cast<void*>(bottom);
        entry(argument);
        leave_stack(nullptr, resumer_stack_, resumer_bytes_);
        return std::move(outside_);
      });
}

void Fiber::resume() {
  void* fake_stack = nullptr;
  leave_stack(&fake_stack, stack_bottom_, StackPool::stack_bytes);
  inside_ = std::move(inside_).resume();
  enter_stack(fake_stack, nullptr, nullptr);
}

void Fiber::suspend() {
  void* fake_stack = nullptr;
  leave_stack(&fake_stack, resumer_stack_, resumer_bytes_);
  outside_ = std::move(outside_).resume();
  const void* bottom = nullptr;
  enter_stack(fake_stack, &bottom, &resumer_bytes_);
  resumer_stack_ = const_cast<void*>(bottom);
}

}  // namespace warpscope
