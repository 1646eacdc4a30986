#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Kernels that were timed on one device in one go: what `bench --json` prints and what
/// assets/measurements keeps.
struct TimingRecord {
  std::string device;   ///< "NVIDIA H200"
  std::string compute;  ///< "9.0"
  std::string driver, runtime;
  std::string date;  ///< "2026-11-21T06:17:14Z"
  std::string command;
  std::string note;  ///< what a reader must know of it, in one sentence; mostly empty
  /// Where a slide does not say them, size and block are 0 and there are no quartiles and bytes.
  std::vector<BenchResult> results;
};

/// Whether a JSON text says of itself that it is such a record; other measurements are not.
[[nodiscard]] bool is_timing_record(std::string_view json);
/// A record with every field checked, or a sentence that names the file, the result and what is
/// wrong with it.
[[nodiscard]] Result<TimingRecord> parse_timing_record(std::string_view json,
                                                       const std::string& file);
[[nodiscard]] std::string timing_json(const TimingRecord& record);

}  // namespace warpscope
