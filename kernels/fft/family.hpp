#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/fft/fft_bit_reversed.cuh"
#include "kernels/fft/fft_padded.cuh"
#include "kernels/fft/fft_radix4.cuh"
#include "kernels/fft/fft_stockham.cuh"
#include "kernels/fft/poisson_fft.cuh"
#include "kernels/fft/poisson_solver.hpp"
#include "kernels/fft/transform.hpp"
#include "kernels/program.hpp"

namespace warpscope {

struct FftFamily {
  static constexpr Family info{.name = "fourier", .folder = "fft", .title = tr_noop("Fourier")};
  using Kernels = KernelList<FftStockham, FftBitReversed, FftPadded, FftRadix4, PoissonFft>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_program<Transform<FftStockham>, float>(table, FftStockham::info.id);
    add_program<Transform<FftBitReversed>, float>(table, FftBitReversed::info.id);
    add_program<Transform<FftPadded>, float>(table, FftPadded::info.id);
    add_program<Transform<FftRadix4>, float>(table, FftRadix4::info.id);
    add_program<PoissonSolver, float>(table, PoissonFft::info.id);
  }
};

}  // namespace warpscope
