#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/timing/timing_record.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// A subject that is timed beside the kernels: the same task done by a library or by the processor,
/// or a limit of the device.
struct RivalInfo {
  std::string_view id;  ///< "cub_scan"
  Subject subject = Subject::library;
  std::string_view title;                          ///< "CUB DeviceScan::ExclusiveSum"
  Family family = Family::reduction;               ///< meaningless for limits
  std::span<const std::string_view> kernels = {};  ///< catalogue ids that do the same task
  std::span<const Parameter> parameters = {};      ///< those that change the task
  std::string_view note = {};                      ///< how far it can be compared
};

/// Libraries first, then processors, then limits.
[[nodiscard]] std::span<const RivalInfo> rivals();
/// nullptr: there is none.
[[nodiscard]] const RivalInfo* find_rival(std::string_view id);
/// Also for kernels; the id itself if it is unknown.
[[nodiscard]] std::string_view title_of(std::string_view id);

/// Parameters with which a rival does what the kernel does when launched with such blocks.
/// `parameters` are all of the kernel's.
[[nodiscard]] std::map<std::string, std::string> rival_parameters(
    const RivalInfo& rival, const KernelInfo& kernel, int block,
    const std::map<std::string, std::string>& parameters);

/// The value of a rival's parameter: what was asked for, else its default.
[[nodiscard]] std::string rival_choice(const RivalInfo& rival, std::string_view parameter,
                                       const std::map<std::string, std::string>& asked);

/// The bytes and operations that a task of some size needs, whoever does it.
struct Work {
  std::uint64_t bytes = 0;       ///< inputs once, outputs once
  std::uint64_t operations = 0;  ///< additions and so on, a multiply-add counts two; 0: not counted
};
/// Of libraries and processors; `parameters` as rival_parameters gives them.
[[nodiscard]] Work work_of(const RivalInfo& rival, std::int64_t size,
                           const std::map<std::string, std::string>& parameters);

/// The result of a rival that was asked for, all but its times. ErrorKind::usage: a parameter is
/// not legal; ErrorKind::unavailable: the size does not go with these parameters.
[[nodiscard]] Result<BenchResult> rival_result(const RivalInfo& rival, std::int64_t size,
                                               const std::map<std::string, std::string>& asked);

}  // namespace warpscope
