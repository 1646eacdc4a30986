#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope {

/// What the timing view draws beside its bars, or, where there is no room for both, in their place.
enum class TimingPicture : std::uint8_t {
  ladder,      ///< the bars themselves, and what there is room for
  throughput,  ///< over size
  time,        ///< over size
  roofline,    ///< operations a second over operations a byte
  wavefronts,  ///< measured time over modelled wavefronts
};
inline constexpr std::array all_timing_pictures{TimingPicture::ladder, TimingPicture::throughput,
                                                TimingPicture::time, TimingPicture::roofline,
                                                TimingPicture::wavefronts};

struct TimingPictureNames {
  std::string_view id, label, command;
};
[[nodiscard]] constexpr TimingPictureNames names_of(TimingPicture picture) {
  constexpr std::array<TimingPictureNames, all_timing_pictures.size()> names{
      {{"ladder", "Ladder", "timing.ladder"},
       {"throughput", "Throughput", "timing.throughput"},
       {"time", "Time", "timing.time"},
       {"roofline", "Roofline", "timing.roofline"},
       {"wavefronts", "Wavefronts", "timing.wavefronts"}}};
  return names[static_cast<std::size_t>(picture)];
}
[[nodiscard]] constexpr std::optional<TimingPicture> timing_picture(std::string_view id) {
  for (const TimingPicture picture : all_timing_pictures) {
    if (names_of(picture).id == id) return picture;
  }
  return std::nullopt;
}

/// How the timing view was asked to show.
struct TimingLook {
  TimingPicture picture = TimingPicture::ladder;
  int turns = 0;  ///< how often another choice of records was asked for by key, so far
};

}  // namespace warpscope
