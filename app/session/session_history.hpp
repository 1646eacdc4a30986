#pragma once

#include <cstdint>
#include <utility>

#include "app/session/history.hpp"

namespace warpscope {

class Session;

/// Undo and redo of what is wanted, and of sliders, what is followed and the panes.
class SessionHistory {
 public:
  explicit SessionHistory(Session& session) : session_(session) {}

  /// What is wanted; shown once it is recorded.
  [[nodiscard]] const Options& present() const { return now_.present(); }
  [[nodiscard]] bool can_undo() const { return now_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return now_.can_redo(); }
  /// Also goes back to the access at which that run was left, or puts back sliders, what was followed, or the panes. What was opened from
  /// a file that is gone is stepped over, and a notice says so.
  void undo();
  void redo();
  /// Moves a slider: `next` holds its value, and it is the chosen one. What follows with `goes_on` is
  /// one step of undo with it. Undo and redo show it at its place.
  void move_slider(SliderSettings next, const SliderPlace& place, bool goes_on);
  /// What was followed before is left, or how panes were arranged. Can be undone.
  void leave(const BesideStep& before);

  // For the session and its rooms, which record what changes.

  /// Without a way back.
  void begin(const Options& present) { now_ = shown_ = History(present); }
  /// Before anything is shown: the banks and the change of a run that were typed.
  void begin_with(BankModel model, const WhatIf& what_if);
  /// `place` is the access at which the present ones are left.
  void change(Options next, std::uint32_t place) { now_.change(std::move(next), place); }
  /// The same program in a later version: from now on wherever the earlier one stood.
  void renew(const SubjectPtr& program) { now_.renew(program); }
  /// Another right side, without a way back.
  void vary(Variant variant) { now_.vary(std::move(variant)); }
  /// What is wanted is shown now.
  void keep() { shown_ = now_; }
  /// What was wanted failed or was cancelled: wanted is what is shown.
  void go_back_to_shown() { now_ = shown_; }

 private:
  void walk(History::Step (History::*direction)(std::uint32_t, const Beside&));
  void put_back(const BesideStep& step);
  /// Records, and goes to where that run was left.
  void return_to(const History::Step& step);

  Session& session_;
  History now_{Options{}};
  History shown_{Options{}};  // as it was when what is shown came
};

}  // namespace warpscope
