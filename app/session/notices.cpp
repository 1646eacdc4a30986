#include "app/session/notices.hpp"

#include <utility>

#include "instrumentation/language/say.hpp"

namespace warpscope {

void Notices::say(Sentence text, Sentence action, std::string command) {
  const float seconds = action.empty() ? 4.0F : 8.0F;
  toast_ = Toast{std::move(text), false, seconds, std::move(action), std::move(command)};
}

void Notices::complain(const Error& error) {
  constexpr float seconds = 12;
  const bool together = toast_ && toast_->error && toast_->seconds >= seconds;
  const Sentence before = together ? toast_->text : Sentence();
  toast_ = Toast{followed(before, error.for_window()), true, seconds};
}

bool Notices::tick(float seconds) {
  if (!toast_ || (toast_->seconds -= seconds) > 0) return false;
  toast_.reset();
  return true;
}

}  // namespace warpscope
