#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Where the parts of the plot of throughput over resident warps are.
struct HidingPlot {
  Rect head;   ///< what it shows
  Rect words;  ///< the figures at the slider, which are the legend too
  Rect box;    ///< warps to the right, loads upwards; empty if there is no room
  Rect below;  ///< numbers of warps
  Rect names;  ///< right of the box: what the curves are
  int most_warps = 64;
  double most_loads = 1;  ///< at the upper end, in the unit of the figures

  [[nodiscard]] Point at(double warps, double loads) const;  ///< inside the box
};
/// What the plot must have room for.
struct HidingRoom {
  float text = 12;     ///< height of small text
  float numbers = 30;  ///< width of the numbers at the left
  float names = 30;    ///< width of the curves' names
  int words = 1;       ///< lines of figures
  int most_warps = 64;
  double most_loads = 1;  ///< the largest that is drawn
};
/// Whether the area is high enough for head and words; if not, the plot has it alone.
[[nodiscard]] bool hiding_has_words(Rect area, float text);
[[nodiscard]] HidingPlot hiding_plot(Rect area, const HidingRoom& room);

/// The least round number that is not below a positive value: 1, 1.5, 2, 3, 4, 5, 6, 8 or 10 times a
/// power of ten.
[[nodiscard]] double round_above(double value);

/// How pieces of these widths follow one another in lines of `room`: the line of each. A piece that is
/// wider than a line has one for itself.
[[nodiscard]] std::vector<int> flow_lines(const std::vector<float>& widths, float gap, float room);
/// The same from the top of an area, each line `line` high; pieces may lie below its end.
[[nodiscard]] std::vector<Rect> flow_places(const std::vector<float>& widths, float gap, Rect area,
                                            float line);

}  // namespace warpscope
