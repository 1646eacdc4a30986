#pragma once

#include "app/panes/multiprocessor/latency_figures.hpp"
#include "app/panes/multiprocessor/latency_layout.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

// What warps do has a shape and a colour each, so that neither alone must tell it.

/// Draws a stretch of a row. Issues fill it; waits for memory are a bar in its middle, those at
/// barriers two lines, those for arithmetic one; a warp that is not chosen is a box.
void draw_run(Canvas& canvas, Rect row, const WarpRun& run, const Theme& theme);
/// The numbers of warps, whose rows share `rows` evenly, right-aligned at `right`; as many as have room.
void draw_warp_numbers(Canvas& canvas, Rect rows, float right, int warps, float text,
                       const Theme& theme);
/// Where a plot of utilisation marks resident warps: present ones, and how many fit at most; 0: nothing
/// says so.
struct UtilisationNow {
  int warps = 1, fits = 0;
};
/// Utilisation over resident warps, with the line of Little's law.
void draw_utilisation(Canvas& canvas, Rect area, const LatencyFigures& figures, UtilisationNow now,
                      float text, const Theme& theme);

}  // namespace warpscope
