#pragma once

#include "app/panes/multiprocessor/hiding_figures.hpp"
#include "app/panes/multiprocessor/latency_layout.hpp"
#include "app/panes/multiprocessor/measured_records.hpp"

namespace warpscope {

/// Draws measured throughput over resident warps: each amount of arithmetic is a curve, the one at the
/// slider is strong, and has the model's beside it and Little's law as a line. The record has such
/// figures.
void draw_hiding(Canvas& canvas, Rect area, const HidingFigures& figures,
                 const MeasuredRecords& records, const Frame& frame, Wishes& wishes);

/// Draws the stamps of real warps below the modelled ones, on the same axis. The layout has room for
/// them.
void draw_stamps(Canvas& canvas, const LatencyLayout& layout, const CycleScale& scale,
                 const HidingFigures& figures, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
