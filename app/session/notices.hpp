#pragma once

#include <optional>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A message that goes away by itself.
struct Toast {
  Sentence text;
  bool error = false;
  float seconds = 0;         ///< for which it is still to be seen
  Sentence action = {};      ///< what a click on it does, in a word; empty: it only goes away
  std::string command = {};  ///< and by which command
};

/// What the window says to the user: one message at a time.
class Notices {
 public:
  [[nodiscard]] const std::optional<Toast>& toast() const { return toast_; }
  /// With an action, a click on the message runs the command.
  void say(Sentence text, Sentence action = {}, std::string command = {});
  void say(std::string, Sentence = {}, std::string = {}) = delete;  ///< it would not follow R
  /// Problems at the same time are told together, such as two damaged files at the start.
  void complain(const Error& error);
  void dismiss() { toast_.reset(); }

  /// Lets time pass. Returns whether a message has gone away.
  bool tick(float seconds);
  /// Until the message goes away; very long if there is none.
  [[nodiscard]] float seconds_until_change() const { return toast_ ? toast_->seconds : 1e6F; }

 private:
  std::optional<Toast> toast_;
};

}  // namespace warpscope
