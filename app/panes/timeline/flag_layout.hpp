#pragma once

#include <span>
#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Square tags in `band`, each to the right of its pole if there is room; neighbours that would
/// overlap stand side by side, and the last ones lean against the right end. `poles` must be in
/// order; there is a tag for each.
[[nodiscard]] std::vector<Rect> flag_tags(std::span<const float> poles, const Rect& band);

}  // namespace warpscope
