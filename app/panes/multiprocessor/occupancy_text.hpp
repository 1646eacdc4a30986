#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/panes/multiprocessor/occupancy_layout.hpp"
#include "app/panes/multiprocessor/occupancy_sliders.hpp"
#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {

// The occupancy page in words, English or Russian.

/// "50 %".
[[nodiscard]] std::string occupancy_percent(const Occupancy& occupancy);
/// "4 blocks of 8 warps: 32 of 64 warp slots".
[[nodiscard]] std::string resident_text(const Occupancy& occupancy, bool russian);
/// "4 × 8 warps".
[[nodiscard]] std::string brief_resident_text(const Occupancy& occupancy, bool russian);
/// "limited by registers and shared memory"; all reasons why it cannot run, if it cannot.
[[nodiscard]] std::string limits_text(const MultiprocessorLimits& machine,
                                      const OccupancyRequest& request, const Occupancy& occupancy,
                                      bool russian);
/// "registers".
[[nodiscard]] std::string_view limit_name(OccupancyLimit limit, bool russian);
/// "12 KiB", "1,088 B".
[[nodiscard]] std::string bytes_text(int bytes, bool russian);
/// "49,152/65,536".
[[nodiscard]] std::string amount_of(int amount, int all, bool russian);
/// "16.5/228 KiB".
[[nodiscard]] std::string kib_of(int bytes, int all, bool russian);

/// What a slider sets: "shared memory per block"; the others for less room.
struct SliderNames {
  std::string_view full, label, brief;
};
[[nodiscard]] SliderNames slider_names(OccupancySlider slider, bool russian);
/// The title of the curve over it, from the longest to the shortest.
[[nodiscard]] std::array<std::string_view, 3> curve_titles(OccupancySlider slider, bool russian);
/// What a slider means, and how it is moved.
[[nodiscard]] std::string slider_help(OccupancySlider slider, const OccupancyChoice& choice,
                                      bool russian);
/// Where the registers of a thread come from.
[[nodiscard]] std::string registers_source(const OccupancyChoice& choice, bool russian);
/// Where all the rest comes from.
[[nodiscard]] std::string_view model_source(bool russian);

/// A warp slot at the mouse.
[[nodiscard]] std::string slot_text(const Occupancy& occupancy, int slot, bool russian);
/// A piece of the bar of registers, or of shared memory, at the mouse.
[[nodiscard]] std::string registers_text(const MultiprocessorLimits& machine,
                                         const OccupancyRequest& request,
                                         const Occupancy& occupancy, BarPart part, bool russian);
[[nodiscard]] std::string shared_text(const MultiprocessorLimits& machine,
                                      const OccupancyRequest& request, const Occupancy& occupancy,
                                      BarPart part, bool russian);

}  // namespace warpscope
