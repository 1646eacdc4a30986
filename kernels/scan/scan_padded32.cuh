#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/scan/blelloch.cuh"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// The same cure for the 32 banks of today: one pad word in 32, free up to n = 1024.
struct ScanPadded32 : BlellochScan<PadEvery32> {
  static constexpr KernelInfo info{
      .id = "scan_padded32",
      .task = "scan",
      .lecture = "A",
      .title = "Padded, 1 in 32",
      .summary = "One pad word in 32: free of conflicts on 32 banks up to n = 1024.",
      .source = "kernels/scan/blelloch.cuh",
      .elements_per_thread = 2,
      .default_size = 64,
      .parameters = scan_parameters,
      .parts_alone = true};
};

}  // namespace warpscope
