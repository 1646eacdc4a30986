#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/scan/blelloch.cuh"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Scan 2: one pad word in 16, made for the 16 banks of compute capability 1.x.
// Free of conflicts there up to n = 256; from 512 on a few 2-way ones are left.
struct ScanPadded16 : BlellochScan<PadEvery16> {
  static constexpr KernelInfo info{
      .id = "scan_padded16",
      .task = "scan",
      .lecture = "A",
      .title = "Padded, 1 in 16",
      .summary = "One pad word in 16: made for 16 banks, and complete there only up to n = 256.",
      .source = "kernels/scan/blelloch.cuh",
      .elements_per_thread = 2,
      .default_size = 64,
      .parameters = scan_parameters,
      .parts_alone = true};
};

}  // namespace warpscope
