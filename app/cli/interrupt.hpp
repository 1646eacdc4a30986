#pragma once

#include <array>
#include <csignal>

namespace warpscope {

/// While it lives, Ctrl+C, a request to end and a closing terminal (SIGINT, SIGTERM, SIGHUP) are
/// noted but not obeyed, so that a partial output can be removed first. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] static bool interrupted();
  /// Ends the process as the signal would have, once all is tidy. Returns only if there was no
  /// signal.
  static void obey();

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace warpscope
