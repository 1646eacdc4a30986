#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/run/timing_record.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// One kernel of a family at one size.
struct Rung {
  const KernelInfo* kernel = nullptr;
  const BenchResult* result = nullptr;  ///< nullptr: not timed at this size
  /// So many times as fast as the first rung that moves as many bytes.
  std::optional<double> speedup;
  /// What a table without sizes says of it, and its ratio to that table's first kernel.
  std::optional<double> slide_ms, slide_speedup;
};

/// A kernel over all the sizes at which it was timed, rising.
struct TimingCurve {
  const KernelInfo* kernel = nullptr;
  std::vector<const BenchResult*> points;
};

/// What one record says of a kernel's family, in the order of the catalogue. Points into the records,
/// which must outlive it.
struct Ladder {
  /// That any of the kernels was timed at, rising. Sizes within a hundredth count as one.
  std::vector<std::int64_t> sizes;
  std::int64_t size = 0;  ///< of the rungs
  std::vector<Rung> rungs;
  std::vector<TimingCurve> curves;
  bool slides = false;                               ///< some rung has slide_ms
  double most_gigabytes = 0, most_milliseconds = 0;  ///< of the rungs
};

/// Rungs at `size`; where nothing was timed there, at the largest size at which most kernels were.
/// Where a kernel was timed with several parameters, those count that are most like `parameters`.
[[nodiscard]] Ladder make_ladder(std::span<const TimingRecord> records, std::size_t record,
                                 Family family,
                                 const std::map<std::string, std::string>& parameters,
                                 std::optional<std::int64_t> size = {});

/// Records that time any kernel of a family at a known size, as indices.
[[nodiscard]] std::vector<std::size_t> records_of(std::span<const TimingRecord> records,
                                                  Family family);

}  // namespace warpscope
