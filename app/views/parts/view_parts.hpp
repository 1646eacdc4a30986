#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/layout/banks_layout.hpp"
#include "app/layout/geometry.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

struct Frame;

/// How much of its colour is left of what is not pinned.
inline constexpr float pale_share = 0.3F;

/// Text sizes of a pane: at a desk, or for the back row of a lecture hall.
struct TypeScale {
  float small = 12, body = 14, strong = 16, large = 20;
  float row = 24;  ///< height of a line of body text
};
[[nodiscard]] constexpr TypeScale type_scale(bool lecture) {
  return lecture ? TypeScale{18, 22, 26, 36, 36} : TypeScale{};
}

/// Draws the text of a pane that has nothing to show: it says what would fill the pane.
void draw_placeholder(Canvas& canvas, Rect area, const Theme& theme, std::string_view text);

/// Draws as much of a text as fits in whole parts, see whole_parts. Returns the width used.
float draw_parts(Canvas& canvas, Point at, std::string_view text, const TextStyle& style,
                 float room, Align align = Align::left);

/// "2 strided" of "Reduction · 2 strided".
[[nodiscard]] std::string_view own_name(std::string_view name);
/// Only the own name if both do not fit: a kernel is known by it.
[[nodiscard]] std::string_view fitting_name(const Canvas& canvas, std::string_view name,
                                            const TextStyle& style, float room);

/// Draws a judgement and what it rests on at the bottom of `area`, in one row if both fit; shrinks
/// `area`.
void draw_judgement(Canvas& canvas, Rect& area, const TypeScale& type, std::string_view verdict,
                    TextStyle verdict_style, std::string_view detail,
                    const TextStyle& detail_style);

/// Shows which of the rows are in sight, right of `area`; arrows say where there are more.
void draw_scroll_mark(Canvas& canvas, Rect area, float first, float shown, float all,
                      const Theme& theme);

/// Lanes as dots: those of `mask` take part, those of `focus` are looked at; others than those of `kept` are pale.
void draw_lanes(Canvas& canvas, const Theme& theme, const LaneRow& row, std::uint32_t mask,
                std::uint32_t focus, std::uint32_t kept = all_lanes);

/// At most four characters: "151", "12k", "3.4M".
[[nodiscard]] std::string short_count(std::uint64_t count);
/// "1,024", as the language writes it.
[[nodiscard]] std::string count_text(std::integral auto count) {
  return whole_text(static_cast<std::int64_t>(count));
}
/// "lane 3", "lanes 0 … 15", "lanes 1, 3, 5, …".
[[nodiscard]] std::string lanes_text(std::uint32_t mask);
/// "shared load", "global store", "shuffle".
[[nodiscard]] std::string operation_text(Space space, Operation operation);
/// The cost in the unit of a space: "8 wavefronts" of shared and constant memory, "4 sectors" of the
/// others.
[[nodiscard]] std::string cost_text(Space space, std::uint64_t count);
/// What a warp does at an access: "now reads data[tid]", of an array as the source writes it.
[[nodiscard]] std::string doing_text(Operation operation, const std::string& array);
/// The launch in which the playhead stands; needs a document.
[[nodiscard]] std::uint32_t launch_of(const Frame& frame);
/// In place of what an open question asks for, see Frame::untold.
[[nodiscard]] std::string untold_text();
/// The caption of the present access, without what an open question asks for; needs a document.
[[nodiscard]] Caption caption_of(const Frame& frame);
/// Whose costs a sum over the trace holds: "all 3 launches", "10 of 143 launches". Empty if there is
/// one, or the count answers a question that is open.
[[nodiscard]] std::string launches_text(const Frame& frame);
/// What a sum over the trace counts: "block 0 of 32", and of several launches "block 0 of each launch,  all 3 launches".
[[nodiscard]] std::string recorded_scope_text(const Frame& frame);
/// "data[12]" as a launch calls it, or "register of thread 12".
[[nodiscard]] std::string cell_text(const Trace& trace, std::uint32_t launch, int array,
                                    ElementIndex index);
/// "row 2, column 5" of an element of a matrix; empty for other arrays.
[[nodiscard]] std::string matrix_place(const Array& array, std::int64_t index);
[[nodiscard]] constexpr bool has_lane(std::uint32_t mask, int lane) {
  return (mask >> static_cast<unsigned>(lane) & 1U) != 0;
}
/// Position among the active lanes of a lane that is active.
[[nodiscard]] int packed_position(std::uint32_t mask, int lane);

}  // namespace warpscope
