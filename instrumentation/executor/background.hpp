#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "instrumentation/executor/executor.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {

/// A job in the background that keeps no frame waiting: an owner that drops it early goes on at
/// once, and its result is dropped when it comes. So the job must share everything that it uses.
template <class T>
class Background {
 public:
  Background() = default;
  /// `what` as in guarded(). `wake` is called by the job once the result can be taken.
  Background(std::string what, std::function<Result<T>()> job,
             const std::function<void()>& wake = {})
      : ending_(std::make_shared<Ending>()) {
    const Status begun = guarded("begin work in the background", [&]() -> Status {
      work_ = executor().run(
          [ending = ending_, what = std::move(what), job = std::move(job), wake]() mutable {
            Result<T> result = guarded(what, job);
            job = nullptr;  // everything it used goes before anybody hears of the end
            ending->tell(std::move(result), wake);
          });
      return Done{};
    });
    if (!begun) ending_->tell(begun.error(), wake);
  }

  /// True if there is a job, or its result, to fetch.
  [[nodiscard]] bool valid() const { return ending_ != nullptr; }
  [[nodiscard]] bool ready() const { return valid() && ending_->there; }
  /// Waits until nothing of the job goes on any more.
  void wait() const {
    if (work_) work_->join();
  }
  /// The result, once; only if valid(). Waits if it is not ready().
  [[nodiscard]] Result<T> take() {
    wait();
    work_.reset();
    return *std::move(std::exchange(ending_, nullptr)->result);
  }

 private:
  struct Ending {
    void tell(Result<T> told, const std::function<void()>& wake) {
      result = std::move(told);
      there = true;
      if (wake) wake();
    }
    std::atomic<bool> there = false;
    std::optional<Result<T>> result;  // to be read once it is there
  };
  std::shared_ptr<Ending> ending_;
  std::shared_ptr<RunningWork> work_;
};

}  // namespace warpscope
