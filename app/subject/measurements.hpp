#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// "H200" of "NVIDIA H200", "H100" of "NVIDIA H100 80GB HBM3": for narrow columns.
[[nodiscard]] std::string short_device(const std::string& device);

/// A real GPU's figures for the same kernel, from the runs recorded in assets/measurements.
struct Measured {
  std::string device;  ///< "H200"
  std::string date;    ///< "2026-11-21"
  /// Hardware counters of the same launch: same size, same block, one block in all.
  std::optional<std::uint64_t> load_wavefronts, load_conflicts;
  std::optional<std::uint64_t> store_wavefronts, store_conflicts;
  std::optional<std::uint64_t> atomic_wavefronts, atomic_conflicts;
  std::optional<std::uint64_t> load_sectors, store_sectors, atomic_sectors;
  std::optional<std::uint64_t> local_load_sectors, local_store_sectors;
  /// Time of all native launches on a large input of the trace's kind, if one was taken.
  std::optional<double> milliseconds;
  std::int64_t timed_size = 0;
  int timed_block = 0;  ///< threads; the trace's own if that was timed, too
};

/// What counters say of a sum of Totals.
struct MeasuredSum {
  std::optional<std::uint64_t> served, excessive;  ///< wavefronts or sectors
};
/// Of TotalsEntry::key; empty for what no counter counts.
[[nodiscard]] MeasuredSum measured_sum(const Measured& measured, std::string_view key);

/// Recorded measurements that apply to a trace, its parameters and kind of input included; nullopt if
/// there are none. Ignores damaged files.
[[nodiscard]] std::optional<Measured> find_measured(const Trace& trace);

/// Times of two kernels that were measured in turns, at the largest size that both have in one record.
struct MeasuredPair {
  std::string device, date;  ///< as in Measured
  std::int64_t size = 0;
  double left_ms = 0, right_ms = 0;
};
/// Nullopt if no record has both, with the traces' parameters and kinds of input.
[[nodiscard]] std::optional<MeasuredPair> find_measured_pair(const Trace& left, const Trace& right);

}  // namespace warpscope
