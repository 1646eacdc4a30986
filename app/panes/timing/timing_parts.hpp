#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panes/timing/timing_ladder.hpp"
#include "app/panes/timing/timing_limits.hpp"
#include "app/panes/timing/timing_text.hpp"
#include "app/panes/timing/wavefront_points.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// A record that is drawn, with everything prepared for it.
struct ShownRecord {
  std::string name;    ///< "H200, 2026-11-22"
  std::string source;  ///< "recorded", "measured here"
  Ladder ladder;
  WavefrontPoints wavefronts;
  std::optional<Roof> roof;
};

/// Everything that the parts of the timing view are drawn from.
struct TimingScene {
  std::span<const ShownRecord> shown;  ///< not empty; the others are laid over the first
  const KernelInfo* kernel;            ///< the document's kernel
  const Frame& frame;
  TypeScale type;
  [[nodiscard]] const Ladder& ladder() const { return shown.front().ladder; }
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] bool points_at(Rect rect) const { return frame.pointer.over(rect); }
};

/// Bars of throughput with times and ratios beside them. `scrolled`: rows by which the wheel has
/// moved them.
void draw_ladder(Canvas& canvas, Rect area, const TimingScene& scene, float& scrolled,
                 Wishes& wishes);
/// Throughput or time over size, on logarithmic axes. Returns the size that was clicked.
std::optional<std::int64_t> draw_curves(Canvas& canvas, Rect area, const TimingScene& scene,
                                        bool times, Wishes& wishes);
/// Operations a second over operations a byte, below the roof.
void draw_roofline(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes);
/// Why there is no roofline, in a sentence; empty if there is one.
[[nodiscard]] std::string no_roofline(const ShownRecord& shown);
/// Measured time over modelled wavefronts.
void draw_wavefronts(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes);
[[nodiscard]] std::string no_wavefronts(const ShownRecord& shown, const KernelInfo& kernel);

}  // namespace warpscope
