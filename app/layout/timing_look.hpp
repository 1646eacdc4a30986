#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/layout/enum_rows.hpp"

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

struct TimingPictureRow {
  TimingPicture value;
  std::string_view id, label, command, key;
};
/// THE list: commands, keys and the command line take the pictures from here.
inline constexpr std::array timing_picture_rows = std::to_array<TimingPictureRow>({
    {TimingPicture::ladder, "ladder", "Ladder", "timing.ladder", "Shift+F6"},
    {TimingPicture::throughput, "throughput", "Throughput", "timing.throughput", "Shift+F7"},
    {TimingPicture::time, "time", "Time", "timing.time", "Shift+F8"},
    {TimingPicture::roofline, "roofline", "Roofline", "timing.roofline", "Shift+F9"},
    {TimingPicture::wavefronts, "wavefronts", "Wavefronts", "timing.wavefronts", "Shift+F10"},
});
static_assert(has_row_for_each_value(timing_picture_rows));
inline constexpr auto all_timing_pictures = values_of(timing_picture_rows);

[[nodiscard]] constexpr const TimingPictureRow& names_of(TimingPicture picture) {
  return timing_picture_rows[static_cast<std::size_t>(picture)];
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
