#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/sparse_parameters.hpp"
#include "kernels/sparse/triangular_system.hpp"

namespace warpscope {

/// Of y = A x with n rows: the matrix in compressed sparse rows, x once, and y.
inline Work spmv_work(std::string_view rows, std::int64_t n) {
  const auto entries = static_cast<std::uint64_t>(sparse_entries(rows, n));
  const auto count = static_cast<std::uint64_t>(n);
  return {2 * entries * word_bytes + (3 * count + 1) * word_bytes, 2 * entries};
}
inline Work spmv_task_work(std::uint64_t n, const TaskChoices& choices) {
  return spmv_work(choices.at("rows"), static_cast<std::int64_t>(n));
}
inline constexpr Task spmv_task{
    .id = "spmv", .parameters = spmv_parameters, .work = spmv_task_work};

/// Of L x = b with n unknowns: the matrix with where its rows begin, b and x; a multiply-add for each
/// entry below the diagonal, a division for each on it.
inline Work sptrsv_work(std::string_view rows, std::int64_t n) {
  const auto entries = static_cast<std::uint64_t>(triangular_entries(rows, n));
  const auto count = static_cast<std::uint64_t>(n);
  return {2 * entries * word_bytes + (3 * count + 1) * word_bytes, 2 * entries - count};
}
inline Work sptrsv_task_work(std::uint64_t n, const TaskChoices& choices) {
  return sptrsv_work(choices.at("rows"), static_cast<std::int64_t>(n));
}
inline constexpr Task sptrsv_task{
    .id = "sptrsv", .parameters = triangular_parameters, .work = sptrsv_task_work};

inline constexpr std::array sparse_rivals{
    RivalInfo{
        "cusparse_spmv", TimedKind::library, "cuSPARSE SpMV of CSR", &spmv_task,
        tr_noop("Looks at the matrix before, outside of the time (cusparseSpMV_preprocess).")},
    RivalInfo{"cpu_sequential_spmv", TimedKind::processor,
              tr_noop("CPU, one thread: rows one by one"), &spmv_task},
    RivalInfo{"cpu_threads_spmv", TimedKind::processor,
              tr_noop("CPU, all threads: rows one by one"), &spmv_task,
              tr_noop("Each thread takes as many entries, not as many rows.")},
    RivalInfo{"cpu_eigen_spmv", TimedKind::processor, tr_noop("CPU, one thread: Eigen"),
              &spmv_task},
    RivalInfo{"cusparse_spsv", TimedKind::library, "cuSPARSE SpSV of CSR", &sptrsv_task,
              tr_noop("Looks at the matrix before, outside of the time (cusparseSpSV_analysis).")},
    RivalInfo{"cpu_sequential_sptrsv", TimedKind::processor,
              tr_noop("CPU, one thread: unknowns one by one"), &sptrsv_task},
    RivalInfo{"cpu_eigen_sptrsv", TimedKind::processor, tr_noop("CPU, one thread: Eigen"),
              &sptrsv_task}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<SparseFamily>{sparse_rivals};

}  // namespace warpscope
