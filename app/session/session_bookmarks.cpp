#include <algorithm>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

bool Session::shows_run_of(const Bookmark& bookmark) const {
  return !shown_.options.subject()->runs() || same_picture(bookmark.run, shown_.options.request);
}

void Session::set_bookmark(int number) {
  if (!left_.ready()) return;
  const Trace& trace = *left_.document()->trace;
  Bookmark bookmark;
  bookmark.number = number;
  bookmark.access = left_.position();
  bookmark.place = step_label(trace, trace.steps[trace.accesses[bookmark.access].step]);
  if (shown_.options.subject()->runs()) bookmark.run = shown_.options.request;
  // Translators: the number of a bookmark, and the step in which it stands.
  std::string text = notebook.find(number) == nullptr
                         ? tr("Bookmark {0} set here: {1}.", number, bookmark.place)
                         : tr("Bookmark {0} moved here: {1}.", number, bookmark.place);
  notebook.set(std::move(bookmark));
  notices.say(std::move(text), tr("Undo"), "bookmark.undo");
}

void Session::erase_bookmark(int number) {
  if (notebook.find(number) == nullptr) return;
  notebook.erase(number);
  notices.say(tr("Bookmark {} deleted.", number), tr("Undo"), "bookmark.undo");
}

void Session::go_to_bookmark(int number) {
  const Bookmark* bookmark = notebook.find(number);
  if (bookmark == nullptr) {
    return notices.say(tr("There is no bookmark {0}: Ctrl {0} sets it here.", number));
  }
  player.play(false);
  static_cast<void>(jump());
  if (shows_run_of(*bookmark)) return seek_within(bookmark->access);
  Options next = options();
  next.request = bookmark->run;
  next.request.machine = options().request.machine;
  const std::uint32_t access = bookmark->access;
  if (const Status changed = change(std::move(next)); !changed)
    return notices.complain(changed.error());
  wanted_access_ = access;
}

void Session::seek_within(std::uint32_t access) {
  if (left_.ready()) seek(std::min(access, left_.count() - 1));
}

void Session::open_notebook() {
  if (const Status opened = notebook.open(shown_.options.subject()); !opened)
    notices.complain(opened.error());
}

}  // namespace warpscope
