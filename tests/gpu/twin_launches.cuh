#pragma once

// For each kernel with a twin that twin_programs.cu times, how the twin is launched in its place.

#include "assets/twins/fft.cuh"
#include "assets/twins/matrix.cuh"
#include "assets/twins/memory.cuh"
#include "assets/twins/onesweep.cuh"
#include "assets/twins/random.cuh"
#include "assets/twins/reduce.cuh"
#include "assets/twins/scan.cuh"
#include "assets/twins/solver.cuh"
#include "assets/twins/sort.cuh"
#include "assets/twins/sparse.cuh"
#include "assets/twins/twins.cuh"
#include "instrumentation/run/cuda_buffers.cuh"
#include "kernels/fft/family.hpp"
#include "kernels/matrix/family.hpp"
#include "kernels/memory/family.hpp"
#include "kernels/random/family.hpp"
#include "kernels/reduce/family.hpp"
#include "kernels/scan/family.hpp"
#include "kernels/solver/family.hpp"
#include "kernels/sort/family.hpp"
#include "kernels/sparse/family.hpp"

namespace warpscope {

struct TwinLaunch {
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;

  template <class... Parameters, class... Arguments>
  void operator()(void (*twin)(Parameters...), Arguments... arguments) const {
    allow_shared(twin, shared_bytes);
    twin<<<grid, block, shared_bytes, stream>>>(plain(arguments)...);
  }

 private:
  template <class T>
  static T* plain(DeviceBuffer<T> buffer) {
    return buffer.data;
  }
  static auto* plain(DeviceBuffer<const Vec4<int>> buffer) {
    return reinterpret_cast<const int4*>(buffer.data);
  }
  static auto* plain(DeviceBuffer<Vec4<int>> buffer) {
    return reinterpret_cast<int4*>(buffer.data);
  }
  static auto* plain(DeviceBuffer<const Vec4<float>> buffer) {
    return reinterpret_cast<const float4*>(buffer.data);
  }
  static auto* plain(DeviceBuffer<Vec4<float>> buffer) {
    return reinterpret_cast<float4*>(buffer.data);
  }
  static auto* plain(DeviceBuffer<Vec2<int>> buffer) {
    return reinterpret_cast<unsigned long long*>(buffer.data);
  }
  template <class Value>
  static Value plain(Value value) {
    return value;
  }
};

template <class T, class Out, class Op>
void launch_twin(const TwinLaunch& at, const ReduceToOne&, DeviceBuffer<const T> in, Out out, Op) {
  if constexpr (std::is_same_v<T, int>) {
    at(twins::reduce_results, in, in.count, out);
  } else {
    at(twins::reduce_vectorized, in, in.count, out);
  }
}
inline void launch_twin(const TwinLaunch& at, const ReduceLastBlock&, auto in, auto results,
                        auto done, auto out, auto) {
  at(twins::reduce_last_block, in, in.count, results, done, out);
}

inline void launch_twin(const TwinLaunch& at, const ScanReductions&, auto in, auto out, auto) {
  at(twins::scan_reductions, in, out);
}
inline void launch_twin(const TwinLaunch& at, const ScanMerging&, auto in, auto out, auto) {
  at(twins::scan_merging, in, out);
}
inline void launch_twin(const TwinLaunch& at, const ScanWarpShuffle&, auto in, auto out, auto) {
  at(twins::scan_warp_shuffle, in, out);
}
inline void launch_twin(const TwinLaunch& at, const ScanSegmented&, auto in, auto heads, auto out,
                        auto) {
  at(twins::scan_segmented, in, heads, out);
}
inline void launch_twin(const TwinLaunch& at, const ScanBlockSums&, auto in, auto out, auto sums,
                        auto) {
  at(twins::scan_block_sums, in, out, sums, in.count);
}
inline void launch_twin(const TwinLaunch& at, const ScanDistribute&, auto data, auto sums, auto) {
  at(twins::scan_distribute, data, sums, data.count);
}
inline void launch_twin(const TwinLaunch& at, const CompactMark&, auto in, auto keep, int below) {
  at(twins::compact_mark, in, in.count, keep, below);
}
inline void launch_twin(const TwinLaunch& at, const Compact&, auto in, auto keep, auto place,
                        auto kept, auto count) {
  at(twins::compact, in, in.count, keep, place, kept, count);
}
template <int Rows>
void launch_twin(const TwinLaunch& at, const ScanLookback&, auto in, auto out, auto tickets,
                 auto status, auto, ScanLookback::Tile<Rows>) {
  at(twins::scan_lookback<Rows>, in, out, in.count, tickets, status);
}

inline void launch_twin(const TwinLaunch& at, const BlockShape&, auto... all) {
  at(twins::block_shape, all...);
}
template <class Order>
void launch_twin(const TwinLaunch& at, const LatencyHiding&, auto in, auto data, auto out,
                 int rounds, int arithmetic, int jump, Order) {
  at(twins::latency_hiding<Order::chases>, in, data, out, rounds, arithmetic, jump);
}
template <class Index>
void launch_twin(const TwinLaunch& at, const LocalArray&, auto in, auto out, int rounds, Index) {
  at(twins::local_array<Index::is_constant>, in, out, rounds);
}

template <int Side>
void launch_twin(const TwinLaunch& at, const MatmulRegisterTiled&, auto a, auto b, auto c, int n,
                 TileSide<Side>) {
  at(twins::matmul_register_tiled<Side>, a, b, c, n);
}

inline void launch_twin(const TwinLaunch& at, const RadixFloat&, auto... all) {
  at(twins::radix_float, all...);
}
inline void launch_twin(const TwinLaunch& at, const RadixBits&, auto... all) {
  at(twins::radix_bits, all...);
}
inline void launch_twin(const TwinLaunch& at, const RadixSums&, auto... all) {
  at(twins::radix_sums, all...);
}
inline void launch_twin(const TwinLaunch& at, const RadixSplit&, auto... all) {
  at(twins::radix_split, all...);
}
inline void launch_twin(const TwinLaunch& at, const RadixUnflip&, auto... all) {
  at(twins::radix_unflip, all...);
}
template <int Threads, int KeysPerThread, int Copies>
void launch_twin(const TwinLaunch& at, const RadixDigits&, auto keys, auto counts,
                 DigitsTile<Threads, KeysPerThread, Copies>) {
  at(twins::radix_digits<Threads, KeysPerThread, Copies>, keys, keys.count, counts);
}
inline void launch_twin(const TwinLaunch& at, const RadixStarts&, auto... all) {
  at(twins::radix_starts, all...);
}
template <int Threads, int KeysPerThread, int LookBack>
void launch_twin(const TwinLaunch& at, const RadixOnesweep&, auto in, auto out, auto found,
                 auto tickets, int pass, OnesweepTile<Threads, KeysPerThread, LookBack>) {
  at(twins::radix_onesweep<Threads, KeysPerThread, LookBack>, in, in.count, out, found, tickets,
     pass);
}

inline void launch_twin(const TwinLaunch& at, const PcrHybrid&, auto... all) {
  at(twins::pcr_hybrid, all...);
}
inline void launch_twin(const TwinLaunch& at, const Thomas&, auto... all) {
  at(twins::thomas, all...);
}
inline void launch_twin(const TwinLaunch& at, const PowerMethod&, auto a, auto v, auto done,
                        auto w) {
  at(twins::power_method, a, v, v.count, done, w);
}
inline void launch_twin(const TwinLaunch& at, const PowerScale&, auto w, auto... others) {
  at(twins::power_scale, w, w.count, others...);
}
inline void launch_twin(const TwinLaunch& at, const SimpleIteration&, auto a, auto f, float alpha,
                        auto x0, auto x1, auto r) {
  at(twins::simple_iteration, a, f, alpha, x0, x1, r, f.count);
}
inline void launch_twin(const TwinLaunch& at, const ResidualNorm&, auto r, auto residual,
                        int iteration) {
  at(twins::residual_norm, r, residual, r.count, iteration);
}
inline void launch_twin(const TwinLaunch& at, const Jacobi&, auto b, auto g, auto x0, auto x1,
                        auto r) {
  at(twins::jacobi, b, g, x0, x1, r, g.count);
}

inline void launch_twin(const TwinLaunch& at, const SpmvScalar&, auto row_begin, auto column,
                        auto value, auto x, auto y) {
  at(twins::spmv_scalar, row_begin, column, value, x, y, y.count);
}
inline void launch_twin(const TwinLaunch& at, const SpmvWarp&, auto row_begin, auto column,
                        auto value, auto x, auto y) {
  at(twins::spmv_warp, row_begin, column, value, x, y, y.count);
}
inline void launch_twin(const TwinLaunch& at, const SpmvCoo&, auto row, auto column, auto value,
                        auto x, auto y) {
  at(twins::spmv_coo, row, column, value, x, y, value.count);
}
inline void launch_twin(const TwinLaunch& at, const SptrsvLevels&, auto level_begin, auto level_row,
                        auto row_begin, auto column, auto value, auto right_side, auto solution) {
  at(twins::sptrsv_levels, level_begin, level_begin.count - 1, level_row, row_begin, column, value,
     right_side, solution, right_side.count);
}

inline void launch_twin(const TwinLaunch& at, const FftStockham&, auto... all) {
  at(twins::fft_stockham, all...);
}
inline void launch_twin(const TwinLaunch& at, const FftBitReversed&, auto... all) {
  at(twins::fft_in_place<false>, all...);
}
inline void launch_twin(const TwinLaunch& at, const FftPadded&, auto... all) {
  at(twins::fft_in_place<true>, all...);
}
inline void launch_twin(const TwinLaunch& at, const FftRadix4&, auto... all) {
  at(twins::fft_radix4, all...);
}
inline void launch_twin(const TwinLaunch& at, const PoissonFft&, auto in_re, auto in_im, auto w_re,
                        auto... others) {
  at(twins::poisson_fft, in_re, in_im, w_re, others..., w_re.count);
}
inline void launch_twin(const TwinLaunch& at, const PoissonRightSide&, auto... all) {
  at(twins::poisson_right_side, all...);
}
inline void launch_twin(const TwinLaunch& at, const PoissonDivide&, auto... all) {
  at(twins::poisson_divide, all...);
}
inline void launch_twin(const TwinLaunch& at, const PoissonError&, auto... all) {
  at(twins::poisson_error, all...);
}

inline void launch_twin(const TwinLaunch& at, const RandomPhilox&, auto seed, auto out,
                        UniformNumbers) {
  at(twins::random_philox, seed, out);
}
inline void launch_twin(const TwinLaunch& at, const RandomXorwow&, auto state, auto reading,
                        int word_stride, int thread_stride, int readings, UniformReadings) {
  at(twins::random_xorwow, state, reading, word_stride, thread_stride, readings);
}
inline void launch_twin(const TwinLaunch& at, const MonteCarloPi&, auto... all) {
  at(twins::monte_carlo_pi, all...);
}
inline void launch_twin(const TwinLaunch& at, const MonteCarloEstimate&, auto... all) {
  at(twins::monte_carlo_estimate, all...);
}

}  // namespace warpscope
