// Back and forward through the places at which a person was.

#include <utility>

#include "app/session/session.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::string gone_text(const SubjectPtr& opened) {
  return tr("{} is not there any more.", opened->file().string());
}

}  // namespace

std::optional<VisitedPlace> Session::here() const {
  const Options& shown = shown_.options;
  if (!shown.opened && shown.request.kernel.empty()) return std::nullopt;
  VisitedPlace place{.opened = shown.opened,
                     .request = shown.request,
                     .access = left_.position(),
                     .reads = reads_};
  // The stops of a program's lesson come back with the lesson alone, which starts where it says.
  if (lesson.on() && lesson.lesson().program.empty()) {
    place.lesson = lesson.lesson().id;
    place.stop = lesson.number();
  }
  return place;
}

bool Session::can_go_back() const {
  if (layout == LayoutKind::home) return came_home;
  const auto now = here();
  return now && places_.can_go_back(*now);
}

bool Session::can_go_forward() const {
  const auto now = here();
  return now && places_.can_go_forward(*now);
}

void Session::read(FilePlace place) {
  static_cast<void>(jump());
  reads_ = std::move(place);
}

void Session::go_back() {
  if (layout == LayoutKind::home) {
    if (came_home) leave_home();
    return;
  }
  travel(&VisitedPlaces::back);
}
void Session::go_forward() { travel(&VisitedPlaces::forward); }

void Session::travel(VisitedPlaces::Way (VisitedPlaces::*direction)(
    const VisitedPlace&, const VisitedPlaces::IsThere&)) {
  const auto now = here();
  if (!now) return;
  const VisitedPlaces::Jump no_other(places_, std::nullopt);
  const VisitedPlaces::Way way = (places_.*direction)(*now, [&](const VisitedPlace& place) {
    return place.opened == shown_.options.opened || is_there(place.opened);
  });
  if (!way.gone.empty()) notices.say(gone_text(way.gone.front().opened));
  if (way.to) show_place(*way.to);
}

void Session::show_place(const VisitedPlace& place) {
  player.play(false);
  Options next = options();
  next.opened = place.opened;
  next.request = place.request;
  const Options& shown = shown_.options;
  const VisitedPlace now = here().value_or(VisitedPlace{});
  const bool same_stop = now.lesson == place.lesson && now.stop == place.stop;
  const bool same_run = shown.opened == next.opened && shown.request == next.request;
  if (same_stop && same_run && !recording()) {
    seek_within(place.access);
    reads_ = place.reads;
    return;
  }
  if (!place.lesson.empty() && lesson.revisit(place.lesson, place.stop)) return;
  if (const Options* before = lesson.before()) {
    if (before->opened == place.opened && before->request == place.request) return lesson.leave();
    lesson.end();
  }
  const bool other = !same_subject(*next.subject(), *shown.subject());
  if (other && next.variant &&
      (is_what_if(*next.variant) || SessionComparison::is_before_save(*next.variant))) {
    next.variant.reset();
  }
  if (const Status changed = change(std::move(next), place.access); !changed) {
    return notices.complain(changed.error());
  }
  programs.watch();
}

void Session::undo() { walk_history(&History::undo); }
void Session::redo() { walk_history(&History::redo); }

void Session::walk_history(History::Step (History::*direction)(std::uint32_t,
                                                               const SliderSettings&)) {
  const bool back = direction == &History::undo;
  const History before = history_;
  SubjectPtr gone;
  while (back ? can_undo() : can_redo()) {
    const History::Step step = (history_.*direction)(left_.position(), look.get<SliderSettings>());
    const SubjectPtr& opened = options().opened;
    if (step.sliders || opened == shown_.options.opened || is_there(opened)) {
      if (!same_subject(*options().subject(), *shown_.options.subject())) {
        static_cast<void>(jump());
      }
      return_to(step);
      if (gone) notices.say(gone_text(gone));
      return;
    }
    if (!gone) gone = opened;
  }
  if (!gone) return;
  history_ = before;
  notices.say(gone_text(gone));
}

}  // namespace warpscope
