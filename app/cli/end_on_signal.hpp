#pragma once

#include <string>

namespace warpscope {

/// While it lives, Ctrl+C, a request to terminate and a closing terminal are noted but not obeyed: who
/// measures ends after the work at hand, so that the results so far are kept. One at a time.
class EndOnSignal {
 public:
  EndOnSignal();
  ~EndOnSignal();
  EndOnSignal(const EndOnSignal&) = delete;
  EndOnSignal& operator=(const EndOnSignal&) = delete;

  [[nodiscard]] static bool asked();

 private:
  using Handler = void (*)(int);
  Handler interrupt_ = nullptr, terminate_ = nullptr, hang_up_ = nullptr;
};

/// "2026-11-21T06:17:14Z", as records say when they were taken.
[[nodiscard]] std::string utc_now();

}  // namespace warpscope
