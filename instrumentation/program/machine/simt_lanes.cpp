// Lanes on their stacks: where they run, begin, end and wait.

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>

#include "instrumentation/emulator/forget_stack.hpp"
#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {
namespace {

constexpr std::size_t guard_bytes = 4096;

/// Above a page that nobody may touch.
FiberStack new_stack() {
  void* const memory = mmap(nullptr, guard_bytes + Simt::stack_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  static_cast<void>(mprotect(memory, guard_bytes, PROT_NONE));
  return {static_cast<std::byte*>(memory) + guard_bytes, Simt::stack_bytes};
}

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

void Simt::make_worker() {
  SimtWorker& made = workers_.emplace_back();
  made.simt = this;
  made.stack = new_stack();
  // What lies on top of the stacks of 256 lanes should be in different sets of the cache.
  made.stack.bytes -= workers_.size() % 256 * (5 * 64);
  give_back(made);
}

Fiber& Simt::work(void* argument) {
  auto& worker = *static_cast<SimtWorker*>(argument);
  Simt& simt = *worker.simt;
  for (;;) {
    worker.lane->worker = &worker;
    worker.lane->context = &simt.root_;
    stand(*worker.lane);
    simt.call_kernel();
    SimtLane& lane = *running();  // the last of those that ran here
    settle(lane);
    lane.waits = SimtLane::Waits::end;
    simt.give_back(worker);
    worker.ready = true;
    worker.fiber.switch_to(simt.after_the_end(lane));
  }
}

void Simt::resume(Group lanes) {
  Fiber* next = &scheduler_;
  for (std::size_t k = lanes.size(); k-- > 0;) {
    SimtLane& lane = *lanes[k];
    if (lane.waits == SimtLane::Waits::unstarted) {
      SimtWorker& worker = idle_worker();
      lane.worker = &worker;
      worker.lane = &lane;
      if (!worker.ready) worker.fiber.start(worker.stack, work, &worker);
      worker.ready = false;
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
  own_worker().fiber.switch_to(scheduler_);
  __builtin_unreachable();
}

void Simt::end_lane() {
  SimtLane& lane = *running();
  lane.storing = false;
  lane.waits = SimtLane::Waits::end;
  give_back(own_worker());  // what stands on its stack is forgotten
  Fiber left;
  left.switch_to(after_the_end(lane));
  __builtin_unreachable();
}

bool Simt::on_stack(const void* address) const {
  const auto* const at = static_cast<const std::byte*>(address);
  if (ws_this_thread != nullptr) {
    const std::byte* const bottom = own_worker().stack.bottom;
    return at >= bottom && at < bottom + stack_bytes;
  }
  thread_local const StackRange own = own_stack();
  return at >= own.begin && at < own.end;
}

bool Simt::near_stack_end(const void* address) const {
  if (ws_this_thread == nullptr) return false;
  const std::byte* const bottom = own_worker().stack.bottom;
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= bottom - guard_bytes && at < bottom;
}

bool Simt::has_little_stack(const void* here) const {
  const std::byte* const bottom = own_worker().stack.bottom;
  const auto* const at = static_cast<const std::byte*>(here);
  return at >= bottom && at < bottom + own_stack_bytes;
}

std::uintptr_t Simt::stack_top() const {
  return reinterpret_cast<std::uintptr_t>(own_worker().top());
}

/// The lanes in the middle of their work are forgotten, and their stacks begin anew.
void Simt::abandon() {
  idle_ = nullptr;
  for (SimtWorker& worker : workers_) {
    worker.ready = worker.ready && worker.idle;
    give_back(worker);
  }
  static_cast<void>(end_ring());
}

}  // namespace warpscope
