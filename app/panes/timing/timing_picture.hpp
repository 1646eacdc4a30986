#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the timing view draws beside its bars, or, where there is no room for both, in their place.
enum class TimingPicture : std::uint8_t {
  ladder,      ///< the bars themselves, and what there is room for
  throughput,  ///< over size
  time,        ///< over size
  roofline,    ///< operations a second over operations a byte
  wavefronts,  ///< measured time over modelled wavefronts
  count,       ///< how many there are
};

inline constexpr std::array timing_pictures = std::to_array<Choice<TimingPicture>>({
    {TimingPicture::ladder, "ladder", tr_noop("Ladder"), "timing.ladder", "Shift+F6"},
    {TimingPicture::throughput, "throughput", tr_noop("Throughput"), "timing.throughput",
     "Shift+F7"},
    {TimingPicture::time, "time", tr_noop("Time"), "timing.time", "Shift+F8"},
    {TimingPicture::roofline, "roofline", tr_noop("Roofline"), "timing.roofline", "Shift+F9"},
    {TimingPicture::wavefronts, "wavefronts", tr_noop("Wavefronts"), "timing.wavefronts",
     "Shift+F11"},
});
[[nodiscard]] constexpr const auto& choices_of(TimingPicture) { return timing_pictures; }

}  // namespace warpscope
