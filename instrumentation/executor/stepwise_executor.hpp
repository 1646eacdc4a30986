#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>

#include "instrumentation/executor/executor.hpp"

namespace warpscope {

/// Has no thread: one turn is done whenever its owner says so, by whoever calls. For a program that may have no
/// threads, such as one in a browser, and for tests, in which nothing then depends on luck. Used from one
/// thread, but for RunningWork's ring() and request_stop().
class StepwiseExecutor final : public Executor {
 public:
  using Clock = std::chrono::steady_clock;

  /// `now` tells the time by which rests end.
  explicit StepwiseExecutor(std::function<Clock::time_point()> now = Clock::now);
  ~StepwiseExecutor() override;
  StepwiseExecutor(const StepwiseExecutor&) = delete;
  StepwiseExecutor& operator=(const StepwiseExecutor&) = delete;

  /// Does one turn of the work that is due and has waited longest. False: nothing is due.
  bool step();
  /// Does the turns of all jobs until they have ended, and of others while those rest.
  void finish() override;

 protected:
  [[nodiscard]] std::shared_ptr<RunningWork> begin(Turn turn, bool ends_by_itself) override;

 private:
  class Stepped;
  std::function<Clock::time_point()> now_;
  std::list<std::shared_ptr<Stepped>> all_;  // in the order of their turns
};

}  // namespace warpscope
