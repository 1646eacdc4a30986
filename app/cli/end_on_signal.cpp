#include "app/cli/end_on_signal.hpp"

#include <fmt/chrono.h>

#include <atomic>
#include <csignal>
#include <ctime>

namespace warpscope {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "a signal's handler writes it");
std::atomic<bool> asked_to_end = false;

void note_signal(int) { asked_to_end = true; }

}  // namespace

EndOnSignal::EndOnSignal() {
  asked_to_end = false;
  interrupt_ = std::signal(SIGINT, note_signal);
  terminate_ = std::signal(SIGTERM, note_signal);
  hang_up_ = std::signal(SIGHUP, note_signal);
}

EndOnSignal::~EndOnSignal() {
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
  std::signal(SIGHUP, hang_up_);
}

bool EndOnSignal::asked() { return asked_to_end; }

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace warpscope
