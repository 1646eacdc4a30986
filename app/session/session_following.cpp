#include "app/session/session_following.hpp"

#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_looked_through = 50'000;  // accesses, in a frame: some milliseconds

Sentence none_text(Landmark landmark, bool filtered) {
  // With a filter, only what it lets pass was looked at.
  switch (landmark) {
    case Landmark::conflict:
      return filtered ? say("No other access that passes the filter has a conflict.")
                      : say("No other access has a conflict.");
    case Landmark::uncoalesced:
      return filtered ? say("Every other access that passes the filter is coalesced.")
                      : say("Every other access is coalesced.");
    case Landmark::finding:
      return filtered ? say("At no other access that passes the filter anything is wrong.")
                      : say("At no other access anything is wrong.");
    case Landmark::line:
      return filtered ? say("No other access that passes the filter is of this line.")
                      : say("There is no other access of this line.");
    case Landmark::cell:
      return filtered ? say("No other access that passes the filter uses this element.")
                      : say("No other access uses this element.");
    case Landmark::array:
      return filtered ? say("No other access that passes the filter is of this array.")
                      : say("There is no other access of this array.");
    case Landmark::pinned: break;
  }
  return filtered ? say("No other access that passes the filter has what is pinned.")
                  : say("No other access has what is pinned.");
}

}  // namespace

SessionFollowing::SessionFollowing(Session& session, std::function<void()> wake)
    : session_(session), wake_(std::move(wake)) {}

void SessionFollowing::pin(Pin pin) {
  follow({pin == wanted_.pin ? Pin{} : std::move(pin), wanted_.filter});
}

void SessionFollowing::add_filter(const AccessFilter& more) {
  AccessFilter next = wanted_.filter;
  if (more.array) next.array = more.array;
  if (more.line) next.line = more.line;
  if (more.warp) next.warp = more.warp;
  if (more.launch) next.launch = more.launch;
  if (more.caller) next.caller = more.caller;
  if (more.phase) next.phase = more.phase;
  filter(std::move(next));
}

void SessionFollowing::follow(Following next) {
  if (next == wanted_) return;
  session_.history.leave(std::exchange(wanted_, std::move(next)));
}

const Followed& SessionFollowing::side(std::size_t number) {
  const SessionPlayback& playback = session_.playback;
  const DocumentPtr& shown = (number == 0 ? playback.left() : playback.right()).document();
  Side& side = sides_[number];
  if (side.document == shown && side.resolved == wanted_) return side.followed;
  side.document = shown;
  side.resolved = wanted_;
  side.making = {};
  side.followed = shown ? Followed(*shown->trace, wanted_) : Followed();
  if (!side.followed.pins() && !side.followed.filters()) return side.followed;
  if (shown->trace->accesses.size() <= most_looked_through) {
    side.followed.take(side.followed.make_lists());
    return side.followed;
  }
  const auto make = [document = shown, followed = side.followed] {
    return Result(followed.make_lists());
  };
  side.making = Background<Followed::Lists>("find what is followed", make, wake_);
  return side.followed;
}

bool SessionFollowing::take(Side& side) {
  Result<Followed::Lists> lists = side.making.take();
  if (!lists) return false;
  side.followed.take(std::move(lists).value());
  return true;
}

bool SessionFollowing::tick() {
  bool changed = false;
  for (Side& side : sides_) {
    if (side.making.ready()) changed = take(side) || changed;
  }
  if (!listing_.ready()) return changed;
  Result<std::vector<CellAccess>> listed = listing_.take();
  if (listed) {
    cell_list_.accesses = std::move(listed).value();
  } else {
    session_.notices.complain(listed.error());
  }
  cell_list_.complete = true;
  return true;
}

void SessionFollowing::settle() {
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    static_cast<void>(side(number));
    if (sides_[number].making.valid()) static_cast<void>(take(sides_[number]));
  }
}

std::string SessionFollowing::pin_label() {
  const Playhead& head = session_.playback.left();
  if (!is_set(wanted_.pin) || !head.ready()) return {};
  const Trace& trace = *head.document()->trace;
  return pin_text(wanted_.pin, trace, trace.steps[trace.accesses[head.position()].step].launch);
}

std::string SessionFollowing::filter_label() {
  const Playhead& head = session_.playback.left();
  if (!wanted_.filter.on() || !head.ready()) return {};
  std::string text = filter_text(wanted_.filter);
  const AccessList* const passing = left().passing();
  const bool told = session_.lesson.untold().allows(Told::counts);
  if (passing == nullptr || !told) return text;
  // Translators: how many accesses are left of how many, and by what they are filtered.
  return tr("{0} of {1}: {2}", whole_text(static_cast<std::int64_t>(passing->size())),
            whole_text(head.count()), text);
}

std::optional<std::uint32_t> SessionFollowing::next(std::uint32_t from, Granularity by,
                                                    bool forward) {
  const Trace& trace = *session_.playback.left().document()->trace;
  if (by == Granularity::access) return next_passing(trace, left(), from, forward);
  // The first one that passes in the next place that has any.
  if (forward) {
    const std::uint32_t place = next_place(trace, from, by);
    if (place > from && left().passes(place)) return place;
    return next_passing(trace, left(), std::max(place, from), true);
  }
  const auto last = next_passing(trace, left(), from, false);
  if (!last) return std::nullopt;
  const std::uint32_t place = previous_place(trace, *last + 1, by);  // that it is in
  return left().passes(place) ? place : next_passing(trace, left(), place, true);
}

Landmark SessionFollowing::way() const {
  if (way_) return *way_;
  const DocumentPtr& document = session_.playback.left().document();
  const bool wrong = document && !document->trace->findings.empty();
  return wrong ? Landmark::finding : Landmark::conflict;
}

void SessionFollowing::go(Landmark landmark, bool forward) {
  if (landmark != Landmark::pinned) way_ = landmark;
  const Playhead& head = session_.playback.left();
  const auto found = find_landmark(*head.document(), left(), head.position(), landmark, forward);
  if (!found) return session_.notices.say(none_text(landmark, left().filters()));
  static_cast<void>(session_.places.jump());
  session_.playback.seek(found->access);
  if (!found->wrapped) return;
  session_.notices.say(forward ? say("It went on from the start of the run.")
                               : say("It went on from the end of the run."));
}

void SessionFollowing::go_to_worst(WorstOf scope) {
  const Playhead& head = session_.playback.left();
  const auto worst = worst_access(*head.document(), left(), head.position(), scope);
  if (!worst) return session_.notices.say(say("No access passes the filter."));
  if (*worst == head.position()) {
    return session_.notices.say(scope == WorstOf::run ? say("This is the worst access of the run.")
                                : scope == WorstOf::launch
                                    ? say("This is the worst access of the launch.")
                                    : say("This is the worst access of the line."));
  }
  static_cast<void>(session_.places.jump());
  session_.playback.seek(*worst);
}

void SessionFollowing::list_cell(std::optional<CellPlace> cell) {
  const Playhead& head = session_.playback.left();
  const Trace& trace = *head.document()->trace;
  if (!cell) cell = cell_at(trace, left(), head.position());
  if (!cell) return session_.notices.say(say("This access uses no element of memory."));
  cell_list_ = {head.document(), *cell, {}, false};
  const auto list = [document = head.document(), place = *cell, now = head.position()] {
    return Result(cell_accesses(*document->trace, place, now));
  };
  if (trace.accesses.size() <= most_looked_through) {
    listing_ = {};
    cell_list_.accesses = list().value();
    cell_list_.complete = true;
  } else {
    listing_ = Background<std::vector<CellAccess>>("list the accesses of an element", list, wake_);
  }
  session_.popup.shown = Popup::cell;
}

}  // namespace warpscope
