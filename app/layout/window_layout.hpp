#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/look/choice.hpp"
#include "app/look/slot.hpp"

namespace warpscope {

enum class LayoutKind : std::uint8_t {
  study,    ///< all panes around the stage
  lecture,  ///< stage and caption, large; everything else folded, unless a stop is about it
  inspect,  ///< memory, lanes and banks large, without the stage
  home,     ///< no panes: where one starts and comes back to
  count,    ///< how many there are
};
inline constexpr std::array layout_kinds = std::to_array<Choice<LayoutKind>>({
    {LayoutKind::study, "study"},
    {LayoutKind::lecture, "lecture"},
    {LayoutKind::inspect, "inspect"},
    {LayoutKind::home, "home"},
});
[[nodiscard]] constexpr const auto& choices_of(LayoutKind) { return layout_kinds; }

/// Where the user put the borders between panes, as shares of the room.
struct Splitters {
  float left = 0.244F;       ///< width of the left column
  float right = 0.25F;       ///< width of the right column
  float left_upper = 0.64F;  ///< height of the upper pane of a column
  float middle_upper = 0.64F;
  float right_upper = 0.64F;
  float compare_upper = 0.56F;
  float lesson_upper = 0.36F;   ///< of the column that the lesson shares
  float program_left = 0.3F;    ///< as `left`, beside a console: people's own lines are longer
  float console_upper = 0.62F;  ///< height of what stands above the console
  float console_left = 0.5F;    ///< width of the console, of the two columns that its row spans
  friend bool operator==(const Splitters&, const Splitters&) = default;
};
/// The same for each layout.
using LayoutSplitters = std::array<Splitters, static_cast<std::size_t>(LayoutKind::count)>;
inline constexpr float least_share = 0.05F, most_share = 0.95F;

/// In a smaller window, in logical pixels, all panes have no room: one of them is shown at a time.
inline constexpr float min_window_width = 1024, min_window_height = 640;
/// What one pane needs, with what stands around it. A smaller window shows a part of that.
inline constexpr float least_window_width = 620, least_window_height = 360;

/// The size that a lecture is laid out for; on a larger screen everything grows.
inline constexpr float lecture_width = 1920, lecture_height = 1080;

struct LayoutRequest {
  float width = 1280, height = 720;  ///< logical pixels: of the window, divided by the scale
  LayoutKind kind = LayoutKind::study;
  bool compare = false;
  bool rival_first =
      false;  ///< of a comparison, the right document came first: it stands at the left
  Splitters splitters;
  /// In the lecture layout, the place whose view is shown with the stage; see lecture_room().
  std::optional<Slot> lecture_slot{};
  /// The place that has the room of the stage, which goes where it would stand, or is left out in the lecture layout.
  std::optional<Slot> large_slot{};
  bool lesson = false;  ///< a lesson is on and has a place for its words
  /// Of the lecture layout: the height that a lesson's words need; 0: all that there may be.
  float lesson_words = 0;
  bool console = false;    ///< in the study layout, room for what a program of the user's says
  std::size_t single = 0;  ///< where one pane is shown at a time: which one of `choices`
  bool enlarged = false;   ///< one pane at a time though there is room for all
};

/// Where the lecture layout shows another place than the stage. What a place shows in study is broad
/// or narrow, and so it is here.
enum class LectureRoom : std::uint8_t {
  none,     ///< it is there in any case, or has no room
  beside,   ///< at the right of the stage; in its place if two are compared
  below,    ///< a strip under it
  instead,  ///< in its place
};
[[nodiscard]] LectureRoom lecture_room(Slot slot);
/// Whether a place can have the room of the stage.
[[nodiscard]] bool can_be_large(Slot slot);

/// Room for one view.
struct Pane {
  std::vector<Slot> slots;  ///< whose views are its tabs; none: the table of a comparison
  bool rival = false;       ///< shows the right document of a comparison
  bool framed = true;       ///< with panel, title and padding around it
  Rect frame;
  bool headed = false;  ///< with a title in large type above it, instead of a frame
  /// The area left for the view: inside the padding and below the title.
  [[nodiscard]] Rect content() const;
  [[nodiscard]] bool has(Slot slot) const;
  /// The line of title and subtitle; empty without either.
  [[nodiscard]] Rect title() const;
};

/// A border that can be dragged.
struct Handle {
  Rect rect;             ///< the gap between two panes
  bool vertical = true;  ///< it moves left and right
  float Splitters::*share = nullptr;
  float from = 0, room = 1;  ///< the share is (position - from) / room, measured from the right
  bool reversed = false;     ///< end of the room where reversed
};

/// A pane's border that can be moved to make it wider or narrower, or taller and lower: at its right or below it, else
/// at its left or above it.
struct PaneBorder {
  const Handle* handle = nullptr;  ///< nullptr: it has none
  float way = 1;  ///< 1: the pane grows if the border moves to the right or down, else -1
};
/// The share of a border that has moved by so much from where it is drawn.
[[nodiscard]] float moved_share(const Handle& handle, float by);

/// The rectangles of one window. If the window is smaller than the least, they reach beyond it and
/// WindowScroll shows a part of them: nothing ever overlaps.
struct WindowLayout {
  Rect window;
  Rect toolbar;    ///< empty in the lecture layout
  Rect heading;    ///< only in the lecture layout
  Rect footer;     ///< panel behind transport, timeline and caption
  Rect transport;  ///< buttons
  Rect rule;       ///< the hairline above the caption; at home, the lower edge
  std::vector<Pane> panes;
  std::vector<Handle> handles;
  /// Where one pane is shown at a time: all that there are, and a row for their names. Else empty.
  std::vector<Pane> choices;
  Rect strip;
};
[[nodiscard]] WindowLayout window_layout(const LayoutRequest& request);
[[nodiscard]] PaneBorder border_of(const WindowLayout& layout, const Pane& pane, bool vertical);

/// The scale at which everything is drawn: what the user wants, times the display's own factor.
[[nodiscard]] float drawn_scale(float wanted, float dpi);
inline constexpr float least_drawn_scale = 0.5F, most_drawn_scale = 6;

/// The scale of the lecture layout: large enough for the back row on any screen, whatever the scale
/// of the desk is.
[[nodiscard]] float lecture_scale(float scale, float pixel_width, float pixel_height);

}  // namespace warpscope
