#pragma once

#include "kernels/fft/fft_parameters.hpp"
#include "kernels/fft/in_place_fft.cuh"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// With one pad word in 32 the permutation is conflict-free up to n = 1024, and so is the first
// stage. The four stages after it conflict 2-way as before.
struct FftPadded : InPlaceFft<OneWordIn32> {
  static constexpr KernelInfo info{
      .id = "fft_padded",
      .task = "fft",
      .title = "In place, padded 1 in 32",
      .summary = "A pad word in 32 frees the permutation of conflicts, and one stage of five.",
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
