#pragma once

#include <cstdint>
#include <string>

#include "app/follow/followed.hpp"
#include "app/ui/theme.hpp"
#include "app/views/parts/context_menu.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

// What is pinned looks the same in every pane: it keeps its colours, and the rest fades.

/// What is pinned; nullptr if nothing is.
[[nodiscard]] inline const Followed* pinned_in(const Frame& frame) {
  const auto* followed = frame.ask<Followed>();
  return followed != nullptr && followed->pins() ? followed : nullptr;
}
/// The colour of what is not pinned.
[[nodiscard]] inline Color faded(const Theme& theme, Color color) {
  return mix(theme.panel, color, pale_share);
}
/// The colour of what is not in the centre of attention: it fades while anything is pinned.
[[nodiscard]] inline Color rest_color(const Frame& frame, Color color) {
  return pinned_in(frame) == nullptr ? color : faded(*frame.theme, color);
}
/// Whether nothing of a part of the run is what the user wants to see: it fades. `holds` says of a list whether it has
/// an access there. False until the lists are known.
template <class Holds>
[[nodiscard]] bool is_left_out(const Frame& frame, const Holds& holds) {
  const auto* const followed = frame.ask<Followed>();
  if (followed == nullptr) return false;
  const auto lacks = [&](const AccessList* list) { return list != nullptr && !holds(*list); };
  return lacks(followed->passing()) ||
         (frame.untold.allows(Told::lanes) && lacks(followed->pinned()));
}
/// Lanes of the present access that are pinned; without a pin `otherwise`.
[[nodiscard]] std::uint32_t pinned_lanes(const Frame& frame, std::uint32_t otherwise);
/// A click on a lane pins it, and its menu offers that.
void wish_lane(const Frame& frame, int lane, Wishes& wishes);

/// "Pin lane 5", or "Unpin lane 5" if that is what is pinned.
[[nodiscard]] ContextAction pin_action(const Frame& frame, Pin pin);
/// "See only accesses of warp 2".
[[nodiscard]] ContextAction filter_action(AccessFilter filter);
/// The same for the array, the line, the warp, the launch and the caller of an access.
void offer_filters(ContextMenu& menu, const Trace& trace, const Access& access);
/// Adds the ways to the next conflict, finding and so on.
void offer_landmarks(ContextMenu& menu);

/// What is pinned does at the present access, in a sentence: "Lane 5 reads data[40] = 3."; empty if the caption
/// says it anyway, or nothing is pinned.
[[nodiscard]] std::string pinned_text(const Frame& frame);

}  // namespace warpscope
