#pragma once

#include <cstddef>
#include <span>

#include "app/ui/canvas.hpp"

namespace warpscope {

/// Heights of a face in parts of its size (the em), all positive.
struct FaceMetrics {
  float ascent = 0, descent = 0;
  float cap_height = 0;
};

/// The embedded OpenType file of a face.
[[nodiscard]] std::span<const std::byte> font_file(Face face);
/// Read from the tables head, hhea and OS/2 of that file.
[[nodiscard]] const FaceMetrics& face_metrics(Face face);

}  // namespace warpscope
