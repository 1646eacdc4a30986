#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/layout/window_layout.hpp"
#include "app/session/session.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

/// One of several things that a pane can show, named beside its title.
struct Tab {
  std::string title;
  std::string command;  ///< brings it to the front
  bool front = false;
  std::string view = {};  ///< comes to the front after a click, if there is no such command
  Rect rect = {};         ///< where draw_pane put it; empty if there was no room
};

/// The line above a view.
struct PaneTitle {
  std::string title;      ///< empty if the tabs say it
  std::vector<Tab> tabs;  ///< none, or two and more
  std::string subtitle;   ///< at the right: what the view shows at this moment
  Tab link = {};          ///< a command at the right end; none without a title
};
/// Draws panel and title; fills in where the tabs are.
void draw_pane(Canvas& canvas, const Pane& pane, PaneTitle& title, Point pointer,
               const Theme& theme);
void draw_panel(Canvas& canvas, Rect rect, const Theme& theme);
/// Title and subtitle above a view that a lecture shows with its stage.
void draw_lecture_title(Canvas& canvas, Rect row, const PaneTitle& title, const Theme& theme);

/// "256 elements", "32 × 32"; empty of a program, which has no size of its own.
[[nodiscard]] std::string run_size_text(const Document& document);

/// What a picture of a run does not tell: "256 elements · blocks of 64 · banks 16 × 4 B (1.x)". The block is that of the
/// access's launch; banks are named if they are not those of today's GPUs.
[[nodiscard]] std::string run_detail(const Document& document, std::uint32_t access);

/// The heading of the lecture layout: what runs, in large type; the counter stands left of
/// `controls_left`.
void draw_heading(Canvas& canvas, Rect area, float controls_left, const Session& session,
                  const Theme& theme);

/// The hairline above a lecture's caption, blue up to where the run is.
void draw_progress_rule(Canvas& canvas, Rect rule, const Session& session, const Theme& theme);

/// Where messages may lie: at the lower edge of `area`, or where they cover nothing of `kept_free`.
struct MessageRoom {
  Rect area;
  std::vector<Rect> kept_free;
};
/// A message; an error's mark is vermilion. `action` stands at its right. Returns its place.
Rect draw_notice(Canvas& canvas, const MessageRoom& room, const Toast& toast, const Theme& theme);
/// Says what is under way. Its mark fades once a second; with less motion `seconds` stays 0.
void draw_progress(Canvas& canvas, const MessageRoom& room, std::string_view text, double seconds,
                   const Theme& theme);
/// A tooltip beside the mouse, with lines separated by '\n', inside the window and clear of what it
/// is about.
void draw_tooltip(Canvas& canvas, Rect window, Point at, std::string_view text, Rect about,
                  const Theme& theme);

}  // namespace warpscope
