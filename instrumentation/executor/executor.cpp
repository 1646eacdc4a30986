#include "instrumentation/executor/executor.hpp"

#include <atomic>
#include <utility>

#include "instrumentation/executor/thread_executor.hpp"

namespace warpscope {
namespace {

std::atomic<Executor*> chosen_executor = nullptr;

}  // namespace

std::shared_ptr<RunningWork> Executor::run(std::function<void()> job) {
  return begin(
      [job = std::move(job)](const std::stop_token&) {
        job();
        return NextTurn::none();
      },
      true);
}

Executor& executor() {
  if (Executor* instead = chosen_executor) return *instead;
  static ThreadExecutor threads;
  return threads;
}

ExecutorScope::ExecutorScope(Executor& instead) : before_(chosen_executor.exchange(&instead)) {}
ExecutorScope::~ExecutorScope() { chosen_executor = before_; }

}  // namespace warpscope
