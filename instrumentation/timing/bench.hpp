#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/run/run.hpp"
#include "instrumentation/timing/measure.hpp"
#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// A kernel or a rival, at one size.
struct BenchItem {
  TimedKind subject = TimedKind::kernel;
  RunRequest run{};            ///< of a kernel; complete
  bool conflict_free = false;  ///< the kernel without its bank conflicts
  bool check_all = false;      ///< of a kernel, as RivalRequest's of the others
  RivalRequest rival{};        ///< of all others

  [[nodiscard]] const std::string& id() const {
    return subject == TimedKind::kernel ? run.kernel : rival.id;
  }
  [[nodiscard]] std::int64_t size() const {
    return subject == TimedKind::kernel ? run.size.value_or(0) : rival.size;
  }
};

/// Items that are measured interleaved, as far as the device holds them at once; else in several
/// goes.
struct BenchGroup {
  std::string what;  ///< "reduction, 2^20"
  std::vector<BenchItem> items;
};

/// Where subjects and times come from; tests provide their own.
struct BenchSources {
  std::function<Result<MadeSubject>(const BenchItem&)> make;
  /// Modelled wavefronts of shared memory in all blocks; 0: not modelled. Not set: none are.
  std::function<std::uint64_t(const BenchItem&)> wavefronts{};
  Clock* gpu = nullptr;
  Clock* processor = nullptr;
};

/// Hears what happens, as it happens. Items count; limits are extra.
struct BenchListener {
  std::function<void(const BenchResult&)> result;
  std::function<void(const SkippedBench&)> skipped;
  std::function<void(int done, int total, const std::string& what)> progress;
};

struct BenchSettings {
  int repetitions = 30;
  bool limits = true;  ///< of the device, at the sizes that the subjects have
};

/// Measures group after group, and each limit once, in the first group that needs it. Returns why
/// it ended early, empty if it did not; the listener has heard of everything measured until then.
[[nodiscard]] std::string measure_groups(const std::vector<BenchGroup>& groups,
                                         const BenchSources& sources, const BenchSettings& settings,
                                         const BenchListener& listener,
                                         const std::stop_token& stop);

/// The limits that belong beside these results: memory at their bytes, rounded to a power of two,
/// launching, and arithmetic.
[[nodiscard]] std::vector<RivalRequest> limits_for(const std::vector<BenchResult>& results);

/// "2^20", or the number itself if it is small or no power of two.
[[nodiscard]] std::string bench_size_text(std::int64_t size);

}  // namespace warpscope
