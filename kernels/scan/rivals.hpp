#pragma once

#include <array>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

/// Kernels can only add.
inline constexpr std::array scan_task_parameters{type_int_or_float};

inline Work scan_work(std::uint64_t n, const TaskChoices&) { return {2 * n * word_bytes, n - 1}; }
inline constexpr Task scan_task{
    .id = "scan", .parameters = scan_task_parameters, .work = scan_work};

inline constexpr std::string_view one_scan =
    tr_noop("Scans the whole array; kernels that scan a segment for each block do less.");

inline constexpr std::array scan_rivals{
    RivalInfo{"cub_scan", TimedKind::library, "CUB DeviceScan::ExclusiveSum", &scan_task, one_scan},
    RivalInfo{"cpu_sequential_scan", TimedKind::processor, tr_noop("CPU, one thread: scan"),
              &scan_task, one_scan},
    RivalInfo{"cpu_threads_scan", TimedKind::processor, tr_noop("CPU, all threads: scan"),
              &scan_task, one_scan}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<ScanFamily>{scan_rivals};

}  // namespace warpscope
