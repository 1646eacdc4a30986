#include "app/comparison/alignment.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "instrumentation/trace/source_match.hpp"

namespace warpscope {
namespace {

using StepPairs = std::vector<std::pair<std::size_t, std::size_t>>;  // steps at the left and right

constexpr std::size_t largest_table = std::size_t{1} << 22;  // cells, a byte each and a row of sums
constexpr std::size_t farthest_look = 32;                    // steps, where there is no table

/// The value of a pair: any pair is worth more than any number of equal values that are not paired.
int worth(const Step& a, const Step& b) {
  if (a.name != b.name) return 0;
  return a.value == b.value ? 3 : 2;
}

/// Finds the pairs that are worth most together.
void pair_by_table(std::span<const Step> a, std::span<const Step> b, std::size_t a_from,
                   std::size_t b_from, StepPairs& pairs) {
  enum Move : std::uint8_t { pair, skip_a, skip_b };
  const std::size_t width = b.size() + 1;
  std::vector<Move> moves((a.size() + 1) * width, skip_b);
  std::vector<int> below(width, 0), here(width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    here[b.size()] = 0;
    moves[i * width + b.size()] = skip_a;
    for (std::size_t j = b.size(); j-- > 0;) {
      const int together = worth(a[i], b[j]);
      const int paired = together > 0 ? together + below[j + 1] : 0;
      const int best = std::max({paired, below[j], here[j + 1]});
      here[j] = best;
      moves[i * width + j] = together > 0 && paired == best ? pair
                             : below[j] == best             ? skip_a
                                                            : skip_b;
    }
    std::swap(here, below);
  }
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const Move move = moves[i * width + j];
    if (move == pair) pairs.emplace_back(a_from + i, b_from + j);
    i += move == skip_b ? 0 : 1;
    j += move == skip_a ? 0 : 1;
  }
}

/// Pairs the next steps of one name, for traces too long for a table.
void pair_by_looking(std::span<const Step> a, std::span<const Step> b, std::size_t a_from,
                     std::size_t b_from, StepPairs& pairs) {
  const auto ahead = [](std::span<const Step> steps, std::size_t from, const std::string& name) {
    const auto near = steps.subspan(from, std::min(farthest_look, steps.size() - from));
    return static_cast<std::size_t>(std::ranges::find(near, name, &Step::name) - near.begin());
  };
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::size_t in_b = ahead(b, j, a[i].name);
    const std::size_t in_a = ahead(a, i, b[j].name);
    const bool in_reach =
        std::min(in_a, in_b) < std::min({farthest_look, a.size() - i, b.size() - j});
    if (!in_reach) {
      ++i;
      ++j;
      continue;
    }
    (in_b <= in_a ? j : i) += std::min(in_a, in_b);
    pairs.emplace_back(a_from + i++, b_from + j++);
  }
}

StepPairs pairs_of(std::span<const Step> a, std::span<const Step> b) {
  StepPairs pairs;
  std::size_t head = 0;
  const std::size_t least = std::min(a.size(), b.size());
  while (head < least && worth(a[head], b[head]) == 3) {
    pairs.emplace_back(head, head);
    ++head;
  }
  std::size_t tail = 0;
  while (tail < least - head && worth(a[a.size() - 1 - tail], b[b.size() - 1 - tail]) == 3) {
    ++tail;
  }
  const auto a_middle = a.subspan(head, a.size() - head - tail);
  const auto b_middle = b.subspan(head, b.size() - head - tail);
  const bool small = a_middle.empty() || b_middle.size() <= largest_table / a_middle.size();
  (small ? pair_by_table : pair_by_looking)(a_middle, b_middle, head, head, pairs);
  for (; tail > 0; --tail) pairs.emplace_back(a.size() - tail, b.size() - tail);
  return pairs;
}

}  // namespace

Alignment::Alignment(const Trace& left, const Trace& right) {
  const auto first = [](const Trace& trace, std::size_t step) {
    return step < trace.steps.size() ? trace.steps[step].first_access
                                     : static_cast<std::uint32_t>(trace.accesses.size());
  };
  const auto add = [&](std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    const Range at_left{first(left, a), first(left, a_end) - first(left, a)};
    const Range at_right{first(right, b), first(right, b_end) - first(right, b)};
    if (at_left.count > 0 || at_right.count > 0) parts_.push_back({at_left, at_right});
  };
  // A step may be named after a line, which has moved if the right side is a later version.
  std::vector<Step> steps = left.steps;
  const SourceMatch code(left, right);
  for (Step& step : steps) step.name = code.step_name(step);
  std::size_t a = 0, b = 0;
  for (const auto& [at_left, at_right] : pairs_of(steps, right.steps)) {
    add(a, at_left, b, at_right);
    add(at_left, at_left + 1, at_right, at_right + 1);
    a = at_left + 1;
    b = at_right + 1;
  }
  add(a, left.steps.size(), b, right.steps.size());
}

std::uint32_t Alignment::across(std::uint32_t access, Range Part::*from, Range Part::*to) const {
  const auto behind = std::ranges::upper_bound(
      parts_, access, {}, [from](const Part& part) { return (part.*from).first; });
  if (behind == parts_.begin()) return 0;
  const Part& part = *(behind - 1);
  const Range here = part.*from, there = part.*to;
  if (there.count == 0) return there.first > 0 ? there.first - 1 : 0;
  if (here.count == 0) return there.first;
  const std::uint64_t into = std::min(access - here.first, here.count - 1);
  return there.first + static_cast<std::uint32_t>(into * there.count / here.count);
}

std::uint32_t Alignment::to_right(std::uint32_t access) const {
  return across(access, &Part::left, &Part::right);
}
std::uint32_t Alignment::to_left(std::uint32_t access) const {
  return across(access, &Part::right, &Part::left);
}

}  // namespace warpscope
