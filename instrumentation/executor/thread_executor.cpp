#include "instrumentation/executor/thread_executor.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <thread>
#include <utility>

namespace warpscope {

using std::chrono::milliseconds;

class ThreadExecutor::Threaded final : public RunningWork {
 public:
  Threaded(ThreadExecutor& executor, Turn turn, bool ends_by_itself)
      : executor_(executor), turn_(std::move(turn)), ends_by_itself_(ends_by_itself) {}
  ~Threaded() override {
    if (bell_ >= 0) ::close(bell_);
  }
  Threaded(const Threaded&) = delete;
  Threaded& operator=(const Threaded&) = delete;

  /// The thread shares the work: whoever began it may drop it.
  static void start(const std::shared_ptr<Threaded>& work) {
    work->thread_ = std::thread([work] { work->serve(); });
  }

  void ring() override {
    rung_ = true;
    const std::uint64_t one = 1;
    if (const int bell = bell_; bell >= 0) {
      [[maybe_unused]] const ssize_t told = ::write(bell, &one, sizeof one);
    }
  }
  void join() override {
    const std::lock_guard lock(joining_);
    if (!thread_.joinable()) return;
    thread_.join();
    executor_.forget(*this);  // whoever drops it closes its bell
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] bool ends_by_itself() const { return ends_by_itself_; }

 private:
  void serve() noexcept {
    while (true) {
      const bool last = stop_.stop_requested();
      const NextTurn next = turn_(stop_.get_token());
      const bool rests = next.kind == NextTurn::Kind::rest;
      if (next.kind == NextTurn::Kind::none || (rests && last)) break;
      if (rests) rest(next);
    }
    turn_ = nullptr;  // everything it used goes before anybody hears of the end
    ended_ = true;
  }

  void rest(const NextTurn& next) {
    // Made only for work that rests. Where no more descriptors are left, it looks now and then.
    constexpr int look_again = 20, long_rest = 1 << 30;
    if (bell_ < 0) bell_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    const auto begin = std::chrono::steady_clock::now();
    while (!rung_) {
      int most = bell_ < 0 ? look_again : long_rest;
      if (next.pause) {
        const auto left =
            std::chrono::ceil<milliseconds>(begin + *next.pause - std::chrono::steady_clock::now());
        if (left <= milliseconds(0)) break;
        most = static_cast<int>(std::min<std::int64_t>(most, left.count()));
      }
      std::array<pollfd, 2> ready{{{bell_, POLLIN, 0}, {next.descriptor, POLLIN, 0}}};
      const int count = ::poll(ready.data(), ready.size(), most);
      if (count < 0 && errno != EINTR) break;
      if (count <= 0) continue;
      // Whoever rings sets rung_ first. The bell alone may be that of a ring that has been heard already.
      std::uint64_t times = 0;
      if (ready[0].revents != 0) {
        [[maybe_unused]] const ssize_t heard = ::read(bell_, &times, sizeof times);
      }
      if (ready[1].revents != 0) break;
    }
    rung_ = false;
  }

  ThreadExecutor& executor_;  // lives at least until the thread is joined
  Turn turn_;
  bool ends_by_itself_;
  std::atomic<bool> ended_ = false, rung_ = false;
  std::atomic<int> bell_ = -1;
  std::mutex joining_;
  std::thread thread_;
};

std::shared_ptr<RunningWork> ThreadExecutor::begin(Turn turn, bool ends_by_itself) {
  auto work = std::make_shared<Threaded>(*this, std::move(turn), ends_by_itself);
  std::list<std::shared_ptr<Threaded>> over;  // and dropped by their owners
  {
    const std::lock_guard lock(mutex_);
    for (auto each = all_.begin(); each != all_.end();) {
      const auto next = std::next(each);
      if ((*each)->ended()) over.splice(over.end(), all_, each);
      each = next;
    }
    all_.push_back(work);
    try {
      Threaded::start(work);
    } catch (...) {
      all_.pop_back();
      throw;
    }
  }
  for (const auto& each : over) each->join();
  return work;
}

void ThreadExecutor::forget(const Threaded& work) {
  std::shared_ptr<Threaded> last;  // may be the last to have it: it goes without the lock
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(all_, &work, &std::shared_ptr<Threaded>::get);
  if (found == all_.end()) return;
  last = std::move(*found);
  all_.erase(found);
}

void ThreadExecutor::finish() {
  std::list<std::shared_ptr<Threaded>> jobs;
  {
    const std::lock_guard lock(mutex_);
    std::ranges::copy_if(all_, std::back_inserter(jobs), &Threaded::ends_by_itself);
  }
  for (const auto& job : jobs) job->join();
}

ThreadExecutor::~ThreadExecutor() {
  while (true) {
    std::list<std::shared_ptr<Threaded>> last;
    {
      const std::lock_guard lock(mutex_);
      last.swap(all_);
    }
    if (last.empty()) return;
    for (const auto& each : last) each->request_stop();
    for (const auto& each : last) each->join();
  }
}

}  // namespace warpscope
