#include "app/session/session.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/comparison/comparison.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

Session::Session(Settings settings_, Recorder::Make make, std::function<void()> wake)
    : settings(std::move(settings_)),
      programs(*this, wake),
      notes(*this, wake),
      measuring(wake),
      wake_(wake),
      recorder_(std::move(make), std::move(wake)) {}

void Session::show(Recording recording) {
  history.begin(recording.options);
  shown_ = std::move(recording);
  complete_comparison();
  playback.open(shown_);
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
  } else if (!same_subject(*next.subject(), *shown_.options.subject())) {
    static_cast<void>(places.jump());
  }
  history.change(std::move(next), playback.left().position());
  record(access);
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
                              const std::map<std::string, std::string>& parameters) {
  // Starts from the options before a lesson: the user did not choose the lesson's own.
  const Options* before_lesson = lesson.before();
  Options next = before_lesson != nullptr ? *before_lesson : options();
  next.opened = {};
  if (next.variant && is_what_if(*next.variant) && id != next.request.kernel) next.variant.reset();
  if (next.variant && SessionComparison::is_before_save(*next.variant)) next.variant.reset();
  // Who comes from home begins anew, and a scan says nothing about a reduction.
  const bool from_home = views.layout == LayoutKind::home;
  if (from_home || (next.variant && !one_family(id, next.variant->kernel))) next.variant.reset();
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
  history.begin(wanted);
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

void Session::cancel_recording() {
  if (!recording()) return;
  recorder_.cancel();
  history.go_back_to_shown();
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

void Session::record(std::optional<std::uint32_t> access) {
  cancelled_ = false;  // what comes now says more
  wanted_access_ = access;
  recorder_.request(options(), shown_);
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
  changed |= playback.tick(seconds);
  return changed;
}

float Session::seconds_until_change() const {
  return std::min({playback.player.seconds_until_change(), notices.seconds_until_change(),
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
  const DocumentPtr before = playback.left().document();
  const std::uint32_t place = playback.left().position();
  shown_ = std::move(*result).value();
  history.keep();
  complete_comparison();
  const bool other = !before || before->trace != shown_.left->trace;
  change_formula(before ? before->subject->topic() : settings.kernel,
                 shown_.left->subject->topic());
  playback.open(shown_);
  if (other) {
    playback.player.play(false);
    places.read_at_playhead();
    if (!playback.resume(before, place)) opening.seek();
    if (!shown_.options.opened) settings.kernel = shown_.options.request.kernel;
  }
  if (const auto access = std::exchange(wanted_access_, std::nullopt))
    playback.seek_within(*access);
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
    history.keep();
    playback.close();
  } else if (shown_.left) {
    history.go_back_to_shown();
  }
  programs.watch();
  lesson.follow();
}

}  // namespace warpscope
