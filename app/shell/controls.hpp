#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/layout/window_layout.hpp"
#include "app/session/session.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

enum class Icon {
  none,
  to_start,
  previous,
  play,
  pause,
  next,
  to_end,
  banks,
  panes,
  more,
  back,
  forward,
  lecture,
  theme,
  close
};

/// A light beside a control's text: how things stand.
enum class Lamp { none, good, busy, warning, bad };

/// A button or a field of the window: its place, its text and the command that it runs. Drawn on a
/// Canvas, so that the window, PNG and SVG show the same.
struct Control {
  std::string_view command;  ///< id; its title and keys are the tooltip
  Rect rect = {};
  std::string label = {};  ///< muted, at the left of a field; empty on a button
  std::string value = {};
  std::vector<std::string> in_turn =
      {};  ///< other values that come and go by themselves: there is room for each
  Icon icon = Icon::none;
  bool opens = false;  ///< has an arrow: it opens a list
  bool framed = true;
  bool active = false;  ///< switched on: filled with the accent colour
  Lamp lamp = Lamp::none;
};

/// Of a program of the user's own, from the left: program, the other side of a comparison, launch,
/// block, machine, banks, and how its last save fared. Else: kernel, the other kernel, size, block, the lead parameter, input,
/// machine, banks; from the right: help, theme, lecture, what if, compare, lesson. If room is
/// short, labels go first, then the name, then back and forward at the very left; theme and lecture become icons. A control of its own
/// lists whatever has no room then: `hidden`.
struct Toolbar {
  std::vector<Control> controls;
  std::vector<std::string_view> hidden;  ///< commands
};
[[nodiscard]] Toolbar toolbar_controls(Rect area, const Session& session,
                                       const TextMeasure& measure);
[[nodiscard]] std::vector<Control> transport_controls(Rect area, const Session& session);
/// What is pinned, with the ways to its next and previous access, and the filter that is on, each with a cross;
/// at the right of `area`. Empty if nothing is followed. `offers`: there are buttons as well to pin, to filter, and for the
/// next and the previous conflict or whatever was jumped to last, as far as there is room.
[[nodiscard]] std::vector<Control> follow_controls(Rect area, Session& session,
                                                   const TextMeasure& measure, bool offers = false);
/// Controls of the lecture layout, at the right of its heading: steps, the banks beside the stage,
/// and back to all panes.
[[nodiscard]] std::vector<Control> heading_controls(Rect area, const Session& session);

void draw_control(Canvas& canvas, const Control& control, const Theme& theme, bool enabled,
                  bool hovered);
/// The program's sign, and its name if there is room before `until`.
void draw_brand(Canvas& canvas, Rect area, float until, const Theme& theme);

/// "transpose<<<(4, 4), (32, 8)>>>".
[[nodiscard]] std::string launch_words(const Launch& launch);

/// "by barrier": how far one step goes.
[[nodiscard]] std::string granularity_label(Granularity by);
/// "1×", "0.25×".
[[nodiscard]] std::string speed_label(float speed);

}  // namespace warpscope
