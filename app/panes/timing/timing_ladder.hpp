#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/timing/timing_record.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// The resource that keeps a task busy, in which its speed is counted.
enum class Amount : std::uint8_t {
  bytes,
  operations,
  counted,  ///< what the kernel makes: CountedInfo
};
[[nodiscard]] Amount amount_of(const BenchResult& result);
/// 10^9 of them per second, at the median time, or if it took that many milliseconds.
[[nodiscard]] double rate_of(const BenchResult& result, Amount amount);
[[nodiscard]] double rate_at(const BenchResult& result, Amount amount, double milliseconds);

/// A kernel, or something that does the same task beside it.
struct TimedSubject {
  std::string_view id, title;
  TimedKind subject = TimedKind::kernel;
  const KernelInfo* kernel = nullptr;  ///< nullptr if it is no kernel
};

/// What a kernel's bank conflicts took, as a run with conflict-free indices showed.
struct ConflictCost {
  double share = 0;  ///< of the kernel's time; never below 0
  const TimingRecord* record = nullptr;
  const BenchResult* result = nullptr;  ///< of the true kernel
};

/// One subject at one size.
struct Rung {
  TimedSubject of;
  const BenchResult* result = nullptr;  ///< nullptr: not timed at this size
  Amount amount = Amount::bytes;
  /// How many times as fast as the first kernel that moves as many bytes.
  std::optional<double> speedup;
  std::optional<double> ceiling;         ///< rate that the limits allow
  const BenchResult* bounded = nullptr;  ///< the limit that bounds it
  std::optional<double> fraction;        ///< of the ceiling that is reached
  std::optional<double> ratio;           ///< how many times as fast as the library
  std::optional<ConflictCost> conflicts;
  /// Its time in a table without sizes, and the ratio to that table's first kernel.
  std::optional<double> slide_ms, slide_speedup;
};

/// A subject over all the sizes at which it was timed, rising.
struct TimingCurve {
  TimedSubject of;
  Amount amount = Amount::bytes;
  std::vector<const BenchResult*> points;
};

/// The rate that the limits allow the present kernel, or the first that was timed, at one size.
struct CeilingPoint {
  std::int64_t size = 0;
  double milliseconds = 0, rate = 0;
};

/// One record's data for a kernel's family: the kernels in the order of the catalogue, then the
/// library and the processor doing the present kernel's task. Points into the record, which must
/// outlive it.
struct Ladder {
  const TimingRecord* record = nullptr;
  /// Sizes at which any of the kernels was timed, rising. Sizes within a hundredth count as one.
  std::vector<std::int64_t> sizes;
  std::int64_t size = 0;          ///< of the rungs
  Amount amount = Amount::bytes;  ///< of the present kernel, else of the first that was timed
  std::string_view counted;       ///< what Amount::counted is of: "points"
  std::vector<Rung> rungs;
  std::vector<TimingCurve> curves;
  std::vector<CeilingPoint> ceilings;  ///< rising with size; empty: no limits were measured
  std::optional<double> launch_ms;     ///< time of a launch that does nothing
  bool slides = false;                 ///< some rung has slide_ms
  std::array<double, 3> most{};        ///< rate of the rungs and their ceilings, per Amount
  [[nodiscard]] const Rung* find(std::string_view id) const;  ///< nullptr: none
};

struct LadderRequest {
  const KernelInfo* kernel = nullptr;             ///< the present one
  std::map<std::string, std::string> parameters;  ///< of the kernel as it is shown
  std::optional<std::int64_t> size = {};
  bool slides = true;                           ///< tables without sizes take part
  std::span<const TimingRecord> what_ifs = {};  ///< of Timings; they must outlive the ladder
};
/// Rungs at the requested size; if nothing was timed there, at the largest size at which most
/// kernels were. If a kernel was timed with several parameters, those count that are most like the
/// present ones.
[[nodiscard]] Ladder make_ladder(std::span<const TimingRecord> records, std::size_t record,
                                 const LadderRequest& request);

/// Records that time any kernel of a family, as indices: those that say sizes, or those that do
/// not.
[[nodiscard]] std::vector<std::size_t> records_of(std::span<const TimingRecord> records,
                                                  const Family& family, bool with_sizes = true);
/// Subjects of a record's family that were to be timed and could not be.
[[nodiscard]] std::vector<const SkippedBench*> skipped_of(const TimingRecord& record,
                                                          const Family& family);

/// Of the latest record that times the kernel with these parameters without its conflicts, at this
/// size or else at the largest; nullopt if there is none.
[[nodiscard]] std::optional<ConflictCost> conflict_cost(
    std::span<const TimingRecord> what_ifs, std::string_view kernel,
    const std::map<std::string, std::string>& parameters, std::int64_t size);

/// Whether two sizes count as one: some kernels take no power of two, but a size next to it.
[[nodiscard]] bool alike_sizes(std::int64_t a, std::int64_t b);
/// How many of a result's parameters are as wanted, less the number of those that are not.
[[nodiscard]] int likeness(const BenchResult& result,
                           const std::map<std::string, std::string>& wanted);

}  // namespace warpscope
