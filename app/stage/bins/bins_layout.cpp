#include "app/stage/bins/bins_layout.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "instrumentation/trace/store_order.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t most_looked_at = 4096;  // accesses of the same warp and step

/// Position of an active lane among the entries of its access.
int packed(std::uint32_t mask, int lane) {
  return std::popcount(mask & ((1U << static_cast<unsigned>(lane)) - 1U));
}

bool is_store(Operation operation) { return stores(operation); }

/// The accesses around one that its warp makes in its step: [first, end).
std::pair<std::uint32_t, std::uint32_t> same_warp(const Trace& trace, std::uint32_t access) {
  const Access& now = trace.accesses[access];
  const Step& step = trace.steps[now.step];
  std::uint32_t first = access, end = access;
  while (first > step.first_access && access - first < most_looked_at &&
         trace.accesses[first - 1].warp == now.warp) {
    --first;
  }
  while (end < step.first_access + step.access_count && end - access < most_looked_at &&
         trace.accesses[end].warp == now.warp) {
    ++end;
  }
  return {first, end};
}

}  // namespace

BarsLayout::BarsLayout(Rect area, std::int64_t bars, float label, std::int64_t focus,
                       float enlarged)
    : area_(area), label_(label), end_(std::max<std::int64_t>(0, bars)) {
  const auto fit =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(area.w / (enlarged * least_pitch)));
  std::int64_t rows = std::max<std::int64_t>(1, (bars + fit - 1) / fit);
  per_row_ = std::max<std::int64_t>(1, (bars + rows - 1) / rows);
  if (rows > 1) per_row_ = std::min(fit, (per_row_ + 31) / 32 * 32);  // round numbers
  rows = std::max<std::int64_t>(1, (bars + per_row_ - 1) / per_row_);
  if (rows > most_rows) {
    const std::int64_t row =
        std::clamp<std::int64_t>(focus / per_row_ - most_rows / 2, 0, rows - most_rows);
    first_ = row * per_row_;
    end_ = std::min(bars, first_ + most_rows * per_row_);
    rows = most_rows;
  }
  pitch_ = area.w / static_cast<float>(per_row_);
  row_height_ = area.h / static_cast<float>(rows);
}

BarsLayout::BarsLayout(Rect area, std::vector<std::int64_t> chosen, float label)
    : area_(area), label_(label), end_(std::ssize(chosen)), chosen_(std::move(chosen)) {
  per_row_ = std::max<std::int64_t>(1, end_);
  pitch_ = area.w / static_cast<float>(per_row_);
  row_height_ = area.h;
}

Rect BarsLayout::slot(std::int64_t bar) const {
  const std::int64_t at =
      chosen_.empty() ? bar - first_ : std::ranges::lower_bound(chosen_, bar) - chosen_.begin();
  const std::int64_t rows_above = at / per_row_;
  const auto row = static_cast<float>(rows_above);
  const auto column = static_cast<float>(at % per_row_);
  return {area_.x + column * pitch_, area_.y + row * row_height_, pitch_,
          std::max(1.0F, row_height_ - label_)};
}

Rect BarsLayout::bar(std::int64_t bar, float low, float high) const {
  const Rect whole = slot(bar);
  const float gap = pitch_ < 4 ? 0.5F : pitch_ < 10 ? 1.0F : pitch_ * 0.12F;
  const float from = std::clamp(low, 0.0F, 1.0F), to = std::clamp(high, 0.0F, 1.0F);
  return {whole.x + gap / 2, whole.bottom() - whole.h * to, whole.w - gap, whole.h * (to - from)};
}

std::optional<std::int64_t> BarsLayout::hit(Point point) const {
  if (!area_.contains(point)) return std::nullopt;
  const auto row = static_cast<std::int64_t>((point.y - area_.y) / row_height_);
  const auto column = static_cast<std::int64_t>((point.x - area_.x) / pitch_);
  const std::int64_t place = row * per_row_ + std::min(column, per_row_ - 1);
  return place < count() ? std::optional(shown(place)) : std::nullopt;
}

std::vector<FallingLane> falling_lanes(const Trace& trace, const Counters& counters,
                                       std::uint32_t access) {
  const Access& of = trace.accesses[access];
  const bool totals = of.array == counters.totals;
  const std::int64_t cells = totals ? counters.bins : trace.arrays[of.array].count;
  if (!totals && of.array != counters.array) return {};
  std::map<std::int64_t, int> in_bin;
  std::vector<FallingLane> lanes;
  const auto indices = trace.lane_indices(of);
  for_each_lane(of.mask, [&](int lane, int k) {
    const ElementIndex cell = indices[static_cast<std::size_t>(k)];
    if (cell < 0 || cell >= cells) return;
    const std::int64_t bin = totals ? cell : counters.bin(cell);
    lanes.push_back({lane, bin, cell, in_bin[bin]++});
  });
  if (!is_store(of.operation)) return lanes;
  std::map<ElementIndex, int> survivor;  // entry of the access, by cell
  for_each_in_store_order(trace, of,
                          [&](int k) { survivor[indices[static_cast<std::size_t>(k)]] = k; });
  for (FallingLane& lane : lanes) {
    const auto found = survivor.find(lane.cell);
    lane.lost = found->second != packed(of.mask, lane.lane);
  }
  return lanes;
}

Crowd largest_crowd(const std::vector<FallingLane>& lanes) {
  std::map<ElementIndex, int> wanted;
  Crowd crowd;
  for (const FallingLane& lane : lanes) {
    const int count = ++wanted[lane.cell];
    if (count > crowd.lanes) crowd = {count, lane.bin};
  }
  return crowd;
}

std::optional<std::uint32_t> counting_access(const Trace& trace, const Counters& counters,
                                             std::uint32_t access) {
  const std::uint32_t end = same_warp(trace, access).second;
  for (std::uint32_t a = access; a < end; ++a) {
    const int array = trace.accesses[a].array;
    if (array == counters.array || array == counters.totals) return a;
  }
  return std::nullopt;
}

Rounds rounds_at(const Trace& trace, const Counters& counters, std::uint32_t access) {
  const auto [first, end] = same_warp(trace, access);
  Rounds rounds;
  std::uint32_t lost = 0;  // by the store before
  for (std::uint32_t a = first; a < end; ++a) {
    const Access& one = trace.accesses[a];
    if (one.array != counters.array || !is_store(one.operation)) continue;
    const bool again = lost != 0 && one.mask == lost;
    if (!again && a > access) break;
    if (!again) rounds = {};
    ++rounds.all;
    if (a <= access) ++rounds.now;
    if (a > access && rounds.all == rounds.now + 1) rounds.again = one.mask;
    lost = 0;
    for (const FallingLane& lane : falling_lanes(trace, counters, a)) {
      if (lane.lost) lost |= 1U << static_cast<unsigned>(lane.lane);
    }
  }
  return rounds;
}

}  // namespace warpscope
