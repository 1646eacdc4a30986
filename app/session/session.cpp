#include "app/session/session.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/comparison/comparison.hpp"
#include "app/comparison/resume_place.hpp"
#include "app/session/desktop_motion.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

Session::Session(Settings settings_, Recorder::Make make, std::function<void()> wake)
    : programs(*this, wake),
      measuring(wake),
      settings(std::move(settings_)),
      notes(*this, wake),
      wake_(wake),
      recorder_(std::move(make), std::move(wake)) {
  follow_motion();
}

void Session::follow_motion(std::optional<bool> desktop_asks) {
  desktop_asks_ = desktop_asks.value_or(desktop_asks_);
  player.reduced_motion = reduces_motion(settings.motion, desktop_asks_);
  if (player.reduced_motion) player.settle();
}

void Session::show(Recording recording) {
  history_ = shown_history_ = History(recording.options);
  shown_ = std::move(recording);
  complete_comparison();
  left_.open(shown_.left);
  right_.open(shown_.right);
  align();
  notes.follow();
  programs.remember_shown();
}

void Session::complete_comparison() {
  if (!shown_.left || !shown_.right || shown_.comparison) return;  // make_recording has made it
  shown_.comparison = std::make_shared<const Comparison>(compare(*shown_.left, *shown_.right));
}

Status Session::change(Options next, std::optional<std::uint32_t> access) {
  Result<RunRequest> legal = next.subject()->complete(next.request);
  if (!legal) return legal.error();
  next.request = std::move(legal).value();
  views.leave_home();
  if (next.variant) {
    // A variant that is newly chosen must be possible; an older one loses what is not possible
    // here.
    if (next.variant == options().variant) next.variant = kept_variant(next);
    if (next.variant) {
      if (const auto right = varied(next); !right) return right.error();
    }
  }
  if (!same_subject(*next.subject(), *shown_.options.subject())) static_cast<void>(places.jump());
  history_.change(std::move(next), left_.position());
  record();
  wanted_access_ = access;
  return Done{};
}

Status Session::choose_kernel(std::string_view id,
                              const std::map<std::string, std::string>& parameters) {
  // Starts from the options before a lesson: the user did not choose the lesson's own.
  const Options* before_lesson = lesson.before();
  Options next = before_lesson != nullptr ? *before_lesson : options();
  next.opened = {};
  if (next.variant && is_what_if(*next.variant) && id != next.request.kernel) next.variant.reset();
  if (next.variant && SessionComparison::is_before_save(*next.variant)) next.variant.reset();
  next.request = for_kernel(without_own_size(std::move(next.request)), id);
  for (const auto& [name, value] : parameters) next.request.parameters[name] = value;
  return change(std::move(next));
}

Status Session::open(const std::filesystem::path& file, HowOpened how) {
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) {
    return usage_error(say("There is no file {}.", file.string()));
  }
  if (names_a_lesson(file)) return open_lecture(file);
  if (names_a_program(file.string())) return programs.open(file, how);
  Options next = options();
  if (next.variant && SessionComparison::is_before_save(*next.variant)) next.variant.reset();
  next.opened = file_subject(file);
  return change(std::move(next));
}

void Session::begin_with(BankModel model, const WhatIf& what_if) {
  Options wanted = options();
  wanted.model = model;
  wanted.request.what_if = what_if;
  history_ = shown_history_ = History(std::move(wanted));
}

void Session::change_formula(const std::string& from, const std::string& to) {
  if (from == to) return;
  formulas_.insert_or_assign(from, std::exchange(settings.formula, Playground{}));
  const auto known = formulas_.find(to);
  if (known != formulas_.end()) settings.formula = known->second;
  if (settings.formula == Playground{}) views.put_back("formula");
}

void Session::look_like(const Session& other) {
  settings = other.settings;
  lecture.view = other.lecture.view;
  views.look_like(other.views);
}

void Session::move_slider(SliderSettings next, const SliderPlace& place, bool goes_on) {
  SliderSettings before = views.look.get<SliderSettings>();
  // Of a recording that is cancelled, the sliders stay.
  for (History* history : {&history_, &shown_history_}) {
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
  views.look.set(std::move(next));
}

void Session::undo() { walk_history(&History::undo); }
void Session::redo() { walk_history(&History::redo); }

void Session::walk_history(History::Step (History::*direction)(std::uint32_t,
                                                               const SliderSettings&)) {
  const bool back = direction == &History::undo;
  const History before = history_;
  SubjectPtr gone;
  while (back ? can_undo() : can_redo()) {
    const History::Step step =
        (history_.*direction)(left_.position(), views.look.get<SliderSettings>());
    const SubjectPtr& opened = options().opened;
    if (step.sliders || opened == shown_.options.opened || is_there(opened)) {
      if (!same_subject(*options().subject(), *shown_.options.subject())) {
        static_cast<void>(places.jump());
      }
      return_to(step);
      if (gone) notices.say(file_gone_text(*gone));
      return;
    }
    if (!gone) gone = opened;
  }
  if (!gone) return;
  history_ = before;
  notices.say(file_gone_text(*gone));
}

void Session::return_to(const History::Step& step) {
  if (step.sliders) {
    const auto& [sliders, place] = *step.sliders;
    views.look.set(sliders);
    if (place.show != nullptr) place.show(views.look);
    views.bring_forward(place.view);
    if (!recording()) shown_history_ = history_;
    return;
  }
  record();
  programs.watch();
  // Another bank model, or another right side, is no other place.
  const Options& before = shown_.options;
  const bool same = before.opened == options().opened && before.request == options().request;
  if (!same) wanted_access_ = step.place;
}

void Session::cancel_recording() {
  if (!recording()) return;
  recorder_.cancel();
  history_ = shown_history_;
  programs.watch();
  cancelled_ = true;
  take_cancelled();
  lesson.follow();
}

bool Session::take_cancelled() {
  if (!cancelled_ || stopping()) return false;
  cancelled_ = false;
  notices.say(say("Recording was cancelled."));
  return true;
}

void Session::record() {
  cancelled_ = false;  // what comes now says more
  wanted_access_.reset();
  recorder_.request(options(), shown_);
}

void Session::renew(const SubjectPtr& program, std::optional<Variant> right) {
  if (program) {
    history_.renew(program);
    places.renew(program);
  }
  if (right) history_.vary(*std::move(right));
  record();
}

void Session::seek_right(std::uint32_t access) {
  if (shown_.comparison) seek(shown_.comparison->alignment.to_left(access));
}

void Session::seek_telling() {
  if (!left_.ready()) return;
  seek(left_.document()->telling.access);
  opening_ = true;
}

bool Session::opening() const { return opening_ && left_.ready() && !lesson.on(); }

std::string Session::opening_text() const {
  if (!left_.ready()) return {};
  const Document& document = *left_.document();
  return telling_text(*document.trace, document.summary, document.telling);
}

void Session::leave_opening() {
  places.read_at_playhead();
  if (opening_) newcomer = false;
  opening_ = false;
}

void Session::seek(std::uint32_t access) {
  leave_opening();
  if (left_.seek(access)) align();
  player.settle();
}

void Session::seek_within(std::uint32_t access) {
  if (left_.ready()) seek(std::min(access, left_.count() - 1));
}

void Session::step(Granularity by, bool forward) {
  player.play(false);
  leave_opening();
  if (!(forward ? left_.forward(by) : left_.back(by))) return;
  align();
  // Backwards there is nothing to animate: the access is shown as it ended.
  forward ? animate() : player.settle();
}

void Session::toggle_play() {
  leave_opening();
  const bool start = !player.playing() && left_.ready();
  if (start && left_.position() + 1 == left_.count()) seek(0);
  player.play(start);
}

void Session::align() {
  if (left_.ready() && right_.ready() && shown_.comparison) {
    right_.seek(shown_.comparison->alignment.to_right(left_.position()));
  }
}

void Session::animate() {
  player.animate(left_.document()->summary.accesses[left_.position()].wavefronts);
}

bool Session::tick(float seconds) {
  bool changed = take_recording();
  changed |= take_cancelled();
  changed |= take_saved();
  changed |= take_measured();
  changed |= programs.tick(seconds);
  changed |= comparison.tick();
  notes.tick();
  changed |= notices.tick(seconds);
  changed |= player.moving();
  bool moved = false;
  for (int steps = player.update(seconds); steps > 0; --steps) {
    if (!left_.forward(player.granularity)) {
      player.play(false);
      break;
    }
    moved = true;
  }
  if (moved) {
    align();
    animate();
  }
  return changed || moved;
}

float Session::seconds_until_change() const {
  return std::min({player.seconds_until_change(), notices.seconds_until_change(),
                   programs.seconds_until_change(), comparison.seconds_until_change()});
}

bool Session::take_recording() {
  std::optional<Result<Recording>> result = recorder_.poll();
  if (!result) return false;
  programs.hear_console();
  if (!*result) {
    fail_recording(result->error());
    return true;
  }
  const DocumentPtr before = left_.document();
  const std::uint32_t place = left_.position();
  shown_ = std::move(*result).value();
  shown_history_ = history_;
  complete_comparison();
  const bool other = !left_.document() || left_.document()->trace != shown_.left->trace;
  change_formula(left_.document() ? left_.document()->subject->topic() : settings.kernel,
                 shown_.left->subject->topic());
  left_.open(shown_.left);
  right_.open(shown_.right);
  align();
  if (other) {
    player.play(false);
    places.read_at_playhead();
    if (!resume(before, place)) seek_telling();
    if (!shown_.options.opened) settings.kernel = shown_.options.request.kernel;
  }
  if (const auto access = std::exchange(wanted_access_, std::nullopt)) seek_within(*access);
  notes.follow();
  programs.watch();
  programs.remember_shown();
  lesson.follow();
  return true;
}

void Session::fail_recording(const Error& error) {
  const SubjectPtr wanted = options().subject();
  const bool program = wanted->program() != nullptr;
  if (!programs.tell_failure(error)) notices.complain(error);
  wanted_access_.reset();
  if (program && shown_.left && !same_program(*shown_.left->subject, *wanted)) {
    // The user wants to mend it: another kernel beside its errors would only confuse.
    shown_ = Recording{.options = options(), .left = nullptr, .right = nullptr};
    shown_history_ = history_;
    left_.close();
    right_.close();
  } else if (shown_.left) {
    history_ = shown_history_;
  }
  programs.watch();
  lesson.follow();
}

bool Session::resume(const DocumentPtr& before, std::uint32_t access) {
  const DocumentPtr& now = left_.document();
  if (!before || !now) return false;
  // Whoever has gone nowhere yet sees what tells most, whichever the values are.
  const bool values = !opening_ && same_but_for_values(*before->trace, *now->trace);
  if (!values && !same_program(*before->subject, *now->subject)) return false;
  const auto place = resume_place(*before->trace, access, *now->trace);
  if (!place) return false;
  leave_opening();
  if (left_.seek(*place)) align();
  player.settle();
  return true;
}

}  // namespace warpscope
