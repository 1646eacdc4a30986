#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "instrumentation/trace/guarded.hpp"

namespace warpscope {

/// Runs work on a thread of its own. It must not throw.
[[nodiscard]] Status run_in_background(std::function<void()> work);
/// Waits for all work whose result nobody fetched. Call it before anything that the work uses goes
/// away: at the end of the window.
void finish_background_work();

/// Work on a thread of its own that keeps no frame waiting: an owner that drops it early goes on at
/// once, and its result is dropped when it comes. So the work must share everything that it uses.
template <class T>
class Background {
 public:
  Background() = default;
  /// `what` as in guarded().
  Background(std::string what, std::function<Result<T>()> work) : ending_(new Ending) {
    const Status begun = run_in_background(
        [ending = ending_, what = std::move(what), work = std::move(work)]() mutable {
          ending->result = guarded(what, work);
          work = nullptr;  // everything it used goes before anybody hears of the end
          ending->there = true;
          ending->there.notify_all();
        });
    if (begun) return;
    ending_->result = begun.error();
    ending_->there = true;
  }

  /// True if there is work, or its result, to fetch.
  [[nodiscard]] bool valid() const { return ending_ != nullptr; }
  [[nodiscard]] bool ready() const { return valid() && ending_->there; }
  /// The result, once; only if valid(). Waits if it is not ready().
  [[nodiscard]] Result<T> take() {
    ending_->there.wait(false);
    return *std::move(std::exchange(ending_, nullptr)->result);
  }

 private:
  struct Ending {
    std::atomic<bool> there = false;
    std::optional<Result<T>> result;  // to be read once it is there
  };
  std::shared_ptr<Ending> ending_;
};

}  // namespace warpscope
