#pragma once

#include <cstddef>

// What sanitizers are told of, and other processors, go through Boost.Context. Its switch also
// saves the modes of floating-point arithmetic, which no lane changes, and costs three times as much.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WARPSCOPE_OWN_SWITCH 1
#else
#include <boost/context/detail/fcontext.hpp>
#endif

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace warpscope {

struct FiberStack {
  std::byte* bottom = nullptr;
  std::size_t bytes = 0;
};

/// The n-th stack for fibers of this thread, the same at every call. Stacks are kept, because fresh
/// memory for 1024 of them costs more than a block does; so only one block at a time may run on a
/// thread. Below each lies a page that cannot be touched.
[[nodiscard]] FiberStack fiber_stack(std::size_t n);

/// A function on a stack of its own, which can be left in the middle and entered again. Without
/// start() it is the place from which the first fiber is entered. The running fiber says which one
/// goes on in its place, so that no switch needs a detour through a scheduler. Not movable.
class Fiber {
 public:
  Fiber() = default;
#if defined(__SANITIZE_THREAD__)
  ~Fiber() { forget_thread(); }
#endif
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Prepares `entry(argument)`, which runs at the first switch here. It must not throw, and
  /// returns the fiber that goes on after it. Whatever an earlier function left on the stack is
  /// forgotten, not destroyed.
  void start(FiberStack stack, Fiber& (*entry)(void*), void* argument);

  /// Called on the fiber that runs: `next` goes on. Returns when somebody switches back.
  // A switch arrives with a jump, so the processor mispredicts the returns that follow, and each
  // costs as much as the switch. Hence all calls from here up to the kernel are inlined.
#if defined(WARPSCOPE_OWN_SWITCH)
  [[gnu::always_inline]] void switch_to(Fiber& next) {
    void** from = &context_;
    void** to = &next.context_;
    // Whatever the compiler keeps in a register here, it saves itself; the frame pointer it cannot.
    // The first line steps over what a function without calls may keep below its stack.
    asm volatile(
        "leaq -128(%%rsp), %%rsp\n\t"
        "pushq %%rbp\n\t"
        "leaq 1f(%%rip), %%rax\n\t"
        "pushq %%rax\n\t"
        "movq %%rsp, (%%rdi)\n\t"
        "movq (%%rsi), %%rsp\n\t"
        "popq %%rax\n\t"
        "jmpq *%%rax\n"
        "1:\n\t"
        "popq %%rbp\n\t"
        "leaq 128(%%rsp), %%rsp\n\t"
        : "+D"(from), "+S"(to)
        :
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
          "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
          "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
  }
#else
  [[gnu::always_inline]] void switch_to(Fiber& next) {
    void* fake_stack = nullptr;
    Handover handover{this, &next};
#if defined(__SANITIZE_THREAD__)
    thread_ = __tsan_get_current_fiber();
#endif
    leave(&fake_stack, next);
    arrive(boost::context::detail::jump_fcontext(next.context_, &handover), fake_stack);
  }
#endif

  /// Of a fiber that does not run: all that it needs to go on lies between here and its stack's top.
  [[nodiscard]] std::byte* stands_at() const { return static_cast<std::byte*>(context_); }
  /// It goes on at the address on top of this stack, with what lies below that.
  void stand_at(void* stack_pointer) { context_ = stack_pointer; }

 private:
#if defined(WARPSCOPE_OWN_SWITCH)
  static void begin();
  static void run(Fiber* self) asm("warpscope_fiber_run");
  void* context_ = nullptr;  // its stack pointer, while it does not run
#else
  /// Lies on the stack that is left.
  struct Handover {
    Fiber* from;
    Fiber* to;
  };

  // Both tell the sanitizer, where one is on.
  [[gnu::always_inline]] static void leave([[maybe_unused]] void** fake_stack,
                                           [[maybe_unused]] const Fiber& next) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(fake_stack, next.stack_bottom_, next.stack_bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(next.thread_, 0);
#endif
  }
  static Fiber& arrive(boost::context::detail::transfer_t arrival,
                       [[maybe_unused]] void* fake_stack) {
    const auto [from, to] = *static_cast<Handover*>(arrival.data);
    from->context_ = arrival.fctx;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake_stack, &from->stack_bottom_, &from->stack_bytes_);
#endif
    return *to;
  }
  static void run(boost::context::detail::transfer_t arrival);

  boost::context::detail::fcontext_t context_ = nullptr;  // while it does not run
#endif
  Fiber& (*entry_)(void*) = nullptr;
  void* argument_ = nullptr;
#if defined(__SANITIZE_ADDRESS__)
  const void* stack_bottom_ = nullptr;
  std::size_t stack_bytes_ = 0;
#endif
#if defined(__SANITIZE_THREAD__)
  void forget_thread() {
    if (has_thread_) __tsan_destroy_fiber(thread_);
    has_thread_ = false;
  }
  void* thread_ = nullptr;   // as ThreadSanitizer sees it
  bool has_thread_ = false;  // made for it; else it is that of the real thread
#endif
};

}  // namespace warpscope
