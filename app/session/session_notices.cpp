// What a session says by itself: how saving and measuring went.

#include <chrono>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {

bool Session::take_saved() {
  if (!saving_.valid() || saving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  if (const Status saved = saving_.get(); saved) {
    say("Saved " + saving_to_.string() + ".");
  } else {
    complain(saved.error());
  }
  return true;
}

bool Session::take_measured() {
  const auto ended = measuring.poll();
  if (!ended) return false;
  if (*ended) {
    say(ended->value(), "Show", "view.timing");
  } else {
    complain(ended->error());
  }
  return true;
}

void Session::say(std::string text, std::string action, std::string command) {
  const float seconds = action.empty() ? 4.0F : 8.0F;
  toast_ = Toast{std::move(text), false, seconds, std::move(action), std::move(command)};
}

void Session::complain(const Error& error) { toast_ = Toast{error.message, true, 12}; }

void Session::save_trace(const std::filesystem::path& path) {
  if (!left_.document() || saving_.valid()) return;
  saving_to_ = path;
  saving_ = std::async(std::launch::async, [trace = left_.document()->trace, path, wake = wake_] {
    Status saved = write_trace(*trace, path);
    if (wake) wake();
    return saved;
  });
}

}  // namespace warpscope
