#pragma once

#include <array>
#include <cstdlib>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

/// Of the kernels, it is the range of their input that says it.
inline constexpr std::array histogram_task_parameters{
    Parameter{"bins", "256 64", tr_noop("that bytes are counted in")}};

inline Work histogram_work(std::uint64_t n, const TaskChoices& choices) {
  return {n + std::strtoull(choices.at("bins").c_str(), nullptr, 10) * word_bytes, n};
}
inline constexpr Task histogram_task{.id = "histogram",
                                     .parameters = histogram_task_parameters,
                                     .work = histogram_work,
                                     .only_reads = true};

inline constexpr std::array histogram_rivals{
    RivalInfo{"cub_histogram", TimedKind::library, "CUB DeviceHistogram::HistogramEven",
              &histogram_task, tr_noop("Counts bytes, each with weight 1.")},
    RivalInfo{"cpu_sequential_histogram", TimedKind::processor,
              tr_noop("CPU, one thread: histogram"), &histogram_task},
    RivalInfo{"cpu_threads_histogram", TimedKind::processor, tr_noop("CPU, all threads: histogram"),
              &histogram_task}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<HistogramFamily>{histogram_rivals};

}  // namespace warpscope
