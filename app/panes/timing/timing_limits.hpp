#pragma once

#include <optional>
#include <string_view>

#include "instrumentation/timing/timing_record.hpp"

namespace warpscope {

/// The bound of a result: the limit in its record, and the time that it allows.
struct Bound {
  const BenchResult* limit = nullptr;
  double milliseconds = 0;
};
/// nullopt if the record has no limits for it.
[[nodiscard]] std::optional<Bound> bound_of(const TimingRecord& record, const BenchResult& result);
/// "copying" of "limit_copy".
[[nodiscard]] std::string_view limit_word(std::string_view limit);

/// The most operations per second that a device allows, over operations per byte.
struct Roof {
  double bandwidth = 0;                                        ///< 10^9 bytes a second
  double peak = 0;                                             ///< 10^9 operations a second
  const BenchResult *memory = nullptr, *arithmetic = nullptr;  ///< where they were measured
  /// 10^9 operations a second.
  [[nodiscard]] double at(double operations_per_byte) const;
  [[nodiscard]] double corner() const { return peak / bandwidth; }
};
/// For tasks that move memory as `like` does; nullopt if either limit was not measured.
[[nodiscard]] std::optional<Roof> roof_of(const TimingRecord& record, const BenchResult& like);

/// Time of a launch that does nothing; nullopt if it was not measured.
[[nodiscard]] std::optional<double> launch_ms(const TimingRecord& record);

}  // namespace warpscope
