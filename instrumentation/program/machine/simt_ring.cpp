// The ring: how lanes at speed hand over to one another at the barrier of their block.

#include "instrumentation/program/machine/simt.hpp"

extern "C" {
__attribute__((visibility("default"))) __thread const ws_thread* ws_this_thread = nullptr;
__attribute__((visibility("default"))) __thread const ws_thread* ws_next_thread = nullptr;
}

WS_DEFINE_STANDS

namespace warpscope {

constinit thread_local Simt* running_simt = nullptr;
constinit thread_local Simt* watching_simt = nullptr;

extern "C" {
constinit thread_local RingPlace *ws_ring_came = nullptr, *ws_ring_next = nullptr,
                                 *ws_ring_end = nullptr;
constinit thread_local SimtWorker* ws_ring_worker = nullptr;

#if defined(WARPSCOPE_OWN_SWITCH)
void ws_ring_resume();
void* ws_ring_wait(void* stack_pointer) {
  return running_simt == nullptr ? stack_pointer : running_simt->wait_for_block(stack_pointer);
}

// The barrier of a block whose lanes stand in a ring is thirty-five instructions. It saves what a function must keep and the
// lane's threadIdx (with what lies behind it, which is the block's), and goes on with what the next one saved: RingPlace, of 24 bytes. Compiled code took four times as long.
asm(R"(
    .text
    .globl ws_syncthreads
    .type ws_syncthreads, @function
ws_syncthreads:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq %fs:ws_thread_index@tpoff
    pushq %fs:ws_thread_index@tpoff+8
    movq %fs:ws_ring_next@tpoff, %rax
    cmpq %fs:ws_ring_end@tpoff, %rax
    je 2f
    movq %fs:ws_ring_came@tpoff, %rcx
    movq %rsp, (%rcx)
    movq %fs:ws_this_thread@tpoff, %rdx
    movq %rdx, 8(%rcx)
    movq %fs:ws_ring_worker@tpoff, %rdx
    movq %rdx, 16(%rcx)
    addq $24, %rcx
    movq %rcx, %fs:ws_ring_came@tpoff
    movq 8(%rax), %rdx
    movq %rdx, %fs:ws_this_thread@tpoff
    movq 16(%rax), %rdx
    movq %rdx, %fs:ws_ring_worker@tpoff
    movq (%rax), %rsp
    addq $24, %rax
    movq %rax, %fs:ws_ring_next@tpoff
1:  popq %fs:ws_thread_index@tpoff+8
    popq %fs:ws_thread_index@tpoff
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
2:  movq %rsp, %rdi
    subq $8, %rsp
    call ws_ring_wait
    movq %rax, %rsp
    jmp 1b
ws_ring_resume:
    popq %rax
    movq %rax, %fs:ws_ring_worker@tpoff
    popq %rax
    movq %rax, %fs:ws_this_thread@tpoff
    jmp 1b
    .size ws_syncthreads, . - ws_syncthreads
)");
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
  auto* const top = static_cast<const void**>(place.stack_pointer) - 3;
  top[0] = reinterpret_cast<const void*>(&ws_ring_resume);
  top[1] = place.worker;
  top[2] = &place.lane->place;
  place.worker->fiber.stand_at(top);
  return place.worker->fiber;
}

/// Above threadIdx and the six registers lies where ws_syncthreads() returns to.
std::uintptr_t barrier_call(const void* stack_pointer) {
  return static_cast<const std::uintptr_t*>(stack_pointer)[8];
}
#else
Fiber& fiber_of(const RingPlace& place) { return place.worker->fiber; }
std::uintptr_t barrier_call(const void* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address);
}
#endif

}  // namespace

/// What goes on when a lane has ended.
Fiber& Simt::after_the_end(const SimtLane& lane) {
  if (!in_ring_) return *lane.next;
  if (ws_ring_next == ws_ring_end) {
    if (ws_next_thread != nullptr) return begin_next_lane().fiber;
    if (ws_ring_came == ring_.data()) return scheduler_;
    pass_barrier();
  }
  return fiber_of(*ws_ring_next++);
}

SimtWorker& Simt::begin_next_lane() {
  auto* const lane = const_cast<SimtLane*>(reinterpret_cast<const SimtLane*>(ws_next_thread));
  ws_next_thread = lane->place.next;
  SimtWorker& worker = idle_worker();
  worker.lane = lane;
  return worker;
}

/// The first lane begins, and all others follow. True: all have ended.
bool Simt::begin_ring(SimtBlock& block) {
  in_ring_ = true;
  if (ring_.size() < block.lanes.size()) ring_.resize(block.lanes.size());
  ws_ring_came = ws_ring_next = ws_ring_end = ring_.data();
  ws_next_thread = &block.lanes.front().place;
  enter_lanes(begin_next_lane().fiber);
  return end_ring();
}

/// All lanes that have not ended have left a barrier, and go on as a ring if it was a plain one for all of
/// them. True: all have ended now.
bool Simt::continue_ring(SimtBlock& block) {
  if (ring_.size() < block.lanes.size()) ring_.resize(block.lanes.size());
  RingPlace* end = ring_.data();
  for (SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::end) continue;
    if (lane.barrier_stack == nullptr) return false;
    *end++ = {lane.barrier_stack, &lane, lane.worker};
  }
  ws_ring_came = ws_ring_next = ring_.data();
  ws_ring_end = end;
  // Who is in the ring says nothing of itself, until it has left it.
  for (SimtLane& lane : block.lanes) {
    lane.waits = SimtLane::Waits::end;
    lane.barrier_stack = nullptr;
  }
  in_ring_ = true;
  enter_lanes(fiber_of(*ws_ring_next++));
  return end_ring();
}

bool Simt::end_ring() {
  const bool all_ended = in_ring_ && !aborted_;
  in_ring_ = false;
  ws_ring_came = ws_ring_next = ws_ring_end = nullptr;
  ws_next_thread = nullptr;
  return all_ended;
}

/// The running lane waits for something else than the block's barrier: from here on the scheduler decides who runs.
void Simt::leave_ring() {
  const auto put = [](const RingPlace& place, SimtLane::Waits waits) {
    SimtLane& lane = *place.lane;
    lane.waits = waits;
    lane.worker = place.worker;
    lane.source = 0;
    static_cast<void>(fiber_of(place));
  };
  for (const RingPlace* at = ring_.data(); at != ws_ring_came; ++at) {
    put(*at, SimtLane::Waits::syncthreads);
    at->lane->barrier_stack = at->stack_pointer;
  }
  for (const RingPlace* at = ws_ring_next; at != ws_ring_end; ++at) {
    put(*at, SimtLane::Waits::nothing);
  }
  for (const ws_thread* thread = ws_next_thread; thread != nullptr; thread = thread->next) {
    const_cast<SimtLane*>(reinterpret_cast<const SimtLane*>(thread))->waits =
        SimtLane::Waits::unstarted;
  }
  static_cast<void>(end_ring());
  SimtLane& lane = *running();
  lane.worker = ws_ring_worker;
  lane.next = &scheduler_;
}

void Simt::pass_barrier() {
  ws_ring_end = ws_ring_came;
  ws_ring_came = ws_ring_next = ring_.data();
  ++block_->interval;
}

void* Simt::wait_for_block(void* stack_pointer) {
  SimtLane& lane = *running();
#if defined(WARPSCOPE_OWN_SWITCH)
  if (in_ring_) {
    *ws_ring_came++ = {stack_pointer, &lane, ws_ring_worker};
    if (ws_ring_next == ws_ring_end && ws_next_thread != nullptr) {
      Fiber left;  // what goes on is the ring's place
      left.switch_to(begin_next_lane().fiber);
      __builtin_unreachable();
    }
    if (ws_ring_next == ws_ring_end) pass_barrier();
    const RingPlace& next = *ws_ring_next++;
    ws_this_thread = &next.lane->place;
    ws_ring_worker = next.worker;
    return next.stack_pointer;
  }
  lane.barrier_stack = stack_pointer;
#endif
  lane.source = 0;
  wait(SimtLane::Waits::syncthreads, barrier_call(stack_pointer));
  lane.barrier_stack = nullptr;
  return stack_pointer;
}

}  // namespace warpscope
