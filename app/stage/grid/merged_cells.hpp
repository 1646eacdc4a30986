#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Merges cells that lie side by side in a row, or on each other as equally wide rows, into one box
/// each, so that small ones share one outline instead of making a solid bar of many.
[[nodiscard]] std::vector<Rect> merged_cells(std::vector<Rect> cells);

}  // namespace warpscope
