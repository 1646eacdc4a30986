#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "kernels/kernel_info.hpp"

namespace warpscope {

// What is timed beside the kernels of a family stands in kernels/FOLDER/rivals.hpp: its tasks, a
// RivalInfo for each who does one of them, and
//   template <> inline constexpr std::span<const RivalInfo> rivals_of<ReduceFamily>{reduce_rivals};
// A kernel is beside a rival if its KernelInfo names the rival's task.

/// Who is timed.
enum class TimedKind : std::uint8_t { kernel, library, processor, limit };

/// What a task of some size must move and do, whoever does it.
struct Work {
  std::uint64_t bytes = 0;       ///< inputs once, outputs once
  std::uint64_t operations = 0;  ///< additions and so on, a multiply-add counts two; 0: not counted
};

/// A value for each parameter of a task.
using TaskChoices = std::map<std::string, std::string>;

inline Work no_work(std::uint64_t, const TaskChoices&) { return {}; }
inline double linear_growth(double size) { return size; }

/// Something that kernels, libraries and the processor can do alike.
struct Task {
  std::string_view id;                         ///< "sort_pairs"
  std::span<const Parameter> parameters = {};  ///< those that change what is to be done
  Work (*work)(std::uint64_t size, const TaskChoices& choices) = no_work;
  /// How the time that one processor takes grows with the size, in any unit.
  double (*growth)(double size) = linear_growth;
  /// The parameter that says how many elements belong together, such as "equations"; of the kernels,
  /// it is their KernelInfo::system. Empty: there is none.
  std::string_view system = {};
  bool only_reads = false;  ///< what it writes is next to nothing beside what it reads
};

/// Nothing that could be compared.
inline constexpr Task no_task{.id = ""};

/// What is timed beside the kernels: the same task done by a library or by the processor, and the
/// limits of the device.
struct RivalInfo {
  std::string_view id;  ///< "cub_scan"
  TimedKind subject = TimedKind::library;
  std::string_view title;          ///< "CUB DeviceScan::ExclusiveSum"
  const Task* task = &no_task;     ///< limits have none
  std::string_view note = {};      ///< in what it can be compared, in what not
  std::string_view form = {};      ///< of the task, such as "int"; empty: every form of it
  const Family* family = nullptr;  ///< to be left out: rivals() says whose list it is in
};

/// The rivals of a family, if it has any.
template <class F>
inline constexpr std::span<const RivalInfo> rivals_of{};

/// What a kernel's speed is counted in where the bytes that it moves say nothing, such as random
/// points that are never in memory. Its family lists it like rivals:
///   template <> inline constexpr std::span<const CountedInfo> counted_of<RandomFamily>{random_counted};
struct CountedInfo {
  std::string_view kernel;  ///< id
  std::string_view what;    ///< "points"
  /// How many a run makes; `choices` are the kernel's parameters.
  std::uint64_t (*of)(std::uint64_t size, const TaskChoices& choices) = nullptr;
};
template <class F>
inline constexpr std::span<const CountedInfo> counted_of{};

/// Bytes of a number, in what tasks move.
inline constexpr std::uint64_t word_bytes = 4;

}  // namespace warpscope
