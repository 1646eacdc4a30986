#pragma once

#include "kernels/fft/fft_parameters.hpp"
#include "kernels/fft/in_place_fft.cuh"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// As it stands in books: number i lies at place i. The permutation conflicts up to 32-way.
struct FftBitReversed : InPlaceFft<InOrder> {
  static constexpr KernelInfo info{
      .id = "fft_bit_reversed",
      .task = "fft",
      .title = "In place, bit reversal",
      .summary = "Reversed bits first, then butterflies in place: half the memory, more conflicts.",
      .source = "kernels/fft/in_place_fft.cuh",
      .elements_per_thread = 2,
      .default_block = 128,
      .default_size = 64,
      .max_size = max_fft_size,
      .max_emulated_size = max_emulated_fft_size,
      .parameters = fft_parameters,
      .type = "float",
      .input = InputShape::complex,
      .range = fft_range};
};

}  // namespace warpscope
