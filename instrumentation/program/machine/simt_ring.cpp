// The ring: how lanes at speed hand over to one another at the barrier of their block.

#include <algorithm>
#include <cstddef>
#include <span>

#include "instrumentation/program/machine/simt.hpp"

extern "C" {
__attribute__((visibility("default"))) __thread const ws_thread* ws_this_thread = nullptr;
__attribute__((visibility("default"))) __thread const ws_thread* ws_next_thread = nullptr;
}

WS_DEFINE_STANDS

namespace warpscope {

constinit thread_local Simt* running_simt = nullptr;
constinit thread_local Simt* watching_simt = nullptr;

#if defined(WARPSCOPE_OWN_SWITCH)
// What ws_syncthreads() calls, by names that assembly can say.
StackPlace ring_wait(void* stack_pointer) asm("ws_ring_wait");
StackPlace ring_lane() asm("ws_ring_lane");
StackPlace ring_wait(void* stack_pointer) {
  return running_simt == nullptr ? StackPlace{stack_pointer, StackPlace::Kind::barrier}
                                 : running_simt->wait_for_block(stack_pointer);
}
StackPlace ring_lane() { return running_simt->run_lane(); }
#endif

extern "C" {
constinit thread_local RingPlace *ws_ring_place = nullptr, *ws_ring_last = nullptr;

#if defined(WARPSCOPE_OWN_SWITCH)
void ws_ring_begin();
void ws_ring_resume();

// The barrier of a block whose lanes stand in a ring is twenty-five instructions: it saves what a function must keep, and
// goes on with what the next lane saved: RingPlace, of 32 bytes. Compiled code took four times as long.
// Between a lane's beginning and the end of its first wait are four calls (of ws_ring_lane, the thunk, the kernel, and
// this), and between its last one and its end as many returns, on whatever stack: so that what the processor remembers of
// calls, to guess where returns go, stays in step.
asm(R"(
    .text
    .globl ws_syncthreads
    .type ws_syncthreads, @function
ws_syncthreads:
    movq %fs:ws_ring_place@tpoff, %rax
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    cmpq %fs:ws_ring_last@tpoff, %rax
    je 2f
    movq %rsp, (%rax)
    movq 40(%rax), %rdx
    movups 48(%rax), %xmm0
    movq 32(%rax), %rsp
    addq $32, %rax
    movq %rax, %fs:ws_ring_place@tpoff
    movq %rdx, %fs:ws_this_thread@tpoff
    movups %xmm0, %fs:ws_thread_index@tpoff
1:  popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
2:  movq %rsp, %rdi
    subq $8, %rsp
    call ws_ring_wait
3:  movq %rax, %rsp
    cmpq $1, %rdx
    jb 1b
    ja ws_ring_begin
    popq %rax
    jmpq *%rax
ws_ring_begin:
    call ws_ring_lane
    jmp 3b
ws_ring_resume:
    popq %rax
    movq %rax, %fs:ws_this_thread@tpoff
    movq (%rax), %rdx
    movq %rdx, %fs:ws_thread_index@tpoff
    movl 8(%rax), %edx
    movl %edx, %fs:ws_thread_index@tpoff+8
    jmp 1b
    .size ws_syncthreads, . - ws_syncthreads
)");
static_assert(sizeof(RingPlace) == 32 && offsetof(RingPlace, lane) == 8 &&
              offsetof(RingPlace, stands) == 16 && offsetof(SimtLane, place) == 0);
#else
void ws_syncthreads() {
  if (running_simt != nullptr) {
    static_cast<void>(running_simt->wait_for_block(__builtin_return_address(0)));
  }
}
#endif
}

namespace {

#if defined(WARPSCOPE_OWN_SWITCH)
/// A ring's place for those who switch fibers: below what ws_syncthreads() has saved
/// lies what ws_ring_resume wants.
Fiber& fiber_of(const RingPlace& place) {
  auto* const top = static_cast<const void**>(place.stack_pointer) - 2;
  top[0] = reinterpret_cast<const void*>(&ws_ring_resume);
  top[1] = &place.lane->place;
  Fiber& fiber = place.lane->worker->fiber;
  fiber.stand_at(top);
  return fiber;
}

/// Above the six registers lies where ws_syncthreads() returns to.
std::uintptr_t barrier_call(const void* stack_pointer) {
  return static_cast<const std::uintptr_t*>(stack_pointer)[6];
}
#else
Fiber& fiber_of(const RingPlace& place) { return place.lane->worker->fiber; }
std::uintptr_t barrier_call(const void* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address);
}
#endif

}  // namespace

inline void Simt::take_place(void* stack_pointer, SimtLane& lane) {
  const auto& index = lane.place.index;
  ring_[ring_count_++] = {
      stack_pointer, &lane, {index[0], index[1], index[2], block_->place.index[0]}};
}

/// The lane of ws_next_thread runs from here on.
inline SimtWorker& Simt::begin_next_lane() {
  auto& lane = *const_cast<SimtLane*>(reinterpret_cast<const SimtLane*>(ws_next_thread));
  ws_next_thread = lane.place.next;
  beginning_ = &idle_worker();
  beginning_->ready = false;
  stand(lane);
  return *beginning_;
}

Fiber& Simt::fiber_of_next_lane() {
  SimtWorker& worker = begin_next_lane();
#if defined(WARPSCOPE_OWN_SWITCH)
  auto* const top = reinterpret_cast<const void**>(worker.top() - stack_shift_) - 2;
  top[1] = reinterpret_cast<const void*>(&ws_ring_begin);
  worker.fiber.stand_at(top + 1);
#else
  worker.lane = running();
  worker.fiber.start(worker.stack, work, &worker);
#endif
  return worker.fiber;
}

/// All lanes of the ring that have not ended have come to the barrier. Null: there is none.
RingPlace* Simt::pass_barrier() {
  if (ring_has_gaps_) {
    const auto end = ring_.begin() + static_cast<std::ptrdiff_t>(ring_count_);
    const auto has_ended = [](const RingPlace& place) { return place.lane == nullptr; };
    ring_count_ =
        static_cast<std::size_t>(std::remove_if(ring_.begin(), end, has_ended) - ring_.begin());
    ring_has_gaps_ = false;
  }
  if (ring_count_ == 0) return nullptr;
  beginning_ = nullptr;
  ws_ring_place = ring_.data();
  ws_ring_last = ws_ring_place + ring_count_ - 1;
  ++block_->interval;
  return ws_ring_place;
}

/// Who goes on when the running lane has ended; null: all have ended.
RingPlace* Simt::next_of_ring() {
  if (ws_ring_place == nullptr) return pass_barrier();
  ws_ring_place->lane = nullptr;
  ring_has_gaps_ = true;
  return ws_ring_place == ws_ring_last ? pass_barrier() : ++ws_ring_place;
}

Fiber& Simt::after_the_end(const SimtLane& lane) {
  if (!in_ring_) return *lane.next;
  if (ws_next_thread != nullptr) return fiber_of_next_lane();
  const RingPlace* const next = next_of_ring();
  return next == nullptr ? scheduler_ : fiber_of(*next);
}

/// The first lane begins, and all others follow. True: all have ended.
bool Simt::begin_ring(SimtBlock& block) {
  in_ring_ = true;
  if (ring_.size() < block.lanes.size()) ring_.resize(block.lanes.size());
  ring_count_ = 0;
  ws_next_thread = &block.lanes.front().place;
  enter_lanes(fiber_of_next_lane());
  return end_ring();
}

/// All lanes that have not ended have left a barrier, and go on as a ring if it was a plain one for all of
/// them. True: all have ended now.
bool Simt::continue_ring(SimtBlock& block) {
  if (ring_.size() < block.lanes.size()) ring_.resize(block.lanes.size());
  ring_count_ = 0;
  for (SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::end) continue;
    if (lane.barrier_stack == nullptr) return false;
    take_place(lane.barrier_stack, lane);
  }
  // Who is in the ring says nothing of itself, until it has left it.
  for (SimtLane& lane : block.lanes) {
    lane.waits = SimtLane::Waits::end;
    lane.barrier_stack = nullptr;
  }
  in_ring_ = true;
  ws_ring_place = ring_.data();
  ws_ring_last = ws_ring_place + ring_count_ - 1;
  enter_lanes(fiber_of(*ws_ring_place));
  return end_ring();
}

bool Simt::end_ring() {
  const bool all_ended = in_ring_ && !aborted_;
  in_ring_ = ring_has_gaps_ = false;
  ws_ring_place = ws_ring_last = nullptr;
  ws_next_thread = nullptr;
  beginning_ = nullptr;
  return all_ended;
}

/// The running lane waits for something else than the block's barrier: from here on the scheduler decides who runs.
void Simt::leave_ring() {
  const auto put = [&](SimtLane& lane, SimtLane::Waits waits) {
    lane.waits = waits;
    lane.context = &root_;
    lane.source = 0;
  };
  SimtLane& lane = *running();
  lane.worker = &own_worker();
  lane.context = &root_;
  lane.next = &scheduler_;
  bool has_come = true;
  for (const RingPlace& at : std::span(ring_).first(ring_count_)) {
    if (&at == ws_ring_place) {
      has_come = false;
    } else if (at.lane != nullptr) {
      static_cast<void>(fiber_of(at));
      put(*at.lane, has_come ? SimtLane::Waits::syncthreads : SimtLane::Waits::nothing);
      if (has_come) at.lane->barrier_stack = at.stack_pointer;
    }
  }
  for (const ws_thread* thread = ws_next_thread; thread != nullptr; thread = thread->next) {
    put(*const_cast<SimtLane*>(reinterpret_cast<const SimtLane*>(thread)),
        SimtLane::Waits::unstarted);
  }
  static_cast<void>(end_ring());
}

StackPlace Simt::run_lane() {
  call_kernel();
  SimtLane& lane = *running();  // the last of those that ran here
  SimtWorker& worker = own_worker();
  give_back(worker);
  if (!in_ring_) {
    lane.waits = SimtLane::Waits::end;
    return {lane.next->stands_at(), StackPlace::Kind::fiber};
  }
  const RingPlace* const next = next_of_ring();
  if (next == nullptr) return {scheduler_.stands_at(), StackPlace::Kind::fiber};
  stand(*next->lane);
  return {next->stack_pointer, StackPlace::Kind::barrier};
}

/// From the next lane on, what a kernel's first barrier saves, with its return address, lies in one line of the cache
/// instead of two.
inline void Simt::fit_stacks(const void* stack_pointer) {
  constexpr std::uintptr_t line = 64, saved = 56;
  const auto end = reinterpret_cast<std::uintptr_t>(stack_pointer) + saved;
  stack_shift_ = (stack_shift_ + end % line) % line;
}

StackPlace Simt::wait_in_ring(void* stack_pointer) {
  if (ws_ring_place == nullptr) {
    SimtLane& lane = *running();
    if (ring_count_ == 0) fit_stacks(stack_pointer);
    take_place(stack_pointer, lane);
    lane.worker = beginning_;
    if (ws_next_thread != nullptr) {
      return {begin_next_lane().top() - stack_shift_, StackPlace::Kind::lane};
    }
  } else {
    ws_ring_place->stack_pointer = stack_pointer;
  }
  const RingPlace& next = *pass_barrier();
  stand(*next.lane);
  return {next.stack_pointer, StackPlace::Kind::barrier};
}

StackPlace Simt::wait_alone(void* stack_pointer) {
  SimtLane& lane = *running();
#if defined(WARPSCOPE_OWN_SWITCH)
  lane.barrier_stack = stack_pointer;
#endif
  lane.source = 0;
  wait(SimtLane::Waits::syncthreads, barrier_call(stack_pointer));
  lane.barrier_stack = nullptr;
  return {stack_pointer, StackPlace::Kind::barrier};
}

}  // namespace warpscope
