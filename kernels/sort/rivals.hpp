#pragma once

#include <array>
#include <cmath>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

inline double sort_growth(double n) { return n * std::log2(n + 1); }

inline Work sort_keys_work(std::uint64_t n, const TaskChoices&) { return {2 * n * word_bytes, 0}; }
inline constexpr Task sort_keys_task{
    .id = "sort_keys", .work = sort_keys_work, .growth = sort_growth};

/// Its forms are the kinds of keys, each of which has another order: unsigned, int, float.
inline Work sort_pairs_work(std::uint64_t n, const TaskChoices&) { return {4 * n * word_bytes, 0}; }
inline constexpr Task sort_pairs_task{
    .id = "sort_pairs", .work = sort_pairs_work, .growth = sort_growth};

inline constexpr std::string_view unsigned_pairs =
    tr_noop("Keys are unsigned numbers of 32 bits, each with a value as large.");

inline constexpr std::array sort_rivals{
    RivalInfo{"cub_sort_keys", TimedKind::library, "CUB DeviceRadixSort::SortKeys", &sort_keys_task,
              tr_noop("Sorts unsigned keys of 32 bits between two buffers (DoubleBuffer).")},
    RivalInfo{"cub_sort_pairs", TimedKind::library,
              tr_noop("CUB DeviceRadixSort::SortPairs, unsigned keys"), &sort_pairs_task,
              unsigned_pairs, "unsigned"},
    RivalInfo{"cub_sort_pairs_int", TimedKind::library,
              tr_noop("CUB DeviceRadixSort::SortPairs, int keys"), &sort_pairs_task,
              tr_noop("Sorts the whole array; kernels that sort a tile for each block do less."),
              "int"},
    RivalInfo{"cub_sort_pairs_float", TimedKind::library,
              tr_noop("CUB DeviceRadixSort::SortPairs, float keys"), &sort_pairs_task,
              tr_noop("Takes -0 and 0 for equal keys, which the kernel tells apart."), "float"},
    RivalInfo{"cpu_sequential_sort_keys", TimedKind::processor,
              tr_noop("CPU, one thread: std::sort"), &sort_keys_task},
    RivalInfo{"cpu_threads_sort_keys", TimedKind::processor,
              tr_noop("CPU, all threads: sort and merge"), &sort_keys_task},
    RivalInfo{"cpu_sequential_sort_pairs", TimedKind::processor,
              tr_noop("CPU, one thread: std::sort of pairs"), &sort_pairs_task, unsigned_pairs},
    RivalInfo{"cpu_threads_sort_pairs", TimedKind::processor,
              tr_noop("CPU, all threads: sort and merge of pairs"), &sort_pairs_task,
              unsigned_pairs}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<SortFamily>{sort_rivals};

}  // namespace warpscope
