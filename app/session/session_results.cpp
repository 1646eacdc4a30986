// What a session started and is now told of: the outcome of saving and measuring.

#include <chrono>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/guarded.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {

bool Session::take_saved() {
  if (!saving_.valid() || saving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  if (const Status saved = saving_.get(); saved) {
    notices.say(say("Saved {}.", saving_to_.string()));
  } else {
    notices.complain(saved.error());
  }
  return true;
}

bool Session::take_measured() {
  const auto ended = measuring.poll();
  if (!ended) return false;
  if (*ended) {
    notices.say(ended->value(), say("Show"), "view.timing");
  } else {
    notices.complain(ended->error());
  }
  return true;
}

Status Session::save_trace(const std::filesystem::path& path) {
  if (!playback.left().document()) {
    return Error{ErrorKind::usage, say("There is no trace to save: nothing was recorded yet.")};
  }
  if (saving_.valid()) {
    return Error{ErrorKind::usage,
                 say("{} is still being written. Save again once a notice says that this is done.",
                     saving_to_.string())};
  }
  return guarded("save " + path.string(), [&]() -> Status {
    saving_ = std::async(std::launch::async,
                         [trace = playback.left().document()->trace, path, wake = wake_] {
                           Status saved = write_trace(*trace, path);
                           if (wake) wake();
                           return saved;
                         });
    saving_to_ = path;
    return Done{};
  });
}

}  // namespace warpscope
