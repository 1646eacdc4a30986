#include "instrumentation/timing/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

namespace warpscope {
namespace {

/// A subject that is ready to be timed, with the item it was made from.
struct Ready {
  BenchItem item;
  MadeSubject made;
};

class Bench {
 public:
  Bench(const BenchSources& sources, const BenchSettings& settings, const BenchListener& listener,
        std::stop_token stop)
      : sources_(sources), settings_(settings), listener_(listener), stop_(std::move(stop)) {}

  std::string run(const std::vector<BenchGroup>& groups) {
    for (const BenchGroup& group : groups) total_ += static_cast<int>(group.items.size());
    for (const BenchGroup& group : groups) {
      // Processors take long, and share nothing with the GPU: they come after it, each by itself.
      std::vector<BenchItem> gpu, others;
      for (const BenchItem& item : group.items) {
        (item.subject == TimedKind::processor ? others : gpu).push_back(item);
      }
      run_interleaved(std::move(gpu), group.what);
      for (const BenchItem& item : others) run_interleaved({item}, group.what);
      if (!ended_.empty()) break;
    }
    return ended_;
  }

 private:
  /// In one go if all of it fits, else in several.
  void run_interleaved(std::vector<BenchItem> items, const std::string& what) {
    while (!items.empty() && ended_.empty()) {
      std::vector<Ready> ready;
      std::vector<BenchItem> later = make_ready(items, ready, what);
      const std::vector<BenchItem> limits_later = make_ready(new_limits(ready), ready, what);
      later.insert(later.end(), limits_later.begin(), limits_later.end());
      if (!ready.empty() && ended_.empty()) time(ready, what);
      items = std::move(later);
    }
  }

  /// Makes as many subjects ready as the device holds, and returns the items that are left. Skips
  /// an item that cannot be made even when nothing else is there.
  std::vector<BenchItem> make_ready(const std::vector<BenchItem>& items, std::vector<Ready>& ready,
                                    const std::string& what) {
    std::vector<BenchItem> later;
    for (const BenchItem& item : items) {
      tell_progress(0, fmt::format("{}: {}", what, item.id()));
      if (stop_.stop_requested()) ended_ = "cancelled";
      if (!ended_.empty()) return {};
      Result<MadeSubject> made = sources_.make(item);
      if (made) {
        ready.push_back({item, std::move(made).value()});
      } else if (made.error().kind == ErrorKind::failed) {
        ended_ = made.error().message;
      } else if (ready.empty() || made.error().kind == ErrorKind::usage) {
        skip(item, made.error().message);
      } else {
        later.push_back(item);
      }
    }
    return later;
  }

  /// Limits that belong beside the ready subjects and were not measured before.
  std::vector<BenchItem> new_limits(const std::vector<Ready>& ready) {
    if (!settings_.limits || !ended_.empty()) return {};
    std::vector<BenchResult> results;
    for (const Ready& each : ready) {
      const TimedKind subject = each.item.subject;
      if (subject == TimedKind::kernel || subject == TimedKind::library) {
        results.push_back(each.made.result);
      }
    }
    std::vector<BenchItem> limits;
    for (RivalRequest& limit : limits_for(results)) {
      if (!measured_limits_.emplace(limit.id, limit.size).second) continue;
      limits.push_back({.subject = TimedKind::limit, .rival = std::move(limit)});
    }
    return limits;
  }

  void time(std::vector<Ready>& ready, const std::string& what) {
    std::vector<Timeable*> subjects;
    subjects.reserve(ready.size());
    for (const Ready& each : ready) subjects.push_back(each.made.timeable.get());
    const bool processor = ready.front().item.subject == TimedKind::processor;
    const auto items = static_cast<double>(std::ranges::count_if(
        ready, [](const Ready& each) { return each.item.subject != TimedKind::limit; }));
    const auto progress = [&](double part) { tell_progress(static_cast<int>(part * items), what); };
    const MeasurePlan plan{.warmup = processor ? 1 : 3, .repetitions = settings_.repetitions};
    Clock& clock = processor ? *sources_.processor : *sources_.gpu;
    const std::vector<Times> times = measure(subjects, clock, plan, progress, stop_);
    for (std::size_t i = 0; i < ready.size(); ++i) tell_result(ready[i], times[i]);
    tell_progress(0, what);
  }

  void tell_result(Ready& each, const Times& times) {
    if (!times.ended.empty()) {
      ended_ = times.ended == "cancelled"
                   ? times.ended
                   : fmt::format("The GPU failed while {}. What was measured before is kept.",
                                 times.ended);
    }
    if (each.item.subject != TimedKind::limit) ++done_;
    if (times.milliseconds.empty()) return;
    // A lost device gives no result to look at.
    const bool answers = times.ended.empty() || times.ended == "cancelled";
    const std::string wrong = answers && each.made.mismatch ? each.made.mismatch() : "";
    if (!wrong.empty()) return tell_skipped(each.item, "Its result is wrong. " + wrong, true);
    BenchResult result = std::move(each.made.result);
    result.repetitions = static_cast<int>(times.milliseconds.size());
    result.median_ms = quantile(times.milliseconds, 0.5);
    result.first_quartile_ms = quantile(times.milliseconds, 0.25);
    result.third_quartile_ms = quantile(times.milliseconds, 0.75);
    result.gigabytes_per_second = static_cast<double>(result.bytes) / (result.median_ms * 1e6);
    const bool modelled = each.item.subject == TimedKind::kernel && !each.item.conflict_free;
    if (modelled && sources_.wavefronts && !stop_.stop_requested()) {
      result.wavefronts = sources_.wavefronts(each.item);
    }
    if (listener_.result) listener_.result(result);
  }

  void skip(const BenchItem& item, const std::string& why) {
    if (item.subject != TimedKind::limit) ++done_;
    tell_skipped(item, why);
    tell_progress(0, item.id());
  }
  void tell_skipped(const BenchItem& item, const std::string& why, bool wrong = false) const {
    if (listener_.skipped) {
      listener_.skipped({.kernel = item.id(), .size = item.size(), .why = why, .wrong = wrong});
    }
  }
  void tell_progress(int ahead, const std::string& what) const {
    if (listener_.progress) listener_.progress(done_ + ahead, total_, what);
  }

  const BenchSources& sources_;
  const BenchSettings& settings_;
  const BenchListener& listener_;
  std::stop_token stop_;
  std::set<std::pair<std::string, std::int64_t>> measured_limits_;
  int done_ = 0, total_ = 0;
  std::string ended_;
};

}  // namespace

std::string measure_groups(const std::vector<BenchGroup>& groups, const BenchSources& sources,
                           const BenchSettings& settings, const BenchListener& listener,
                           const std::stop_token& stop) {
  return Bench(sources, settings, listener, stop).run(groups);
}

std::vector<RivalRequest> limits_for(const std::vector<BenchResult>& results) {
  if (results.empty()) return {};
  constexpr std::uint64_t word = 4;
  std::set<std::pair<std::string, std::int64_t>> wanted{{"limit_launch", 0}, {"limit_fp32", 0}};
  for (const BenchResult& result : results) {
    if (result.bytes < word) continue;
    const auto power = std::lround(std::log2(static_cast<double>(result.bytes)));
    const auto words = static_cast<std::int64_t>((std::uint64_t{1} << power) / word);
    wanted.emplace("limit_read", words);
    wanted.emplace("limit_copy", std::max<std::int64_t>(1, words / 2));
    wanted.emplace("limit_memcpy", std::max<std::int64_t>(1, words / 2));
  }
  std::vector<RivalRequest> requests;
  for (const auto& [id, size] : wanted) requests.push_back({.id = id, .size = size});
  return requests;
}

std::string bench_size_text(std::int64_t size) {
  if (size < 1 << 10 || !std::has_single_bit(static_cast<std::uint64_t>(size))) {
    return fmt::format("{}", size);
  }
  return fmt::format("2^{}", std::countr_zero(static_cast<std::uint64_t>(size)));
}

}  // namespace warpscope
