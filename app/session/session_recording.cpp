#include "app/session/session_recording.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/comparison/since_save.hpp"
#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

/// What a save changed comes forward, unless the user has called another view of its place.
void show_what_changed(Session& session, const DocumentPtr& before) {
  const SinceSave* const since = session.programs.since_save();
  if (since == nullptr || since->before != before || session.lesson.on() ||
      session.options().variant) {
    return;
  }
  constexpr std::array<std::string_view, 3> place{"totals", "lines", "since_save"};
  const bool called = std::ranges::any_of(session.views.forward(), [&](const std::string& view) {
    return std::ranges::count(place, view) > 0;
  });
  if (!called) session.views.put_in_front("since_save");
}

}  // namespace

SessionRecording::SessionRecording(Session& session, Recorder::Make make,
                                   std::function<void()> wake)
    : session_(session), wake_(wake), recorder_(std::move(make), std::move(wake)) {}

SessionRecording::~SessionRecording() { saving_.wait(); }

void SessionRecording::show(Recording documents) {
  session_.history.begin(documents.options);
  shown_ = std::move(documents);
  complete_comparison();
  session_.playback.open(shown_);
  session_.notes.follow();
  session_.programs.remember_shown();
}

void SessionRecording::complete_comparison() {
  if (!shown_.left || !shown_.right || shown_.comparison) return;  // make_recording has made it
  shown_.comparison = std::make_shared<const Comparison>(
      compare(*shown_.left, *shown_.right,
              shown_.options.variant && SessionComparison::is_before(*shown_.options.variant)));
}

void SessionRecording::begin(std::optional<std::uint32_t> access) {
  cancelled_ = false;  // what comes now says more
  wanted_access_ = access;
  recorder_.request(session_.options(), shown_);
}

void SessionRecording::cancel() {
  if (!on()) return;
  recorder_.cancel();
  session_.history.go_back_to_shown();
  session_.programs.watch();
  cancelled_ = true;
  take_cancelled();
  session_.lesson.follow();
}

Status SessionRecording::save(const std::filesystem::path& path) {
  const DocumentPtr& document = session_.playback.left().document();
  if (!document) {
    return Error{ErrorKind::usage, say("There is no trace to save: nothing was recorded yet.")};
  }
  if (saving_.valid()) {
    return Error{ErrorKind::usage,
                 say("{} is still being written. Save again once a notice says that this is done.",
                     saving_to_.string())};
  }
  saving_ = Background<Done>(
      "save " + path.string(),
      [trace = document->trace, path] { return write_trace(*trace, path); }, wake_);
  saving_to_ = path;
  return Done{};
}

bool SessionRecording::tick() {
  bool changed = take_recording();
  changed |= take_cancelled();
  changed |= take_saved();
  return changed;
}

bool SessionRecording::take_recording() {
  std::optional<Result<Recording>> result = recorder_.poll();
  if (!result) return false;
  session_.programs.hear_console();
  if (!*result) {
    fail(result->error());
    return true;
  }
  SessionPlayback& playback = session_.playback;
  const DocumentPtr before = playback.left().document();
  const std::uint32_t place = playback.left().position();
  std::string& kernel = session_.settings.kernel;
  shown_ = std::move(*result).value();
  take_overtaken();
  session_.history.keep();
  complete_comparison();
  const bool other = !before || before->trace != shown_.left->trace;
  change_formula(before ? before->subject->topic() : kernel, shown_.left->subject->topic());
  playback.open(shown_);
  if (other) {
    playback.player.play(false);
    session_.places.read_at_playhead();
    const bool wrong_block = session_.programs.take_wrong_block();
    if (wrong_block || !playback.resume(before, place)) session_.opening.seek();
    if (!shown_.options.opened) kernel = shown_.options.request.kernel;
  }
  if (const auto access = std::exchange(wanted_access_, std::nullopt)) {
    playback.seek_within(*access);
  }
  session_.notes.follow();
  session_.programs.watch();
  session_.programs.remember_shown();
  session_.lesson.follow();
  session_.comparison.follow(before);
  show_what_changed(session_, before);
  return true;
}

void SessionRecording::take_overtaken() {
  const std::optional<Variant>& rival = shown_.options.variant;
  if (!rival || rival == session_.options().variant) return;
  session_.history.vary(*rival);
  session_.notices.say(
      SessionComparison::is_before_save(*rival)
          ? say("The file has changed what was tried: the program as it was before the save "
                "stands beside it now.")
          : say("The file has changed some of what was tried: only the rest is still tried."));
}

void SessionRecording::fail(const Error& error) {
  const SubjectPtr wanted = session_.options().subject();
  const bool editable = wanted->can_be_edited();
  if (!session_.programs.tell_failure(error)) session_.notices.complain(error);
  wanted_access_.reset();
  if (editable && shown_.left && !same_program(*shown_.left->subject, *wanted)) {
    // The user wants to mend it: another kernel beside its errors would only confuse.
    shown_ = Recording{.options = session_.options(), .left = nullptr, .right = nullptr};
    session_.history.keep();
    session_.playback.close();
  } else if (shown_.left) {
    session_.history.go_back_to_shown();
  }
  session_.programs.watch();
  session_.lesson.follow();
}

bool SessionRecording::take_cancelled() {
  if (!cancelled_ || stopping()) return false;
  cancelled_ = false;
  session_.notices.say(say("Recording was cancelled."));
  return true;
}

bool SessionRecording::take_saved() {
  if (!saving_.ready()) return false;
  if (const Status saved = saving_.take(); saved) {
    session_.notices.say(say("Saved {}.", saving_to_.string()));
  } else {
    session_.notices.complain(saved.error());
  }
  return true;
}

void SessionRecording::change_formula(const std::string& from, const std::string& to) {
  if (from == to) return;
  Playground& formula = session_.settings.formula;
  formulas_.insert_or_assign(from, std::exchange(formula, Playground{}));
  const auto known = formulas_.find(to);
  if (known != formulas_.end()) formula = known->second;
  if (formula == Playground{}) session_.views.put_back("formula");
}

}  // namespace warpscope
