#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/trace/result.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

[[nodiscard]] std::string_view name(TimedKind subject);  ///< "kernel"

/// BenchResult::what_if of a kernel whose shared indices were replaced by some without bank conflicts;
/// what it computes is wrong.
inline constexpr std::string_view conflict_free = "conflict-free";

/// What a reader of such times must know.
inline constexpr std::string_view conflict_free_note = tr_noop(
    "A conflict-free kernel takes, of each shared array, the words in its lanes' own banks "
    "instead of those that it wants. Its result is wrong on purpose, and not checked.");

/// One subject, timed at one size.
struct BenchResult {
  std::string kernel;  ///< catalogue id; of others, the id in timing/rivals.hpp
  TimedKind subject = TimedKind::kernel;
  std::int64_t size = 0;
  int block = 0;                                  ///< threads; 0: unknown, or none
  std::map<std::string, std::string> parameters;  ///< also "input", if it is not the default
  std::string what_if;  ///< empty, or `conflict_free`: such a result is not the kernel's own
  int repetitions = 0;
  double median_ms = 0, first_quartile_ms = 0, third_quartile_ms = 0;
  std::uint64_t bytes = 0;       ///< that it must move: inputs once, outputs once
  std::uint64_t operations = 0;  ///< that the task needs, a multiply-add counts two; 0: not counted
  std::uint64_t wavefronts = 0;  ///< modelled, over shared memory, of all blocks; 0: not modelled
  double gigabytes_per_second = 0;
};

/// A subject that was to be timed, but could not be.
struct SkippedBench {
  std::string kernel;
  std::int64_t size = 0;
  std::string why;     ///< "It needs 96 GB, and the device has 80 GB."
  bool wrong = false;  ///< it ran, but its result was not the reference's; not in a record
};

/// Everything timed on one device in one go, as `bench --json` prints it and assets/measurements
/// keeps it.
struct TimingRecord {
  std::string device;   ///< "NVIDIA H200"
  std::string compute;  ///< "9.0"
  std::string driver, runtime;
  std::string date;  ///< "2026-11-21T06:17:14Z"
  std::string command;
  std::string commit;  ///< of the program, as `git describe` says it; mostly empty outside of git
  std::string note;    ///< what a reader must know of it, in one sentence; mostly empty
  /// If a slide does not say them, size and block are 0, and quartiles and bytes are missing.
  std::vector<BenchResult> results;
  std::vector<SkippedBench> skipped;
  std::string ended;  ///< why it ended early; mostly empty
};

/// Whether a JSON text says that it is such a record; other measurements do not.
[[nodiscard]] bool is_timing_record(std::string_view json);
/// A record with every field checked, or a sentence that names the file, the result and what is
/// wrong with it.
[[nodiscard]] Result<TimingRecord> parse_timing_record(std::string_view json,
                                                       const std::string& file);
[[nodiscard]] std::string timing_json(const TimingRecord& record);

// One line each, for a program that follows a measuring (bench --json-lines).
[[nodiscard]] std::string begin_event(const TimingRecord& record, int total);  ///< without results
[[nodiscard]] std::string progress_event(int done, int total, const std::string& what);
[[nodiscard]] std::string result_event(const BenchResult& result);  ///< without derived figures
[[nodiscard]] std::string skipped_event(const SkippedBench& skipped);
[[nodiscard]] std::string end_event(const std::string& ended);

/// The least time that the record's measured limits allow: its bytes through memory (at a copy's
/// bandwidth, or at a read's for a task that only reads), or its operations at the FP32 peak,
/// whichever takes longer. Taken at the limits' size nearest to its bytes, or at the largest if
/// none is within a factor of 2. nullopt if the record has no such limit.
[[nodiscard]] std::optional<double> ceiling_ms(const TimingRecord& record,
                                               const BenchResult& result);
/// ceiling_ms / median_ms: 1 is as fast as the device can.
[[nodiscard]] std::optional<double> fraction_of_ceiling(const TimingRecord& record,
                                                        const BenchResult& result);
/// The library's result for the same task, size, type and input; the fastest if there are several,
/// nullptr if there is none.
[[nodiscard]] const BenchResult* rival_of(const TimingRecord& record, const BenchResult& result);
/// Whether the record times kernels beside changed ones (`bench --what-if`). It says what a change
/// gives, and nothing that other records say.
[[nodiscard]] bool is_what_if(const TimingRecord& record);
/// The share of the kernel's time that its bank conflicts took: 1 - the time of the conflict-free one
/// of the same size, block and parameters / own time. Below 0 if that one was slower. nullopt if the
/// record does not time it.
[[nodiscard]] std::optional<double> conflict_share(const TimingRecord& record,
                                                   const BenchResult& result);
/// Rival's time / own time: above 1 is faster than the rival.
[[nodiscard]] std::optional<double> ratio_to_rival(const TimingRecord& record,
                                                   const BenchResult& result);

}  // namespace warpscope
