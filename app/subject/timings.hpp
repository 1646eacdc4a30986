#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/timing/device_record.hpp"
#include "instrumentation/timing/timing_record.hpp"

namespace warpscope {

/// Times of native kernels that were measured before, on this machine or another.
struct Timings {
  std::vector<TimingRecord> records;  ///< in the order in which they are offered
  /// Those of them that time changed kernels beside the true ones (is_what_if), which are not offered:
  /// they say what a change gives. In the same order.
  std::vector<TimingRecord> what_ifs;
  /// What was measured of devices themselves (`bench --device`): those that come with the program, then
  /// the folder's.
  std::vector<DeviceRecord> devices;
  std::vector<std::string> damaged;  ///< a sentence for each file that was ignored
  std::size_t supplied = 0;  ///< this many of the records, the first ones, come with the program
};
using TimingsPtr = std::shared_ptr<const Timings>;

/// The folder of the user's own records: $XDG_DATA_HOME/warpscope/measurements, else below
/// ~/.local/share; empty if there is no home.
[[nodiscard]] std::filesystem::path timings_folder();

/// The records that come with the program, then every .json of the folder by name. A missing folder
/// holds none.
[[nodiscard]] Timings read_timings(const std::filesystem::path& folder);

/// The current timings: those of timings_folder(), until others replace them. Callable from any
/// thread; a different pointer means that something has changed.
[[nodiscard]] TimingsPtr recorded_timings();
/// Replaces the current timings, for example to add a new measurement.
void show_timings(Timings timings);

}  // namespace warpscope
