#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/families.hpp"
#include "kernels/random/random_parameters.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

inline Work philox_work(std::uint64_t n, const TaskChoices&) { return {n * word_bytes, 0}; }
inline constexpr Task philox_task{
    .id = "philox", .parameters = philox_parameters, .work = philox_work};

/// A reading for each sensor in turn; states are the generator's affair.
inline constexpr std::array sensors_task_parameters{distribution, readings};
inline Work sensors_work(std::uint64_t n, const TaskChoices& choices) {
  const auto each = static_cast<std::uint64_t>(std::atoll(choices.at("readings").c_str()));
  return {each * n * word_bytes, 0};
}
inline constexpr Task sensors_task{
    .id = "sensors", .parameters = sensors_task_parameters, .work = sensors_work};

inline constexpr std::string_view curand_words = tr_noop(
    "Draws from 4,096 states that stay in the library, and gives whole words, not readings.");

inline constexpr std::array random_rivals{
    RivalInfo{"curand_philox", TimedKind::library, "cuRAND Philox", &philox_task,
              tr_noop("Stores the four numbers of a thread together, of 65,536 threads in turn.")},
    RivalInfo{"curand_xorwow", TimedKind::library, "cuRAND XORWOW", &sensors_task, curand_words},
    RivalInfo{"cpu_sequential_curand_philox", TimedKind::processor,
              tr_noop("CPU, one thread: cuRAND's host generator, Philox"), &philox_task},
    RivalInfo{"cpu_sequential_curand_xorwow", TimedKind::processor,
              tr_noop("CPU, one thread: cuRAND's host generator, XORWOW"), &sensors_task,
              curand_words}};

template <>
inline constexpr std::span<const RivalInfo> rivals_of<RandomFamily>{random_rivals};

/// Each launch draws as many points as all before it.
inline std::uint64_t monte_carlo_points(std::uint64_t n, const TaskChoices& choices) {
  return n << static_cast<unsigned>(std::atoi(choices.at("launches").c_str()) - 1);
}
inline constexpr std::array random_counted{
    CountedInfo{"monte_carlo_pi", tr_noop("points"), monte_carlo_points}};

template <>
inline constexpr std::span<const CountedInfo> counted_of<RandomFamily>{random_counted};

}  // namespace warpscope
