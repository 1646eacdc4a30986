#include "app/panes/timing/timing_limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The time that this limit alone allows; 0 if it does not apply to the result.
double allowed_ms(const BenchResult& limit, const BenchResult& result) {
  if (limit.operations > 0) {
    return limit.median_ms * static_cast<double>(result.operations) /
           static_cast<double>(limit.operations);
  }
  if (limit.bytes == 0) return 0;
  return limit.median_ms * static_cast<double>(result.bytes) / static_cast<double>(limit.bytes);
}

}  // namespace

std::optional<Bound> bound_of(const TimingRecord& record, const BenchResult& result) {
  const std::optional<double> least = ceiling_ms(record, result);
  if (!least || !(*least > 0)) return std::nullopt;
  Bound found{.milliseconds = *least};
  double nearest = 0;
  for (const BenchResult& limit : record.results) {
    if (limit.subject != TimedKind::limit) continue;
    const double allowed = allowed_ms(limit, result);
    if (!(allowed > 0)) continue;
    const double distance = std::abs(std::log(allowed / *least));
    if (found.limit != nullptr && distance >= nearest) continue;
    found.limit = &limit;
    nearest = distance;
  }
  return found;
}

std::string_view limit_word(std::string_view limit) {
  using Word = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Word, 4> words{{{"limit_read", tr_noop("reading")},
                                       {"limit_copy", tr_noop("copying")},
                                       {"limit_memcpy", "cudaMemcpy"},
                                       {"limit_fp32", tr_noop("FP32 peak")}}};
  const auto* const found = std::ranges::find(words, limit, &Word::first);
  return found == words.end() ? limit : tr(found->second);
}

double Roof::at(double operations_per_byte) const {
  return std::min(peak, bandwidth * operations_per_byte);
}

std::optional<Roof> roof_of(const TimingRecord& record, const BenchResult& like) {
  BenchResult moved = like;
  moved.operations = 0;  // so that memory alone bounds it
  const std::optional<Bound> memory = bound_of(record, moved);
  if (!memory || memory->limit == nullptr) return std::nullopt;
  Roof roof{.memory = memory->limit};
  roof.bandwidth = static_cast<double>(like.bytes) / (memory->milliseconds * 1e6);
  for (const BenchResult& limit : record.results) {
    if (limit.subject != TimedKind::limit || !(limit.median_ms > 0)) continue;
    const double rate = static_cast<double>(limit.operations) / (limit.median_ms * 1e6);
    if (rate <= roof.peak) continue;
    roof.peak = rate;
    roof.arithmetic = &limit;
  }
  if (roof.arithmetic == nullptr) return std::nullopt;
  return roof;
}

std::optional<double> launch_ms(const TimingRecord& record) {
  std::optional<double> least;
  for (const BenchResult& result : record.results) {
    if (result.kernel != "limit_launch") continue;
    least = std::min(least.value_or(result.median_ms), result.median_ms);
  }
  return least;
}

}  // namespace warpscope
