#include "app/cli/patience.hpp"

#include <fmt/ostream.h>

#include <string>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

Patience::Patience(std::ostream& err, const std::string& what, bool terminal, Pace pace,
                   std::function<std::string()> done)
    : err_(err),
      what_(quotable(what)),
      done_(std::move(done)),
      terminal_(terminal),
      pace_(pace),
      worker_([this](const std::stop_token& stop) { return turn(stop); }) {}

void Patience::stop() {
  if (!worker_.valid()) return;
  worker_.stop();
  if (terminal_ && told_ > 0) fmt::print(err_, "\r\033[K");
  err_.flush();
}

NextTurn Patience::turn(const std::stop_token& stop) {
  if (stop.stop_requested()) return NextTurn::none();
  if (!std::exchange(waited_, true)) return NextTurn::after(pace_.first);
  tell();
  return NextTurn::after(pace_.then);
}

void Patience::tell() {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start_);
  const std::string done = done_ ? done_() : std::string();
  // Translators, here and below: {1} is what it has done, "12 launches", {2} its seconds.
  if (terminal_) {
    fmt::print(err_, "\r\033[K{} ",
               done.empty() ? tr("{0}: {1} s so far", what_, seconds.count())
                            : tr("{0}: {1}, {2} s so far", what_, done, seconds.count()));
  } else {
    fmt::print(err_, "warpscope: {}\n",
               done.empty() ? tr("{0} goes on, {1} s so far.", what_, seconds.count())
                            : tr("{0} goes on, {1}, {2} s so far.", what_, done, seconds.count()));
  }
  err_.flush();
  ++told_;
}

}  // namespace warpscope
