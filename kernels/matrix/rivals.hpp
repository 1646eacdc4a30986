#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

// Sizes are sides of square matrices.

inline Work matmul_work(std::uint64_t n, const TaskChoices&) {
  return {3 * n * n * word_bytes, 2 * n * n * n};
}
inline double matmul_growth(double n) { return n * n * n; }
inline constexpr Task matmul_task{.id = "matmul", .work = matmul_work, .growth = matmul_growth};

inline Work transpose_work(std::uint64_t n, const TaskChoices&) {
  return {2 * n * n * word_bytes, 0};
}
inline double transpose_growth(double n) { return n * n; }
inline constexpr Task transpose_task{
    .id = "transpose", .work = transpose_work, .growth = transpose_growth};

inline constexpr std::array matrix_rivals{
    RivalInfo{"cublas_sgemm", TimedKind::library, "cuBLAS SGEMM", &matmul_task,
              tr_noop("FP32 throughout: TF32 is not allowed.")},
    RivalInfo{"cpu_sequential_matmul", TimedKind::processor,
              tr_noop("CPU, one thread: blocked product"), &matmul_task},
    RivalInfo{"cpu_threads_matmul", TimedKind::processor,
              tr_noop("CPU, all threads: blocked product"), &matmul_task},
    RivalInfo{"cpu_openblas_matmul", TimedKind::processor,
              tr_noop("CPU, all threads: OpenBLAS SGEMM"), &matmul_task},
    RivalInfo{"cpu_sequential_transpose", TimedKind::processor,
              tr_noop("CPU, one thread: blocked transposition"), &transpose_task},
    RivalInfo{"cpu_threads_transpose", TimedKind::processor,
              tr_noop("CPU, all threads: blocked transposition"), &transpose_task}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<MatrixFamily>{matrix_rivals};

}  // namespace warpscope
