#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/panes/multiprocessor/occupancy_layout.hpp"
#include "app/panes/multiprocessor/occupancy_sliders.hpp"
#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {

// The occupancy page in words.

/// "50 %".
[[nodiscard]] std::string occupancy_percent(const Occupancy& occupancy);
/// "4 blocks of 8 warps: 32 of 64 warp slots".
[[nodiscard]] std::string resident_text(const Occupancy& occupancy);
/// "4 × 8 warps".
[[nodiscard]] std::string brief_resident_text(const Occupancy& occupancy);
/// "limited by registers and shared memory"; all reasons why it cannot run, if it cannot.
[[nodiscard]] std::string limits_text(const MultiprocessorLimits& machine,
                                      const OccupancyRequest& request, const Occupancy& occupancy);
/// "registers".
[[nodiscard]] std::string_view limit_name(OccupancyLimit limit);
/// "12 KiB", "1,088 B".
[[nodiscard]] std::string bytes_text(int bytes);
/// "49,152/65,536".
[[nodiscard]] std::string amount_of(int amount, int all);
/// "16.5/228 KiB".
[[nodiscard]] std::string kib_of(int bytes, int all);

/// What a slider sets: "shared memory per block"; the others for less room.
struct SliderNames {
  std::string_view full, label, brief;
};
[[nodiscard]] SliderNames slider_names(OccupancySlider slider);
/// The title of the curve over it, from the longest to the shortest.
[[nodiscard]] std::array<std::string_view, 3> curve_titles(OccupancySlider slider);
/// What a slider means, and how it is moved.
[[nodiscard]] std::string slider_help(OccupancySlider slider, const OccupancyChoice& choice);
/// Where the registers of a thread come from.
[[nodiscard]] std::string registers_source(const OccupancyChoice& choice);
/// Where all the rest comes from.
[[nodiscard]] std::string_view model_source();

/// A warp slot at the mouse.
[[nodiscard]] std::string slot_text(const Occupancy& occupancy, int slot);
/// A piece of the bar of registers, or of shared memory, at the mouse.
[[nodiscard]] std::string registers_text(const MultiprocessorLimits& machine,
                                         const OccupancyRequest& request,
                                         const Occupancy& occupancy, BarPart part);
[[nodiscard]] std::string shared_text(const MultiprocessorLimits& machine,
                                      const OccupancyRequest& request, const Occupancy& occupancy,
                                      BarPart part);

}  // namespace warpscope
