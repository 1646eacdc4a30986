#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/panes/timing/timing_parts.hpp"

namespace warpscope {

/// The columns beside the bars.
enum class TimingColumn : std::uint8_t { fraction, ratio, time, speedup, conflicts, slides };

/// The places of the ladder's columns, without those that lack figures or room.
struct TimingColumns {
  Rect names, bars;
  std::vector<std::pair<TimingColumn, Rect>> figures;  ///< from left to right
};
[[nodiscard]] TimingColumns timing_columns(const Canvas& canvas, Rect area,
                                           const TimingScene& scene);

/// "CPU, one thread" of "CPU, one thread: reduction": the family already says the task.
[[nodiscard]] std::string_view short_title(const TimedSubject& of);

/// The rung whose ceiling the heading tells: the present kernel's, else the first of its kind;
/// nullptr: none.
[[nodiscard]] const Rung* told_ceiling(const TimingScene& scene);
/// The columns' names, and a description of the ceiling above its line, which is at `line`.
void draw_timing_heading(Canvas& canvas, const TimingColumns& at, Rect row, float line,
                         const TimingScene& scene, Wishes& wishes);

}  // namespace warpscope
