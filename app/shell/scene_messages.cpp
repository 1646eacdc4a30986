#include <algorithm>
#include <string>

#include "app/shell/chrome.hpp"
#include "app/shell/scene.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

// A faster recording goes unmentioned; of a program, the toolbar tells how far it is.
constexpr double noticeable_seconds = 0.15, noticeable_of_program = 1.5;

std::string progress_text(const Session& session) {
  const SubjectPtr subject = session.options().subject();
  const double seconds = session.recording.seconds();
  const std::string name = subject->name();
  if (subject->can().print && !session.recording.stopping()) {
    using State = ConsolePage::State;
    const ConsolePage* page = session.programs.console();
    const State state = page == nullptr ? State::building : page->state;
    switch (state) {
      case State::building:
        return tr("Compiling {0} … {1:.1f} s · Shift+Escape cancels", name, seconds);
      case State::running:
        if (page->progress && page->progress->begun > 0) {
          // Translators: {1} is a program, {2} the seconds for which it has run so far, {3} its launches.
          return tr_n("Running {1} … {2:.1f} s · {3} launch · Shift+Escape cancels",
                      "Running {1} … {2:.1f} s · {3} launches · Shift+Escape cancels",
                      page->progress->begun, name, seconds,
                      grouped(static_cast<std::uint64_t>(page->progress->begun)));
        }
        return tr("Running {0} … {1:.1f} s · Shift+Escape cancels", name, seconds);
      default: break;
    }
    return tr("Preparing the picture of {0} … {1:.1f} s · Shift+Escape cancels", name, seconds);
  }
  if (!session.recording.stopping()) {
    return subject->runs() ? tr("Recording {0} … {1:.1f} s · Escape cancels", name, seconds)
                           : tr("Opening {0} … {1:.1f} s · Escape cancels", name, seconds);
  }
  if (!session.recording.on()) return tr("Stopping what runs … {:.1f} s", seconds);
  return tr("Stopping what runs … {0:.1f} s · then {1} · Escape cancels", seconds, name);
}

}  // namespace

/// The part of the window that the tooltip must not cover: whatever it explains, and below the
/// panes the caption, which tells the same access in words.
Rect Scene::explained(Point pointer) const {
  Rect about = tooltip_about_.value_or(Rect{pointer.x, pointer.y, 0, 0});
  about.x -= scroll_.offset().x;
  about.y -= scroll_.offset().y;
  if (!tooltip_about_) about = {pointer.x, pointer.y, 0, 0};
  Rect footer = layout_.footer;
  footer.x -= scroll_.offset().x;
  footer.y -= scroll_.offset().y;
  return footer.contains(pointer) ? footer : about;
}

MessageRoom Scene::message_room() const {
  const Rect window = scroll_.view();
  const auto seen = [&](Rect rect) {
    rect.x -= scroll_.offset().x;
    rect.y -= scroll_.offset().y;
    return rect;
  };
  const float top = std::max(seen(layout_.toolbar).bottom(), window.y) + 8;
  const float edge = seen(layout_.footer.h > 0 ? layout_.footer : layout_.rule).y;
  const float bottom = std::min(edge, window.bottom()) - 16;
  MessageRoom room{{window.x + 16, top, window.w - 32, std::max(0.0F, bottom - top)}, {}};
  for (const Rect& rect : kept_free_) room.kept_free.push_back(seen(rect));
  return room;
}

void Scene::draw_messages(Canvas& canvas, const Input& input, const Pointer& pointer) {
  const Rect window = scroll_.view();
  if (session_.recording.on() || session_.recording.stopping())
    until_change_ = std::min(until_change_, 0.1F);
  MessageRoom room = message_room();
  if (const auto& toast = session_.notices.toast()) {
    const Rect card = draw_notice(canvas, room, *toast, theme());
    room.kept_free.push_back(card);
    const Rect seen{card.x + scroll_.offset().x, card.y + scroll_.offset().y, card.w, card.h};
    constexpr int messages = -9;
    cursor_.enter(messages, seen);
    if (pointer.over_control(seen) && pointer.pressed) {
      if (!toast->command.empty()) clicked_ = commands_.find(toast->command);
      session_.notices.dismiss();
    }
  }
  const bool builds = session_.options().subject()->can().print;
  if (session_.recording.seconds() > (builds ? noticeable_of_program : noticeable_seconds)) {
    const double beat = session_.playback.player.reduced_motion ? 0 : session_.recording.seconds();
    draw_progress(canvas, room, progress_text(session_), beat, theme());
  }
  // A lecturer who points at something does not ask for its figures.
  const bool asked = input.pointer.inside && session_.views.lecture.pointing == Pointing::none;
  if (explained_) {
    const std::string_view meaning = explained_->term->meaning();
    if (!tooltip_.empty()) tooltip_ += '\n';
    tooltip_ += meaning;
    if (!tooltip_about_) tooltip_about_ = explained_->rect;
  }
  const bool listens = asked && dragged_ == nullptr;
  if (cursor_.active() && session_.popup.shown == Popup::none && !tooltip_.empty()) {
    const Rect about = cursor_.spot()->rect;
    if (!tooltip_about_) tooltip_about_ = about;
    Point at = about.center();
    at.x -= scroll_.offset().x;
    at.y -= scroll_.offset().y;
    return draw_tooltip(canvas, window, at, tooltip_, explained(at), theme());
  }
  const bool acted =
      input.key || input.pointer.pressed || input.pointer.menu || input.pointer.wheel != 0;
  resting_.hear(input.pointer.at, listens, acted, input.seconds);
  const bool explains = resting_.explains(tooltip_);
  constexpr float longest_step = 0.1F;  // that a frame counts
  if (const float left = resting_.seconds_until_change(); left <= RestingPointer::delay) {
    until_change_ = std::min({until_change_, left, longest_step});
  }
  if (explains && listens) {
    draw_tooltip(canvas, window, input.pointer.at, tooltip_, explained(input.pointer.at), theme());
  }
}

}  // namespace warpscope
