#include "app/cli/interrupt.hpp"

#include <cstddef>

namespace warpscope {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t noted = 0;

void note(int signal) { noted = signal; }

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &action, &before_[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

bool InterruptGuard::interrupted() { return noted != 0; }

void InterruptGuard::obey() {
  if (noted == 0) return;
  const int signal = noted;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace warpscope
