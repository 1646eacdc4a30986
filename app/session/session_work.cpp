// Where a window is, and how another one comes there.

#include <system_error>
#include <utility>

#include "app/look/choice.hpp"
#include "app/session/session.hpp"

namespace warpscope {

std::optional<WorkPlace> Session::work_place() const {
  const auto now = places.here();
  if (!now) return std::nullopt;
  WorkPlace place{.run = now->request,
                  .access = now->access,
                  .lesson = now->lesson,
                  .stop = now->stop,
                  .layout = std::string(names_of(views.layout).id)};
  SubjectPtr subject = shown().options.subject();
  // A lesson brings its own run; what was shown before it comes back with its end.
  const Options* before = lesson.before();
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

Status Session::resume_work(const WorkPlace& place) {
  playback.player.play(false);
  if (!place.file.empty()) {
    if (Status opened = open(place.file); !opened) return opened;
  } else {
    Options next = options();
    next.opened = {};
    next.variant.reset();
    const MachineKind machine = next.request.machine;
    next.request = place.run;
    next.request.machine = machine;
    if (Status changed = change(std::move(next)); !changed) return changed;
  }
  recording.then_go_to(place.access);
  if (!place.lesson.empty() && !lesson.revisit(place.lesson, place.stop) &&
      names_a_lesson(place.lesson)) {
    if (Status begun = lesson.begin_file(place.lesson); !begun) return begun;
    if (place.stop < lesson.lesson().stops.size()) lesson.go(place.stop);
  }
  views.layout = find_choice<LayoutKind>(place.layout).value_or(LayoutKind::study);
  return Done{};
}

}  // namespace warpscope
