#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/layout/text_wrap.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Maximum over any range of a million values in a few steps: the value that one pixel column
/// stands for.
class MaxPyramid {
 public:
  MaxPyramid() = default;
  explicit MaxPyramid(std::vector<std::uint8_t> values);
  [[nodiscard]] std::size_t size() const { return levels_.empty() ? 0 : levels_[0].size(); }
  /// Over [first, last); 0 if that is empty.
  [[nodiscard]] std::uint8_t max(std::size_t first, std::size_t last) const;

 private:
  std::vector<std::vector<std::uint8_t>> levels_;  // each half as long as the one before
};

/// How many times more than ideal an access costs: the N of N-way in shared memory, sectors over
/// ideal sectors in global memory, 1 for a shuffle.
[[nodiscard]] std::vector<std::uint8_t> cost_degrees(const Trace& trace, const Summary& summary);

/// Accesses along a track: access i covers [x_of(i), x_of(i + 1)).
struct TimeScale {
  float x = 0, w = 0;
  std::size_t count = 0;

  [[nodiscard]] float x_of(std::size_t access) const;
  [[nodiscard]] std::uint32_t access_at(float at) const;  ///< clamped to the track; count > 0
};

/// One bar of the scrubber: accesses [first, last) and their worst degree.
struct TimelineBar {
  Rect rect;
  std::uint32_t first = 0, last = 0;
  int degree = 0;
};
/// How high a bar of a degree stands in so much room; grows with the logarithm of the degree.
[[nodiscard]] float bar_height(float room, int degree, int max_degree);
/// A bar per access, or per two pixels if they are many. Bars stand on the floor of `area`; their
/// height grows with the logarithm of the degree.
[[nodiscard]] std::vector<TimelineBar> timeline_bars(Rect area, const MaxPyramid& degrees,
                                                     int max_degree);

struct TrackLabel {
  float x = 0;     ///< left end of the text
  float tick = 0;  ///< where its first step begins
  std::string
      text;  ///< "add 1", "add 4 … 8", "flags, combine", "barrier of line 5 × 3"; empty: no names
};
/// Names of the steps beneath the track; neighbours that would overlap are drawn together.
[[nodiscard]] std::vector<TrackLabel> step_labels(std::span<const Step> steps, TimeScale scale,
                                                  const MeasureText& measure);

/// The beginning of a launch along the track.
struct LaunchMark {
  float x = 0;
  std::uint32_t launch = 0;
  std::string text;  ///< its number from 1 and its kernel, else its number; empty: no room
};
/// One per launch that accesses anything, if there are several of those.
[[nodiscard]] std::vector<LaunchMark> launch_marks(const Trace& trace, TimeScale scale,
                                                   const MeasureText& measure);

/// Where steps begin, so that those without a name of their own are seen, too; but for steps that
/// are closer than `spacing` to the one before.
[[nodiscard]] std::vector<float> step_ticks(std::span<const Step> steps, TimeScale scale,
                                            float spacing);

}  // namespace warpscope
