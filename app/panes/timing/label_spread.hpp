#pragma once

#include <span>
#include <vector>

namespace warpscope {

/// Places for labels beside marks: as near to each mark as a least distance from label to label and
/// the two ends allow. In the order of `wanted`. If they do not all have room, they lie closer.
[[nodiscard]] std::vector<float> spread_labels(std::span<const float> wanted, float distance,
                                               float low, float high);

}  // namespace warpscope
