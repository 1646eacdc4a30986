#pragma once

#include <optional>
#include <span>

#include "app/stage/grid/grid_matrices.hpp"

namespace warpscope {

/// The product among a launch's matrices, found from the sources of its nodes; nullopt if there is
/// none.
[[nodiscard]] std::optional<GridProduct> find_product(const Dataflow& flow,
                                                      std::span<const FlowNode> nodes,
                                                      const GridLaunch& launch);

}  // namespace warpscope
