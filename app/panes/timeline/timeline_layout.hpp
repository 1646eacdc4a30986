#pragma once

#include <array>
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
  [[nodiscard]] std::uint8_t at(std::size_t i) const { return levels_[0][i]; }
  /// Over [first, last); 0 if that is empty.
  [[nodiscard]] std::uint8_t max(std::size_t first, std::size_t last) const;

 private:
  std::vector<std::vector<std::uint8_t>> levels_;  // each half as long as the one before
};

/// How many accesses of any part of a run have which degree, found in a few steps however long the part is: sums are
/// kept up to every `block`th access.
class DegreeCounts {
 public:
  static constexpr std::size_t block = 256;

  DegreeCounts() = default;
  /// `degrees` of all accesses, in order.
  explicit DegreeCounts(std::vector<std::uint8_t> degrees);
  [[nodiscard]] std::size_t size() const { return most_.size(); }
  /// The degrees that occur, from the least on.
  [[nodiscard]] const std::vector<std::uint8_t>& degrees() const { return degrees_; }
  /// How many accesses of [first, last) have each of degrees().
  [[nodiscard]] std::vector<std::uint32_t> count(std::size_t first, std::size_t last) const;
  /// The largest degree of [first, last).
  [[nodiscard]] std::uint8_t max(std::size_t first, std::size_t last) const {
    return most_.max(first, last);
  }

 private:
  MaxPyramid most_;
  std::vector<std::uint8_t> degrees_;
  std::array<std::uint8_t, 256> place_{};  // of a degree in degrees_
  std::vector<std::uint32_t> before_;      // each block of accesses, of each degree
};

/// How many times more than ideal an access costs: the N of N-way in shared memory, sectors over
/// ideal sectors in global memory, 1 for a shuffle.
[[nodiscard]] std::vector<std::uint8_t> cost_degrees(const Trace& trace, const Summary& summary);

/// Accesses along a track: access i covers [x_of(i), x_of(i + 1)). Most of the track may be out of sight.
struct TimeScale {
  double x = 0, w = 0;
  std::size_t count = 0;

  [[nodiscard]] float x_of(std::size_t access) const;
  [[nodiscard]] std::uint32_t access_at(float at) const;  ///< clamped to the track; count > 0
};

/// One bar of the scrubber: accesses [first, last).
struct TimelineBar {
  Rect rect;
  std::uint32_t first = 0, last = 0;
  int degree = 0;  ///< the worst
  /// Of an access alone, the height grows with the logarithm of its degree. Of several, the bar is as high as its room,
  /// and these are the shares of it, 0..1, of accesses with the degrees of the same cost tier, see degree_tier.
  std::array<float, 4> shares{};
  [[nodiscard]] bool alone() const { return last - first == 1; }
};
/// The tiers that colours tell apart: 1, 2 and 3, 4 to 7, more.
[[nodiscard]] int degree_tier(int degree);
inline constexpr std::array<int, 4> least_of_tier{1, 2, 4, 8};
/// How many accesses a bar stands for: one, or the least power of two with which bars are two pixels wide. So a bar stands
/// for the same accesses wherever the track is.
[[nodiscard]] std::size_t accesses_of_bar(const TimeScale& scale);
/// Fills in what a bar tells of accesses [first, last) of a run, and how high it stands on the floor of `area`. `alone`: bars
/// stand for one access each.
void fill_bar(TimelineBar& bar, Rect area, const DegreeCounts& degrees, std::size_t first,
              std::size_t last, bool alone, int max_degree);
/// The bars of which something is in `area`, on whose floor they stand.
[[nodiscard]] std::vector<TimelineBar> timeline_bars(Rect area, const TimeScale& scale,
                                                     const DegreeCounts& degrees, int max_degree);

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

/// The steps of which something is in sight.
[[nodiscard]] std::span<const Step> steps_between(std::span<const Step> steps,
                                                  const TimeScale& scale, Rect seen);
/// Steps as the axis names them: those of one phase of the source, or of one function that the kernel calls, are one
/// step of its name.
[[nodiscard]] std::vector<Step> titled_steps(const Trace& trace);
/// The same of steps that are in sight, between the left and the right end of `seen`; the first name stays in sight while
/// its step does.
[[nodiscard]] std::vector<TrackLabel> steps_in_sight(std::span<const Step> steps,
                                                     const TimeScale& scale, Rect seen,
                                                     const MeasureText& measure);
/// The same of `marks`, which are those of all launches.
[[nodiscard]] std::vector<LaunchMark> launches_in_sight(std::vector<LaunchMark> marks, Rect seen,
                                                        const MeasureText& measure);

/// Where steps begin, so that those without a name of their own are seen, too; but for steps that
/// are closer than `spacing` to the one before.
[[nodiscard]] std::vector<float> step_ticks(std::span<const Step> steps, TimeScale scale,
                                            float spacing);

}  // namespace warpscope
