#include "app/session/resume_place.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>

namespace warpscope {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
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

/// The launch that is the k-th of its kernel, as `number` is in `before`; else the one of that
/// number.
std::optional<std::uint32_t> same_launch(const Trace& before, std::uint32_t number,
                                         const Trace& after) {
  const std::string& kernel = before.launches[number].kernel;
  const auto is_of_kernel = [&](const Launch& launch) { return launch.kernel == kernel; };
  auto k = std::count_if(before.launches.begin(), before.launches.begin() + number, is_of_kernel);
  std::optional<std::uint32_t> last;
  for (std::uint32_t l = 0; l < after.launches.size(); ++l) {
    if (!is_of_kernel(after.launches[l])) continue;
    last = l;
    if (k-- == 0) return l;
  }
  if (last) return last;
  if (number < after.launches.size()) return number;
  return std::nullopt;
}

/// What makes accesses of one place alike.
bool are_alike(const Trace& a, const Access& one, const Trace& b, const Access& other) {
  return one.operation == other.operation && a.arrays[one.array].name == b.arrays[other.array].name;
}

std::optional<std::uint32_t> source_named(const Trace& trace, const std::string& name) {
  const auto found = std::ranges::find(trace.sources, name, &SourceFile::name);
  if (found == trace.sources.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - trace.sources.begin());
}

}  // namespace

std::vector<std::uint32_t> moved_lines(std::string_view before, std::string_view after) {
  const Lines old = lines_of(before), now = lines_of(after);
  std::size_t head = 0, tail = 0;
  const std::size_t shorter = std::min(old.size(), now.size());
  while (head < shorter && old[head] == now[head]) ++head;
  while (tail < shorter - head && old[old.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  const std::span<const std::string_view> a(old), b(now);
  auto pairs = common_lines(a.subspan(head, a.size() - head - tail),
                            b.subspan(head, b.size() - head - tail));

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
  for (std::size_t k = 0; k < head; ++k) pair(k, k);
  for (const auto& [i, j] : pairs) pair(head + i, head + j);
  for (std::size_t k = tail; k > 0; --k) pair(old.size() - k, now.size() - k);
  pair(old.size(), now.size());
  return moved;
}

std::pair<std::uint32_t, std::uint32_t> accesses_of(const Trace& trace, std::uint32_t launch) {
  const Launch& chosen = trace.launches[launch];
  if (chosen.step_count == 0) return {0, 0};
  const Step& first = trace.steps[chosen.first_step];
  const Step& last = trace.steps[chosen.first_step + chosen.step_count - 1];
  return {first.first_access, last.first_access + last.access_count};
}

std::optional<std::uint32_t> resume_place(const Trace& before, std::uint32_t access,
                                          const Trace& after) {
  if (access >= before.accesses.size() || after.accesses.empty()) return std::nullopt;
  const Access& was = before.accesses[access];
  const std::uint32_t old_launch = before.steps[was.step].launch;
  const auto launch = same_launch(before, old_launch, after);
  if (!launch) return std::nullopt;
  const auto [begin, end] = accesses_of(after, *launch);
  if (begin == end) return std::nullopt;

  // Which occurrence it is.
  const CodeLocation& place = before.location_of(was);
  std::uint32_t occurrence = 0;
  for (std::uint32_t i = accesses_of(before, old_launch).first; i < access; ++i) {
    const Access& other = before.accesses[i];
    const CodeLocation& at = before.location_of(other);
    occurrence += static_cast<std::uint32_t>(other.warp == was.warp && at.line == place.line &&
                                             at.source == place.source &&
                                             are_alike(before, was, before, other));
  }

  const SourceFile& file = before.sources[place.source];
  const auto source = source_named(after, file.name);
  if (!source) return begin;
  const auto lines = moved_lines(file.text, after.sources[*source].text);
  const std::uint32_t line = place.line < lines.size() ? lines[place.line] : place.line;

  // The best of what is there: the nearest line, then the same warp and deed, then the occurrence.
  std::optional<std::uint32_t> best;
  std::pair<std::uint32_t, int> best_fit{std::numeric_limits<std::uint32_t>::max(), 0};
  std::uint32_t seen = 0;  // of the best fit
  for (std::uint32_t i = begin; i < end; ++i) {
    const Access& other = after.accesses[i];
    const CodeLocation& at = after.location_of(other);
    const std::uint32_t apart = at.source != *source ? std::numeric_limits<std::uint32_t>::max() - 1
                                : at.line > line     ? at.line - line
                                                     : line - at.line;
    const int unlike =
        (other.warp == was.warp ? 0 : 2) + (are_alike(before, was, after, other) ? 0 : 1);
    const std::pair fit{apart, unlike};
    if (fit > best_fit) continue;
    if (fit < best_fit) {
      best_fit = fit;
      seen = 0;
      best = i;
    } else if (seen <= occurrence) {
      best = i;
    }
    ++seen;
  }
  return best;
}

}  // namespace warpscope
