#include "app/session/session_history.hpp"

#include <utility>

#include "app/session/session.hpp"

namespace warpscope {

void SessionHistory::move_slider(SliderSettings next, const SliderPlace& place, bool goes_on) {
  SliderSettings before = session_.views.look.get<SliderSettings>();
  // Of a recording that is cancelled, the sliders stay.
  for (History* history : {&now_, &shown_}) {
    if (before.values == next.values) {
      if (!goes_on) history->end_movement();
      continue;
    }
    SliderMove from{before, place};
    from.sliders.chosen = next.chosen;
    history->move_slider(std::move(from), goes_on);
    // Put back to follow what is shown: no movement that goes on.
    if (!next.values.contains(next.chosen)) history->end_movement();
  }
  session_.views.look.set(std::move(next));
}

void SessionHistory::leave(const BesideStep& before) {
  // Of a recording that is cancelled, it stays.
  shown_.leave(before);
  now_.leave(before);
}

void SessionHistory::begin_with(BankModel model, const WhatIf& what_if) {
  Options wanted = present();
  wanted.model = model;
  wanted.request.what_if = what_if;
  begin(wanted);
}

void SessionHistory::undo() { walk(&History::undo); }
void SessionHistory::redo() { walk(&History::redo); }

void SessionHistory::walk(History::Step (History::*direction)(std::uint32_t, const Beside&)) {
  const bool back = direction == &History::undo;
  const History before = now_;
  SubjectPtr gone;
  while (back ? can_undo() : can_redo()) {
    const Beside now{session_.views.look.get<SliderSettings>(), session_.following.wanted(),
                     session_.views.arrangement(), session_.views.look, session_.views.folds()};
    const History::Step step = (now_.*direction)(session_.playback.left().position(), now);
    const SubjectPtr& opened = present().opened;
    if (step.beside || opened == session_.shown().options.opened || is_there(opened)) {
      if (!same_subject(*present().subject(), *session_.shown().options.subject())) {
        static_cast<void>(session_.places.jump());
      }
      return_to(step);
      if (gone) session_.notices.say(file_gone_text(*gone));
      return;
    }
    if (!gone) gone = opened;
  }
  if (!gone) return;
  now_ = before;
  session_.notices.say(file_gone_text(*gone));
}

void SessionHistory::put_back(const BesideStep& step) {
  if (const auto* move = std::get_if<SliderMove>(&step)) {
    session_.views.look.set(move->sliders);
    if (move->place.show != nullptr) move->place.show(session_.views.look);
    session_.views.bring_forward(move->place.view);
  } else if (const auto* following = std::get_if<Following>(&step)) {
    session_.following.put_back(*following);
  } else if (const auto* change = std::get_if<LookChange>(&step)) {
    change->option->choose(session_.views.look, change->choice);
  } else if (const auto* folded = std::get_if<FoldedBlocks>(&step)) {
    session_.views.put_back(*folded);
  } else {
    session_.views.put_back(std::get<PaneArrangement>(step));
  }
}

void SessionHistory::return_to(const History::Step& step) {
  if (step.beside) {
    put_back(*step.beside);
    if (!session_.recording.on()) keep();
    return;
  }
  // Another bank model, or another right side, is no other place.
  const Options& before = session_.shown().options;
  const bool same = before.opened == present().opened && before.request == present().request;
  session_.recording.begin(same ? std::nullopt : std::optional(step.place));
  session_.programs.watch();
}

}  // namespace warpscope
