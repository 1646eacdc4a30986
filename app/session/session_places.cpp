#include "app/session/session_places.hpp"

#include <system_error>
#include <utility>

#include "app/look/choice.hpp"
#include "app/session/session.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
std::optional<VisitedPlace> SessionPlaces::here() const {
  const Options& shown = session_.shown().options;
  if (!shown.opened && shown.request.kernel.empty()) return std::nullopt;
  // What home was opened over, before anybody saw it, is no place.
  if (session_.views.layout == LayoutKind::home && !session_.views.came_home) return std::nullopt;
  VisitedPlace place{.opened = shown.opened,
                     .request = shown.request,
                     .access = session_.playback.left().position(),
                     .reads = reads_};
  // The stops of a program's lesson come back with the lesson alone, which starts where it says.
  if (session_.lesson.on() && session_.lesson.lesson().program.empty()) {
    place.lesson = session_.lesson.lesson().id;
    place.stop = session_.lesson.number();
  }
  return place;
}

std::optional<WorkPlace> SessionPlaces::work() const {
  const auto now = here();
  if (!now) return std::nullopt;
  WorkPlace place{.run = now->request,
                  .access = now->access,
                  .lesson = now->lesson,
                  .stop = now->stop,
                  .layout = std::string(names_of(session_.views.layout).id),
                  .zooms = session_.views.look.get<ZoomPlaces>()};
  SubjectPtr subject = session_.shown().options.subject();
  // A lesson brings its own run; what was shown before it comes back with its end.
  const Options* before = session_.lesson.before();
  if (before != nullptr && !now->lesson.empty() &&
      (before->opened || !before->request.kernel.empty())) {
    subject = before->subject();
    place.run = before->request;
    place.access = 0;
  }
  std::error_code unknown;
  if (!subject->file().empty()) place.file = std::filesystem::absolute(subject->file(), unknown);
  return place;
}

Status SessionPlaces::resume(const WorkPlace& place) {
  session_.playback.player.play(false);
  if (!place.file.empty()) {
    if (Status opened = session_.open(place.file); !opened) return opened;
  } else {
    Options next = session_.options();
    next.opened = {};
    next.variant.reset();
    const MachineKind machine = next.request.machine;
    next.request = place.run;
    next.request.machine = machine;
    if (Status changed = session_.change(std::move(next)); !changed) return changed;
  }
  session_.recording.then_go_to(place.access);
  if (!place.lesson.empty() && !session_.lesson.revisit(place.lesson, place.stop) &&
      names_a_lesson(place.lesson)) {
    if (Status begun = session_.lesson.begin_file(place.lesson); !begun) return begun;
    if (place.stop < session_.lesson.lesson().stops.size()) session_.lesson.go(place.stop);
  }
  session_.views.layout = find_choice<LayoutKind>(place.layout).value_or(LayoutKind::study);
  session_.views.look.set(place.zooms);
  return Done{};
}

bool SessionPlaces::can_go_back() const {
  if (session_.views.layout == LayoutKind::home) return session_.views.came_home;
  if (session_.lesson.why()) return true;
  const auto now = here();
  return now && places_.can_go_back(*now);
}

bool SessionPlaces::can_go_forward() const {
  const auto now = here();
  return now && places_.can_go_forward(*now);
}

void SessionPlaces::read(FilePlace place) {
  static_cast<void>(jump());
  reads_ = std::move(place);
}

void SessionPlaces::go_back() {
  if (session_.views.layout == LayoutKind::home) {
    if (session_.views.came_home) session_.views.leave_home();
    return;
  }
  if (session_.lesson.why()) return session_.lesson.close_why();
  travel(&VisitedPlaces::back);
}
void SessionPlaces::go_forward() { travel(&VisitedPlaces::forward); }

void SessionPlaces::travel(VisitedPlaces::Way (VisitedPlaces::*direction)(
    const VisitedPlace&, const VisitedPlaces::IsThere&)) {
  const auto now = here();
  if (!now) return;
  const VisitedPlaces::Jump no_other(places_, std::nullopt);
  const VisitedPlaces::Way way = (places_.*direction)(*now, [&](const VisitedPlace& place) {
    return place.opened == session_.shown().options.opened || is_there(place.opened);
  });
  if (!way.gone.empty()) session_.notices.say(file_gone_text(*way.gone.front().opened));
  if (way.to) show(*way.to);
}

void SessionPlaces::show(const VisitedPlace& place) {
  session_.playback.player.play(false);
  Options next = session_.options();
  next.opened = place.opened;
  next.request = place.request;
  const Options& shown = session_.shown().options;
  const VisitedPlace now = here().value_or(VisitedPlace{});
  const bool same_stop = now.lesson == place.lesson && now.stop == place.stop;
  const bool same_run = shown.opened == next.opened && shown.request == next.request;
  if (same_stop && same_run && !session_.recording.on()) {
    session_.playback.seek_within(place.access);
    reads_ = place.reads;
    return;
  }
  if (!place.lesson.empty() && session_.lesson.revisit(place.lesson, place.stop)) return;
  if (const Options* before = session_.lesson.before()) {
    if (before->opened == place.opened && before->request == place.request)
      return session_.lesson.leave();
    session_.lesson.end();
  }
  const bool other = !same_subject(*next.subject(), *shown.subject());
  if (other && next.variant &&
      (is_what_if(*next.variant) || SessionComparison::is_before(*next.variant))) {
    next.variant.reset();
  }
  if (const Status changed = session_.change(std::move(next), place.access); !changed) {
    return session_.notices.complain(changed.error());
  }
  session_.programs.watch();
}

}  // namespace warpscope
