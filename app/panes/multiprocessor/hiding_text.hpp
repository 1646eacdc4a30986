#pragma once

#include <string>
#include <string_view>

#include "app/panes/multiprocessor/hiding_figures.hpp"

namespace warpscope {

// What was measured of warps that hide one another's waiting, in words.

/// What the plot shows, in parts that may be left out from the end.
[[nodiscard]] std::string_view hiding_title();
[[nodiscard]] std::string_view hiding_short_title();
/// "12 warps (nearest to 13), 64 multiply-adds".
[[nodiscard]] std::string hiding_point_text(const HidingFigures& figures);
/// "modelled 13.0 (9.0)"; empty if nothing is modelled.
[[nodiscard]] std::string hiding_modelled_text(const HidingFigures& figures);
/// "measured 12.4 = 0.95 × modelled (NVIDIA H200, 2026-11-24)".
[[nodiscard]] std::string hiding_measured_text(const HidingFigures& figures);
/// "Little's law, from one warp 12.6".
[[nodiscard]] std::string hiding_little_text(const HidingFigures& figures);
/// "multipliers full at 31.3"; empty if that is not known, or beyond what warps that wait can do.
[[nodiscard]] std::string hiding_limit_text(const HidingFigures& figures);
/// A point at the mouse, in lines.
[[nodiscard]] std::string hiding_figure_text(const HidingFigures& figures,
                                             const HidingFigure& figure);
/// What the program is, and why model and measurement part, in lines.
[[nodiscard]] std::string hiding_meaning(const HidingFigures& figures);

/// What the stamps are of: block, device, date; in parts that may be left out from the end.
[[nodiscard]] std::string stamps_title(const HidingFigures& figures);
/// What the two kinds of stretches are; without arithmetic the second is empty.
[[nodiscard]] std::string stamps_load_text();
[[nodiscard]] std::string stamps_arithmetic_text(const HidingFigures& figures);
/// "both 1,016 cycles, modelled 949".
[[nodiscard]] std::string stamps_turn_text(const HidingFigures& figures);
/// A stamp at the mouse, in lines.
[[nodiscard]] std::string stamp_text(const HidingFigures& figures, std::size_t warp,
                                     const WarpSpan& span);

}  // namespace warpscope
