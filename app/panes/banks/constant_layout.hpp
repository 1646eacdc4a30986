#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/layout/banks_layout.hpp"
#include "app/layout/geometry.hpp"

namespace warpscope {

/// A word that the constant cache delivers in one pass.
struct ConstantWord {
  ElementIndex index = 0;   ///< element of the array
  std::uint32_t lanes = 0;  ///< who gets it
  Rect rect;
};

/// Lanes above, below them the different elements that they read: one per pass, each a row lower
/// and further to the right.
struct ConstantLayout {
  LaneRow lanes;
  std::vector<ConstantWord> words;  ///< in the order of their first lanes
  float row_height = 0;             ///< of a pass
};
/// `indices` are the element indices of the active lanes of `mask`; `label_width` pixels stay free
/// at the right for the names of the passes.
[[nodiscard]] ConstantLayout constant_layout(Rect area, float label_width, std::uint32_t mask,
                                             std::span<const ElementIndex> indices);

}  // namespace warpscope
