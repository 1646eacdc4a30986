#include "instrumentation/program/machine/simt.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

#include "instrumentation/analysis/atomic.hpp"
#include "instrumentation/emulator/forget_stack.hpp"
#include "instrumentation/trace/store_order.hpp"

extern "C" {
__attribute__((visibility("default"))) __thread const ws_thread* ws_this_thread = nullptr;
__attribute__((visibility("default"))) __thread const ws_thread* ws_next_thread = nullptr;
}

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

// The barrier of a block whose lanes stand in a ring is thirty instructions. It saves what a function must keep, and goes
// on with what the next one saved: RingPlace, of 24 bytes. Compiled code took four times as long.
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

constexpr int spins_to_yield = 64;
constexpr std::size_t guard_bytes = 4096;
// So many instructions of a warp, then others have their turn: a warp that waits for another one's
// store must not keep it from storing.
constexpr int turn = 4096;

/// Above a page that nobody may touch.
FiberStack new_stack() {
  void* const memory = mmap(nullptr, guard_bytes + Simt::stack_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  static_cast<void>(mprotect(memory, guard_bytes, PROT_NONE));
  return {static_cast<std::byte*>(memory) + guard_bytes, Simt::stack_bytes};
}

bool is_collective(SimtLane::Waits waits) {
  return waits >= SimtLane::Waits::syncwarp && waits <= SimtLane::Waits::reduce;
}

#if defined(WARPSCOPE_OWN_SWITCH)
/// A ring's place for those who switch fibers: below the registers that ws_syncthreads() has saved
/// lies what ws_ring_resume wants.
Fiber& fiber_of(const RingPlace& place) {
  auto* const top = static_cast<const void**>(place.stack_pointer) - 3;
  top[0] = reinterpret_cast<const void*>(&ws_ring_resume);
  top[1] = place.worker;
  top[2] = &place.lane->place;
  place.worker->fiber.stand_at(top);
  return place.worker->fiber;
}

/// Above the six registers lies where ws_syncthreads() returns to.
std::uintptr_t barrier_call(const void* stack_pointer) {
  return static_cast<const std::uintptr_t*>(stack_pointer)[6];
}
#else
Fiber& fiber_of(const RingPlace& place) { return place.worker->fiber; }
std::uintptr_t barrier_call(const void* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address);
}
#endif

struct StackRange {
  const std::byte *begin = nullptr, *end = nullptr;
};
StackRange own_stack() {
  pthread_attr_t attributes;
  StackRange extent;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return extent;
  void* begin = nullptr;
  std::size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &begin, &bytes) == 0) {
    extent = {static_cast<std::byte*>(begin), static_cast<std::byte*>(begin) + bytes};
  }
  pthread_attr_destroy(&attributes);
  return extent;
}

}  // namespace

std::span<SimtLane> SimtBlock::lanes_of(int warp) {
  const auto first = static_cast<std::size_t>(warp) * warp_lanes;
  return std::span(lanes).subspan(first, std::min<std::size_t>(warp_lanes, lanes.size() - first));
}

Simt::Simt() = default;

Simt::~Simt() {
  for (SimtWorker& worker : workers_) {
    std::byte* const begin = worker.stack.bottom - guard_bytes;
    forget_stack(begin, guard_bytes + stack_bytes);
    munmap(begin, guard_bytes + stack_bytes);
  }
}

Simt& Simt::here() {
  // That of the main thread stays: a lane, or a destructor of the program, may call exit(), which ends the thread's own
  // objects before the program's.
  struct Owner {
    Simt* simt = new Simt;
    ~Owner() {
      if (::getpid() != ::gettid() && ws_this_thread == nullptr) delete simt;
    }
  };
  thread_local const Owner owner;
  return *owner.simt;
}

// Lanes on their stacks ---------------------------------------------------------------------------

SimtWorker& Simt::idle_worker() {
  if (idle_.empty()) {
    SimtWorker& made = workers_.emplace_back();
    made.simt = this;
    made.stack = new_stack();
    // What lies on top of the stacks of 256 lanes should be in different sets of the cache.
    made.stack.bytes -= workers_.size() % 256 * (5 * 64);
    made.fiber.start(made.stack, work, &made);
    idle_.push_back(&made);
  }
  SimtWorker& worker = *idle_.back();
  idle_.pop_back();
  worker.idle = false;
  return worker;
}

void Simt::give_back(SimtWorker& worker) {
  worker.idle = true;
  idle_.push_back(&worker);
}

Fiber& Simt::work(void* argument) {
  auto& worker = *static_cast<SimtWorker*>(argument);
  Simt& simt = *worker.simt;
  for (;;) {
    worker.lane->worker = &worker;
    worker.lane->context = &simt.root_;
    simt.arrive(*worker.lane);
    const Launch& launch = *simt.launch_;
    if (simt.watch_ == nullptr && launch.thunk_at_speed != nullptr) {
      launch.thunk_at_speed(launch.arguments_at_speed);
    } else {
      launch.thunk(launch.arguments);
    }
    SimtLane& lane = *running();  // the last of those that ran here
    settle(lane);
    lane.waits = SimtLane::Waits::end;
    simt.give_back(worker);
    worker.fiber.switch_to(simt.after_the_end(lane));
  }
}

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

void Simt::resume(Group lanes) {
  Fiber* next = &scheduler_;
  for (std::size_t k = lanes.size(); k-- > 0;) {
    SimtLane& lane = *lanes[k];
    if (lane.waits == SimtLane::Waits::unstarted) {
      lane.worker = &idle_worker();
      lane.worker->lane = &lane;
    }
    lane.waits = SimtLane::Waits::nothing;
    lane.first_step = lane.end_step = 0;
    lane.next = next;
    next = &lane.worker->fiber;
  }
  if (next != &scheduler_) enter_lanes(*next);
}

/// Lanes run until one switches back here.
void Simt::enter_lanes(Fiber& first) {
  running_simt = this;
  watching_simt = watch_ != nullptr ? this : nullptr;
  scheduler_.switch_to(first);
  ws_this_thread = nullptr;
  watching_simt = nullptr;
  running_simt = nullptr;
}

// The ring ----------------------------------------------------------------------------------------

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

void Simt::enter(std::uintptr_t call) {
  SimtLane& lane = *running();
  lane.context = lane.context->entered(call);
}

void Simt::leave() {
  SimtLane& lane = *running();
  if (lane.context->caller != nullptr)
    lane.context = const_cast<CallContext*>(lane.context->caller);
}

void Simt::abort_launch() {
  aborted_ = true;
  running()->waits = SimtLane::Waits::end;
  ws_ring_worker->fiber.switch_to(scheduler_);
  __builtin_unreachable();
}

void Simt::end_lane() {
  SimtLane& lane = *running();
  lane.storing = false;
  lane.waits = SimtLane::Waits::end;
  SimtWorker& worker = *ws_ring_worker;
  Fiber& next = after_the_end(lane);
  // What stands on the stack is forgotten: it begins anew with another lane.
  worker.fiber.start(worker.stack, work, &worker);
  give_back(worker);
  Fiber left;
  left.switch_to(next);
  __builtin_unreachable();
}

bool Simt::on_stack(const void* address) const {
  const auto* const at = static_cast<const std::byte*>(address);
  if (ws_this_thread != nullptr) {
    const std::byte* const bottom = ws_ring_worker->stack.bottom;
    return at >= bottom && at < bottom + stack_bytes;
  }
  thread_local const StackRange own = own_stack();
  return at >= own.begin && at < own.end;
}

bool Simt::near_stack_end(const void* address) const {
  if (ws_this_thread == nullptr) return false;
  const std::byte* const bottom = ws_ring_worker->stack.bottom;
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= bottom - guard_bytes && at < bottom;
}

bool Simt::has_little_stack(const void* here) const {
  const std::byte* const bottom = ws_ring_worker->stack.bottom;
  const auto* const at = static_cast<const std::byte*>(here);
  return at >= bottom && at < bottom + own_stack_bytes;
}

std::uintptr_t Simt::stack_top() const {
  const FiberStack& stack = ws_ring_worker->stack;
  return reinterpret_cast<std::uintptr_t>(stack.bottom + stack.bytes);
}

/// The lanes in the middle of their work are forgotten, and their stacks begin anew.
void Simt::abandon() {
  idle_.clear();
  for (SimtWorker& worker : workers_) {
    if (!worker.idle) worker.fiber.start(worker.stack, work, &worker);
    worker.idle = true;
    idle_.push_back(&worker);
  }
  static_cast<void>(end_ring());
}

// A block -----------------------------------------------------------------------------------------

void Simt::begin_block(SimtBlock& block, const Launch& launch, Dim3 index,
                       std::int64_t number) const {
  const ws_launch_config& config = *launch.config;
  block.index = index;
  block.number = number;
  block.begun = false;
  block.interval = 0;
  block.first_step = steps_;
  block.place.index[0] = static_cast<std::uint32_t>(index.x);
  block.place.index[1] = static_cast<std::uint32_t>(index.y);
  block.place.index[2] = static_cast<std::uint32_t>(index.z);
  std::ranges::copy(config.grid, block.place.grid_dim);
  if (!block.lanes.empty() && std::ranges::equal(block.place.dim, config.block)) return;

  std::ranges::copy(config.block, block.place.dim);
  const auto threads =
      static_cast<std::size_t>(config.block[0]) * config.block[1] * config.block[2];
  block.warps = static_cast<int>((threads + warp_lanes - 1) / warp_lanes);
  block.lanes = std::vector<SimtLane>(threads);
  for (std::size_t rank = 0; rank < threads; ++rank) {
    const auto number_in_row = static_cast<std::uint32_t>(rank);
    SimtLane& lane = block.lanes[rank];
    lane.rank = static_cast<int>(rank);
    lane.place = {.index = {number_in_row % config.block[0],
                            number_in_row / config.block[0] % config.block[1],
                            number_in_row / config.block[0] / config.block[1]},
                  .lane = number_in_row % warp_lanes,
                  .block = &block.place,
                  .next = rank + 1 < threads ? &block.lanes[rank + 1].place : nullptr};
  }
}

Simt::End Simt::run(SimtBlock& block, const Launch& launch, SimtWatch* watch) {
  block_ = &block;
  launch_ = &launch;
  watch_ = watch;
  aborted_ = false;
  has_spun_ = false;
  spins_ = 0;
  random_.reset();
  if (watch != nullptr && launch.schedule_seed) {
    random_.emplace(*launch.schedule_seed + static_cast<std::uint64_t>(block.number));
  }
  const bool begins = !block.begun;
  block.begun = true;
  bool ended = false;
  if (watch_ == nullptr && begins) {
    ended = begin_ring(block);
  } else if (begins) {
    for (SimtLane& lane : block.lanes) {
      lane.waits = SimtLane::Waits::unstarted;
      lane.storing = lane.is_volatile = false;
      lane.first_step = lane.end_step = 0;
    }
  }
  End end = End::finished;
  while (!aborted_ && !ended) {
    run_to_barrier(block);
    if (aborted_) break;
    bool at_barrier = false, at_grid = false;
    for (const SimtLane& lane : block.lanes) {
      at_barrier = at_barrier || lane.waits == SimtLane::Waits::syncthreads;
      at_grid = at_grid || lane.waits == SimtLane::Waits::grid_sync;
    }
    if (at_barrier) {
      release_barrier(block);
      if (watch_ == nullptr && !at_grid) ended = continue_ring(block);
    } else {
      if (at_grid) end = End::grid_sync;
      ended = true;
    }
  }
  watch_ = nullptr;
  block_ = nullptr;
  if (!aborted_) return end;
  abandon();
  for (SimtLane& lane : block.lanes) {
    lane.waits = SimtLane::Waits::end;
    lane.storing = lane.is_volatile = false;
    lane.first_step = lane.end_step = 0;
  }
  return End::aborted;
}

void Simt::release_grid(SimtBlock& block) {
  for (SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::grid_sync) lane.waits = SimtLane::Waits::nothing;
  }
}

void Simt::run_to_barrier(SimtBlock& block) {
  // Those that a barrier has let go, and those that have not begun.
  const auto ready = [](const SimtLane& lane) {
    return lane.waits == SimtLane::Waits::nothing || lane.waits == SimtLane::Waits::unstarted;
  };
  for (int warp = 0; warp < block.warps && !aborted_; ++warp) {
    group_.clear();
    for (SimtLane& lane : block.lanes_of(warp)) {
      if (ready(lane)) group_.push_back(&lane);
    }
    resume(group_);
  }
  do {
    runnable_.resize(static_cast<std::size_t>(block.warps));
    std::iota(runnable_.begin(), runnable_.end(), 0);
    while (!runnable_.empty() && !aborted_) {
      const std::size_t next = random_ ? (*random_)() % runnable_.size() : 0;
      const int warp = runnable_[next];
      bool goes_on = true;
      yield_ = false;
      const int steps = random_ ? 1 : turn;
      for (int k = 0; k < steps && goes_on && !aborted_ && !yield_; ++k) {
        goes_on = advance(block, warp);
      }
      const auto at = runnable_.begin() + static_cast<std::ptrdiff_t>(next);
      if (!goes_on) {
        runnable_.erase(at);
      } else if (!random_) {
        std::rotate(at, at + 1, runnable_.end());
      }
    }
  } while (!aborted_ && force(block));
}

/// Some lanes wait for others of their warp that will never come: lets them go. False: none does.
bool Simt::force(SimtBlock& block) {
  for (int warp = 0; warp < block.warps; ++warp) {
    const auto lanes = block.lanes_of(warp);
    for (SimtLane& lane : lanes) {
      if (!is_collective(lane.waits)) continue;
      group_.clear();
      const SimtLane* missing = &lane;
      for (SimtLane& other : lanes) {
        const bool here = other.waits == lane.waits && other.mask == lane.mask;
        if (here) {
          group_.push_back(&other);
        } else if ((lane.mask >> other.lane() & 1U) != 0 && other.waits != SimtLane::Waits::end) {
          missing = &other;
        }
      }
      if (watch_ != nullptr) watch_->stuck(block, lane, *missing);
      const std::vector<SimtLane*> group = group_;
      execute_collective(block, warp, group);
      resume(group);
      return true;
    }
  }
  return false;
}

void Simt::release_barrier(SimtBlock& block) {
  if (watch_ != nullptr) watch_->barrier(block);
  std::uint32_t votes = 0;
  for (const SimtLane& lane : block.lanes) {
    if (lane.waits == SimtLane::Waits::syncthreads && lane.source != 0) ++votes;
  }
  for (SimtLane& lane : block.lanes) {
    if (lane.waits != SimtLane::Waits::syncthreads) continue;
    lane.result = votes;
    lane.waits = SimtLane::Waits::nothing;
  }
  ++block.interval;
}

// One warp ----------------------------------------------------------------------------------------

bool Simt::can_meet(const SimtBlock& block, int warp, const SimtLane& lane) const {
  const auto first = static_cast<std::size_t>(warp) * warp_lanes;
  for (std::uint32_t left = lane.mask; left != 0; left &= left - 1) {
    const std::size_t rank = first + static_cast<std::size_t>(std::countr_zero(left));
    if (rank >= block.lanes.size()) break;
    const SimtLane& other = block.lanes[rank];
    if (other.waits == SimtLane::Waits::end) continue;
    if (other.waits != lane.waits || other.mask != lane.mask || other.walks()) return false;
  }
  return true;
}

bool Simt::advance(SimtBlock& block, int warp) {
  // The group that is furthest behind goes first, so that lanes meet again after a branch.
  SimtLane* first = nullptr;
  SimtLane* last = nullptr;
  std::uint32_t refused = 0;  // the mask of those that were found not to be able to meet
  auto refused_for = SimtLane::Waits::nothing;
  for (SimtLane& lane : block.lanes_of(warp)) {
    if (lane.walks()) {
      // Wherever it will wait, it has not come there yet.
    } else if (is_collective(lane.waits)) {
      if (lane.waits == refused_for && lane.mask == refused) continue;
      if (!can_meet(block, warp, lane)) {
        refused = lane.mask;
        refused_for = lane.waits;
        continue;
      }
    } else if (lane.waits != SimtLane::Waits::memory && lane.waits != SimtLane::Waits::atomic &&
               lane.waits != SimtLane::Waits::active_mask &&
               lane.waits != SimtLane::Waits::more_steps) {
      continue;
    }
    const CodePlace own = lane.place_in_code();
    const auto order = [&](const SimtLane* with) {
      const CodePlace other = with->place_in_code();
      if (own.context == other.context) return own.at < other.at ? -1 : own.at > other.at ? 1 : 0;
      return compare_progress(own.context, own.at, other.context, other.at);
    };
    if (first == nullptr) {
      first = last = &lane;
    } else if (order(first) < 0) {
      first = &lane;
    } else if (order(last) > 0) {
      last = &lane;
    }
  }
  if (first == nullptr) return false;
  if (spins_ > spins_to_yield) {
    // They wait for somebody else: the furthest ahead of their own warp first, then other warps.
    spins_ = 0;
    has_spun_ = true;
    if (last != first) {
      first = last;
    } else {
      yield_ = true;
    }
  }
  if (first->walks()) {
    step_together(block, warp, first->place_in_code());
    return true;
  }
  std::array<SimtLane*, warp_lanes> storage;
  std::size_t size = 0;
  const bool meets = is_collective(first->waits);
  for (SimtLane& lane : block.lanes_of(warp)) {
    if (lane.walks() || lane.waits != first->waits) continue;
    const bool same =
        meets ? lane.mask == first->mask
              : lane.at == first->at && lane.context == first->context &&
                    (first->waits == SimtLane::Waits::active_mask ||
                     first->waits == SimtLane::Waits::more_steps ||
                     (lane.operation == first->operation && lane.bytes == first->bytes));
    if (same) storage[size++] = &lane;
  }
  const std::span group(storage.data(), size);
  if (first->waits == SimtLane::Waits::more_steps) {
    resume(group);
    return true;
  }
  ++steps_;
  if (first->waits == SimtLane::Waits::memory || first->waits == SimtLane::Waits::atomic) {
    execute_memory(block, warp, group);
  } else {
    execute_collective(block, warp, group);
    resume(group);
  }
  return true;
}

void Simt::step_together(SimtBlock& block, int warp, CodePlace place) {
  bool alone = true;  // nobody else of the warp walks, or waits for its turn
  bool further = true;
  CodePlace next;
  const auto lanes = block.lanes_of(warp);
  SimtLane* leader = nullptr;
  for (SimtLane& lane : lanes) {
    if (!lane.walks() || lane.place_in_code() != place) {
      alone = alone && lane.waits == SimtLane::Waits::end && !lane.walks();
      continue;
    }
    ++lane.first_step;
    if (leader == nullptr) {
      leader = &lane;
      next = lane.place_in_code();
    }
    further = further && lane.walks() && lane.place_in_code() == next;
  }
  if (!alone) return;
  // As long as all go the same way, nobody has to be asked who is behind.
  while (further) {
    for (SimtLane& lane : lanes) {
      if (lane.walks()) ++lane.first_step;
    }
    next = leader->place_in_code();
    further = leader->walks();
    for (const SimtLane& lane : lanes) {
      if (lane.waits == SimtLane::Waits::end && !lane.walks() && &lane != leader) continue;
      further = further && lane.walks() && lane.place_in_code() == next;
    }
  }
}

void Simt::note_spin(const SimtLane& leader, bool changed) {
  if (changed) {
    spins_ = 0;
  } else if (leader.at == spin_at_) {
    spins_ = leader.address == spin_address_ ? spins_ + 1 : 0;
    spin_address_ = leader.address;
    spin_seen_ = steps_;
  } else if (steps_ - spin_seen_ > 64) {
    spin_at_ = leader.at;
    spin_address_ = leader.address;
    spin_seen_ = steps_;
    spins_ = 0;
  }
}

void Simt::execute_memory(SimtBlock& block, int warp, std::span<SimtLane*> group) {
  std::size_t count = group.size();
  const bool store = group[0]->operation == Operation::store;
  const bool atomic = group[0]->waits == SimtLane::Waits::atomic;
  // Watched blocks only: elsewhere no lane waits for memory.
  if (!watch_->execute(block, warp, group, count)) {
    aborted_ = true;
    return;
  }
  const auto done = group.first(count);
  note_spin(*done[0], store || (atomic && done[0]->result != 0));
  if (!store) return resume(done);

  for (SimtLane* lane : done) {
    lane->storing = true;
    lane->stored_address = lane->address;
    lane->stored_bytes = lane->bytes;
  }
  const auto rises = [](const SimtLane* a, const SimtLane* b) { return a->address >= b->address; };
  if (std::ranges::adjacent_find(done, rises) == done.end()) {
    resume(done);
  } else {
    // Whoever goes on last stores last.
    std::array<int, warp_lanes> lanes{};
    std::array<SimtLane*, warp_lanes> ordered{};
    std::size_t next = 0;
    for (std::size_t k = 0; k < count; ++k) lanes[k] = done[k]->lane();
    for_each_in_store_order(std::span<const int>(lanes.data(), count), done[0]->bytes,
                            launch_->highest_lane_wins,
                            [&](int k) { ordered[next++] = done[static_cast<std::size_t>(k)]; });
    resume({ordered.data(), count});
  }
  if (!aborted_) watch_->stored(block, warp, done);
}

void Simt::execute_collective(SimtBlock& block, int warp, Group group) {
  SimtLane& first = *group[0];
  std::uint32_t present = 0;
  for (const SimtLane* lane : group) present |= 1U << lane->lane();
  const auto lane_at = [&](int number) -> SimtLane* {
    for (SimtLane* lane : group) {
      if (lane->lane() == number) return lane;
    }
    return nullptr;
  };
  if (watch_ != nullptr && is_collective(first.waits)) {
    for (const SimtLane* lane : group) {
      if ((lane->mask >> lane->lane() & 1U) == 0) watch_->unnamed(block, *lane);
    }
  }
  switch (first.waits) {
    case SimtLane::Waits::active_mask:
      for (SimtLane* lane : group) lane->result = present;
      break;
    case SimtLane::Waits::ballot: {
      std::uint32_t votes = 0;
      for (const SimtLane* lane : group) {
        if (lane->source != 0) votes |= 1U << lane->lane();
      }
      for (SimtLane* lane : group) lane->result = votes;
      break;
    }
    case SimtLane::Waits::match:
      for (SimtLane* lane : group) {
        lane->result = 0;
        for (const SimtLane* other : group) {
          if (other->argument == lane->argument) lane->result |= 1U << other->lane();
        }
      }
      break;
    case SimtLane::Waits::reduce: {
      std::array<std::uint8_t, 4> sum{};
      std::memcpy(sum.data(), first.value.data(), 4);
      for (std::size_t k = 1; k < group.size(); ++k) {
        apply_atomic(first.operation, {first.scalar, 1}, sum.data(),
                     reinterpret_cast<const std::uint8_t*>(group[k]->value.data()));
      }
      for (SimtLane* lane : group) std::memcpy(&lane->result, sum.data(), 4);
      break;
    }
    case SimtLane::Waits::shuffle: {
      for (SimtLane* lane : group) {
        if (lane_at(lane->source) != nullptr) continue;
        if (watch_ != nullptr) watch_->nobody_gives(block, warp, *lane);
        lane->source = lane->lane();
      }
      if (watch_ != nullptr) watch_->shuffled(block, warp, group);
      std::array<std::array<std::byte, 16>, warp_lanes> offered;
      for (const SimtLane* lane : group)
        offered[static_cast<std::size_t>(lane->lane())] = lane->value;
      for (SimtLane* lane : group) lane->value = offered[static_cast<std::size_t>(lane->source)];
      break;
    }
    default: break;
  }
  // Of these words only syncwarp promises an order of memory.
  if (watch_ != nullptr && first.waits == SimtLane::Waits::syncwarp) {
    watch_->synchronised(block, warp, present);
  }
}

}  // namespace warpscope
