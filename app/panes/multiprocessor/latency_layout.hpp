#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/panes/multiprocessor/latency_part.hpp"
#include "instrumentation/analysis/warp_schedule.hpp"

namespace warpscope {

/// The cycles that are in sight.
struct CycleWindow {
  double from = 0, to = 1;
  [[nodiscard]] double span() const { return to - from; }
  friend bool operator==(const CycleWindow&, const CycleWindow&) = default;
};
/// `factor` times as many cycles; the one at `share` of the window stays where it is. At least 16
/// cycles, at most all.
[[nodiscard]] CycleWindow zoomed(CycleWindow window, double share, double factor, double all);
/// The same span so many cycles later, within 0 to all.
[[nodiscard]] CycleWindow panned(CycleWindow window, double cycles, double all);

/// Cycles along a row of pixels.
struct CycleScale {
  float x = 0, w = 1;
  CycleWindow window;
  [[nodiscard]] float x_of(double cycle) const;  ///< may lie outside
  [[nodiscard]] double cycle_at(float at) const;
  [[nodiscard]] double pixels() const { return static_cast<double>(w) / window.span(); }
};

/// Where the parts of the page are. Parts without room are empty.
struct LatencyLayout {
  Rect head;     ///< the utilisation in words
  Rect legend;   ///< meanings of what warps do
  Rect busy;     ///< the issue slots taken, over cycles
  Rect numbers;  ///< of the warps, left of the rows
  Rect rows;
  Rect ticks;        ///< the cycles' numbers
  Rect stamps_head;  ///< two lines: what the stamps are of
  Rect stamped;      ///< rows of real warps, on the same axis
  Rect throughput;   ///< measured, over resident warps
  Rect sliders;
  float slider_row = 24;                  ///< height of one
  Rect curve;                             ///< utilisation over resident warps
  Rect facts;                             ///< the machine's figures
  LatencyPart part = LatencyPart::warps;  ///< what is shown, if not all
  bool choosable = false;                 ///< the pane has no room for all
  int warps = 1;
  float pitch = 1;  ///< from one row to the next
  float gap = 0;    ///< between rows, a part of it

  [[nodiscard]] Rect row(int warp) const { return row_in(rows, warp); }
  /// Of a real warp; as high as the modelled ones.
  [[nodiscard]] Rect stamped_row(int warp) const { return row_in(stamped, warp); }
  [[nodiscard]] int warp_at(float y) const;  ///< clamped

 private:
  [[nodiscard]] Rect row_in(Rect all, int warp) const;
};
/// What there is to show.
struct LatencyParts {
  int warps = 1;    ///< modelled
  int stamped = 0;  ///< real warps with stamps
  int sliders = 0;
  bool throughput = false;                ///< measured
  LatencyPart part = LatencyPart::warps;  ///< if there is no room for all
};
/// `text` and `row` are the heights of a line of small text and of a slider. Where a part goes depends
/// on the pane alone, not on how many warps there are, so that a slider moves nothing away; of few
/// warps, the measured throughput fills the rest of a tall pane.
[[nodiscard]] LatencyLayout latency_layout(Rect area, const LatencyParts& parts, float text,
                                           float row);

/// A stretch of one warp's row in which it does one thing; of stretches too narrow to be seen, what it
/// does for most of the time.
struct WarpRun {
  float begin = 0, end = 0;  ///< pixels
  WarpState state = WarpState::issue;
  Space space = Space::shared;
  float share = 1;  ///< of the stretch in which a warp issues, if several issues are one run
};
/// The waits in sight, none narrower than `least` pixels but the last.
[[nodiscard]] std::vector<WarpRun> wait_runs(std::span<const WarpSpan> warp,
                                             const CycleScale& scale, float least);
/// The issues in sight, each at least `least` pixels wide. Those that would touch are one, which says
/// how much of its stretch they take; it ends after a few pixels, so that this is true of the place.
[[nodiscard]] std::vector<WarpRun> issue_runs(std::span<const WarpSpan> warp,
                                              const CycleScale& scale, float least);
/// The span at a pixel; an issue that is nearer than `slack` pixels comes first. nullptr if there is
/// none.
[[nodiscard]] const WarpSpan* span_at(std::span<const WarpSpan> warp, const CycleScale& scale,
                                      float at, float slack);

/// Shares of the issue slots that are taken, for each of so many equal parts of what is in sight.
[[nodiscard]] std::vector<float> busy_shares(const WarpSchedule& schedule, int schedulers,
                                             const CycleWindow& window, int parts);

/// Round cycles in sight, at least `apart` pixels from one another.
[[nodiscard]] std::vector<double> cycle_ticks(const CycleScale& scale, float apart);

}  // namespace warpscope
