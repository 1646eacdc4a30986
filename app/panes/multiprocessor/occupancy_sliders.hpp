#pragma once

#include <array>
#include <optional>

#include "app/look/slider.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "app/subject/resources.hpp"
#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {

/// What the occupancy page is about: the user's sliders, and the launch on show for those that are
/// not set. The multiprocessor is that of the bank model.
struct OccupancyChoice {
  const MultiprocessorLimits* machine = nullptr;  ///< never nullptr
  OccupancyRequest request;
  int split = 0;  ///< 0: as the driver chooses; else the place among the machine's splits, from 1
  std::optional<CompiledResources> resources;  ///< of the launch; unset: its registers are assumed
  /// Whether each follows the launch, or the bank model.
  bool machine_follows = true, threads_follow = true, registers_follow = true,
       shared_follows = true;
  [[nodiscard]] bool follows() const {
    return machine_follows && threads_follow && registers_follow && shared_follows && split == 0;
  }
};
/// `access` tells the launch.
[[nodiscard]] OccupancyChoice occupancy_choice(const Look& look, const Document& document,
                                               std::uint32_t access);

/// The sliders of the page, in the order in which it shows them.
enum class OccupancySlider : std::uint8_t { capability, threads, registers, shared, split, count };
[[nodiscard]] SliderState occupancy_slider(OccupancySlider which, const Look& look,
                                           const Document& document, std::uint32_t access);

template <OccupancySlider which>
constexpr LookSlider occupancy_look_slider(const LookSlider& slider) {
  return page_slider<MultiprocessorPage::occupancy, which, occupancy_slider>(slider);
}

}  // namespace warpscope
