#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <ostream>
#include <string>

#include "instrumentation/executor/worker.hpp"

namespace warpscope {

/// Reports that a long operation still runs: on a terminal in one line that is overwritten and
/// erased at the end, elsewhere now and then in a line of its own.
class Patience {
 public:
  struct Pace {
    std::chrono::milliseconds first, then;
  };
  static constexpr Pace on_terminal{std::chrono::seconds(2), std::chrono::seconds(1)};
  static constexpr Pace elsewhere{std::chrono::seconds(5), std::chrono::seconds(10)};

  /// `what` names the operation: "report scan_blelloch". `done` says what it has done so far, "12 launches"; empty:
  /// nothing to say. It is asked by who writes. Writes to `err` in the
  /// background, so nobody else may write there until stop().
  Patience(std::ostream& err, const std::string& what, bool terminal, Pace pace,
           std::function<std::string()> done = {});
  ~Patience() { stop(); }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  /// Silences it from now on: there is output to see, or another progress. Call from one thread.
  void stop();
  [[nodiscard]] int times_told() const { return told_; }

 private:
  [[nodiscard]] NextTurn turn(const std::stop_token& stop);
  void tell();

  std::ostream& err_;
  std::string what_;
  std::function<std::string()> done_;
  bool terminal_;
  Pace pace_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool waited_ = false;
  std::atomic<int> told_ = 0;
  Worker worker_;  // last: it uses the others
};

}  // namespace warpscope
