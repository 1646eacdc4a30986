#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/scan/blelloch.cuh"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Scan 1: the sum tree without padding. Conflicts double with the offset.
struct ScanBlelloch : BlellochScan<Unpadded> {
  static constexpr KernelInfo info{
      .id = "scan_blelloch",
      .task = "scan",
      .lecture = "A, B, D",
      .title = "Blelloch",
      .summary = "Exclusive scan by a sum tree: few operations, many bank conflicts.",
      .source = "kernels/scan/blelloch.cuh",
      .elements_per_thread = 2,
      .default_size = 64,
      .parameters = scan_parameters,
      .parts_alone = true};
};

}  // namespace warpscope
