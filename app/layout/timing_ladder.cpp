#include "app/layout/timing_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

using Parameters = std::map<std::string, std::string>;

std::vector<const KernelInfo*> kernels_of(Family family) {
  std::vector<const KernelInfo*> found;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->family == family) found.push_back(kernel);
  }
  return found;
}

/// How many of a result's parameters are as wanted; less for each that is not.
int likeness(const BenchResult& result, const Parameters& wanted) {
  int like = 0;
  for (const auto& [name, value] : result.parameters) {
    const auto found = wanted.find(name);
    if (found != wanted.end()) like += found->second == value ? 1 : -1;
  }
  return like;
}

TimingCurve curve_of(const TimingRecord& record, const KernelInfo& kernel,
                     const Parameters& parameters) {
  std::map<std::int64_t, const BenchResult*> best;
  for (const BenchResult& result : record.results) {
    if (result.kernel != kernel.id || result.size == 0) continue;
    const BenchResult*& present = best[result.size];
    if (present == nullptr || likeness(result, parameters) > likeness(*present, parameters)) {
      present = &result;
    }
  }
  TimingCurve curve{&kernel, {}};
  for (const auto& [size, result] : best) curve.points.push_back(result);
  return curve;
}

/// Some kernels take no power of two, but a size next to it.
bool alike(std::int64_t a, std::int64_t b) { return 100 * std::abs(a - b) <= std::max(a, b); }

const BenchResult* point_at(const TimingCurve& curve, std::int64_t size) {
  const auto found = std::ranges::find_if(
      curve.points, [&](const BenchResult* point) { return alike(point->size, size); });
  return found == curve.points.end() ? nullptr : *found;
}

/// Every size that differs from those before it, the larger one of two that are alike.
std::vector<std::int64_t> sizes_of(const std::vector<TimingCurve>& curves) {
  std::vector<std::int64_t> all, sizes;
  for (const TimingCurve& curve : curves) {
    for (const BenchResult* point : curve.points) all.push_back(point->size);
  }
  std::ranges::sort(all);
  for (const std::int64_t size : all) {
    if (!sizes.empty() && alike(sizes.back(), size)) sizes.pop_back();
    sizes.push_back(size);
  }
  return sizes;
}

/// The size at which most curves have a point; the largest of several such.
std::int64_t fullest_size(const std::vector<TimingCurve>& curves,
                          const std::vector<std::int64_t>& sizes) {
  std::int64_t fullest = 0;
  std::ptrdiff_t most = 0;
  for (const std::int64_t size : sizes) {
    const auto kernels = std::ranges::count_if(
        curves, [&](const TimingCurve& curve) { return point_at(curve, size) != nullptr; });
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

/// Kernels of a family that do different things move different amounts: they are not compared.
bool alike(const BenchResult& a, const BenchResult& b) {
  const auto x = static_cast<double>(a.bytes), y = static_cast<double>(b.bytes);
  return std::abs(x - y) <= 0.1 * std::max(x, y);
}

void add_ratios(std::vector<Rung>& rungs) {
  std::optional<double> first_slide;
  for (Rung& rung : rungs) {
    if (rung.result != nullptr) {
      const auto first = std::ranges::find_if(rungs, [&](const Rung& other) {
        return other.result != nullptr && alike(*other.result, *rung.result);
      });
      rung.speedup = first->result->median_ms / rung.result->median_ms;
    }
    if (rung.slide_ms) {
      if (!first_slide) first_slide = rung.slide_ms;
      rung.slide_speedup = *first_slide / *rung.slide_ms;
    }
  }
}

}  // namespace

Ladder make_ladder(std::span<const TimingRecord> records, std::size_t record, Family family,
                   const Parameters& parameters, std::optional<std::int64_t> size) {
  Ladder ladder;
  for (const KernelInfo* kernel : kernels_of(family)) {
    ladder.curves.push_back(curve_of(records[record], *kernel, parameters));
  }
  ladder.sizes = sizes_of(ladder.curves);
  const auto wanted = std::ranges::find_if(
      ladder.sizes, [&](std::int64_t timed) { return size && alike(timed, *size); });
  ladder.size = wanted != ladder.sizes.end() ? *wanted : fullest_size(ladder.curves, ladder.sizes);
  for (const TimingCurve& curve : ladder.curves) {
    Rung rung{.kernel = curve.kernel, .result = point_at(curve, ladder.size)};
    rung.slide_ms = slide_time(records, curve.kernel->id);
    if (rung.result == nullptr && !rung.slide_ms) continue;
    if (rung.result != nullptr) {
      ladder.most_gigabytes = std::max(ladder.most_gigabytes, rung.result->gigabytes_per_second);
      ladder.most_milliseconds = std::max(ladder.most_milliseconds, rung.result->median_ms);
    }
    ladder.slides = ladder.slides || rung.slide_ms;
    ladder.rungs.push_back(rung);
  }
  std::erase_if(ladder.curves, [](const TimingCurve& curve) { return curve.points.empty(); });
  add_ratios(ladder.rungs);
  return ladder;
}

std::vector<std::size_t> records_of(std::span<const TimingRecord> records, Family family) {
  const std::vector<const KernelInfo*> kernels = kernels_of(family);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const bool any = std::ranges::any_of(records[i].results, [&](const BenchResult& result) {
      return result.size > 0 && std::ranges::count(kernels, result.kernel, &KernelInfo::id) > 0;
    });
    if (any) found.push_back(i);
  }
  return found;
}

}  // namespace warpscope
