#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "instrumentation/timing/thread_team.hpp"

namespace warpscope {

/// How many of the first `count` elements of two sorted runs, once merged, come from the first run.
/// Of equal elements, those of the first run come first.
template <class T>
[[nodiscard]] std::int64_t co_rank(std::int64_t count, std::span<const T> first,
                                   std::span<const T> second) {
  std::int64_t low = std::max<std::int64_t>(0, count - std::ssize(second));
  std::int64_t high = std::min(count, std::ssize(first));
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    if (second[static_cast<std::size_t>(count - middle - 1)] <
        first[static_cast<std::size_t>(middle)]) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// The part [from, to) of the merged runs, to out[from], ….
template <class T>
void merge_part(std::span<const T> first, std::span<const T> second, std::int64_t from,
                std::int64_t to, T* out) {
  const std::int64_t i = co_rank(from, first, second), i_end = co_rank(to, first, second);
  std::merge(first.begin() + i, first.begin() + i_end, second.begin() + (from - i),
             second.begin() + (to - i_end), out + from);
}

/// One level of merging: runs 2k and 2k + 1 of `from` become run k of `to`. Run k begins at
/// starts[k]; the last entry is the end. Makes the member's share of the output.
template <class T>
void merge_level(std::span<const T> from, std::span<T> to, const std::vector<std::int64_t>& starts,
                 Share share) {
  const auto run = [&](std::size_t k) {
    const std::int64_t begin = starts[std::min(k, starts.size() - 1)];
    const std::int64_t end = starts[std::min(k + 1, starts.size() - 1)];
    return from.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  };
  for (std::size_t k = 0; k + 1 < starts.size(); k += 2) {
    const std::int64_t begin = starts[k];
    const std::int64_t end = starts[std::min(k + 2, starts.size() - 1)];
    const std::int64_t first = std::max(share.first, begin), last = std::min(share.last, end);
    if (first < last) {
      merge_part(run(k), run(k + 1), first - begin, last - begin, to.data() + begin);
    }
  }
}

/// Sorts with the whole team: each member sorts a share, then all merge the runs, level by level.
/// `spare` is as long as `data`. Returns whichever of the two holds the result.
template <class T>
[[nodiscard]] std::span<T> sort_with(ThreadTeam& team, std::span<T> data, std::span<T> spare) {
  const std::int64_t count = std::ssize(data);
  const int members = team.size();
  std::vector<std::int64_t> starts;
  for (int m = 0; m < members; ++m) starts.push_back(share_of(count, m, members).first);
  starts.push_back(count);
  team.run([&](int member) {
    const Share mine = share_of(count, member, members);
    std::sort(data.begin() + mine.first, data.begin() + mine.last);
  });
  while (starts.size() > 2) {
    team.run(
        [&](int member) { merge_level<T>(data, spare, starts, share_of(count, member, members)); });
    std::swap(data, spare);
    std::vector<std::int64_t> merged;
    for (std::size_t k = 0; k + 1 < starts.size(); k += 2) merged.push_back(starts[k]);
    merged.push_back(count);
    starts = std::move(merged);
  }
  return data;
}

}  // namespace warpscope
