#include "instrumentation/patterns/launch_nesting.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpscope {
namespace {

/// The launches that write each array of global memory, in order.
std::map<int, std::vector<std::uint32_t>> writers_of(const Trace& trace) {
  std::map<int, std::vector<std::uint32_t>> writers;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].space != Space::global || !writes(access.operation)) continue;
    const std::uint32_t launch = trace.steps[access.step].launch;
    std::vector<std::uint32_t>& all = writers[static_cast<int>(access.array)];
    if (all.empty() || all.back() != launch) all.push_back(launch);
  }
  return writers;
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
  for (const auto& [array, launches] : writers_of(trace)) {
    if (launches.size() != 2 || launches[1] - launches[0] < 2) continue;
    nests.push_back({launches[0], launches[1], 0, array});
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
