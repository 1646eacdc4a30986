#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

/// Of the kernels, it is their elements_per_system.
inline constexpr std::array tridiagonal_task_parameters{
    Parameter{.name = "equations",
              .values = "256 512 1024",
              .meaning = tr_noop("of each system"),
              .low = 3,
              .high = 1 << 20}};

/// Four bands in, the solution out; the operations are those of the Thomas algorithm.
inline Work tridiagonal_work(std::uint64_t n, const TaskChoices&) {
  return {5 * n * word_bytes, 8 * n};
}
inline constexpr Task tridiagonal_task{.id = "tridiagonal",
                                       .parameters = tridiagonal_task_parameters,
                                       .work = tridiagonal_work,
                                       .system = "equations"};

inline constexpr std::array solver_rivals{
    RivalInfo{
        "cusparse_gtsv", TimedKind::library, "cuSPARSE gtsv2StridedBatch", &tridiagonal_task,
        tr_noop("Works in place; the right side is restored between runs, outside of the time.")},
    RivalInfo{"cpu_sequential_thomas", TimedKind::processor,
              tr_noop("CPU, one thread: Thomas algorithm"), &tridiagonal_task},
    RivalInfo{"cpu_threads_thomas", TimedKind::processor,
              tr_noop("CPU, all threads: Thomas algorithm"), &tridiagonal_task,
              tr_noop("Each thread solves whole systems.")}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<SolverFamily>{solver_rivals};

}  // namespace warpscope
