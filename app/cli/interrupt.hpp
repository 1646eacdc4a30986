#pragma once

#include <array>
#include <csignal>

namespace warpscope {

/// While it lives, Ctrl+C, a request to end and a terminal that closes (SIGINT, SIGTERM, SIGHUP) are
/// noted and not obeyed, so that what is being written can be taken back first. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] static bool interrupted();
  /// Lets the process end as the signal would have ended it, once all is tidy. Comes back only
  /// where there was none.
  static void obey();

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace warpscope
