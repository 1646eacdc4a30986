#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/layout/timing_ladder.hpp"
#include "app/views/view.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {

/// What both halves of the timing view are drawn from.
struct TimingScene {
  const Ladder& ladder;
  const TimingRecord& record;
  const KernelInfo* kernel;  ///< the one that the document is of
  const Frame& frame;
  TypeScale type;
};

/// "2^28" of a power of two, else its digits.
[[nodiscard]] std::string size_text(std::int64_t size);
/// Three digits: "0.245 ms", "19.1 ms", "2.86 ms".
[[nodiscard]] std::string time_text(double milliseconds);
/// All figures of one result, lines separated by '\n'.
[[nodiscard]] std::string timing_tooltip(const KernelInfo& kernel, const BenchResult& result);

/// Bars of throughput, one a kernel, with times and ratios beside them.
void draw_ladder(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes);
/// Throughput over size, on logarithmic axes. Gives the size that was clicked.
std::optional<std::int64_t> draw_curves(Canvas& canvas, Rect area, const TimingScene& scene,
                                        Wishes& wishes);

}  // namespace warpscope
