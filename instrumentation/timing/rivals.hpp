#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/timing/timing_record.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

/// Subjects that are timed beside the kernels: libraries first, then processors, family by family, then limits.
[[nodiscard]] std::span<const RivalInfo> rivals();
/// nullptr: there is none.
[[nodiscard]] const RivalInfo* find_rival(std::string_view id);
/// Also for kernels; the id itself if it is unknown.
[[nodiscard]] std::string_view title_of(std::string_view id);

/// Whether the kernel does the rival's task.
[[nodiscard]] bool stands_beside(const RivalInfo& rival, const KernelInfo& kernel);
/// Of a kernel or a rival; no_task where it has none, or is unknown.
[[nodiscard]] const Task& task_of(std::string_view id);

/// Parameters with which a rival does what the kernel does, launched with such blocks. `parameters`
/// are all that the kernel has.
[[nodiscard]] std::map<std::string, std::string> rival_parameters(
    const RivalInfo& rival, const KernelInfo& kernel, int block,
    const std::map<std::string, std::string>& parameters);

/// The value of a rival's parameter: what was asked for, else its default.
[[nodiscard]] std::string rival_choice(const RivalInfo& rival, std::string_view parameter,
                                       const std::map<std::string, std::string>& asked);
/// How many elements belong together, see Task::system; 0: they do not.
[[nodiscard]] std::int64_t rival_system(const RivalInfo& rival,
                                        const std::map<std::string, std::string>& asked);

/// Of libraries and processors; `parameters` as rival_parameters gives them.
[[nodiscard]] Work work_of(const RivalInfo& rival, std::int64_t size,
                           const std::map<std::string, std::string>& parameters);

/// Of a kernel whose speed is counted in something of its own; nullptr: in bytes or operations.
[[nodiscard]] const CountedInfo* counted_in(std::string_view kernel);
/// How many of these a timed run makes; 0: they are not counted, or the result lacks a parameter.
[[nodiscard]] std::uint64_t count_of(const BenchResult& result);

/// The result of a rival that was asked for, all but its times. ErrorKind::usage: a parameter is
/// not legal; ErrorKind::unavailable: the size does not go with these parameters.
[[nodiscard]] Result<BenchResult> rival_result(const RivalInfo& rival, std::int64_t size,
                                               const std::map<std::string, std::string>& asked);

}  // namespace warpscope
