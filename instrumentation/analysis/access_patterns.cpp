#include "instrumentation/analysis/access_patterns.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t most_looked_at = 50'000;

/// What tells patterns apart.
std::string pattern_key(const Trace& trace, const Access& access) {
  std::string key;
  const auto add_bytes = [&key](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  add_bytes(access.array);
  add_bytes(access.location);
  add_bytes(access.mask);
  add_bytes(access.operation);
  add_bytes(access.elements);
  add_bytes(access.has_result);
  for (const ElementIndex index : trace.lane_indices(access)) add_bytes(index);
  return key;
}

}  // namespace

std::vector<AccessPattern> access_patterns(const Trace& trace, const std::string& array,
                                           std::size_t most) {
  std::vector<bool> meant;
  for (const Array& each : trace.arrays) {
    meant.push_back(each.space == Space::shared && each.structure < 0 && each.name == array);
  }
  std::unordered_map<std::string, AccessPattern> found;
  std::size_t seen = 0;
  for (std::uint32_t i = 0; i < trace.accesses.size() && seen < most_looked_at; ++i) {
    const Access& access = trace.accesses[i];
    if (access.array < 0 || !meant[static_cast<std::size_t>(access.array)]) continue;
    ++seen;
    ++found.try_emplace(pattern_key(trace, access), AccessPattern{i, 0}).first->second.times;
  }
  std::vector<AccessPattern> patterns;
  for (const auto& [key, pattern] : found) patterns.push_back(pattern);
  std::ranges::sort(patterns, {}, [](const AccessPattern& pattern) {
    return std::pair(-static_cast<std::int64_t>(pattern.times), pattern.access);
  });
  if (patterns.size() > most) patterns.resize(most);
  return patterns;
}

}  // namespace warpscope
