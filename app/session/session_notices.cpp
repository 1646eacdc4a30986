// The messages of a session: the outcome of saving and measuring.

#include <chrono>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/guarded.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {

bool Session::take_saved() {
  if (!saving_.valid() || saving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  if (const Status saved = saving_.get(); saved) {
    say(tr("Saved {}.", saving_to_.string()));
  } else {
    complain(saved.error());
  }
  return true;
}

bool Session::take_measured() {
  const auto ended = measuring.poll();
  if (!ended) return false;
  if (*ended) {
    say(ended->value(), tr("Show"), "view.timing");
  } else {
    complain(ended->error());
  }
  return true;
}

void Session::say(std::string text, std::string action, std::string command) {
  const float seconds = action.empty() ? 4.0F : 8.0F;
  toast_ = Toast{std::move(text), false, seconds, std::move(action), std::move(command)};
}

void Session::complain(const Error& error) {
  constexpr float seconds = 12;
  // Problems at the same time are told together, such as two damaged files at the start.
  const bool together = toast_ && toast_->error && toast_->seconds >= seconds;
  const std::string& words = error.for_window();
  toast_ = Toast{together ? toast_->text + ' ' + words : words, true, seconds};
}

Status Session::save_trace(const std::filesystem::path& path) {
  if (!left_.document()) {
    return Error{ErrorKind::usage, tr("There is no trace to save: nothing was recorded yet.")};
  }
  if (saving_.valid()) {
    return Error{ErrorKind::usage,
                 tr("{} is still being written. Save again once a notice says that this is done.",
                    saving_to_.string())};
  }
  return guarded("save " + path.string(), [&]() -> Status {
    saving_ = std::async(std::launch::async, [trace = left_.document()->trace, path, wake = wake_] {
      Status saved = write_trace(*trace, path);
      if (wake) wake();
      return saved;
    });
    saving_to_ = path;
    return Done{};
  });
}

}  // namespace warpscope
