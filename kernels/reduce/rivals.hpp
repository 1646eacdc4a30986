#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/reduce/reduction_parameters.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

inline Work reduce_work(std::uint64_t n, const TaskChoices&) {
  return {(n + 1) * word_bytes, n - 1};
}
inline constexpr Task reduce_task{
    .id = "reduce", .parameters = reduction_parameters, .work = reduce_work, .only_reads = true};

inline constexpr std::string_view one_result =
    tr_noop("Gives one result of the whole array, where the kernels give one for each block.");

inline constexpr std::array reduce_rivals{
    RivalInfo{"cub_reduce", TimedKind::library, "CUB DeviceReduce", &reduce_task, one_result},
    RivalInfo{"cpu_sequential_reduce", TimedKind::processor, tr_noop("CPU, one thread: reduction"),
              &reduce_task, one_result},
    RivalInfo{"cpu_threads_reduce", TimedKind::processor, tr_noop("CPU, all threads: reduction"),
              &reduce_task, one_result}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<ReduceFamily>{reduce_rivals};

}  // namespace warpscope
