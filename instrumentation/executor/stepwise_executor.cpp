#include "instrumentation/executor/stepwise_executor.hpp"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <utility>

namespace warpscope {

class StepwiseExecutor::Stepped final : public RunningWork {
 public:
  Stepped(StepwiseExecutor& executor, Turn turn, bool ends_by_itself)
      : executor_(executor), turn_(std::move(turn)), ends_by_itself_(ends_by_itself) {}

  void ring() override { rung_ = true; }

  void join() override {
    assert(!in_turn_ && "work waits for its own end");
    while (!ended_) {
      if (is_due()) {
        take_turn();
      } else if (!executor_.step()) {
        wait_a_little();
      }
    }
  }

  [[nodiscard]] bool is_due() const {
    if (ended_ || in_turn_) return false;
    if (rung_ || next_.kind == NextTurn::Kind::at_once) return true;
    return (next_.pause && executor_.now_() >= rests_since_ + *next_.pause) || is_readable(0);
  }

  void take_turn() noexcept {
    in_turn_ = true;
    rung_ = false;
    const bool last = stop_.stop_requested();
    next_ = turn_(stop_.get_token());
    in_turn_ = false;
    rests_since_ = executor_.now_();
    ended_ = next_.kind == NextTurn::Kind::none || (last && next_.kind == NextTurn::Kind::rest);
    if (ended_) turn_ = nullptr;
  }

  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] bool ends_by_itself() const { return ends_by_itself_; }

 private:
  [[nodiscard]] bool is_readable(int milliseconds) const {
    pollfd ready{next_.descriptor, POLLIN, 0};
    return ::poll(&ready, 1, milliseconds) > 0;
  }
  /// Nothing is due: another thread may ring, or the time comes.
  void wait_a_little() const {
    constexpr int look_again = 1;
    static_cast<void>(is_readable(look_again));
  }

  StepwiseExecutor& executor_;
  Turn turn_;
  bool ends_by_itself_, in_turn_ = false, ended_ = false;
  NextTurn next_ = NextTurn::at_once();
  Clock::time_point rests_since_;
  std::atomic<bool> rung_ = false;
};

StepwiseExecutor::StepwiseExecutor(std::function<Clock::time_point()> now) : now_(std::move(now)) {}

bool StepwiseExecutor::step() {
  all_.remove_if([](const std::shared_ptr<Stepped>& each) { return each->ended(); });
  const auto due = std::ranges::find_if(all_, &Stepped::is_due);
  if (due == all_.end()) return false;
  const std::shared_ptr<Stepped> work = *due;  // a turn may begin other work, or wait for it
  all_.splice(all_.end(), all_, due);
  work->take_turn();
  return true;
}

void StepwiseExecutor::finish() {
  const auto left = [](const std::shared_ptr<Stepped>& each) {
    return each->ends_by_itself() && !each->ended();
  };
  for (auto job = std::ranges::find_if(all_, left); job != all_.end();
       job = std::ranges::find_if(all_, left)) {
    const std::shared_ptr<Stepped> work = *job;
    work->join();
  }
}

std::shared_ptr<RunningWork> StepwiseExecutor::begin(Turn turn, bool ends_by_itself) {
  return all_.emplace_back(std::make_shared<Stepped>(*this, std::move(turn), ends_by_itself));
}

StepwiseExecutor::~StepwiseExecutor() {
  while (!all_.empty()) {
    const std::shared_ptr<Stepped> work = all_.front();
    work->request_stop();
    work->join();
    all_.remove(work);
  }
}

}  // namespace warpscope
