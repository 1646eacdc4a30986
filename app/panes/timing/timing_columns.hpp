#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/panes/timing/timing_parts.hpp"

namespace warpscope {

/// What stands beside the bars.
enum class TimingColumn : std::uint8_t { fraction, ratio, time, speedup, slides };

/// Where the columns of the ladder lie; those without figures or room are left out.
struct TimingColumns {
  Rect names, bars;
  std::vector<std::pair<TimingColumn, Rect>> figures;  ///< from left to right
};
[[nodiscard]] TimingColumns timing_columns(const Canvas& canvas, Rect area,
                                           const TimingScene& scene);

/// "CPU, one thread" of "CPU, one thread: reduction": the family says what is done.
[[nodiscard]] std::string_view short_title(const TimedSubject& of);

/// Whose ceiling the heading tells: the present kernel's, else the first of its kind; nullptr: none.
[[nodiscard]] const Rung* told_ceiling(const TimingScene& scene);
/// The columns' names, and above the line of the ceiling, which is at `line`, what it is.
void draw_timing_heading(Canvas& canvas, const TimingColumns& at, Rect row, float line,
                         const TimingScene& scene, Wishes& wishes);

}  // namespace warpscope
