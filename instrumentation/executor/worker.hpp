#pragma once

#include <memory>
#include <utility>

#include "instrumentation/executor/executor.hpp"

namespace warpscope {

/// Work that belongs to whoever has this: at the end it is asked to stop, and waited for. As a member it stands
/// last, since its turns use the others.
class Worker {
 public:
  Worker() = default;
  explicit Worker(Turn turn) : work_(executor().go_on(std::move(turn))) {}
  ~Worker() { stop(); }
  Worker(Worker&& other) noexcept = default;
  /// Stops the work that it had.
  Worker& operator=(Worker&& other) noexcept {
    if (this == &other) return *this;
    stop();
    work_ = std::move(other.work_);
    return *this;
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// False if there is no work, or its end was waited for.
  [[nodiscard]] bool valid() const { return work_ != nullptr; }
  /// Ends the rest of its work.
  void ring() const {
    if (work_) work_->ring();
  }
  void request_stop() const {
    if (work_) work_->request_stop();
  }
  void join() {
    if (work_) std::exchange(work_, nullptr)->join();
  }
  void stop() {
    request_stop();
    join();
  }

 private:
  std::shared_ptr<RunningWork> work_;
};

}  // namespace warpscope
