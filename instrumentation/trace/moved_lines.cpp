#include "instrumentation/trace/moved_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace warpscope {
namespace {

using Lines = std::vector<std::string_view>;

/// Pairs of equal lines, in order, as many as there are: the longest common subsequence. None if
/// the texts are so long that finding them would take a while.
std::vector<std::pair<std::size_t, std::size_t>> common_lines(std::span<const std::string_view> a,
                                                              std::span<const std::string_view> b) {
  constexpr std::size_t most_cells = 4'000'000;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (a.empty() || b.empty() || a.size() * b.size() > most_cells) return pairs;
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> length((a.size() + 1) * width, 0);  // of what is common from there on
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i * width + j] =
          a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1
                       : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      pairs.emplace_back(i++, j++);
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

/// Calls pair(i, j) for each pair of lines that are the same, from 0 and in order.
template <class Pair>
void for_each_pair(const Lines& old, const Lines& now, Pair pair) {
  std::size_t head = 0, tail = 0;
  const std::size_t shorter = std::min(old.size(), now.size());
  while (head < shorter && old[head] == now[head]) ++head;
  while (tail < shorter - head && old[old.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  const std::span<const std::string_view> a(old), b(now);
  const auto pairs = common_lines(a.subspan(head, a.size() - head - tail),
                                  b.subspan(head, b.size() - head - tail));
  for (std::size_t k = 0; k < head; ++k) pair(k, k);
  for (const auto& [i, j] : pairs) pair(head + i, head + j);
  for (std::size_t k = tail; k > 0; --k) pair(old.size() - k, now.size() - k);
}

}  // namespace

std::vector<std::string_view> trimmed_lines(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    lines.push_back(line.substr(0, line.find_last_not_of(blanks) + 1));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::uint32_t> moved_lines(std::string_view before, std::string_view after) {
  const Lines old = trimmed_lines(before), now = trimmed_lines(after);
  std::vector<std::uint32_t> moved(old.size() + 1, 0);
  std::size_t from = 0, to = 0;  // behind the last pair
  const auto pair = [&](std::size_t i, std::size_t j) {
    // Lines between two pairs: what came in their place, line by line, as long as there is any.
    for (std::size_t k = from; k < i; ++k) {
      const std::size_t there = std::min(to + (k - from), std::max(j, to + 1) - 1);
      moved[k + 1] = static_cast<std::uint32_t>(std::min(j == to ? j : there, now.size() - 1) + 1);
    }
    if (i < old.size()) moved[i + 1] = static_cast<std::uint32_t>(j + 1);
    from = i + 1;
    to = j + 1;
  };
  if (now.empty()) return moved;
  for_each_pair(old, now, pair);
  pair(old.size(), now.size());
  return moved;
}

std::vector<LineSpan> line_spans(std::string_view before, std::string_view after) {
  const Lines old = trimmed_lines(before), now = trimmed_lines(after);
  std::vector<LineSpan> spans(old.size() + 1);
  std::size_t from = 0, to = 0;  // behind the last pair
  const auto span = [](std::size_t first, std::size_t end) {
    return LineSpan{static_cast<std::uint32_t>(first + 1), static_cast<std::uint32_t>(end + 1)};
  };
  const auto pair = [&](std::size_t i, std::size_t j) {
    std::fill(spans.begin() + static_cast<std::ptrdiff_t>(from) + 1,
              spans.begin() + static_cast<std::ptrdiff_t>(i) + 1, span(to, j));
    if (i < old.size()) spans[i + 1] = span(j, j + 1);
    from = i + 1;
    to = j + 1;
  };
  for_each_pair(old, now, pair);
  pair(old.size(), now.size());
  return spans;
}

}  // namespace warpscope
