#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/panes/memory/cell_shade.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A colour and that of the text on it.
struct Tint {
  Color fill, text;
};

/// Place 0..1 on a scale -> colour: amounts in blue, kinds and ages on the cividis map.
[[nodiscard]] Tint shade_tint(const Theme& theme, CellShade shade, float share);

/// For a cell that the present access writes without changing it.
[[nodiscard]] inline Color same_tint(const Theme& theme) {
  return mix(theme.panel, theme.now, 0.34F);
}

/// For values that are all equal: neither small nor large.
inline constexpr float equal_share = 0.6F;

/// The lane that wrote an element; nullopt if that access did not write it.
[[nodiscard]] std::optional<int> writing_lane(const Trace& trace, std::uint32_t access, int array,
                                              std::int64_t index);

/// The place of an element on the scale of writers or of times: 0..1. nullopt if it is not known.
/// `writer` is the access that wrote it, `now` the present one.
[[nodiscard]] std::optional<float> writer_share(const Trace& trace, CellShade shade, int array,
                                                std::int64_t index, std::uint32_t writer,
                                                std::uint32_t now);

/// The meaning of the two ends of the scale: "warp 0" and "warp 7".
struct ShadeEnds {
  std::string low, high;
};
[[nodiscard]] ShadeEnds shade_ends(const Trace& trace, CellShade shade, std::uint32_t now);

}  // namespace warpscope
