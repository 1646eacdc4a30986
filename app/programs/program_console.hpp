#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/expect/expectation.hpp"
#include "app/subject/console_page.hpp"
#include "app/subject/program_subject.hpp"

namespace warpscope {

/// Keeps what programs of the user's own print and how they end, while they are built and run.
/// Used from the thread that records and from the one that draws.
class ProgramConsole {
 public:
  static constexpr std::size_t most_lines = 5000;    ///< of the output; the last ones
  static constexpr std::size_t longest_line = 2000;  ///< bytes; a longer one is split

  /// `wake` is called from other threads when there is something new to show.
  explicit ProgramConsole(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

  /// `runner`, heard: build and run tell this console, and the program's output comes here. The
  /// console must outlive it.
  [[nodiscard]] ProgramRunner heard(ProgramRunner runner);

  /// What is known now; nullptr before anything was built. The same object until something changes.
  [[nodiscard]] std::shared_ptr<const ConsolePage> page() const;

 private:
  using Clock = std::chrono::steady_clock;
  void begin(const BuildRequest& request);
  void stage(const std::string& words);
  void built(const BuildRequest& request, const BuildResult& result);
  void hear(std::string_view bytes);
  void progress(std::shared_ptr<const RunProgress> so_far);
  void ended(const Result<ProgramRun>& run);
  /// Under the lock.
  void end_line();
  void changed() { ++page_.revision; }
  void wake() const {
    if (wake_) wake_();
  }

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  ConsolePage page_;  // without its output
  bool begun_ = false;
  std::vector<WrittenExpectation> expected_;  // what the files say that it is built from
  std::deque<std::string> lines_;
  std::string line_;  // not ended yet
  Clock::time_point woken_{};
  mutable std::shared_ptr<const ConsolePage> shown_;
};

}  // namespace warpscope
