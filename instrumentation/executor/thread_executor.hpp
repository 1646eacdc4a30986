#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "instrumentation/executor/executor.hpp"

namespace warpscope {

/// Gives each piece of work a thread of its own, which sleeps during its rests. May be used from several threads.
class ThreadExecutor final : public Executor {
 public:
  ThreadExecutor() = default;
  ~ThreadExecutor() override;
  ThreadExecutor(const ThreadExecutor&) = delete;
  ThreadExecutor& operator=(const ThreadExecutor&) = delete;
  void finish() override;

 protected:
  [[nodiscard]] std::shared_ptr<RunningWork> begin(Turn turn, bool ends_by_itself) override;

 private:
  class Threaded;
  void forget(const Threaded& work);
  std::mutex mutex_;
  std::list<std::shared_ptr<Threaded>> all_;  // that nobody has joined
};

}  // namespace warpscope
