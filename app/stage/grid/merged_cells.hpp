#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Cells that lie side by side in a row, or on each other as equally wide rows, as one box each: so
/// that small ones have one outline together and not a solid bar of many.
[[nodiscard]] std::vector<Rect> merged_cells(std::vector<Rect> cells);

}  // namespace warpscope
