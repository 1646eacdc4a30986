#include "app/panes/timing/timing_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "app/panes/timing/timing_limits.hpp"
#include "instrumentation/timing/rivals.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

using Parameters = std::map<std::string, std::string>;

/// From this many operations per byte on, a device's arithmetic matters more than its memory: far
/// below the corner of any roof, far above one operation per element.
constexpr double arithmetic_matters = 4;

/// The family's kernels, then everything that does the task of the present one.
std::vector<TimedSubject> subjects_of(const KernelInfo& present) {
  std::vector<TimedSubject> found;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->family != present.family) continue;
    found.push_back({kernel->id, kernel->title, TimedKind::kernel, kernel});
  }
  for (const RivalInfo& rival : rivals()) {
    if (!stands_beside(rival, present)) continue;
    found.push_back({rival.id, rival.title, rival.subject, nullptr});
  }
  return found;
}

TimingCurve curve_of(const TimingRecord& record, const TimedSubject& subject,
                     const Parameters& parameters) {
  std::map<std::int64_t, const BenchResult*> best;
  for (const BenchResult& result : record.results) {
    if (result.kernel != subject.id || result.size == 0) continue;
    const BenchResult*& present = best[result.size];
    if (present == nullptr || likeness(result, parameters) > likeness(*present, parameters)) {
      present = &result;
    }
  }
  TimingCurve curve{.of = subject, .points = {}};
  for (const auto& [size, result] : best) curve.points.push_back(result);
  if (!curve.points.empty()) curve.amount = amount_of(*curve.points.back());
  return curve;
}

const BenchResult* point_at(const TimingCurve& curve, std::int64_t size) {
  const auto found = std::ranges::find_if(
      curve.points, [&](const BenchResult* point) { return alike_sizes(point->size, size); });
  return found == curve.points.end() ? nullptr : *found;
}

/// Every size that differs from those before it; of two alike, the larger one.
std::vector<std::int64_t> sizes_of(const std::vector<TimingCurve>& curves) {
  std::vector<std::int64_t> all, sizes;
  for (const TimingCurve& curve : curves) {
    for (const BenchResult* point : curve.points) all.push_back(point->size);
  }
  std::ranges::sort(all);
  for (const std::int64_t size : all) {
    if (!sizes.empty() && alike_sizes(sizes.back(), size)) sizes.pop_back();
    sizes.push_back(size);
  }
  return sizes;
}

/// The size at which most kernels have a point; the largest of several such.
std::int64_t fullest_size(const std::vector<TimingCurve>& curves,
                          const std::vector<std::int64_t>& sizes) {
  std::int64_t fullest = 0;
  std::ptrdiff_t most = 0;
  for (const std::int64_t size : sizes) {
    const auto kernels = std::ranges::count_if(curves, [&](const TimingCurve& curve) {
      return curve.of.kernel != nullptr && point_at(curve, size) != nullptr;
    });
    if (kernels < most) continue;
    fullest = size;
    most = kernels;
  }
  return fullest;
}

/// A kernel's time in a table that does not say the size.
std::optional<double> slide_time(std::span<const TimingRecord> records, std::string_view kernel) {
  for (const TimingRecord& record : records) {
    for (const BenchResult& result : record.results) {
      if (result.kernel == kernel && result.size == 0) return result.median_ms;
    }
  }
  return std::nullopt;
}

/// Kernels of a family that do different tasks move different amounts, and are not compared.
bool same_bytes(const BenchResult& a, const BenchResult& b) {
  const auto x = static_cast<double>(a.bytes), y = static_cast<double>(b.bytes);
  return std::abs(x - y) <= 0.1 * std::max(x, y);
}

void add_ratios(std::vector<Rung>& rungs) {
  std::optional<double> first_slide;
  for (Rung& rung : rungs) {
    if (rung.result != nullptr) {
      const auto first = std::ranges::find_if(rungs, [&](const Rung& other) {
        return other.result != nullptr && other.of.kernel != nullptr &&
               same_bytes(*other.result, *rung.result);
      });
      if (first != rungs.end()) rung.speedup = first->result->median_ms / rung.result->median_ms;
    }
    if (rung.slide_ms) {
      if (!first_slide) first_slide = rung.slide_ms;
      rung.slide_speedup = *first_slide / *rung.slide_ms;
    }
  }
}

Rung rung_of(const TimingRecord& record, const TimingCurve& curve, std::int64_t size) {
  Rung rung{.of = curve.of, .result = point_at(curve, size), .amount = curve.amount};
  if (rung.result == nullptr) return rung;
  if (rung.amount == Amount::counted) return rung;  // nothing that was measured limits it
  if (const auto bound = bound_of(record, *rung.result)) {
    rung.ceiling = rate_at(*rung.result, rung.amount, bound->milliseconds);
    rung.bounded = bound->limit;
  }
  rung.fraction = fraction_of_ceiling(record, *rung.result);
  rung.ratio = ratio_to_rival(record, *rung.result);
  return rung;
}

void add_rungs(Ladder& ladder, const KernelInfo* present, std::span<const TimingRecord> slides) {
  const bool of_family = std::ranges::any_of(ladder.curves, [](const TimingCurve& curve) {
    return curve.of.kernel != nullptr && !curve.points.empty();
  });
  for (const TimingCurve& curve : ladder.curves) {
    Rung rung = rung_of(*ladder.record, curve, ladder.size);
    rung.slide_ms = slide_time(slides, curve.of.id);
    // A kernel's absence says something, above all the present one's; a rival's does not.
    const bool wanted = rung.result != nullptr || rung.slide_ms ||
                        (of_family && curve.of.kernel == present) ||
                        (curve.of.kernel != nullptr && !curve.points.empty());
    if (!wanted) continue;
    if (rung.result != nullptr) {
      double& most = ladder.most[static_cast<std::size_t>(rung.amount)];
      most = std::max({most, rate_of(*rung.result, rung.amount), rung.ceiling.value_or(0)});
    }
    ladder.slides = ladder.slides || rung.slide_ms;
    ladder.rungs.push_back(rung);
  }
  add_ratios(ladder.rungs);
}

/// Whether a result has each of the parameters, as far as it has one of that name.
bool has_parameters(const BenchResult& result, const Parameters& wanted) {
  return std::ranges::all_of(result.parameters, [&](const auto& own) {
    const auto found = wanted.find(own.first);
    return found == wanted.end() ? own.first != "input" : found->second == own.second;
  });
}

/// The limits of the present kernel, else of the first that was timed.
void add_limits(Ladder& ladder, const KernelInfo* kernel) {
  ladder.launch_ms = launch_ms(*ladder.record);
  if (ladder.curves.empty()) return;
  const auto present = std::ranges::find_if(
      ladder.curves, [&](const TimingCurve& curve) { return curve.of.kernel == kernel; });
  const TimingCurve& curve = present != ladder.curves.end() ? *present : ladder.curves.front();
  ladder.amount = curve.amount;
  if (ladder.amount == Amount::counted) {
    ladder.counted = counted_in(curve.of.id)->what;
    return;
  }
  for (const BenchResult* point : curve.points) {
    const auto least = ceiling_ms(*ladder.record, *point);
    if (!least) continue;
    ladder.ceilings.push_back({point->size, *least, rate_at(*point, curve.amount, *least)});
  }
}

}  // namespace

Amount amount_of(const BenchResult& result) {
  if (count_of(result) > 0) return Amount::counted;
  const auto bytes = static_cast<double>(result.bytes);
  const auto operations = static_cast<double>(result.operations);
  return operations > arithmetic_matters * bytes ? Amount::operations : Amount::bytes;
}

double rate_at(const BenchResult& result, Amount amount, double milliseconds) {
  if (!(milliseconds > 0)) return 0;
  const std::uint64_t all = amount == Amount::bytes     ? result.bytes
                            : amount == Amount::counted ? count_of(result)
                                                        : result.operations;
  return static_cast<double>(all) / (milliseconds * 1e6);
}

double rate_of(const BenchResult& result, Amount amount) {
  return rate_at(result, amount, result.median_ms);
}

bool alike_sizes(std::int64_t a, std::int64_t b) { return 100 * std::abs(a - b) <= std::max(a, b); }

int likeness(const BenchResult& result, const Parameters& wanted) {
  int like = 0;
  for (const auto& [name, value] : result.parameters) {
    const auto found = wanted.find(name);
    if (found != wanted.end()) like += found->second == value ? 1 : -1;
    if (found == wanted.end() && name == "input") --like;  // the input is not the default one
  }
  return like;
}

const Rung* Ladder::find(std::string_view id) const {
  const auto found =
      std::ranges::find_if(rungs, [&](const Rung& rung) { return rung.of.id == id; });
  return found == rungs.end() ? nullptr : &*found;
}

Ladder make_ladder(std::span<const TimingRecord> records, std::size_t record,
                   const LadderRequest& request) {
  Ladder ladder{.record = &records[record]};
  for (const TimedSubject& subject : subjects_of(*request.kernel)) {
    ladder.curves.push_back(curve_of(*ladder.record, subject, request.parameters));
  }
  ladder.sizes = sizes_of(ladder.curves);
  const auto wanted = std::ranges::find_if(ladder.sizes, [&](std::int64_t timed) {
    return request.size && alike_sizes(timed, *request.size);
  });
  ladder.size = wanted != ladder.sizes.end() ? *wanted : fullest_size(ladder.curves, ladder.sizes);
  const auto add_conflicts = [&](Rung& rung) {
    if (rung.of.kernel == nullptr) return;
    rung.conflicts = conflict_cost(request.what_ifs, rung.of.id, request.parameters, ladder.size);
  };
  add_rungs(ladder, request.kernel, request.slides ? records : std::span<const TimingRecord>{});
  std::ranges::for_each(ladder.rungs, add_conflicts);
  std::erase_if(ladder.curves, [](const TimingCurve& curve) { return curve.points.empty(); });
  add_limits(ladder, request.kernel);
  return ladder;
}

std::optional<ConflictCost> conflict_cost(std::span<const TimingRecord> what_ifs,
                                          std::string_view kernel, const Parameters& parameters,
                                          std::int64_t size) {
  std::optional<ConflictCost> best;
  const auto rank = [&](const ConflictCost& cost) {
    return std::tuple(alike_sizes(cost.result->size, size), cost.result->size, cost.record->date);
  };
  for (const TimingRecord& record : what_ifs) {
    for (const BenchResult& result : record.results) {
      if (result.kernel != kernel || !has_parameters(result, parameters)) continue;
      const auto share = conflict_share(record, result);
      if (!share) continue;
      const ConflictCost cost{std::max(0.0, *share), &record, &result};
      if (!best || rank(cost) > rank(*best)) best = cost;
    }
  }
  return best;
}

std::vector<std::size_t> records_of(std::span<const TimingRecord> records, const Family& family,
                                    bool with_sizes) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const bool any = std::ranges::any_of(records[i].results, [&](const BenchResult& result) {
      const KernelInfo* kernel = kernel_of(result.kernel);
      return (result.size > 0) == with_sizes && kernel != nullptr && kernel->family == &family;
    });
    if (any) found.push_back(i);
  }
  return found;
}

std::vector<const SkippedBench*> skipped_of(const TimingRecord& record, const Family& family) {
  std::vector<const SkippedBench*> found;
  for (const SkippedBench& skipped : record.skipped) {
    const KernelInfo* kernel = kernel_of(skipped.kernel);
    const RivalInfo* rival = find_rival(skipped.kernel);
    const bool ours = kernel != nullptr ? kernel->family == &family
                                        : rival != nullptr && rival->family == &family;
    if (ours) found.push_back(&skipped);
  }
  return found;
}

}  // namespace warpscope
