#include "instrumentation/patterns/launch_nesting.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpscope {
namespace {

/// The launches that write an array of global memory and those that read it, in order.
struct ArrayUse {
  std::vector<std::uint32_t> writers;
  std::vector<std::uint32_t> readers;
};

std::map<int, ArrayUse> uses_of(const Trace& trace) {
  std::map<int, ArrayUse> uses;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].space != Space::global) continue;
    const std::uint32_t launch = trace.steps[access.step].launch;
    ArrayUse& use = uses[static_cast<int>(access.array)];
    std::vector<std::uint32_t>& all = writes(access.operation) ? use.writers : use.readers;
    if (all.empty() || all.back() != launch) all.push_back(launch);
  }
  return uses;
}

bool within(const LaunchNest& inner, const LaunchNest& outer) {
  return outer.first < inner.first && inner.last < outer.last;
}
bool apart(const LaunchNest& a, const LaunchNest& b) {
  return a.last < b.first || b.last < a.first;
}

}  // namespace

std::vector<LaunchNest> launch_nests(const Trace& trace) {
  std::vector<LaunchNest> nests;
  for (const auto& [array, use] : uses_of(trace)) {
    if (use.writers.size() != 2 || use.writers[1] - use.writers[0] < 2) continue;
    if (std::ranges::count(use.readers, use.writers[1]) == 0) continue;  // it begins anew
    nests.push_back({use.writers[0], use.writers[1], 0, array});
  }
  std::ranges::sort(nests, {}, [](const LaunchNest& nest) {
    return std::tuple(nest.first, -static_cast<std::int64_t>(nest.last), nest.array);
  });
  // One of several arrays that the same two launches write will do.
  const auto same_launches = [](const LaunchNest& a, const LaunchNest& b) {
    return a.first == b.first && a.last == b.last;
  };
  nests.erase(std::unique(nests.begin(), nests.end(), same_launches), nests.end());
  for (LaunchNest& nest : nests) {
    for (const LaunchNest& other : nests) {
      if (&nest == &other) continue;
      if (within(nest, other)) {
        ++nest.depth;
      } else if (!within(other, nest) && !apart(nest, other)) {
        return {};
      }
    }
  }
  return nests;
}

}  // namespace warpscope
