#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/timing/timing_record.hpp"

namespace warpscope {

/// Times of native kernels that were measured before, on this machine or another.
struct Timings {
  std::vector<TimingRecord> records;  ///< in the order in which they are offered
  std::vector<std::string> damaged;   ///< a sentence for each file that was passed over
  std::size_t supplied = 0;           ///< so many of the records, the first, come with the program
};
using TimingsPtr = std::shared_ptr<const Timings>;

/// Where the user's own records lie: $XDG_DATA_HOME/warpscope/measurements, else below
/// ~/.local/share; empty where there is no home.
[[nodiscard]] std::filesystem::path timings_folder();

/// The records that come with the program, then every .json of the folder by name. A folder that is
/// not there holds none.
[[nodiscard]] Timings read_timings(const std::filesystem::path& folder);

/// The present ones: those of timings_folder(), until others take their place. From any thread;
/// another pointer says that something has changed.
[[nodiscard]] TimingsPtr recorded_timings();
/// Puts others in their place, such as the same with what has just been measured.
void show_timings(Timings timings);

}  // namespace warpscope
