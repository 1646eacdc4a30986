#include "app/session/session_notes.hpp"

#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {

bool SessionNotes::shows_run_of(const Bookmark& bookmark) const {
  const Options& shown = session_.shown().options;
  return !shown.subject()->runs() || same_picture(bookmark.run, shown.request);
}

void SessionNotes::set(int number) { set(number, session_.playback.left().position()); }

void SessionNotes::set(int number, std::uint32_t access) {
  const Playhead& playhead = session_.playback.left();
  if (!playhead.ready()) return;
  const Trace& trace = *playhead.document()->trace;
  const Options& shown = session_.shown().options;
  Bookmark bookmark;
  bookmark.number = number;
  bookmark.access = access;
  const Step& step = trace.steps[trace.accesses[bookmark.access].step];
  bookmark.place = step_label(step, step_name(trace, step).variable);  // kept, so in no language
  if (shown.subject()->runs()) bookmark.run = shown.request;
  // Translators: the number of a bookmark, and the step in which it stands.
  Sentence text = notebook.find(number) == nullptr
                      ? say("Bookmark {0} set here: {1}.", number, bookmark.place)
                      : say("Bookmark {0} moved here: {1}.", number, bookmark.place);
  notebook.set(std::move(bookmark));
  session_.notices.say(std::move(text), say("Undo"), "bookmark.undo");
}

void SessionNotes::erase(int number) {
  if (notebook.find(number) == nullptr) return;
  notebook.erase(number);
  session_.notices.say(say("Bookmark {} deleted.", number), say("Undo"), "bookmark.undo");
}

void SessionNotes::go_to(int number) {
  const Bookmark* bookmark = notebook.find(number);
  if (bookmark == nullptr) {
    return session_.notices.say(say("There is no bookmark {0}: Ctrl {0} sets it here.", number));
  }
  session_.playback.player.play(false);
  static_cast<void>(session_.places.jump());
  if (shows_run_of(*bookmark)) return session_.playback.seek_within(bookmark->access);
  Options next = session_.options();
  next.request = bookmark->run;
  next.request.machine = session_.options().request.machine;
  if (const Status changed = session_.change(std::move(next), bookmark->access); !changed) {
    session_.notices.complain(changed.error());
  }
}

void SessionNotes::follow() {
  const Status opened = notebook.open(session_.shown().options.subject());
  if (!opened) session_.notices.complain(opened.error());
}

void SessionNotes::tick() {
  if (const auto unsaved = notebook.poll()) session_.notices.complain(*unsaved);
}

}  // namespace warpscope
