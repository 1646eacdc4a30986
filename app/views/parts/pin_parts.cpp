#include "app/views/parts/pin_parts.hpp"

#include <bit>
#include <utility>

#include "app/follow/cell_accesses.hpp"
#include "app/subject/letter_case.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// "reads data[40] = 3": what a lane does with its element.
std::string deed_text(const Frame& frame, const Access& access, int lane) {
  const Trace& trace = *frame.document->trace;
  const int k = packed_position(access.mask, lane);
  const ElementIndex first = trace.lane_indices(access)[static_cast<std::size_t>(k)];
  const std::string cell = cell_text(trace, launch_of(frame), access.array, first);
  const std::string value =
      frame.untold.allows(Told::values, frame.access)
          ? cell_access_value(trace, {access.array, first}, {frame.access, 0}, lane)
          : "?";
  // Translators: what a lane does at an access: the fields are an element and a value.
  if (is_atomic(access.operation))
    return tr("changes {0} by an atomic operation, {1}", cell, value);
  if (exchanges(access.operation)) return tr("gets the {0}", cell);
  return writes(access.operation) ? tr("writes {0} = {1}", cell, value)
                                  : tr("reads {0} = {1}", cell, value);
}

}  // namespace

ContextAction pin_action(const Frame& frame, Pin pin) {
  const std::string name = pin_text(pin, *frame.document->trace, launch_of(frame));
  const Followed* const now = pinned_in(frame);
  const bool same = now != nullptr && now->wanted().pin == pin;
  // Translators: the field is a lane, a warp, a thread, an element or a line.
  return {.title = same ? tr("Unpin {}", name) : tr("Pin {}", name), .pin = std::move(pin)};
}

std::uint32_t pinned_lanes(const Frame& frame, std::uint32_t otherwise) {
  const Followed* const pinned = pinned_in(frame);
  return pinned == nullptr ? otherwise : pinned->lanes_of(frame.access);
}

void wish_lane(const Frame& frame, int lane, Wishes& wishes) {
  if (frame.pointer.pressed && !frame.answer_form) wishes.pin = PinnedLane{lane};
  if (!frame.pointer.menu) return;
  const int warp = frame.document->trace->accesses[frame.access].warp;
  wishes.menu = {tr("lane {}", lane),
                 {pin_action(frame, PinnedLane{lane}),
                  pin_action(frame, PinnedThread{warp * warp_lanes + lane}),
                  {.term = "lane"}}};
}

ContextAction filter_action(AccessFilter filter) {
  // Translators: the field is an array, or a line, a warp, a launch.
  std::string title = tr("See only accesses: {}", filter_text(filter));
  return {.title = std::move(title), .filter = std::move(filter)};
}

void offer_filters(ContextMenu& menu, const Trace& trace, const Access& access) {
  const auto add = [&](AccessFilter filter) {
    menu.actions.push_back(filter_action(std::move(filter)));
  };
  add({.array = trace.arrays[static_cast<std::size_t>(access.array)].name});
  add({.line = line_of(trace, access)});
  add({.warp = access.warp});
  if (trace.launches.size() > 1) {
    add({.launch = launch_number(trace, trace.steps[access.step].launch)});
  }
  if (const auto caller = caller_of(trace, access)) add({.caller = *caller});
  if (const auto phase = phase_of(trace, access)) add({.phase = *phase});
}

void offer_landmarks(ContextMenu& menu) {
  for (const char* id : {"landmark", "conflict.next", "uncoalesced.next", "finding.next"}) {
    menu.actions.push_back({.command = id});
  }
}

std::string pinned_text(const Frame& frame) {
  const Followed* const followed = pinned_in(frame);
  constexpr Told told = Told::lanes | Told::places;
  if (followed == nullptr || !frame.untold.allows(told, frame.access)) return {};
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Pin& pin = followed->wanted().pin;
  const std::uint32_t lanes = followed->lanes_of(frame.access);
  const std::string name = pin_text(pin, trace, launch_of(frame));
  if (std::holds_alternative<PinnedCell>(pin)) {
    // Translators: {0} is an element, {1} lanes.
    return lanes == 0 ? tr("{} is not used here.", name)
                      : tr("{0} is used by {1}.", name, lanes_text(lanes));
  }
  if (std::holds_alternative<PinnedLane>(pin) || std::holds_alternative<PinnedThread>(pin)) {
    if ((lanes & access.mask) == 0) return tr("{} does not take part.", with_capital(name));
    const int lane = std::countr_zero(lanes & access.mask);
    // Translators: a lane or a thread, and what it does: "reads data[40] = 3".
    return tr("{0} {1}.", with_capital(name), deed_text(frame, access, lane));
  }
  return {};
}

}  // namespace warpscope
