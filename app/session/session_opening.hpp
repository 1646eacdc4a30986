#pragma once

#include <string>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

class Session;

/// The access at which a run opens, and what the window asks there.
class SessionOpening {
 public:
  explicit SessionOpening(Session& session) : session_(session) {}

  bool newcomer = false;  ///< nothing was remembered: the opening says where to start
  void
  seek();  ///< to the access at which a run opens: the first that is wrong, else the telling one
  /// True if the run has opened there, and nobody has gone elsewhere since.
  [[nodiscard]] bool on() const;
  /// The same, whoever leads there: true during a lesson, too.
  [[nodiscard]] bool unmoved() const { return on_; }
  /// The text that the window asks there, see telling_text(); of an access that is wrong, what is.
  [[nodiscard]] std::string text() const;
  /// Somebody goes elsewhere.
  void leave();

 private:
  Session& session_;
  bool on_ = false;
  Sentence fault_;  // at the access, when it was sought; empty: none
};

}  // namespace warpscope
