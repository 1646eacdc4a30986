#include "app/session/background.hpp"

#include <list>
#include <mutex>
#include <thread>

namespace warpscope {
namespace {

/// The threads of all background work. Those that have ended are joined when the next one begins.
class Threads {
 public:
  ~Threads() { finish(); }

  void run(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    threads_.remove_if([](Thread& each) {
      if (*each.ended) each.thread.join();
      return static_cast<bool>(*each.ended);
    });
    auto ended = std::make_shared<std::atomic<bool>>(false);
    Thread& added = threads_.emplace_back();
    added.ended = ended;
    try {
      added.thread = std::thread([work = std::move(work), ended]() mutable {
        work();
        work = nullptr;
        *ended = true;
      });
    } catch (...) {
      threads_.pop_back();
      throw;
    }
  }

  void finish() {
    std::list<Thread> last;
    {
      const std::lock_guard lock(mutex_);
      last.swap(threads_);
    }
    for (Thread& each : last) each.thread.join();
  }

 private:
  struct Thread {
    std::thread thread{};
    std::shared_ptr<std::atomic<bool>> ended;
  };
  std::mutex mutex_;
  std::list<Thread> threads_;
};

Threads& threads() {
  static Threads all;
  return all;
}

}  // namespace

Status run_in_background(std::function<void()> work) {
  return guarded("begin work in the background", [&]() -> Status {
    threads().run(std::move(work));
    return Done{};
  });
}

void finish_background_work() { threads().finish(); }

}  // namespace warpscope
