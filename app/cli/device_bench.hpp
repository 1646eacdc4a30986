#pragma once

#include <string>
#include <vector>

#include "app/cli/command.hpp"
#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// The sections that words name, in the order in which they are measured; all of them for no words.
/// Fails on a word that is none.
[[nodiscard]] Result<std::vector<DeviceSection>> chosen_sections(
    const std::vector<std::string>& names);

/// `bench --device`: measures the sections and prints tables, or the record as JSON. The exit code is 1
/// if a section could not be measured. ErrorKind::unavailable without a GPU.
[[nodiscard]] Result<int> bench_device(const std::vector<std::string>& names, bool json,
                                       const Invocation& invocation);

}  // namespace warpscope
