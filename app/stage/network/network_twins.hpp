#pragma once

#include <span>
#include <vector>

#include "app/stage/network/network_ops.hpp"

namespace warpscope {

/// Which bands get wires, if none has comparators: all but those whose numbers are made together with
/// those of an earlier band, place by place, out of these two bands alone, each of what the other is
/// made of with their roles exchanged. So it is with imaginary parts beside the real ones.
[[nodiscard]] std::vector<bool> bands_without_twins(const Dataflow& flow, const NetworkWires& wires,
                                                    std::span<const NetworkOp> ops);

}  // namespace warpscope
