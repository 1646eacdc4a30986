#include "instrumentation/program/machine/block_queue.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "instrumentation/program/machine/handler_stack.hpp"

namespace warpscope {
namespace {

/// The blocks that are yet to run, and those that have ended.
struct Queue {
  const Simt::Launch* launch = nullptr;
  Dim3 grid;
  std::int64_t first = 0, end = 0;
  std::atomic<std::int64_t> next = 0;
  std::atomic<bool> aborted = false;
  // Neighbours' results lie side by side: a core that takes several blocks at once keeps the others' caches out of them.
  std::int64_t at_once = 1;
  std::atomic<bool> ordered = false;  // somebody has waited for its turn: one at a time is best
  std::vector<std::atomic<bool>> done;
  // Only those that wait for their turn pay for it.
  std::atomic<int> waiting = 0;
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t ended = 0;  // all before it have; under the mutex

  /// Under the mutex.
  [[nodiscard]] bool has_turn(std::int64_t block) {
    while (ended < block && done[static_cast<std::size_t>(ended - first)]) ++ended;
    return ended >= block || aborted;
  }
  void tell() {
    if (waiting == 0) return;
    const std::scoped_lock lock(mutex);
    changed.notify_all();
  }
};

constinit thread_local Queue* own_queue = nullptr;
constinit thread_local std::int64_t own_block = 0;
constinit thread_local bool own_turn = false;

void work(Queue& queue, bool alone) {
  Simt& simt = Simt::here();
  thread_local SimtBlock block;
  own_queue = alone ? nullptr : &queue;
  for (;;) {
    const std::int64_t some = queue.ordered ? 1 : queue.at_once;
    const std::int64_t first = queue.next.fetch_add(some);
    if (first >= queue.end) break;
    for (std::int64_t number = first; number < std::min(first + some, queue.end); ++number) {
      if (queue.aborted) break;
      own_block = number;
      own_turn = false;
      simt.begin_block(block, *queue.launch, coordinates(number, queue.grid), number);
      if (simt.run(block, *queue.launch, nullptr) == Simt::End::aborted) queue.aborted = true;
      if (alone) continue;
      queue.done[static_cast<std::size_t>(number - queue.first)] = true;
      queue.tell();
    }
  }
  own_queue = nullptr;
}

/// Threads that wait for the next launch. They are the emulated hardware, and so none of an Executor: the program's own
/// calls wait for them.
class Team {
 public:
  explicit Team(unsigned helpers) {
    for (unsigned k = 0; k < helpers; ++k) {
      std::thread([this] { serve(); }).detach();
    }
    count_ = helpers;
  }
  void run(Queue& queue) {
    {
      const std::scoped_lock lock(mutex_);
      queue_ = &queue;
      busy_ = count_;
      ++round_;
    }
    begun_.notify_all();
    work(queue, false);
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return busy_ == 0; });
    queue_ = nullptr;
  }

 private:
  void serve() {
    become_machine_thread();
    std::uint64_t seen = 0;
    for (;;) {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return round_ != seen; });
      seen = round_;
      Queue& queue = *queue_;
      lock.unlock();
      work(queue, false);
      pass_on_signals();
      lock.lock();
      if (--busy_ == 0) ended_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  Queue* queue_ = nullptr;
  unsigned count_ = 0, busy_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace

bool run_blocks_at_speed(const Simt::Launch& launch, Dim3 grid, std::int64_t first,
                         std::int64_t end) {
  Queue queue;
  queue.launch = &launch;
  queue.grid = grid;
  queue.first = queue.ended = first;
  queue.end = end;
  queue.next = first;
  const unsigned cores = std::thread::hardware_concurrency();
  const std::int64_t threads = std::int64_t{launch.config->block[0]} * launch.config->block[1] *
                               launch.config->block[2] * (end - first);
  // Waking others costs some ten microseconds.
  constexpr std::int64_t worth_it = 8192;
  if (cores < 2 || end - first < 2 || threads < worth_it) {
    work(queue, true);
  } else {
    queue.done = std::vector<std::atomic<bool>>(static_cast<std::size_t>(end - first));
    queue.at_once = std::clamp<std::int64_t>((end - first) / (8 * cores), 1, 16);
    // Never destroyed: its threads wait for ever.
    static Team* const team = new Team(std::min(cores, 16U) - 1);
    team->run(queue);
  }
  return !queue.aborted;
}

void wait_for_turn() {
  if (own_queue == nullptr || own_turn) return;
  Queue& queue = *own_queue;
  queue.ordered = true;
  ++queue.waiting;
  std::unique_lock lock(queue.mutex);
  queue.changed.wait(lock, [&] { return queue.has_turn(own_block); });
  --queue.waiting;
  own_turn = true;
}

}  // namespace warpscope
