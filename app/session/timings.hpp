#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/run/timing_record.hpp"

namespace warpscope {

/// Times of native kernels that were measured before, on this machine or another.
struct Timings {
  std::vector<TimingRecord> records;  ///< in the order in which they are offered
  std::vector<std::string> damaged;   ///< a sentence for each file that was passed over
};

/// Where the user's own records lie: $XDG_DATA_HOME/warpscope/measurements, else below
/// ~/.local/share; empty where there is no home.
[[nodiscard]] std::filesystem::path timings_folder();

/// The records that come with the program, then every .json of the folder by name. A folder that is
/// not there holds none.
[[nodiscard]] Timings read_timings(const std::filesystem::path& folder);

/// The same of timings_folder(), read once.
[[nodiscard]] const Timings& recorded_timings();

}  // namespace warpscope
