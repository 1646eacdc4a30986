#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "app/look/slider.hpp"
#include "app/panes/multiprocessor/multiprocessor_page.hpp"
#include "instrumentation/analysis/warp_schedule.hpp"

namespace warpscope {

/// When a warp waits, as the user chooses it.
enum class WarpWaiting : std::uint8_t {
  use,   ///< for the values that an instruction uses
  each,  ///< for each load, before anything else
  book,  ///< for each load before the next access, while arithmetic goes on; the book's machine
  count,
};
inline constexpr auto warp_waiting_names = std::to_array<std::string_view>({"use", "each", "book"});

/// What the latency page is about: the user's sliders, and for those that are not set the launch on
/// show, with the machine that has the banks of the bank model, or the book's.
struct LatencyChoice {
  const MachineModel* machine = nullptr;  ///< never nullptr; its global latency may be changed
  std::uint32_t launch = 0;               ///< at the playhead
  int warps = 1;
  int arithmetic = 0;
  int latency = 0;  ///< cycles of global memory
  WarpWaiting waiting = WarpWaiting::use;
  bool warps_follow = true, arithmetic_follow = true, latency_follow = true, waiting_follow = true;

  [[nodiscard]] MachineModel model() const;  ///< with the latency that is chosen
  [[nodiscard]] LoadWait wait() const {
    return waiting == WarpWaiting::use ? LoadWait::use : LoadWait::each;
  }
  [[nodiscard]] ScheduleRequest request() const {
    return {
        .warps = warps, .arithmetic = arithmetic, .arithmetic_waits = waiting != WarpWaiting::book};
  }
};
/// `access` tells the launch.
[[nodiscard]] LatencyChoice latency_choice(const Look& look, const Document& document,
                                           std::uint32_t access);

/// How many warps of the launch can be resident, as the page of occupancy says; 0: it speaks of
/// another machine than the choice.
[[nodiscard]] int fitting_warps(const LatencyChoice& choice, const Look& look,
                                const Document& document, std::uint32_t access);

/// The sliders of the page, in the order in which it shows them.
enum class LatencySlider : std::uint8_t { resident, arithmetic, latency, waiting, count };
[[nodiscard]] SliderState latency_slider(LatencySlider which, const Look& look,
                                         const Document& document, std::uint32_t access);

template <LatencySlider which>
constexpr LookSlider latency_look_slider(const LookSlider& slider) {
  return page_slider<MultiprocessorPage::latency, which, latency_slider>(slider);
}

}  // namespace warpscope
