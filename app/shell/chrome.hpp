#pragma once

#include <string_view>

#include "app/layout/window_layout.hpp"
#include "app/session/session.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

/// One of several things that a pane can show, named beside its title.
struct Tab {
  std::string title;
  std::string command;  ///< that calls it forward
  bool front = false;
  std::string view = {};  ///< that stands in front after a click, where no such command exists
  Rect rect = {};         ///< where draw_pane has put it; empty where there was no room
};

/// What stands above a view.
struct PaneTitle {
  std::string title;      ///< empty where the tabs say it
  std::vector<Tab> tabs;  ///< none, or two and more
  std::string subtitle;   ///< at the right: what is shown at the moment
};
/// Panel and title; fills in where the tabs are.
void draw_pane(Canvas& canvas, const Pane& pane, PaneTitle& title, Point pointer,
               const Theme& theme);
void draw_panel(Canvas& canvas, Rect rect, const Theme& theme);

/// Of the lecture layout: what runs, in large type; the counter stands left of `controls_left`.
void draw_heading(Canvas& canvas, Rect area, float controls_left, const Session& session,
                  const Theme& theme);

/// The hairline above a lecture's caption, blue as far as the run has come.
void draw_progress_rule(Canvas& canvas, Rect rule, const Session& session, const Theme& theme);

/// A message above the footer; an error's mark is vermilion. `action` stands at its right. Returns
/// where it lies.
Rect draw_notice(Canvas& canvas, Rect window, float bottom, const Toast& toast, const Theme& theme);
/// Tells what is under way for so many seconds, once it takes long enough to be noticed.
void draw_progress(Canvas& canvas, Rect window, float top, std::string_view text, double seconds,
                   const Theme& theme);
/// Beside the mouse, lines separated by '\n', kept inside the window and off what it is about.
void draw_tooltip(Canvas& canvas, Rect window, Point at, std::string_view text, Rect about,
                  const Theme& theme);

}  // namespace warpscope
