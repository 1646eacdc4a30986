#include "app/cli/patience.hpp"

#include <fmt/ostream.h>

#include <string>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

Patience::Patience(std::ostream& err, const std::string& what, bool terminal, Pace pace,
                   std::function<std::string()> done)
    : err_(err), what_(quotable(what)), done_(std::move(done)), terminal_(terminal) {
  thread_ = std::jthread([this, pace](const std::stop_token& stop) { work(stop, pace); });
}

void Patience::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  if (terminal_ && told_ > 0) fmt::print(err_, "\r\033[K");
  err_.flush();
}

void Patience::work(const std::stop_token& stop, Pace pace) {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  auto wait = pace.first;
  while (!changed_.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); })) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
    const std::string done = done_ ? done_() : std::string();
    // Translators, here and below: {1} is what it has done, "12 launches", {2} its seconds.
    if (terminal_) {
      fmt::print(err_, "\r\033[K{} ",
                 done.empty() ? tr("{0}: {1} s so far", what_, seconds.count())
                              : tr("{0}: {1}, {2} s so far", what_, done, seconds.count()));
    } else {
      fmt::print(err_, "warpscope: {}\n",
                 done.empty()
                     ? tr("{0} goes on, {1} s so far.", what_, seconds.count())
                     : tr("{0} goes on, {1}, {2} s so far.", what_, done, seconds.count()));
    }
    err_.flush();
    ++told_;
    wait = pace.then;
  }
}

}  // namespace warpscope
