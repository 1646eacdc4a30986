#include "instrumentation/run/did_you_mean.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Edits between two words; a swap of neighbours counts once (optimal string alignment).
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// A word from a file may have any length, and each letter costs a pass over all names.
std::string_view compared_part(std::string_view word) {
  constexpr std::size_t longest = 100;
  return word.substr(0, longest);
}

/// Nobody would read a list of so many.
constexpr std::size_t many = 16;

/// How far a word is from a name, or from the like-sized beginning of it.
int far_from(std::string_view word, std::string_view name) {
  return std::min(edit_distance(word, name), edit_distance(word, name.substr(0, word.size())) + 1);
}

std::vector<std::string> three_least_far(std::string_view word,
                                         std::span<const std::string> candidates) {
  std::vector<std::string> names(candidates.begin(), candidates.end());
  std::ranges::stable_sort(names, {},
                           [&](const std::string& name) { return far_from(word, name); });
  names.resize(std::min<std::size_t>(names.size(), 3));
  return names;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view whole_word,
                                       std::span<const std::string> candidates) {
  const std::string_view word = compared_part(whole_word);
  const int reach = std::max(2, static_cast<int>(word.size()) / 3);
  std::vector<std::pair<int, std::string>> near;
  for (const std::string& candidate : candidates) {
    const bool begins = word.size() >= 2 && candidate.starts_with(word);
    const int distance = begins ? 1 : edit_distance(word, candidate);
    // A distance of the whole word would offer any short name for any other.
    if (distance <= reach && distance < static_cast<int>(candidate.size())) {
      near.emplace_back(distance, candidate);
    }
  }
  std::ranges::stable_sort(near, {}, &std::pair<int, std::string>::first);
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : near) {
    if (names.size() < 3) names.push_back(candidate);
  }
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  std::vector<std::string> near = nearest_names(word, candidates);
  const bool guess = near.empty();
  if (guess && candidates.size() <= many) {
    return tr("Known are {}.", fmt::format("{}", fmt::join(candidates, ", ")));
  }
  if (guess) near = three_least_far(compared_part(word), candidates);
  for (std::string& candidate : near) {
    candidate.insert(candidate.begin(), '"');
    candidate.push_back('"');
  }
  return guess ? tr("The nearest are {0}, {1} and {2}.", near.at(0), near.at(1), near.at(2))
               : tr("Did you mean {}?", one_of(near));
}

std::string one_of(std::span<const std::string> names) {
  if (names.size() < 2) return names.empty() ? std::string() : names.front();
  // Translators: the end of a list, in "it must be a, b or c": {0} is "a, b", {1} is "c".
  return tr("{0} or {1}", fmt::format("{}", fmt::join(names.first(names.size() - 1), ", ")),
            names.back());
}

}  // namespace warpscope
