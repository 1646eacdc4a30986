#include "app/session/session.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/comparison/comparison.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/run_choices.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

Session::Session(Settings settings_, Recorder::Make make, std::function<void()> wake)
    : settings(std::move(settings_)),
      programs(*this, wake),
      notes(*this, wake),
      lectures(*this, wake),
      following(*this, wake),
      measuring(wake),
      recording(*this, std::move(make), std::move(wake)) {}

Status Session::change(Options next, std::optional<std::uint32_t> access) {
  Result<RunRequest> legal = next.subject()->complete(next.request);
  if (!legal) return legal.error();
  next.request = std::move(legal).value();
  const bool unseen = views.layout == LayoutKind::home && !views.came_home;
  views.leave_home();
  if (next.variant) {
    // A variant that is newly chosen must be possible; an older one loses what is not possible
    // here.
    if (next.variant == options().variant) next.variant = kept_variant(next);
    if (next.variant) {
      if (const auto right = varied(next); !right) return right.error();
    }
  }
  if (unseen) {  // what home was opened over
    places.forget();
  } else if (!same_subject(*next.subject(), *shown().options.subject())) {
    static_cast<void>(places.jump());
  }
  history.change(std::move(next), playback.left().position());
  recording.begin(access);
  return Done{};
}

namespace {

/// False for two kernels of the catalogue that solve two problems.
bool one_family(std::string_view kernel, std::string_view other) {
  const auto one = find_kernel(kernel), two = find_kernel(other);
  return !one || !two || one.value()->family == two.value()->family;
}

}  // namespace

Status Session::choose_kernel(std::string_view id,
                              const std::map<std::string, std::string>& parameters,
                              std::optional<std::int64_t> size) {
  // Starts from the options before a lesson: the user did not choose the lesson's own.
  const Options* before_lesson = lesson.before();
  Options next = before_lesson != nullptr ? *before_lesson : options();
  next.opened = {};
  if (next.variant && is_what_if(*next.variant) && id != next.request.kernel) next.variant.reset();
  if (next.variant && SessionComparison::is_before(*next.variant)) next.variant.reset();
  // Who comes from home begins anew, and a scan says nothing about a reduction.
  const bool from_home = views.layout == LayoutKind::home;
  if (from_home || (next.variant && !one_family(id, next.variant->kernel))) next.variant.reset();
  next.request = for_kernel(without_own_size(std::move(next.request)), id);
  for (const auto& [name, value] : parameters) next.request.parameters[name] = value;
  if (!size) return change(std::move(next));
  const SubjectPtr subject = next.subject();
  const Result<RunRequest> usual = subject->complete(next.request);
  if (!usual) return usual.error();
  Result<RunRequest> sized = with_size(*subject, usual.value(), *size, true);
  if (!sized) return sized.error();
  next.request = std::move(sized).value();
  return change(std::move(next));
}

Status Session::open(const std::filesystem::path& file, HowOpened how) {
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) {
    return usage_error(say("There is no file {}.", file.string()));
  }
  if (names_a_lesson(file)) return lectures.open(file);
  if (names_a_program(file.string())) return programs.open(file, how);
  Options next = options();
  if (next.variant && SessionComparison::is_before(*next.variant)) next.variant.reset();
  next.opened = file_subject(file);
  return change(std::move(next));
}

bool Session::tick(float seconds) {
  bool changed = recording.tick();
  changed |= take_measured();
  changed |= programs.tick(seconds);
  changed |= lectures.tick();
  changed |= comparison.tick();
  notes.tick();
  changed |= following.tick();
  changed |= notices.tick(seconds);
  changed |= playback.tick(seconds);
  return changed;
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

float Session::seconds_until_change() const {
  return std::min({playback.player.seconds_until_change(), notices.seconds_until_change(),
                   programs.seconds_until_change(), comparison.seconds_until_change()});
}

}  // namespace warpscope
