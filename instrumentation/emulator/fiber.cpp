#include "instrumentation/emulator/fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "instrumentation/emulator/forget_stack.hpp"

namespace warpscope {

namespace {

// Sanitizers make frames several times larger.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t stack_bytes = 256 * 1024;
#else
constexpr std::size_t stack_bytes = 64 * 1024;
#endif

/// Memory for a stack, above a page that nobody may touch: a function that needs more ends the
/// program there instead of writing into its neighbour.
class StackMemory {
 public:
  StackMemory() : guard_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    void* const memory = mmap(nullptr, guard_ + stack_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
    // This may fail if a process has too many mappings: no guard is better than no run.
    static_cast<void>(mprotect(memory_, guard_, PROT_NONE));
  }
  ~StackMemory() {
    if (memory_ == nullptr) return;
    forget_stack(memory_, guard_ + stack_bytes);
    munmap(memory_, guard_ + stack_bytes);
  }
  StackMemory(StackMemory&& other) noexcept
      : guard_(other.guard_), memory_(std::exchange(other.memory_, nullptr)) {}
  StackMemory& operator=(StackMemory&&) = delete;
  [[nodiscard]] std::byte* bottom() const { return memory_ + guard_; }

 private:
  std::size_t guard_;
  std::byte* memory_ = nullptr;
};

}  // namespace

FiberStack fiber_stack(std::size_t n) {
  thread_local std::vector<StackMemory> owned;
  while (owned.size() <= n) owned.emplace_back();
  // What 32 lanes have on their stacks should lie in different sets of the cache.
  constexpr std::size_t step = 9 * 64, steps = 32;
  return {owned[n].bottom(), stack_bytes - n % steps * step};
}

#if defined(WARPSCOPE_OWN_SWITCH)

void Fiber::start(FiberStack stack, Fiber& (*entry)(void*), void* argument) {
  entry_ = entry;
  argument_ = argument;
  const auto top =
      reinterpret_cast<std::uintptr_t>(stack.bottom + stack.bytes) & ~std::uintptr_t{15};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was a pointer, and is rounded down
  auto* const words = reinterpret_cast<void**>(top) - 4;
  words[0] = reinterpret_cast<void*>(&Fiber::begin);
  words[1] = this;
  words[2] = words[3] = nullptr;  // nobody called it
  context_ = words;
}

// Where a fiber's first switch arrives, with the fiber on top of its stack.
[[gnu::naked]] void Fiber::begin() {
  asm volatile(
      "popq %rdi\n\t"
      "xorl %ebp, %ebp\n\t"
      "call warpscope_fiber_run@PLT");
}

void Fiber::run(Fiber* self) {
  const Fiber& next = self->entry_(self->argument_);
  asm volatile(
      "movq %0, %%rsp\n\t"
      "popq %%rax\n\t"
      "jmpq *%%rax"
      :
      : "r"(next.context_)
      : "memory");
  __builtin_unreachable();
}

#else

void Fiber::start(FiberStack stack, Fiber& (*entry)(void*), void* argument) {
  entry_ = entry;
  argument_ = argument;
  context_ =
      boost::context::detail::make_fcontext(stack.bottom + stack.bytes, stack.bytes, Fiber::run);
#if defined(__SANITIZE_THREAD__)
  forget_thread();
  thread_ = __tsan_create_fiber(0);
  has_thread_ = true;
#endif
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

#endif

}  // namespace warpscope
