#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/scan/blelloch.cuh"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// The complete cure for 16 banks: the pads themselves are padded, one more word in 256.
struct ScanPadded16Twice : BlellochScan<PadEvery16And256> {
  static constexpr KernelInfo info{
      .id = "scan_padded16_twice",
      .task = "scan",
      .lecture = "A",
      .title = "Padded, 1 in 16 and 256",
      .summary = "Pads of pads: free of conflicts on 16 banks at any n.",
      .source = "kernels/scan/blelloch.cuh",
      .elements_per_thread = 2,
      .default_size = 64,
      .parameters = scan_parameters,
      .parts_alone = true};
};

}  // namespace warpscope
