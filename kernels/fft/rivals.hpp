#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

/// Of the kernels, it is their elements_per_system.
inline constexpr std::array fft_task_parameters{
    Parameter{.name = "points",
              .values = "256 512 1024 2048 2 4 8 16 32 64 128",
              .meaning = tr_noop("of each signal")},
    Parameter{.name = "direction",
              .values = "forward inverse",
              .meaning = tr_noop("inverse: the other sign of the angle, and no division by n")}};

/// Both parts in and out; 5 operations a number and stage, as is usual for transforms.
inline Work fft_work(std::uint64_t n, const TaskChoices& choices) {
  std::uint64_t stages = 0;
  for (auto points = std::atoll(choices.at("points").c_str()); points > 1; points /= 2) ++stages;
  return {4 * n * word_bytes, 5 * n * stages};
}
inline constexpr Task fft_task{
    .id = "fft", .parameters = fft_task_parameters, .work = fft_work, .system = "points"};

inline constexpr std::array fft_rivals{
    RivalInfo{
        "cufft_c2c", TimedKind::library, "cuFFT C2C", &fft_task,
        tr_noop("Takes real and imaginary parts side by side, and makes its factors itself.")},
    RivalInfo{"cpu_sequential_fftw", TimedKind::processor, tr_noop("CPU, one thread: FFTW"),
              &fft_task, tr_noop("FFTW_MEASURE; the plan is made before, outside of the time.")},
    RivalInfo{"cpu_threads_fftw", TimedKind::processor, tr_noop("CPU, all threads: FFTW"),
              &fft_task, tr_noop("Each thread transforms whole signals.")}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<FftFamily>{fft_rivals};

}  // namespace warpscope
