#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/families.hpp"
#include "kernels/rival.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/sparse_parameters.hpp"

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

inline constexpr std::array sparse_rivals{
    RivalInfo{"cusparse_spmv", TimedKind::library, "cuSPARSE SpMV of CSR", &spmv_task,
              "Looks at the matrix before, outside of the time (cusparseSpMV_preprocess)."},
    RivalInfo{"cpu_sequential_spmv", TimedKind::processor, "CPU, one thread: rows one by one",
              &spmv_task},
    RivalInfo{"cpu_threads_spmv", TimedKind::processor, "CPU, all threads: rows one by one",
              &spmv_task, "Each thread takes as many entries, not as many rows."}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<SparseFamily>{sparse_rivals};

}  // namespace warpscope
