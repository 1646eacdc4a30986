#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/panes/heat/heat_map.hpp"
#include "app/panes/timeline/timeline_layout.hpp"

namespace warpscope {

/// Banks or words from top to bottom, time from left to right; names above, numbers of the accesses
/// and a legend below.
struct HeatLayout {
  Rect launches;  ///< strip of their names; empty if there is one launch, or no room
  Rect steps;     ///< strip of their names
  Rect banks;     ///< strip of their numbers, left of the map
  Rect map;
  Rect ticks;   ///< strip of the accesses' numbers; empty if there is no room
  Rect legend;  ///< likewise
  int bank_count = 1;
  HeatWindow window;

  [[nodiscard]] float row_height() const { return map.h / static_cast<float>(bank_count); }
  [[nodiscard]] float column_width() const;
  [[nodiscard]] float x_of(double access) const;  ///< may lie outside the map
  [[nodiscard]] double place_at(float x) const;
  [[nodiscard]] Rect cell(int bank, std::uint32_t access) const;
  /// Every 1, 2, 4, … banks: the step at which numbers have room.
  [[nodiscard]] int bank_step(float text_height) const;
};
[[nodiscard]] HeatLayout heat_layout(Rect area, float text_size, float bank_width, bool launches,
                                     int banks, HeatWindow window);

/// An access whose number stands below the map.
struct HeatTick {
  float x = 0;  ///< the middle of its column
  std::size_t access = 0;
};
/// Round numbers, at least `apart` pixels from one another; also the first one in sight.
[[nodiscard]] std::vector<HeatTick> heat_ticks(const HeatLayout& layout, std::size_t accesses,
                                               float apart);

/// The place under a pixel: the accesses [first, last) at one bank.
struct HeatSpot {
  int bank = 0;
  std::size_t first = 0, last = 0;
};
/// `at` lies in the map.
[[nodiscard]] HeatSpot heat_spot(const HeatLayout& layout, Point at, std::size_t accesses);

/// The places to which keys go: each wide and high enough to be told from the next, in the whole columns and rows
/// of the map that are in sight.
struct HeatStop {
  HeatSpot spot;  ///< its bank is the first one of `banks`
  int banks = 1;
  Rect rect;
};
[[nodiscard]] std::vector<HeatStop> heat_stops(const HeatLayout& layout, std::size_t accesses);
/// The accesses of the stop at a pixel.
[[nodiscard]] HeatSpot heat_stop_at(const HeatLayout& layout, Point at, std::size_t accesses);

/// Names of the steps in sight; the first one stays in sight while its step does.
[[nodiscard]] std::vector<TrackLabel> heat_steps(const Trace& trace, const HeatLayout& layout,
                                                 const MeasureText& measure);
/// The same of the launches.
[[nodiscard]] std::vector<LaunchMark> heat_launches(const Trace& trace, const HeatLayout& layout,
                                                    const MeasureText& measure);

}  // namespace warpscope
