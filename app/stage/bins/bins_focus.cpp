#include "app/stage/bins/bins_focus.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace warpscope {
namespace {

constexpr std::int64_t most_bin_columns = 512;
constexpr std::uint32_t bin_rows = 8;
constexpr std::size_t most_frames = 6;  // more of them would be a pattern of their own
constexpr std::int64_t named_blocks = 8;

std::int64_t columns_of(std::int64_t bins) {
  return std::clamp<std::int64_t>(bins, 1, most_bin_columns);
}

std::uint32_t map_column(std::int64_t bin, std::int64_t bins) {
  return static_cast<std::uint32_t>(bin * columns_of(bins) / std::max<std::int64_t>(1, bins));
}

/// Adds the bins between two neighbours of the set, smallest gaps first, as far as there is room.
void close_gaps(std::set<std::int64_t>& chosen, std::size_t room) {
  std::vector<std::pair<std::int64_t, std::int64_t>> gaps;  // length, and the bin before
  for (auto bin = chosen.begin(); std::next(bin) != chosen.end(); ++bin) {
    const std::int64_t length = *std::next(bin) - *bin - 1;
    if (length > 0) gaps.emplace_back(length, *bin);
  }
  std::ranges::sort(gaps);
  for (const auto& [length, before] : gaps) {
    if (chosen.size() + static_cast<std::size_t>(length) > room) return;
    for (std::int64_t i = 1; i <= length; ++i) chosen.insert(before + i);
  }
}

}  // namespace

std::vector<std::int64_t> choose_bins(const std::vector<FallingLane>& lanes, std::int64_t bins,
                                      std::size_t room) {
  room = std::min(std::max<std::size_t>(1, room), static_cast<std::size_t>(bins));
  std::set<std::int64_t> chosen;
  if (!lanes.empty()) chosen.insert(largest_crowd(lanes).bin);
  for (const FallingLane& lane : lanes) {
    if (chosen.size() < room) chosen.insert(lane.bin);
  }
  if (chosen.empty()) chosen.insert(0);
  close_gaps(chosen, room);
  // What lanes want stands in the midst of its neighbours.
  for (bool after = true; chosen.size() < room; after = !after) {
    const std::int64_t first = *chosen.begin(), last = *chosen.rbegin();
    if (last + 1 < bins && (after || first == 0)) {
      chosen.insert(last + 1);
    } else if (first > 0) {
      chosen.insert(first - 1);
    } else {  // both ends are there, but not all between them
      std::int64_t free = bins - 1;
      while (chosen.contains(free)) --free;
      chosen.insert(free);
    }
  }
  return {chosen.begin(), chosen.end()};
}

std::int64_t bin_of_column(std::uint32_t column, std::int64_t bins) {
  const std::int64_t columns = columns_of(bins);
  return (column * bins + columns - 1) / columns;
}

FocusMap bins_map(const std::vector<float>& shares, const std::vector<FallingLane>& lanes,
                  std::span<const std::int64_t> large) {
  const auto bins = static_cast<std::int64_t>(shares.size());
  const std::int64_t columns = columns_of(bins);
  FocusMap map;
  map.rows = bin_rows;
  const std::int64_t blocks = std::min(columns, named_blocks);
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::string from = std::to_string(bins * b / blocks);
    map.blocks.push_back(
        {.name = from + " … " + std::to_string(bins * (b + 1) / blocks - 1),
         .short_name = from,
         .columns = static_cast<std::uint32_t>(columns * (b + 1) / blocks - columns * b / blocks)});
  }
  std::vector<float> heights(static_cast<std::size_t>(columns), 0);
  for (std::int64_t bin = 0; bin < bins; ++bin) {
    float& height = heights[map_column(bin, bins)];
    height = std::max(height, shares[static_cast<std::size_t>(bin)]);
  }
  std::vector<bool> now(static_cast<std::size_t>(columns), false);
  for (const FallingLane& lane : lanes) now[map_column(lane.bin, bins)] = true;
  if (!lanes.empty()) map.present = map_column(largest_crowd(lanes).bin, bins);
  for (std::size_t first = 0, i = 1; i <= large.size(); ++i) {
    if (i < large.size() && large[i] == large[i - 1] + 1) continue;
    map.large.push_back({map_column(large[first], bins), map_column(large[i - 1], bins) + 1});
    first = i;
  }
  if (map.large.size() > most_frames) map.large.clear();
  map.time = [heights = std::move(heights), now = std::move(now)](std::uint32_t column,
                                                                  std::uint32_t row) {
    const float reached = heights[column] * bin_rows;
    const bool ground = row + 1 == bin_rows;
    const auto above = static_cast<float>(bin_rows - 1 - row);  // rows below this one
    const bool filled = reached > above + (ground ? 0.0F : 0.5F);
    if (now[column] && (filled || ground)) return MapTime::now;
    return filled ? MapTime::done : ground ? MapTime::later : MapTime::none;
  };
  return map;
}

std::optional<std::uint32_t> next_count(const Trace& trace, const Counters& counters,
                                        std::uint32_t access, std::int64_t bin) {
  const Launch& launch = trace.launches[trace.steps[trace.accesses[access].step].launch];
  const std::uint32_t begin = trace.steps[launch.first_step].first_access;
  const Step& last = trace.steps[launch.first_step + launch.step_count - 1];
  const std::uint32_t end = last.first_access + last.access_count;
  std::optional<std::uint32_t> nearest;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const auto& [from, to] : {std::pair(access, end), std::pair(begin, access)}) {
    for (std::uint32_t a = from; a < to; ++a) {
      for (const FallingLane& lane : falling_lanes(trace, counters, a)) {
        const std::int64_t away = std::abs(lane.bin - bin);
        if (away >= least) continue;
        least = away;
        nearest = a;
      }
    }
  }
  return nearest;
}

}  // namespace warpscope
